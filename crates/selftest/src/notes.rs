//! What a check writes down, and how it ends.

use crate::Observations;
use probity_model::{
    Absence, Cause, Measured, Observation, Quality, Required, Scope, Seen, Unit, Value,
};

/// How a check ends early: not passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The instrument, or what it was told, is wrong; a lower-case fragment.
    Fail(String),
    /// What the check needs is not to be had.
    CannotTell(Absence),
}

impl From<Absence> for Ruling {
    fn from(absence: Absence) -> Self {
        Self::CannotTell(absence)
    }
}

/// Every number that a check looks at goes through here, so that none is missing in the record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    pub(crate) seen: Vec<Seen>,
    pub(crate) required: Vec<Required>,
}

impl Notes {
    /// Writes down an observation.
    pub(crate) fn observation(&mut self, what: impl Into<String>, observation: Observation) {
        self.seen.push(Seen { what: what.into(), observation });
    }

    /// Writes down a number that the check itself has read from `source`.
    pub(crate) fn number(
        &mut self,
        what: impl Into<String>,
        value: impl Into<Value>,
        unit: Unit,
        scope: Scope,
        source: &str,
    ) {
        let (value, source) = (value.into(), source.to_owned());
        let measured = Measured { value, unit, quality: Quality::Exact, scope, source };
        self.observation(what, Observation::Measured(measured));
    }

    /// Writes down what others are held against.
    pub(crate) fn require(&mut self, what: impl Into<String>, value: impl Into<Value>, unit: Unit) {
        self.required.push(Required { what: what.into(), value: value.into(), unit });
    }

    /// The exact value of `metric`, as it was observed of `what`.
    ///
    /// # Errors
    /// [`Ruling::CannotTell`] where there is none, [`Ruling::Fail`] where it is an estimate that
    /// nobody has asked for.
    pub(crate) fn exact(
        &mut self,
        what: &str,
        metric: &str,
        observations: &Observations,
    ) -> Result<u64, Ruling> {
        let observation = observations.iter().find(|(id, _)| id.as_str() == metric);
        let observation = match observation {
            Some((_, observation)) => observation.clone(),
            None => Observation::unavailable(Cause::Lost, format!("{metric} was not observed")),
        };
        self.observation(format!("{metric}, {what}"), observation.clone());
        match observation {
            Observation::Unavailable(absence) => Err(Ruling::CannotTell(absence)),
            Observation::NotApplicable { reason } => {
                Err(Ruling::CannotTell(Absence::new(Cause::NoKernelSupport, reason)))
            }
            Observation::Measured(Measured { quality: Quality::Estimated { .. }, .. }) => {
                Err(Ruling::Fail(format!("{metric} is an estimate, and none was asked for")))
            }
            Observation::Measured(measured) => measured
                .value
                .as_integer()
                .ok_or_else(|| Ruling::Fail(format!("{metric} is a count and no whole number"))),
        }
    }
}
