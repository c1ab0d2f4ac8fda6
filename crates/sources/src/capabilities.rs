//! What can be measured here, asked beforehand.

use crate::SOURCES;
use crate::context::{Context, Subject, SubjectKind};
use crate::descriptor::{Descriptor, Offered, Source, Taken};
use crate::reading::{Edge, Reader, Reading, Side};
use crate::selection::Selection;
use probity_model::{Absence, Availability, Capabilities, Cause, MetricReport, SourceReport};

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
        if !told.contains(&true) {
            return None;
        }
        let answers = probe(source, context, kind, &told);
        let answers: Vec<_> = answers.into_iter().map(availability).collect();
        let answer = |id: &str| {
            let place = source.metrics.iter().position(|metric| metric.id == id)?;
            answers.get(place)
        };
        let described = source.metrics.iter().filter(|metric| is_told(metric));
        let metrics = described.map(|descriptor| MetricReport {
            metric: descriptor.metric(kind),
            requested: selection.contains(descriptor.id),
            availability: of(descriptor, answer),
        });
        Some(SourceReport {
            source: source.id.to_owned(),
            summary: source.summary.to_owned(),
            reads: source.reads.to_owned(),
            metrics: metrics.collect(),
        })
    };
    Capabilities { sources: SOURCES.iter().filter_map(report).collect(), session: None }
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

/// Opens what is `told` of a source and reads our own process once.
fn probe(source: &Source, context: &Context, kind: SubjectKind, told: &[bool]) -> Vec<Reading> {
    let places = source.metrics.len();
    let edge = |side| Edge {
        context,
        subject: Subject::ThisProcess,
        side,
        moment: None,
        usage: context.kernel.usage_of_self().ok(),
    };
    let mut start = vec![Reading::NotTaken; places];
    let reader = match (source.open)(context, kind, told) {
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
