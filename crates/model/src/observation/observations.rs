//! All that one run observed.
//!
//! The runs of a campaign say the same words over and over: which metric, in which unit, of whom,
//! read from where, absent for which reason. Only the numbers are a run's own. So the words are
//! kept once for all runs that share them, and each run keeps its numbers beside.

use crate::{Absence, Measured, MetricId, Observation, Quality, Scope, Unit, Value};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

#[cfg(test)]
mod tests;

/// What a run observed, by metric id; in JSON an object of [`Observation`]s. A copy costs the
/// numbers only.
#[derive(Clone, Debug, PartialEq)]
pub struct Observations {
    /// Sorted by id.
    words: Arc<[Wording]>,
    numbers: Box<[u64]>,
}

/// One observation without its numbers.
#[derive(Clone, Debug, PartialEq)]
struct Wording {
    metric: MetricId,
    /// Every number in it is 0.
    observation: Observation,
    /// Where its numbers begin.
    at: usize,
}

/// An observation where a run keeps it: an [`Observation`] with borrowed words.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Observed<'a> {
    /// As [`Observation::Measured`].
    Measured(Reading<'a>),
    /// As [`Observation::Unavailable`].
    Unavailable(&'a Absence),
    /// As [`Observation::NotApplicable`].
    NotApplicable {
        /// Why it makes no sense; a lower-case fragment.
        reason: &'a str,
    },
}

/// A value where a run keeps it: a [`Measured`] with borrowed words.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Reading<'a> {
    /// The number, in `unit`.
    pub value: Value,
    /// Its unit.
    pub unit: Unit,
    /// Exact or estimated.
    #[serde(flatten)]
    pub quality: Quality,
    /// Whose number it is.
    pub scope: Scope,
    /// What was actually read: the call or the file.
    pub source: &'a str,
}

impl<'a> Observed<'a> {
    /// The measured part, if there is one.
    pub fn measured(self) -> Option<Reading<'a>> {
        match self {
            Self::Measured(reading) => Some(reading),
            Self::Unavailable(_) | Self::NotApplicable { .. } => None,
        }
    }

    /// The same with words of its own.
    pub fn to_observation(self) -> Observation {
        match self {
            Self::Measured(Reading { value, unit, quality, scope, source }) => {
                let source = source.to_owned();
                Observation::Measured(Measured { value, unit, quality, scope, source })
            }
            Self::Unavailable(absence) => Observation::Unavailable(absence.clone()),
            Self::NotApplicable { reason } => {
                Observation::NotApplicable { reason: reason.to_owned() }
            }
        }
    }
}

impl Observations {
    /// The observation of `metric`, if it was requested.
    pub fn get(&self, metric: &MetricId) -> Option<Observed<'_>> {
        self.get_near(metric, &mut 0)
    }

    /// As [`get`](Self::get), for one metric of many runs: looks first where it was in the run
    /// before, and leaves in `place` where it is.
    pub fn get_near(&self, metric: &MetricId, place: &mut usize) -> Option<Observed<'_>> {
        let near = self.words.get(*place).filter(|wording| wording.metric == *metric);
        if let Some(wording) = near {
            return Some(self.observed(wording));
        }
        *place = self.words.binary_search_by(|wording| wording.metric.cmp(metric)).ok()?;
        Some(self.observed(&self.words[*place]))
    }

    /// All of them, sorted by id.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&MetricId, Observed<'_>)> {
        self.words.iter().map(|wording| (&wording.metric, self.observed(wording)))
    }

    /// The ids, sorted.
    pub fn metrics(&self) -> impl ExactSizeIterator<Item = &MetricId> {
        self.words.iter().map(|wording| &wording.metric)
    }

    /// Adds an observation, or puts it in the place of the one there is.
    pub fn insert(&mut self, metric: MetricId, observation: Observation) {
        self.extend([(metric, observation)]);
    }

    /// The numbers, in the order in which the canonical form spells them: for each that was
    /// measured, sorted by id, of an estimate `enabled_ns` and `running_ns`, and then the value. A
    /// real is there as its bits.
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// The same words with other numbers, which are as [`numbers`](Self::numbers) gives them; none
    /// where these are more or less.
    pub fn with_numbers(&self, numbers: &[u64]) -> Option<Self> {
        let is_complete = numbers.len() == self.numbers.len();
        is_complete.then(|| Self { words: Arc::clone(&self.words), numbers: numbers.into() })
    }

    /// Keeps the words once with `other`, where it has the same; says whether it has.
    pub fn share_words(&mut self, other: &Self) -> bool {
        let is_same = self.words == other.words;
        if is_same {
            self.words = Arc::clone(&other.words);
        }
        is_same
    }

    fn observed<'a>(&'a self, wording: &'a Wording) -> Observed<'a> {
        let measured = match &wording.observation {
            Observation::Measured(measured) => measured,
            Observation::Unavailable(absence) => return Observed::Unavailable(absence),
            Observation::NotApplicable { reason } => return Observed::NotApplicable { reason },
        };
        let mut numbers = self.numbers[wording.at..].iter().copied();
        let mut next = || numbers.next().unwrap_or_default();
        let quality = match measured.quality {
            Quality::Exact => Quality::Exact,
            Quality::Estimated { .. } => {
                Quality::Estimated { enabled_ns: next(), running_ns: next() }
            }
        };
        let value = match measured.value {
            Value::Integer(_) => Value::Integer(next()),
            Value::Real(_) => Value::Real(f64::from_bits(next())),
        };
        let Measured { unit, scope, source, .. } = measured;
        Observed::Measured(Reading { value, unit: *unit, quality, scope: *scope, source })
    }
}

/// Takes the numbers out of an observation.
fn take_numbers(observation: &mut Observation, numbers: &mut Vec<u64>) {
    let Observation::Measured(measured) = observation else { return };
    if let Quality::Estimated { enabled_ns, running_ns } = &mut measured.quality {
        numbers.extend([std::mem::take(enabled_ns), std::mem::take(running_ns)]);
    }
    numbers.push(match &mut measured.value {
        Value::Integer(value) => std::mem::take(value),
        Value::Real(value) => std::mem::take(value).to_bits(),
    });
}

impl From<BTreeMap<MetricId, Observation>> for Observations {
    fn from(observations: BTreeMap<MetricId, Observation>) -> Self {
        let mut numbers = Vec::with_capacity(observations.len());
        let word = |(metric, mut observation)| {
            let at = numbers.len();
            take_numbers(&mut observation, &mut numbers);
            Wording { metric, observation, at }
        };
        let words = observations.into_iter().map(word).collect();
        Self { words, numbers: numbers.into() }
    }
}

impl FromIterator<(MetricId, Observation)> for Observations {
    fn from_iter<I: IntoIterator<Item = (MetricId, Observation)>>(observations: I) -> Self {
        observations.into_iter().collect::<BTreeMap<_, _>>().into()
    }
}

impl<const N: usize> From<[(MetricId, Observation); N]> for Observations {
    fn from(observations: [(MetricId, Observation); N]) -> Self {
        BTreeMap::from(observations).into()
    }
}

impl Extend<(MetricId, Observation)> for Observations {
    fn extend<I: IntoIterator<Item = (MetricId, Observation)>>(&mut self, more: I) {
        let own = self.iter().map(|(id, observed)| (id.clone(), observed.to_observation()));
        *self = own.chain(more).collect();
    }
}

impl Serialize for Observations {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Observations {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::<MetricId, Observation>::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Observations {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Observations".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        BTreeMap::<MetricId, Observation>::json_schema(generator)
    }
}
