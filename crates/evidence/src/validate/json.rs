//! JSON from strangers: bounded, without duplicate keys, canonical, and of the expected type.

use super::Rule;
use crate::layout::MAX_DEPTH;
use probity_model::canonical;
use serde::de::{DeserializeOwned, DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserializer, Serialize};
use std::collections::BTreeSet;
use std::fmt;

/// What is wrong with a piece of JSON.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Defect {
    pub(crate) rule: Rule,
    pub(crate) detail: String,
}

impl Defect {
    pub(crate) fn new(rule: Rule, detail: impl fmt::Display) -> Self {
        Self { rule, detail: detail.to_string() }
    }

    /// A defect in the words of the parser. Everything parsed here is one line, of which the
    /// parser knows only that it is its first: the place in it is what helps.
    fn parsed(rule: Rule, error: &serde_json::Error) -> Self {
        let text = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        match text.strip_suffix(&place) {
            Some(what) => Self::new(rule, format_args!("{what} at byte {}", error.column())),
            None => Self::new(rule, text),
        }
    }
}

/// The one value of a file: one line.
pub(crate) fn parse_file<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<T, Defect> {
    let mut lines = lines(bytes)?;
    match (lines.next(), lines.next()) {
        (Some(line), None) => parse(line),
        _ => Err(Defect::new(Rule::JsonLine, "the file is not exactly one line")),
    }
}

/// The lines of a file without their newlines.
pub(crate) fn lines(bytes: &[u8]) -> Result<impl Iterator<Item = &[u8]>, Defect> {
    let body = match bytes {
        [] => None,
        [body @ .., b'\n'] => Some(body),
        _ => return Err(Defect::new(Rule::JsonLine, "the last line does not end with a newline")),
    };
    Ok(body.into_iter().flat_map(|body| body.split(|byte| *byte == b'\n')))
}

/// The value of type `T` that `bytes` are the canonical form of.
///
/// Being equal to the canonical form of a typed value excludes every defect at once: unknown and
/// duplicate keys, white space, depth, encoding. Only what is not equal is looked at closer, for
/// the one rule that names the defect best.
pub(crate) fn parse<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<T, Defect> {
    let typed = serde_json::from_slice::<T>(bytes);
    if let Ok(value) = &typed
        && canonical(value).is_ok_and(|canonical| canonical == bytes)
    {
        return typed.map_err(|error| Defect::parsed(Rule::JsonType, &error));
    }
    Err(diagnose(bytes, typed))
}

fn diagnose<T: Serialize>(bytes: &[u8], typed: serde_json::Result<T>) -> Defect {
    if let Err(error) = std::str::from_utf8(bytes) {
        return Defect::new(Rule::JsonUtf8, error);
    }
    if let Some(offset) = too_deep(bytes) {
        return Defect::new(
            Rule::JsonDepth,
            format_args!("nested deeper than {MAX_DEPTH} at byte {offset}"),
        );
    }
    match duplicates(bytes) {
        Err(error) => return Defect::parsed(Rule::JsonSyntax, &error),
        Ok(Some(key)) => {
            return Defect::new(Rule::JsonDuplicateKey, format_args!("the key '{key}' twice"));
        }
        Ok(None) => {}
    }
    match typed {
        Err(error) => Defect::parsed(Rule::JsonType, &error),
        Ok(value) => Defect::new(Rule::JsonCanonical, first_difference(bytes, &value)),
    }
}

fn first_difference(bytes: &[u8], value: &impl Serialize) -> String {
    match canonical(value) {
        Err(error) => format!("has no canonical form: {error}"),
        Ok(canonical) => {
            let same = bytes.iter().zip(&canonical).take_while(|(one, other)| one == other).count();
            format!("not the canonical form from byte {same} on")
        }
    }
}

/// Where nesting passes the limit.
fn too_deep(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (offset, byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Some(offset);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The first key that an object has twice; an error where the grammar is broken.
fn duplicates(bytes: &[u8]) -> serde_json::Result<Option<String>> {
    let mut first = None;
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    Walk { first: &mut first }.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(first)
}

/// Walks a whole value and keeps the first duplicate key.
struct Walk<'a> {
    first: &'a mut Option<String>,
}

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(Walk { first: &mut *self.first })?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let mut keys = BTreeSet::new();
        while let Some(key) = entries.next_key::<String>()? {
            entries.next_value_seed(Walk { first: &mut *self.first })?;
            if !keys.insert(key.clone()) && self.first.is_none() {
                *self.first = Some(key);
            }
        }
        Ok(())
    }
}
