//! Splitting a command line into words as a POSIX shell splits it, and no more.

/// Why a command line cannot be split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WordsError {
    /// There is no word in it.
    Empty,
    /// A quote is never closed.
    OpenQuote(char),
    /// A backslash stands at the very end.
    OpenBackslash,
    /// A character that only a shell can obey, outside quotes.
    NeedsShell(char),
    /// An expansion that only a shell can make, inside double quotes.
    Expands(char),
}

impl std::fmt::Display for WordsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no command in it"),
            Self::OpenQuote(quote) => write!(f, "the quote {quote} is never closed"),
            Self::OpenBackslash => f.write_str("a backslash at the end escapes nothing"),
            Self::NeedsShell(character) => write!(
                f,
                "an unquoted {character} means something to a shell only, and none is used; \
                 run it with --shell default, or quote it"
            ),
            Self::Expands(character) => write!(
                f,
                "a {character} inside double quotes means something to a shell only, and none is \
                 used; run it with --shell default, or put it in single quotes"
            ),
        }
    }
}

/// What only a shell can obey outside quotes; the first two of them inside double quotes too.
const SHELL_ONLY: &[u8] = b"$`|;&<>*?";
const EXPANSIONS: &[u8] = b"$`";

/// Splits `line` at unquoted white space and removes quotes and backslashes. Bytes that are not
/// UTF-8 pass through.
///
/// # Errors
/// See [`WordsError`].
pub(crate) fn split(line: &[u8]) -> Result<Vec<Vec<u8>>, WordsError> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut bytes = line.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => words.extend(word.take()),
            b'\'' => single_quoted(&mut bytes, word.get_or_insert_default())?,
            b'"' => double_quoted(&mut bytes, word.get_or_insert_default())?,
            b'\\' => match bytes.next() {
                None => return Err(WordsError::OpenBackslash),
                Some(b'\n') => {}
                Some(escaped) => word.get_or_insert_default().push(escaped),
            },
            _ if SHELL_ONLY.contains(&byte) => return Err(WordsError::NeedsShell(byte.into())),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    if words.is_empty() { Err(WordsError::Empty) } else { Ok(words) }
}

fn single_quoted(
    bytes: &mut impl Iterator<Item = u8>,
    word: &mut Vec<u8>,
) -> Result<(), WordsError> {
    loop {
        match bytes.next() {
            None => return Err(WordsError::OpenQuote('\'')),
            Some(b'\'') => return Ok(()),
            Some(byte) => word.push(byte),
        }
    }
}

fn double_quoted(
    bytes: &mut impl Iterator<Item = u8>,
    word: &mut Vec<u8>,
) -> Result<(), WordsError> {
    loop {
        match bytes.next() {
            None => return Err(WordsError::OpenQuote('"')),
            Some(b'"') => return Ok(()),
            Some(b'\\') => match bytes.next() {
                None => return Err(WordsError::OpenQuote('"')),
                Some(b'\n') => {}
                Some(byte @ (b'$' | b'`' | b'"' | b'\\')) => word.push(byte),
                Some(byte) => word.extend([b'\\', byte]),
            },
            Some(byte) if EXPANSIONS.contains(&byte) => {
                return Err(WordsError::Expands(byte.into()));
            }
            Some(byte) => word.push(byte),
        }
    }
}

#[cfg(test)]
mod tests;
