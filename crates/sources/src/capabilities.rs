//! What can be measured here, asked beforehand.

use crate::SOURCES;
use crate::abilities::abilities;
use crate::context::{Context, Subject, SubjectKind};
use crate::descriptor::{Asked, Column, Descriptor, Offered, Source, Taken};
use crate::reading::{Edge, Reader, Reading, Side};
use crate::selection::{Extra, Selection};
use probity_model::{
    Absence, Availability, Capabilities, Cause, Derivation, Metric, MetricId, MetricReport,
    MetricRole, SourceReport,
};

/// Probes every source for subjects of `kind`, on the machine of `context`, and says of each metric
/// whether it can be had and whether `selection` asks for it. Changes nothing on the machine.
///
/// A probe opens the source and reads *our own process* once, so what a single program refuses (a
/// set-uid one its I/O, say) shows in that program's observations only. The session's cost is left
/// out; see [`crate::Session::calibrate`]. What is not observed unless it is asked for is not told
/// of unless it is, because to ask for it takes time (tracepoints) or would fill pages.
pub fn capabilities(context: &Context, kind: SubjectKind, selection: &Selection) -> Capabilities {
    let report = |source: &Source| {
        let is_told = |metric: &Descriptor| {
            metric.offered == Offered::Unasked || selection.contains(metric.id)
        };
        let told: Vec<bool> = source.metrics.iter().map(is_told).collect();
        if !told.contains(&true) && selection.extras(source.id).next().is_none() {
            return None;
        }
        let extras: Vec<Extra> = selection.extras(source.id).cloned().collect();
        let is_estimating = selection.is_estimating();
        let asked = Asked { wanted: &told, extras: &extras, is_estimating, is_probe: true };
        let answers = probe(source, context, kind, &asked);
        let answers: Vec<_> = answers.into_iter().map(availability).collect();
        let columns = source.columns(context, kind, selection);
        let answer = |id: &MetricId| {
            let place = columns.iter().position(|column| column.metric.id == *id)?;
            answers.get(place)
        };
        // What was named is told of in any case.
        let is_told = |place: usize| told.get(place).copied().unwrap_or(true);
        let described = columns.iter().enumerate().filter(|(place, _)| is_told(*place));
        let metrics = described.map(|(_, Column { metric, .. })| MetricReport {
            metric: metric.clone(),
            requested: selection.contains(metric.id.as_str()),
            availability: of(metric, answer),
        });
        Some(SourceReport {
            source: source.id.to_owned(),
            summary: source.summary.to_owned(),
            reads: source.reads.to_owned(),
            metrics: metrics.collect(),
        })
    };
    let sources: Vec<SourceReport> = SOURCES.iter().filter_map(report).collect();
    let abilities = abilities(context, &sources);
    Capabilities { sources, abilities, session: None }
}

/// A metric that follows from others can be had where they can, and not for their reason elsewhere.
fn of<'a>(metric: &Metric, answer: impl Fn(&MetricId) -> Option<&'a Availability>) -> Availability {
    let inputs = metric.derivation.as_ref().map(Derivation::inputs);
    let lacking = |id| answer(id).filter(|found| **found != Availability::Available);
    let lacking = match inputs {
        Some(inputs) => inputs.into_iter().find_map(lacking),
        None => lacking(&metric.id),
    };
    lacking.cloned().unwrap_or(Availability::Available)
}

/// The metrics with such a role that can be had here, in column order. Opens nothing else.
///
/// # Errors
/// Where there is none: why the first of them cannot be had.
pub(crate) fn obtainable(
    context: &Context,
    kind: SubjectKind,
    is_sought: impl Fn(MetricRole) -> bool,
) -> Result<Vec<&'static str>, Absence> {
    let (mut ids, mut first) = (Vec::new(), None);
    for source in SOURCES {
        let wanted: Vec<bool> =
            source.metrics.iter().map(|metric| is_sought(metric.role)).collect();
        if !wanted.contains(&true) {
            continue;
        }
        let asked = Asked { wanted: &wanted, extras: &[], is_estimating: false, is_probe: true };
        let answers = probe(source, context, kind, &asked).into_iter().map(availability);
        for (metric, answer) in source.metrics.iter().zip(answers) {
            match answer {
                _ if !is_sought(metric.role) => {}
                Availability::Available => ids.push(metric.id),
                Availability::Unavailable(absence) => first = first.or(Some(absence)),
                Availability::NotApplicable { .. } => {}
            }
        }
    }
    match first {
        Some(absence) if ids.is_empty() => Err(absence),
        _ => Ok(ids),
    }
}

/// What stands in the place of a metric of the table in this process: a total where it can be had.
pub(crate) fn standing(context: &Context, id: &str) -> Reading {
    let place = |source: &Source| source.metrics.iter().position(|metric| metric.id == id);
    let Some((source, place)) = SOURCES.iter().find_map(|source| Some((source, place(source)?)))
    else {
        return Reading::NotTaken;
    };
    // What follows from others is asked of those.
    if let Some([numerator, denominator]) = source.metrics[place].quotient {
        let numerator = standing(context, numerator);
        let is_had = matches!(numerator, Reading::Total(_) | Reading::TotalBy(..));
        return if is_had { standing(context, denominator) } else { numerator };
    }
    let wanted: Vec<bool> = (0..source.metrics.len()).map(|other| other == place).collect();
    let asked = Asked { wanted: &wanted, extras: &[], is_estimating: false, is_probe: true };
    let mut readings = probe(source, context, SubjectKind::ThisProcess, &asked);
    readings.swap_remove(place)
}

/// Opens what is asked of a source, and reads our own process once.
fn probe(source: &Source, context: &Context, kind: SubjectKind, asked: &Asked<'_>) -> Vec<Reading> {
    let places = source.metrics.len() + asked.extras.len();
    let edge = |side| Edge {
        context,
        subject: Subject::ThisProcess,
        side,
        moment: None,
        turn: 0,
        program: 0,
        usage: context.kernel.usage_of_self().ok(),
    };
    let mut start = vec![Reading::NotTaken; places];
    let reader = match (source.open)(context, kind, asked) {
        Ok(Reader::Snapshot(reader)) => reader,
        Ok(Reader::Bracket(reader)) => {
            drop(reader.arm(&edge(Side::Start), &mut start));
            return start;
        }
        Err(absence) => return vec![Reading::Missing(absence); places],
    };
    reader.read(&edge(Side::Start), &mut start);
    if source.taken != Taken::AtReap {
        return start;
    }
    // Its two edges are read from different places, and both must answer.
    let mut end = vec![Reading::NotTaken; places];
    reader.read(&edge(Side::End), &mut end);
    let both = start.into_iter().zip(end);
    both.map(|(start, end)| if matches!(end, Reading::Total(_)) { start } else { end }).collect()
}

fn availability(answer: Reading) -> Availability {
    match answer {
        Reading::Total(_) | Reading::TotalBy(..) => Availability::Available,
        Reading::Missing(absence) => Availability::Unavailable(absence),
        Reading::Inapplicable(reason) => Availability::NotApplicable { reason: reason.to_owned() },
        Reading::NotTaken => {
            Availability::Unavailable(Absence::new(Cause::Lost, "the source did not answer"))
        }
    }
}
