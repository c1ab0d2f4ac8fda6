//! What one line of a program amounts to. The bytes are untrusted: nothing here fails or panics.

use super::fields::{Fields, SHAPE};
use super::{Message, MessageKind};
use crate::Text;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A message, and the process that sent it where it said so.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Said {
    /// The message.
    #[serde(flatten)]
    pub message: Message,
    /// The process id as the speaker knows it: it tells the speakers of a run apart and nothing
    /// else, since another pid namespace numbers differently.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pid: Option<u32>,
}

impl Said {
    /// The line of it, with its newline. It is longer than [`Line::BYTES`] where the texts are.
    ///
    /// # Errors
    /// Where a real is not finite.
    pub fn to_line(&self) -> Result<String, serde_json::Error> {
        let mut line = serde_json::to_string(self)?;
        line.push('\n');
        Ok(line)
    }
}

/// Why a line is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LineFault {
    /// It is longer than a line may be.
    TooLong,
    /// It is not UTF-8.
    NotUtf8,
    /// It is no JSON object.
    NotJson,
    /// A field is nested, null, or there twice.
    NotFlat,
    /// It has no `type` that is a text.
    NoType,
    /// A known message lacks a field, or has one of the wrong type or size.
    BadField,
    /// It has no end: the program ended, or was ended, in the middle of it.
    Half,
}

/// The beginning of a line that could not be taken as a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Unread {
    /// Its first bytes, at most [`Unread::BYTES`].
    pub text: Text,
    /// How long the whole line is, without its newline.
    pub bytes: u64,
}

impl Unread {
    /// How much of a line is kept.
    pub const BYTES: usize = 256;

    /// Of a line of which the beginning is `line`, and the whole has so many bytes.
    fn of(line: &[u8], bytes: u64) -> Self {
        // Not through the middle of a character: what was UTF-8 stays UTF-8.
        let kept = match std::str::from_utf8(line) {
            Ok(text) => text.floor_char_boundary(Self::BYTES),
            Err(_) => line.len().min(Self::BYTES),
        };
        Self { text: Text::new(&line[..kept]), bytes }
    }
}

/// What a line is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// A message of a known kind.
    Said(Said),
    /// A well-formed message of a kind that this version does not know: of a newer writer.
    Unknown {
        /// Its `type`, cut like the line.
        kind: Text,
        /// The line.
        line: Unread,
    },
    /// No message.
    Garbage {
        /// What is wrong.
        fault: LineFault,
        /// More exactly, where that can be said.
        detail: String,
        /// The claim that it was probably meant as.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        meant: Option<MessageKind>,
        /// The line.
        line: Unread,
    },
}

impl Line {
    /// The largest line in bytes, with its newline.
    pub const BYTES: usize = 4096;
}

/// Takes one line, without its newline.
pub fn read_line(bytes: &[u8]) -> Line {
    let unread = |line: &[u8]| Unread::of(line, line.len() as u64);
    let garbage = |(fault, detail)| {
        let meant = MessageKind::meant_by(bytes);
        Line::Garbage { fault, detail, meant, line: unread(bytes) }
    };
    let (kind, fields) = match typed_fields(bytes) {
        Ok(typed) => typed,
        Err(fault) => return garbage(fault),
    };
    if MessageKind::named(&kind).is_none() {
        let kind = unread(kind.as_bytes()).text;
        return Line::Unknown { kind, line: unread(bytes) };
    }
    known(fields).map_or_else(garbage, Line::Said)
}

/// Takes the beginning of a line that is longer than a line may be: of `bytes` without its newline.
pub fn read_long_line(beginning: &[u8], bytes: u64) -> Line {
    let (fault, detail) = (LineFault::TooLong, String::from(TOO_LONG));
    let meant = MessageKind::meant_by(beginning);
    Line::Garbage { fault, detail, meant, line: Unread::of(beginning, bytes) }
}

/// Takes what came after the last newline, of which the beginning is `bytes` and the whole has
/// `length` bytes.
pub fn read_half_line(beginning: &[u8], length: u64) -> Line {
    let (fault, detail) = (LineFault::Half, String::from("it does not end"));
    let meant = MessageKind::meant_by(beginning);
    Line::Garbage { fault, detail, meant, line: Unread::of(beginning, length) }
}

const TOO_LONG: &str = "longer than 4096 bytes with its newline";

type Fault = (LineFault, String);

fn typed_fields(bytes: &[u8]) -> Result<(String, Fields), Fault> {
    let fault = |fault, detail: &str| (fault, cut(detail));
    // The newline counts.
    if bytes.len() >= Line::BYTES {
        return Err(fault(LineFault::TooLong, TOO_LONG));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|error| fault(LineFault::NotUtf8, &error.to_string()))?;
    let fields: Fields = serde_json::from_str(text).map_err(|error| {
        let detail = error.to_string();
        let kind = if detail.starts_with(SHAPE) { LineFault::NotFlat } else { LineFault::NotJson };
        fault(kind, &detail)
    })?;
    match fields.0.get("type") {
        Some(Value::String(kind)) => Ok((kind.clone(), fields)),
        Some(_) => Err(fault(LineFault::NoType, "`type` is not a text")),
        None => Err(fault(LineFault::NoType, "there is no `type`")),
    }
}

fn known(fields: Fields) -> Result<Said, Fault> {
    let said: Said = serde_json::from_value(Value::Object(fields.0))
        .map_err(|error| (LineFault::BadField, cut(&error.to_string())))?;
    match said.message.defect() {
        Some(defect) => Err((LineFault::BadField, defect)),
        None => Ok(said),
    }
}

/// What serde says may quote the line.
fn cut(detail: &str) -> String {
    detail[..detail.floor_char_boundary(Unread::BYTES)].to_owned()
}
