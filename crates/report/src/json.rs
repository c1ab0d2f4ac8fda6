//! The document as JSON for people and programs.

use probity_model::Document;

/// Pretty JSON: two spaces, fields in the order of the types, a newline at the end.
///
/// # Errors
/// When a part has no JSON form, which a document read from valid evidence cannot have.
pub fn json(document: &Document) -> Result<String, serde_json::Error> {
    pretty(document)
}

pub(crate) fn pretty(value: &impl serde::Serialize) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    Ok(text)
}
