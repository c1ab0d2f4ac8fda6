//! Reading observations, of which evidence holds tens in every line.
//!
//! What serde derives for tagged and flattened types first keeps a tree of each; here the fields of
//! all three kinds are read at once, and then must be those of one.

use super::{Measured, Observation, Quality};
use crate::{Absence, Cause, Scope, Unit, Value};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Measured,
    Unavailable,
    NotApplicable,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Grade {
    Exact,
    Estimated,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Flat {
    status: Status,
    #[serde(default, deserialize_with = "present")]
    value: Option<Value>,
    #[serde(default, deserialize_with = "present")]
    unit: Option<Unit>,
    #[serde(default, deserialize_with = "present")]
    quality: Option<Grade>,
    #[serde(default, deserialize_with = "present")]
    enabled_ns: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    running_ns: Option<u64>,
    #[serde(default, deserialize_with = "present")]
    scope: Option<Scope>,
    #[serde(default, deserialize_with = "present")]
    source: Option<String>,
    #[serde(default, deserialize_with = "present")]
    cause: Option<Cause>,
    #[serde(default, deserialize_with = "present")]
    reason: Option<String>,
    #[serde(default, deserialize_with = "present")]
    gate: Option<String>,
    #[serde(default, deserialize_with = "present")]
    remedy: Option<String>,
}

/// A field that is there has a value: null is none.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    field: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

impl<'de> Deserialize<'de> for Observation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut flat = Flat::deserialize(deserializer)?;
        let observation = flat.take()?;
        flat.finish()?;
        Ok(observation)
    }
}

/// The field, which this kind must have.
fn need<T, E: Error>(field: &mut Option<T>, name: &'static str) -> Result<T, E> {
    field.take().ok_or_else(|| E::missing_field(name))
}

impl Flat {
    /// Takes out what the kind of observation has.
    fn take<E: Error>(&mut self) -> Result<Observation, E> {
        Ok(match self.status {
            Status::Measured => Observation::Measured(Measured {
                value: need(&mut self.value, "value")?,
                unit: need(&mut self.unit, "unit")?,
                quality: self.take_quality()?,
                scope: need(&mut self.scope, "scope")?,
                source: need(&mut self.source, "source")?,
            }),
            Status::Unavailable => Observation::Unavailable(Absence {
                cause: need(&mut self.cause, "cause")?,
                reason: need(&mut self.reason, "reason")?,
                gate: self.gate.take(),
                remedy: self.remedy.take(),
            }),
            Status::NotApplicable => {
                Observation::NotApplicable { reason: need(&mut self.reason, "reason")? }
            }
        })
    }

    fn take_quality<E: Error>(&mut self) -> Result<Quality, E> {
        Ok(match need(&mut self.quality, "quality")? {
            Grade::Exact => Quality::Exact,
            Grade::Estimated => Quality::Estimated {
                enabled_ns: need(&mut self.enabled_ns, "enabled_ns")?,
                running_ns: need(&mut self.running_ns, "running_ns")?,
            },
        })
    }

    /// Refuses what is left: fields of another kind.
    fn finish<E: Error>(&self) -> Result<(), E> {
        let left = [
            (self.value.is_some(), "value"),
            (self.unit.is_some(), "unit"),
            (self.quality.is_some(), "quality"),
            (self.enabled_ns.is_some(), "enabled_ns"),
            (self.running_ns.is_some(), "running_ns"),
            (self.scope.is_some(), "scope"),
            (self.source.is_some(), "source"),
            (self.cause.is_some(), "cause"),
            (self.reason.is_some(), "reason"),
            (self.gate.is_some(), "gate"),
            (self.remedy.is_some(), "remedy"),
        ];
        match left.into_iter().find(|(is_left, _)| *is_left) {
            Some((_, name)) => Err(E::unknown_field(name, &["those of its status"])),
            None => Ok(()),
        }
    }
}
