//! A flat JSON object: no key twice, no `null`, nothing nested.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// The fields of a line.
pub(super) struct Fields(pub(super) Map<String, Value>);

/// How an error of ours about the shape begins, to tell it from one about the grammar.
pub(super) const SHAPE: &str = "a message is flat: ";

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut given: A) -> Result<Fields, A::Error> {
        let mut fields = Map::new();
        while let Some((key, value)) = given.next_entry::<String, Value>()? {
            let problem = match value {
                Value::Null => Some("is null"),
                Value::Array(_) | Value::Object(_) => Some("is nested"),
                _ if fields.contains_key(&key) => Some("is there twice"),
                _ => None,
            };
            if let Some(problem) = problem {
                return Err(A::Error::custom(format_args!("{SHAPE}a field {problem}")));
            }
            fields.insert(key, value);
        }
        Ok(Fields(fields))
    }
}
