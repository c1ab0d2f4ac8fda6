//! One open source of a session.

use super::bracket::Started;
use crate::context::{Context, SubjectKind};
use crate::descriptor::{Asked, Column, Source, Taken};
use crate::reading::{AfterReaping, Edge, Outcome, Reader, Reading, Side, Stated, combine};
use crate::selection::{Extra, Selection};
use probity_model::{Absence, Derivation, Measured, MetricId, Observation, Quality, Value};

/// One source of the selection.
pub(super) struct Opened {
    source: &'static Source,
    reader: Result<Reader, Absence>,
    /// Its metrics, and what it makes for what was named.
    columns: Vec<Column>,
    /// Which of them were asked for.
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
        let mut wanted: Vec<bool> =
            source.metrics.iter().map(|metric| selection.contains(metric.id)).collect();
        let extras: Vec<Extra> = selection.extras(source.id).cloned().collect();
        if !wanted.contains(&true) && extras.is_empty() {
            return None;
        }
        let is_estimating = selection.is_estimating();
        let asked = Asked { wanted: &wanted, extras: &extras, is_estimating, is_probe: false };
        let reader = (source.open)(context, kind, &asked);
        let columns = source.columns(context, kind, selection);
        wanted.resize(columns.len(), true);
        let charge = vec![None; columns.len()];
        Some(Self { source, reader, columns, wanted, first, charge })
    }

    /// How many places it takes in a row of readings.
    pub(super) fn places(&self) -> usize {
        self.columns.len()
    }

    pub(super) fn taken(&self) -> Taken {
        self.source.taken
    }

    /// Its places of `row`.
    pub(super) fn of<'r>(&self, row: &'r mut [Reading]) -> &'r mut [Reading] {
        &mut row[self.first..self.first + self.columns.len()]
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

    fn outcome(&self, metric: usize, window: &Started) -> Outcome {
        let place = self.first + metric;
        let column = &self.columns[metric];
        let (start, end) = (&window.start[place], &window.end[place]);
        combine(column.metric.aggregation, &column.reads, start, end)
    }

    /// The smallest of the empty windows is the session's own part: others can only add to it.
    pub(super) fn learn_charge(&mut self, empty: &[Started]) {
        if !self.source.self_charging {
            return;
        }
        for metric in 0..self.charge.len() {
            let values = empty.iter().filter_map(|window| match self.outcome(metric, window) {
                Outcome::Value(value, _) => Some(value),
                _ => None,
            });
            self.charge[metric] = values.min();
        }
    }

    /// The observations of the metrics that were asked for and do not follow from others.
    pub(super) fn observations(&self, window: &Started) -> Vec<(MetricId, Observation)> {
        let wanted = (0..self.wanted.len()).filter(|&metric| {
            self.wanted[metric] && self.columns[metric].metric.derivation.is_none()
        });
        let observe = |metric: usize| {
            let column = &self.columns[metric];
            let observation = match self.outcome(metric, window) {
                Outcome::Value(value, stated) => {
                    measured(column, value, stated, self.charge[metric])
                }
                Outcome::Missing(absence) => Observation::Unavailable(absence),
                Outcome::Inapplicable(reason) => {
                    Observation::NotApplicable { reason: reason.to_owned() }
                }
            };
            (column.metric.id.clone(), observation)
        };
        wanted.map(observe).collect()
    }

    /// How those follow that were asked for and follow from others.
    pub(super) fn derivations(&self) -> impl Iterator<Item = (MetricId, &Derivation)> {
        let metrics = self.columns.iter().zip(&self.wanted);
        metrics.filter(|(_, wanted)| **wanted).filter_map(|(column, _)| {
            let derivation = column.metric.derivation.as_ref()?;
            Some((column.metric.id.clone(), derivation))
        })
    }
}

fn measured(column: &Column, value: u64, stated: Stated, charge: Option<u64>) -> Observation {
    let reads = stated.reads.as_ref().unwrap_or(&column.reads);
    let (value, source) = match charge {
        None => (value, reads.clone().into_owned()),
        Some(charge) => (
            value.saturating_sub(charge),
            format!("{reads}, less {charge} for the session's own reads"),
        ),
    };
    let quality = match stated.times {
        None => Quality::Exact,
        Some([enabled_ns, running_ns]) => Quality::Estimated { enabled_ns, running_ns },
    };
    Observation::Measured(Measured {
        value: Value::Integer(value),
        unit: column.metric.unit,
        quality,
        scope: column.metric.scope,
        source,
    })
}
