//! One open source of a session.

use super::bracket::Started;
use crate::context::{Context, SubjectKind};
use crate::descriptor::{Reach, Source, Taken};
use crate::reading::{AfterReaping, Edge, Outcome, Reader, Reading, Side, combine};
use crate::selection::Selection;
use probity_model::{Absence, Derivation, Measured, MetricId, Observation, Quality, Unit, Value};

/// One source of the selection.
pub(super) struct Opened {
    source: &'static Source,
    reader: Result<Reader, Absence>,
    /// Which of its metrics were asked for.
    wanted: Vec<bool>,
    /// Its first place in a row of readings.
    first: usize,
    /// What an empty window charges, per metric; `None` before a calibration, or where that
    /// could not read it.
    charge: Vec<Option<u64>>,
}

impl Opened {
    /// Opens `source` where `selection` holds any of its metrics; its readings start at `first`.
    pub(super) fn new(
        source: &'static Source,
        context: &Context,
        kind: SubjectKind,
        selection: &Selection,
        first: usize,
    ) -> Option<Self> {
        let wanted: Vec<bool> =
            source.metrics.iter().map(|metric| selection.contains(metric.id)).collect();
        if !wanted.contains(&true) {
            return None;
        }
        let reader = (source.open)(context, kind, &wanted);
        let charge = vec![None; wanted.len()];
        Some(Self { source, reader, wanted, first, charge })
    }

    /// How many places it takes in a row of readings.
    pub(super) fn places(&self) -> usize {
        self.wanted.len()
    }

    pub(super) fn taken(&self) -> Taken {
        self.source.taken
    }

    /// Its places of `row`.
    pub(super) fn of<'r>(&self, row: &'r mut [Reading]) -> &'r mut [Reading] {
        &mut row[self.first..self.first + self.wanted.len()]
    }

    /// Reads the source at `edge` into its places of the window.
    pub(super) fn read(&self, edge: &Edge<'_>, window: &mut Started) {
        let Started { start, end, armed, .. } = window;
        let places = self.of(if edge.side == Side::Start { start } else { end });
        match (&self.reader, edge.side) {
            (Ok(Reader::Snapshot(reader)), _) => reader.read(edge, places),
            (Ok(Reader::Bracket(reader)), Side::Start) => {
                armed.insert(self.first, reader.arm(edge, places));
            }
            (Ok(Reader::Bracket(_)), Side::End) => {
                if let Some(armed) = armed.remove(&self.first) {
                    armed.close(edge, places);
                }
            }
            (Err(absence), _) => places.fill(Reading::Missing(absence.clone())),
        }
    }

    /// What is left to do for its places of `row` once the program has been reaped.
    pub(super) fn before_reaping(
        &self,
        edge: &Edge<'_>,
        row: &mut [Reading],
    ) -> Option<AfterReaping> {
        let Ok(Reader::Snapshot(reader)) = &self.reader else { return None };
        reader.before_reaping(edge, self.of(row))
    }

    fn outcome(&self, kind: SubjectKind, metric: usize, window: &Started) -> Outcome {
        let place = self.first + metric;
        let descriptor = &self.source.metrics[metric];
        let reads = descriptor.reach(kind).reads;
        combine(descriptor.aggregation, reads, &window.start[place], &window.end[place])
    }

    /// The smallest of the empty windows is the session's own part: others can only add to it.
    pub(super) fn learn_charge(&mut self, kind: SubjectKind, empty: &[Started]) {
        if !self.source.self_charging {
            return;
        }
        for metric in 0..self.charge.len() {
            let values =
                empty.iter().filter_map(|window| match self.outcome(kind, metric, window) {
                    Outcome::Value(value, _) => Some(value),
                    _ => None,
                });
            self.charge[metric] = values.min();
        }
    }

    /// The observations of the metrics that were asked for and do not follow from others.
    pub(super) fn observations(
        &self,
        kind: SubjectKind,
        window: &Started,
    ) -> Vec<(MetricId, Observation)> {
        let wanted = (0..self.wanted.len()).filter(|&metric| {
            self.wanted[metric] && self.source.metrics[metric].quotient.is_none()
        });
        let observe = |metric: usize| {
            let descriptor = &self.source.metrics[metric];
            let observation = match self.outcome(kind, metric, window) {
                Outcome::Value(value, elsewhere) => {
                    let mut reach = descriptor.reach(kind);
                    reach.reads = elsewhere.unwrap_or(reach.reads);
                    measured(descriptor.unit, reach, value, self.charge[metric])
                }
                Outcome::Missing(absence) => Observation::Unavailable(absence),
                Outcome::Inapplicable(reason) => {
                    Observation::NotApplicable { reason: reason.to_owned() }
                }
            };
            (MetricId::new(descriptor.id), observation)
        };
        wanted.map(observe).collect()
    }

    /// How those follow that were asked for and follow from others.
    pub(super) fn derivations(&self) -> impl Iterator<Item = (MetricId, Derivation)> {
        let metrics = self.source.metrics.iter().zip(&self.wanted);
        metrics.filter(|(_, wanted)| **wanted).filter_map(|(metric, _)| {
            metric.derivation().map(|derivation| (MetricId::new(metric.id), derivation))
        })
    }
}

fn measured(unit: Unit, reach: Reach, value: u64, charge: Option<u64>) -> Observation {
    let (value, source) = match charge {
        None => (value, reach.reads.to_owned()),
        Some(charge) => (
            value.saturating_sub(charge),
            format!("{}, less {charge} for the session's own reads", reach.reads),
        ),
    };
    Observation::Measured(Measured {
        value: Value::Integer(value),
        unit,
        quality: Quality::Exact,
        scope: reach.scope,
        source,
    })
}
