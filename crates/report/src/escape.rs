//! Making text of strangers harmless, by type.
//!
//! Names of commands, paths, output of programs and everything else in evidence may come from
//! somebody else. A raw `&str` of theirs cannot be put on a page: it has to become an [`Escaped`]
//! (terminal) or a [`Cell`] (Markdown) first, and only these are written.

use std::fmt::{self, Write as _};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Text that cannot steer a terminal: no control character, no change of direction, one line.
///
/// A newline is shown as `\n`, an escape as `\x1b`, a byte that is not UTF-8 as `\xff`. The trap: a
/// backslash of the text itself is left alone for the sake of reading, so the form is not
/// reversible. JSON keeps the exact bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Escaped(String);

impl Escaped {
    /// Escapes text of a stranger.
    pub fn new(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// Escapes bytes of a stranger, which may not be UTF-8.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut out = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            chunk.valid().chars().for_each(|c| push_escaped(&mut out, c));
            for byte in chunk.invalid() {
                push_hex(&mut out, u32::from(*byte));
            }
        }
        Self(out)
    }

    /// The harmless text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Columns it takes on a terminal.
    pub fn width(&self) -> usize {
        self.0.width()
    }

    /// At most `columns` of it, with `…` at the end where something was cut off.
    #[must_use]
    pub fn cut(self, columns: usize) -> Self {
        if self.width() <= columns {
            return self;
        }
        let mut out = String::new();
        for c in self.0.chars() {
            out.push(c);
            if out.width() >= columns {
                out.pop();
                break;
            }
        }
        out.push('…');
        Self(out)
    }

    /// At most `columns` of it, with `…` in its middle where something was left out: names often
    /// differ in their ends.
    #[must_use]
    pub fn cut_middle(self, columns: usize) -> Self {
        if self.width() <= columns {
            return self;
        }
        let room = columns.saturating_sub(1);
        let mut taken = 0;
        let mut fits = |c: &char, most: usize| {
            taken += c.width().unwrap_or(0);
            taken <= most
        };
        let front: String = self.0.chars().take_while(|c| fits(c, room.div_ceil(2))).collect();
        taken = front.width();
        let mut fits = |c: &char| {
            taken += c.width().unwrap_or(0);
            taken <= room
        };
        let back: Vec<char> = self.0.chars().rev().take_while(|c| fits(c)).collect();
        Self(front + "…" + &back.into_iter().rev().collect::<String>())
    }

    pub(crate) fn push(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    /// Only for text made in this crate.
    pub(crate) fn trusted(text: String) -> Self {
        Self(text)
    }
}

impl From<&'static str> for Escaped {
    /// Words in our own code are ours.
    fn from(text: &'static str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for Escaped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Text that is plain inside a Markdown table or paragraph: whatever could become structure, HTML
/// or a mention is a character reference, which Markdown never reads as structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell(String);

impl Cell {
    /// Escapes text of a stranger as prose.
    pub fn new(text: &str) -> Self {
        Self::of(&Escaped::new(text))
    }

    /// Terminal-safe text, made safe for Markdown too.
    pub fn of(text: &Escaped) -> Self {
        let chars: Vec<char> = text.as_str().chars().collect();
        let mut out = String::with_capacity(text.as_str().len());
        for (place, c) in chars.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|place| chars.get(place));
            push_markdown(&mut out, *c, is_letter(before), is_letter(chars.get(place + 1)));
        }
        Self(out)
    }

    /// Terminal-safe text as code. The HTML element is used because a backquoted span cannot hold
    /// a backslash followed by a pipe inside a table.
    pub fn code(text: &Escaped) -> Self {
        Self(format!("<code>{}</code>", Self::of(text)))
    }

    /// The harmless text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn push(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    /// Only for text made in this crate.
    pub(crate) fn trusted(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<&'static str> for Cell {
    /// Words in our own code are ours.
    fn from(text: &'static str) -> Self {
        Self::trusted(text)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Text that is one cell of a comma-separated table, and that no spreadsheet takes for a formula.
///
/// A spreadsheet computes a cell that begins with `=`, `+`, `-` or `@`, and a formula can run
/// programs and send data. Such text begins with an apostrophe here, the sign for "this is text";
/// a plain number stays one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field(String);

impl Field {
    /// Terminal-safe text, made safe for a table too. What is more than letters, digits and the
    /// usual marks stands in quotes.
    pub fn of(text: &Escaped) -> Self {
        let text = text.as_str();
        let guard = if is_formula(text) { "'" } else { "" };
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-./%".contains(c);
        if guard.is_empty() && !text.is_empty() && text.chars().all(plain) {
            return Self(text.to_owned());
        }
        Self(format!("\"{guard}{}\"", text.replace('"', "\"\"")))
    }

    /// The harmless text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Only for numbers and words made in this crate.
    pub(crate) fn trusted(text: String) -> Self {
        Self(text)
    }
}

impl From<&'static str> for Field {
    /// Words in our own code are ours.
    fn from(text: &'static str) -> Self {
        Self(text.to_owned())
    }
}

/// Whether a spreadsheet would compute it. Wide forms of the signs and blanks before one count too,
/// because some programs fold the former and cut off the latter.
fn is_formula(text: &str) -> bool {
    let text = text.trim_start();
    let signs = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}', '\u{2212}'];
    text.starts_with(signs) && !is_number(text)
}

/// Whether it is a plain decimal number.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    !whole.is_empty() && !fraction.is_empty() && all_digits(whole) && all_digits(fraction)
}

/// Characters that change how their neighbours are shown, or that are not seen at all. The joiners
/// U+200C and U+200D are not among them: scripts and emoji need them.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

fn push_escaped(out: &mut String, c: char) {
    match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        c if c.is_ascii_control() => push_hex(out, u32::from(c)),
        c if c.is_control() || is_invisible(c) => {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
        c => out.push(c),
    }
}

fn push_hex(out: &mut String, byte: u32) {
    let _ = write!(out, "\\x{byte:02x}");
}

fn is_letter(c: Option<&char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric())
}

/// `before` and `after`: whether a letter or digit stands there. Between two of them an underscore
/// cannot begin or end emphasis; only before one are `@` and `#` a mention or a reference.
fn push_markdown(out: &mut String, c: char, before: bool, after: bool) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '_' if before && after => out.push(c),
        '@' | '#' if !after => out.push(c),
        '|' | '\\' | '`' | '*' | '_' | '[' | ']' | '~' | '$' | '@' | '#' => {
            let _ = write!(out, "&#{};", u32::from(c));
        }
        c => out.push(c),
    }
}
