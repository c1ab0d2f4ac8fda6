//! The one kind of number that may be judged.

use crate::Refusal;
use probity_model::{Class, Measured, Metric, MetricRole, Observation, Quality};

/// A value that may be judged: exact, measured, and of a quantitative metric.
///
/// Only [`Judgeable::new`] makes one, so a diagnostic, an estimated or an absent value cannot be
/// handed to a comparison:
///
/// ```
/// # use probity_judge::Judgeable;
/// # use probity_model::{Metric, Observation};
/// fn judged<'a>(metric: &'a Metric, observation: &Observation) -> Option<Judgeable<'a>> {
///     Judgeable::new(metric, observation).ok()
/// }
/// ```
///
/// Nothing outside can put one together:
///
/// ```compile_fail,E0451
/// # use probity_judge::Judgeable;
/// # use probity_model::{Metric, Observation};
/// fn judged<'a>(metric: &'a Metric, observation: &Observation) -> Option<Judgeable<'a>> {
///     Some(Judgeable { metric, value: 1.0 })
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgeable<'a> {
    metric: &'a Metric,
    value: f64,
}

impl<'a> Judgeable<'a> {
    /// The value of an observation, where it may be judged.
    ///
    /// # Errors
    /// A refusal for everything that is not exact, measured, quantitative and possible.
    pub fn new(metric: &'a Metric, observation: &Observation) -> Result<Self, Refusal> {
        let id = || metric.id.clone();
        if metric.class != Class::Quantitative {
            return Err(Refusal::Diagnostic(id()));
        }
        let measured = match observation {
            Observation::Measured(measured) => measured,
            Observation::Unavailable(absence) => {
                return Err(Refusal::NotMeasured { metric: id(), reason: absence.to_string() });
            }
            Observation::NotApplicable { reason } => {
                return Err(Refusal::NotMeasured { metric: id(), reason: reason.clone() });
            }
        };
        if measured.quality != Quality::Exact {
            return Err(Refusal::Estimated(id()));
        }
        if (measured.unit, measured.scope) != (metric.unit, metric.scope) {
            return Err(Refusal::OtherQuantity(id()));
        }
        match impossible(metric, measured) {
            Some(reason) => Err(Refusal::Impossible { metric: id(), reason }),
            None => Ok(Self { metric, value: measured.value.as_f64() }),
        }
    }

    /// What it is a value of.
    pub fn metric(self) -> &'a Metric {
        self.metric
    }

    /// The number, in the metric's unit: finite, 0 or more. Exact up to 2^53.
    pub fn value(self) -> f64 {
        self.value
    }
}

/// What is wrong with a value that cannot be.
fn impossible(metric: &Metric, measured: &Measured) -> Option<String> {
    let value = measured.value.as_f64();
    if metric.role == MetricRole::Wall && value == 0.0 {
        return Some("a run took no time at all".into());
    }
    // Also false for a NaN.
    let is_amount = value.is_finite() && value >= 0.0;
    (!is_amount).then(|| "a value is not a finite number of 0 or more".into())
}
