//! The beginnings of texts that strangers write, fit to be repeated.

/// Longest reason of an observation or a campaign that is repeated in the reason of a comparison:
/// one long text must not be kept once per comparison.
const REASON_CHARACTERS: usize = 200;

/// A reason, fit to be repeated.
pub(super) fn shortened(reason: &str) -> String {
    cut(reason, REASON_CHARACTERS)
}

/// `text` with at most so many characters, and a mark where some were cut off.
pub(super) fn cut(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((cut, _)) => format!("{}…", text.get(..cut).unwrap_or_default()),
        None => text.to_owned(),
    }
}
