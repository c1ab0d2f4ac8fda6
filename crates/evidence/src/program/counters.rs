//! A program's own counters, of all its speakers together.

use super::tally::{Tally, quoted};
use probity_model::protocol::CounterKind;
use probity_model::{ProgramCounter, SpeechFault, Value};
use std::collections::BTreeMap;

/// One counter as it stands.
#[derive(Clone, Debug)]
struct Counter {
    name: String,
    unit: String,
    kind: CounterKind,
    /// The last value, and for what does not fall the largest, of each speaker; and how often that
    /// had said `hello` by then.
    values: BTreeMap<Option<u32>, (Value, u64)>,
    /// The value said last by anybody.
    last: Value,
    /// Whether it cannot be told what it is in all.
    is_doubtful: bool,
}

/// All counters of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters(Vec<Counter>);

/// What one message says of a counter.
pub(super) struct Reported<'a> {
    /// Who says so, and how often it has said `hello`.
    pub(super) speaker: (Option<u32>, u64),
    pub(super) name: &'a str,
    pub(super) unit: &'a str,
    pub(super) kind: CounterKind,
    pub(super) value: Value,
}

impl Counters {
    /// Takes a message; says whether there was room for it among `most` names.
    pub(super) fn report(&mut self, said: &Reported<'_>, most: usize, tally: &mut Tally) -> bool {
        let known = self.0.iter().position(|counter| counter.name == said.name);
        let Some(counter) = known.and_then(|place| self.0.get_mut(place)) else {
            if self.0.len() < most {
                self.0.push(Counter::new(said));
                return true;
            }
            return false;
        };
        if counter.unit != said.unit || counter.kind != said.kind {
            tally.add(SpeechFault::CounterContradicts, || {
                format!("'{}' comes with another unit or kind than before", quoted(said.name))
            });
            counter.is_doubtful = true;
            return true;
        }
        counter.take(said, tally);
        true
    }

    pub(super) fn finish(self, tally: &mut Tally) -> Vec<ProgramCounter> {
        self.0.into_iter().filter_map(|counter| counter.finish(tally)).collect()
    }
}

impl Counter {
    fn new(said: &Reported<'_>) -> Self {
        let (speaker, hellos) = said.speaker;
        Self {
            name: said.name.to_owned(),
            unit: said.unit.to_owned(),
            kind: said.kind,
            values: BTreeMap::from([(speaker, (said.value, hellos))]),
            last: said.value,
            is_doubtful: false,
        }
    }

    fn take(&mut self, said: &Reported<'_>, tally: &mut Tally) {
        let (value, (speaker, hellos)) = (said.value, said.speaker);
        self.last = value;
        let (before, then) = self.values.entry(speaker).or_insert((value, hellos));
        if *then != hellos && self.kind != CounterKind::Gauge {
            // Another program, which counts from the start, or another thread of the same one.
            self.is_doubtful = true;
            return tally.add(SpeechFault::CounterContradicts, || {
                format!("'{}' comes before and after its speaker began anew", quoted(said.name))
            });
        }
        let fell = is_less(value, *before);
        match self.kind {
            CounterKind::Counter | CounterKind::Duration if fell => {
                tally.add(SpeechFault::CounterContradicts, || {
                    format!("'{}' accumulates, and fell", quoted(&self.name))
                });
                self.is_doubtful = true;
            }
            CounterKind::HighWater if fell => {}
            _ => *before = value,
        }
    }

    fn finish(self, tally: &mut Tally) -> Option<ProgramCounter> {
        let Self { name, unit, kind, values, last, is_doubtful } = self;
        if is_doubtful {
            return None;
        }
        let values = values.into_values().map(|(value, _)| value);
        let value = match kind {
            CounterKind::Counter | CounterKind::Duration => values.map(Some).reduce(sum)?,
            CounterKind::HighWater => {
                values.reduce(|one, other| if is_less(one, other) { other } else { one })
            }
            CounterKind::Gauge => Some(last),
        };
        if value.is_none() {
            tally.add(SpeechFault::TooLarge, || {
                format!("the sum of '{}' over all speakers", quoted(&name))
            });
        }
        value.map(|value| ProgramCounter { name, unit, kind, value })
    }
}

fn sum(one: Option<Value>, other: Option<Value>) -> Option<Value> {
    match (one?, other?) {
        (Value::Integer(one), Value::Integer(other)) => one.checked_add(other).map(Value::Integer),
        (one, other) => Value::real(one.as_f64() + other.as_f64()),
    }
}

/// Exact for integers, which floats are not.
fn is_less(one: Value, other: Value) -> bool {
    match (one, other) {
        (Value::Integer(one), Value::Integer(other)) => one < other,
        (one, other) => one.as_f64() < other.as_f64(),
    }
}
