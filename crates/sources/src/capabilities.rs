//! What can be measured here, asked beforehand.

use crate::SOURCES;
use crate::context::{Context, Subject, SubjectKind};
use crate::descriptor::{Descriptor, Source, Taken};
use crate::reading::{Edge, Reader, Reading, Side};
use crate::selection::Selection;
use probity_model::{
    Absence, Availability, Capabilities, Cause, MetricReport, MetricRole, SourceReport,
};

/// Probes every source for subjects of `kind`, on the machine of `context`, and says of each metric
/// whether it can be had and whether `selection` asks for it. Changes nothing on the machine.
///
/// A probe opens the source and reads *our own process* once, so what a single program refuses (a
/// set-uid one its I/O, say) shows in that program's observations only. The session's cost is left
/// out; see [`crate::Session::calibrate`].
pub fn capabilities(context: &Context, kind: SubjectKind, selection: &Selection) -> Capabilities {
    let report = |source: &Source| {
        let everything = vec![true; source.metrics.len()];
        let answers = probe(source, context, kind, &everything);
        let answers: Vec<_> = answers.into_iter().map(availability).collect();
        let answer = |id: &str| {
            let place = source.metrics.iter().position(|metric| metric.id == id)?;
            answers.get(place)
        };
        let metrics = source.metrics.iter().map(|descriptor| MetricReport {
            metric: descriptor.metric(kind),
            requested: selection.contains(descriptor.id),
            availability: of(descriptor, answer),
        });
        SourceReport {
            source: source.id.to_owned(),
            summary: source.summary.to_owned(),
            reads: source.reads.to_owned(),
            metrics: metrics.collect(),
        }
    };
    Capabilities { sources: SOURCES.iter().map(report).collect(), session: None }
}

/// A metric that follows from others can be had where they can, and not for their reason elsewhere.
fn of<'a>(
    descriptor: &Descriptor,
    answer: impl Fn(&str) -> Option<&'a Availability>,
) -> Availability {
    let inputs = descriptor.quotient;
    let mut ids = inputs.as_ref().map_or(std::slice::from_ref(&descriptor.id), |ids| ids).iter();
    let lacking = ids.find_map(|id| answer(id).filter(|found| **found != Availability::Available));
    lacking.cloned().unwrap_or(Availability::Available)
}

/// The metrics with such a role that can be had here, in column order. Opens nothing else.
///
/// # Errors
/// Where there is none: why the first of them cannot be had.
pub(crate) fn offered(
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
        let answers = probe(source, context, kind, &wanted).into_iter().map(availability);
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

/// Opens the wanted metrics of a source and reads our own process once.
fn probe(source: &Source, context: &Context, kind: SubjectKind, wanted: &[bool]) -> Vec<Reading> {
    let places = source.metrics.len();
    let edge = |side| Edge {
        context,
        subject: Subject::ThisProcess,
        side,
        moment: None,
        usage: context.kernel.usage_of_self().ok(),
    };
    let mut start = vec![Reading::NotTaken; places];
    let reader = match (source.open)(context, kind, wanted) {
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
