//! Metrics that follow from others: computed where they are measured, and where they are read.

use crate::{Cause, Measured, MetricId, Observation, Quality, Unit, Value};
use serde::{Deserialize, Serialize};

/// How a metric follows from others of the same run, and from nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "operation", rename_all = "snake_case", deny_unknown_fields)]
pub enum Derivation {
    /// One divided by the other: a ratio.
    Quotient {
        /// What is divided.
        numerator: MetricId,
        /// What it is divided by.
        denominator: MetricId,
    },
}

impl Derivation {
    /// The metrics it follows from.
    pub fn inputs(&self) -> [&MetricId; 2] {
        let Self::Quotient { numerator, denominator } = self;
        [numerator, denominator]
    }

    /// The observation that follows from those of the inputs, which `of` looks up. An absent input
    /// makes it absent for the same reason, an estimated one makes it estimated, and two of
    /// different scope make no number.
    pub fn derive<'a>(&self, of: impl Fn(&MetricId) -> Option<&'a Observation>) -> Observation {
        let [numerator, denominator] = self.inputs();
        match (input(of(numerator), numerator), input(of(denominator), denominator)) {
            (Ok(over), Ok(under)) => quotient([numerator, denominator], over, under),
            (Err(absent), _) | (_, Err(absent)) => absent,
        }
    }
}

/// The measured input, or what the absence of it makes of the result.
fn input<'a>(
    observation: Option<&'a Observation>,
    id: &MetricId,
) -> Result<&'a Measured, Observation> {
    match observation {
        Some(Observation::Measured(measured)) => Ok(measured),
        Some(absent) => Err(absent.clone()),
        None => {
            let reason = format!("{id}, from which it follows, was not observed");
            Err(Observation::unavailable(Cause::NotRequested, reason))
        }
    }
}

fn quotient(
    [numerator, denominator]: [&MetricId; 2],
    over: &Measured,
    under: &Measured,
) -> Observation {
    if over.scope != under.scope {
        let reason = format!("{numerator} and {denominator} are not of the same scope");
        return Observation::unavailable(Cause::Implausible, reason);
    }
    let ratio = match under.value.as_f64() {
        0.0 => None,
        divisor => Value::real(over.value.as_f64() / divisor),
    };
    let Some(value) = ratio else {
        return Observation::unavailable(Cause::Implausible, format!("{denominator} is 0"));
    };
    Observation::Measured(Measured {
        value,
        unit: Unit::Ratio,
        quality: worse(over.quality, under.quality),
        scope: over.scope,
        source: format!("{numerator} over {denominator}"),
    })
}

/// The quality that counted for the smaller part of its window.
fn worse(one: Quality, other: Quality) -> Quality {
    let (Quality::Estimated { enabled_ns, running_ns }, Quality::Estimated { .. }) = (one, other)
    else {
        return if one == Quality::Exact { other } else { one };
    };
    let Quality::Estimated { enabled_ns: enabled, running_ns: running } = other else {
        return one;
    };
    // running / enabled < running_ns / enabled_ns, without the divisions.
    let is_less =
        u128::from(running) * u128::from(enabled_ns) < u128::from(running_ns) * u128::from(enabled);
    if is_less { other } else { one }
}

#[cfg(test)]
mod tests;
