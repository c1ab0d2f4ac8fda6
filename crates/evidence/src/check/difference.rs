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
    let mut places = Places::default();
    places.compare(&stored, &derived, &mut String::new());
    let Places { named, more } = places;
    let rest = if more > 0 { format!("; {more} more") } else { String::new() };
    format!("differs from what the runs say at {}{rest}", named.join("; "))
}

/// Places of differences: a stranger decides how many there are, so only the first are kept.
#[derive(Default)]
struct Places {
    named: Vec<String>,
    more: u64,
}

impl Places {
    fn add(&mut self, pointer: &str, what: impl FnOnce() -> String) {
        if self.named.len() < MAX_NAMED {
            self.named.push(format!("{} ({})", brief(pointer), what()));
        } else {
            self.more += 1;
        }
    }

    fn compare(&mut self, stored: &Value, derived: &Value, pointer: &mut String) {
        match (stored, derived) {
            (Value::Object(one), Value::Object(other)) => {
                for key in one.keys().chain(other.keys().filter(|key| !one.contains_key(*key))) {
                    let escaped = key.replace('~', "~0").replace('/', "~1");
                    self.descend(one.get(key), other.get(key), &escaped, pointer);
                }
            }
            (Value::Array(one), Value::Array(other)) => {
                for index in 0..one.len().max(other.len()) {
                    self.descend(one.get(index), other.get(index), &index.to_string(), pointer);
                }
            }
            _ if stored == derived => {}
            _ => self.add(pointer, || {
                let [stored, derived] = [stored, derived].map(|one| brief(&one.to_string()));
                format!("{stored} instead of {derived}")
            }),
        }
    }

    fn descend(
        &mut self,
        stored: Option<&Value>,
        derived: Option<&Value>,
        step: &str,
        pointer: &mut String,
    ) {
        let length = pointer.len();
        pointer.push('/');
        pointer.push_str(step);
        match (stored, derived) {
            (Some(stored), Some(derived)) => self.compare(stored, derived, pointer),
            (Some(_), None) => self.add(pointer, || "should not be there".to_owned()),
            (None, Some(_)) => self.add(pointer, || "missing".to_owned()),
            (None, None) => {}
        }
        pointer.truncate(length);
    }
}

/// The beginning of a text that may be long.
fn brief(text: &str) -> String {
    match text.char_indices().nth(60).and_then(|(end, _)| text.get(..end)) {
        Some(beginning) => format!("{beginning}…"),
        None => text.to_owned(),
    }
}
