//! Rust text told apart into code, comments and string literals: enough to search each alone.

/// A string literal: where it starts and what stands between its quotes, escapes as written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Literal {
    /// The line it starts on, from 1.
    pub(crate) line: usize,
    /// Its content.
    pub(crate) text: String,
}

/// One Rust file. `code` and `comments` have the layout of the file: what belongs to the other is
/// blank, lines and columns are kept.
pub(crate) struct Rust {
    /// Everything but comments and the contents of literals.
    pub(crate) code: String,
    /// As `code`, and without modules under `#[cfg(test)]`.
    pub(crate) product: String,
    /// The comments, with their slashes.
    pub(crate) comments: String,
    /// The string literals of `product`, in order.
    pub(crate) literals: Vec<Literal>,
    /// How many lines the modules under `#[cfg(test)]` take.
    pub(crate) test_lines: usize,
}

impl Rust {
    /// Splits `text`. Text that is not Rust gives nonsense, never an endless loop.
    pub(crate) fn read(text: &str) -> Self {
        let mut scan = Scan::new(text);
        while scan.at < scan.bytes.len() {
            scan.step();
        }
        let code = into_text(scan.code);
        let tests = test_modules(&code);
        let mut product = code.clone().into_bytes();
        let line = |offset: usize| line_of(&code, offset);
        let mut test_lines = 0;
        for &(start, end) in &tests {
            test_lines += line(end) - line(start) + 1;
            for byte in &mut product[start..end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
        }
        let literals = scan
            .literals
            .into_iter()
            .filter(|(start, _)| !tests.iter().any(|(from, to)| (from..to).contains(&start)))
            .map(|(start, text)| Literal { line: line(start), text })
            .collect();
        let (product, comments) = (into_text(product), into_text(scan.comments));
        Self { product, comments, literals, test_lines, code }
    }
}

/// The line of a byte offset, from 1.
pub(crate) fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
}

/// Where `word` stands in `text` as a whole word: not as a part of a longer identifier.
pub(crate) fn words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let inside = |byte: Option<&u8>| byte.is_some_and(|byte| is_word(*byte));
    let starts = text.match_indices(word).map(|(start, _)| start);
    starts.filter(move |&start| {
        let (before, after) = (&text.as_bytes()[..start], &text.as_bytes()[start + word.len()..]);
        !inside(before.last()) && !inside(after.first())
    })
}

/// The offset just after the bracket that closes the one at `open`; the end where none does.
pub(crate) fn closing(code: &str, open: usize) -> usize {
    let mut depth = 0usize;
    for (offset, byte) in code.bytes().enumerate().skip(open) {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return offset + 1;
                }
            }
            _ => {}
        }
    }
    code.len()
}

/// Whether `byte` belongs to an identifier.
pub(crate) fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || byte >= 0x80
}

fn into_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// The inline modules under `#[cfg(test)]`, from the attribute to the closing brace.
fn test_modules(code: &str) -> Vec<(usize, usize)> {
    let attribute = "#[cfg(test)]";
    let mut found = Vec::new();
    for (start, _) in code.match_indices(attribute) {
        let rest = &code[start + attribute.len()..];
        let item = rest.trim_start();
        let head = item.find(['{', ';']).filter(|&end| item.as_bytes()[end] == b'{');
        if let (true, Some(head)) = (item.starts_with("mod "), head) {
            let open = code.len() - item.len() + head;
            found.push((start, closing(code, open)));
        }
    }
    found
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
    code: Vec<u8>,
    comments: Vec<u8>,
    literals: Vec<(usize, String)>,
}

impl<'a> Scan<'a> {
    fn new(text: &'a str) -> Self {
        let blank: Vec<u8> =
            text.bytes().map(|byte| if byte == b'\n' { b'\n' } else { b' ' }).collect();
        Self {
            bytes: text.as_bytes(),
            at: 0,
            code: blank.clone(),
            comments: blank,
            literals: Vec::new(),
        }
    }

    fn step(&mut self) {
        let rest = &self.bytes[self.at..];
        match rest[0] {
            b'/' if rest.starts_with(b"//") => {
                let end = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                self.comment(end);
            }
            b'/' if rest.starts_with(b"/*") => self.comment(block_comment(rest)),
            b'"' => self.string(1, 0),
            b'\'' => self.quote(),
            b'r' | b'b' | b'c' if !self.after_word() => self.prefixed(),
            _ => self.code(1),
        }
    }

    fn after_word(&self) -> bool {
        self.at > 0 && is_word(self.bytes[self.at - 1])
    }

    fn code(&mut self, length: usize) {
        let end = (self.at + length).min(self.bytes.len());
        self.code[self.at..end].copy_from_slice(&self.bytes[self.at..end]);
        self.at = end;
    }

    fn comment(&mut self, length: usize) {
        let end = self.at + length;
        self.comments[self.at..end].copy_from_slice(&self.bytes[self.at..end]);
        self.at = end;
    }

    /// `r"`, `br#"`, `c"` and the like; anything else is an identifier's first letter.
    fn prefixed(&mut self) {
        let rest = &self.bytes[self.at..];
        let letters = rest.iter().take_while(|byte| matches!(byte, b'r' | b'b' | b'c')).count();
        let raw = rest[..letters].contains(&b'r');
        let hashes = rest[letters..].iter().take_while(|byte| **byte == b'#').count();
        let quoted = rest.get(letters + hashes) == Some(&b'"');
        match (letters <= 2 && quoted, raw) {
            (true, true) => self.raw_string(letters + hashes + 1, hashes),
            (true, false) if hashes == 0 => self.string(letters + 1, 0),
            _ => self.code(1),
        }
    }

    fn string(&mut self, opening: usize, mut length: usize) {
        let body = &self.bytes[self.at + opening..];
        while length < body.len() && body[length] != b'"' {
            length += if body[length] == b'\\' { 2 } else { 1 };
        }
        self.literal(opening, length.min(body.len()), 1);
    }

    fn raw_string(&mut self, opening: usize, hashes: usize) {
        let end: Vec<u8> = [&b"\""[..], &b"#".repeat(hashes)].concat();
        let body = &self.bytes[self.at + opening..];
        let length = body.windows(end.len()).position(|part| part == end).unwrap_or(body.len());
        self.literal(opening, length, end.len());
    }

    fn literal(&mut self, opening: usize, length: usize, closing: usize) {
        let start = self.at;
        self.code(opening);
        let body = &self.bytes[self.at..self.at + length];
        self.literals.push((start, String::from_utf8_lossy(body).into_owned()));
        self.at += length;
        self.code(closing);
    }

    /// A character, or a lifetime: only the former has a closing quote.
    fn quote(&mut self) {
        let rest = &self.bytes[self.at + 1..];
        let length = match rest {
            [b'\\', escaped @ ..] => {
                escaped.iter().skip(1).position(|byte| *byte == b'\'').map(|end| end + 2)
            }
            [first, ..] => {
                let width = match first {
                    0..=0x7f => 1,
                    0x80..=0xdf => 2,
                    0xe0..=0xef => 3,
                    _ => 4,
                };
                (rest.get(width) == Some(&b'\'')).then_some(width)
            }
            [] => None,
        };
        self.code(1);
        if let Some(length) = length {
            self.at += length;
            self.code(1);
        }
    }
}

/// The length of the block comment that `rest` starts with; they nest.
fn block_comment(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest[at..].starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}
