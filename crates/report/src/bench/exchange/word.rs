//! Names in lines that are split at blanks.

use crate::escape::Escaped;
use probity_model::Text;

/// A name as one word, so that nothing in it looks like the rest of its line.
pub(super) fn word(name: &Text) -> String {
    let shown = Escaped::of_bytes(&name.0);
    let shown = shown.as_str().replace(char::is_whitespace, "_");
    if shown.is_empty() { "_".to_owned() } else { shown }
}
