//! Bytes from the outside (arguments, paths, output) that are usually, not always, UTF-8.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeStruct};

/// Outside bytes, kept whole. In JSON a plain string where they are UTF-8, and otherwise
/// `{"text": lossy, "hex": exact}`; the hex form counts, the lossy one is for people.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(pub Vec<u8>);

impl Text {
    /// From any bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// For people: invalid bytes become U+FFFD. Control characters are *not* escaped here; that is
    /// the job of whoever shows it.
    pub fn lossy(&self) -> String {
        String::from_utf8_lossy(&self.0).into_owned()
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.lossy())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(&self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => {
                let hex: String = self.0.iter().map(|byte| format!("{byte:02x}")).collect();
                let mut fields = serializer.serialize_struct("Text", 2)?;
                fields.serialize_field("text", &self.lossy())?;
                fields.serialize_field("hex", &hex)?;
                fields.end()
            }
        }
    }
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Text"))]
#[serde(untagged)]
enum Form {
    Plain(String),
    Hex(HexForm),
}

#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct HexForm {
    text: String,
    hex: String,
}

fn unhex(hex: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = hex.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    pairs.iter().map(|&[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect()
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Form::deserialize(deserializer)? {
            Form::Plain(text) => Ok(Self(text.into_bytes())),
            Form::Hex(form) => {
                let bytes = unhex(&form.hex)
                    .ok_or_else(|| de::Error::custom("hex is not pairs of lower-case digits"))?;
                if std::str::from_utf8(&bytes).is_ok() {
                    return Err(de::Error::custom("hex form used for valid UTF-8"));
                }
                let text = Self(bytes);
                if text.lossy() != form.text {
                    return Err(de::Error::custom("text does not agree with hex"));
                }
                Ok(text)
            }
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Text {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Form::json_schema(generator)
    }
}
