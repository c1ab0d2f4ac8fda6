//! Where two documents differ.

use serde_json::Value;

/// Most places that are named.
const MAX_NAMED: usize = 3;

/// The first places, as JSON pointers, at which the stored document differs from the rebuilt one.
pub(crate) fn difference(stored: &[u8], derived: &[u8]) -> String {
    let read = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes);
    let (Ok(stored), Ok(derived)) = (read(stored), read(derived)) else {
        return "it cannot be compared with what the runs say".to_owned();
    };
    let mut places = Vec::new();
    collect(&stored, &derived, &mut String::new(), &mut places);
    let more = places.len().saturating_sub(MAX_NAMED);
    places.truncate(MAX_NAMED);
    let rest = if more > 0 { format!("; {more} more") } else { String::new() };
    format!("differs from what the runs say at {}{rest}", places.join("; "))
}

fn collect(stored: &Value, derived: &Value, pointer: &mut String, places: &mut Vec<String>) {
    match (stored, derived) {
        (Value::Object(one), Value::Object(other)) => {
            for key in one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))) {
                let escaped = key.replace('~', "~0").replace('/', "~1");
                descend(one.get(key), other.get(key), &escaped, pointer, places);
            }
        }
        (Value::Array(one), Value::Array(other)) => {
            for index in 0..one.len().max(other.len()) {
                descend(one.get(index), other.get(index), &index.to_string(), pointer, places);
            }
        }
        _ if stored == derived => {}
        _ => places.push(format!("{pointer} ({} instead of {})", brief(stored), brief(derived))),
    }
}

fn descend(
    stored: Option<&Value>,
    derived: Option<&Value>,
    step: &str,
    pointer: &mut String,
    places: &mut Vec<String>,
) {
    let length = pointer.len();
    pointer.push('/');
    pointer.push_str(step);
    match (stored, derived) {
        (Some(stored), Some(derived)) => collect(stored, derived, pointer, places),
        (Some(_), None) => places.push(format!("{pointer} (should not be there)")),
        (None, Some(_)) => places.push(format!("{pointer} (missing)")),
        (None, None) => {}
    }
    pointer.truncate(length);
}

fn brief(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
