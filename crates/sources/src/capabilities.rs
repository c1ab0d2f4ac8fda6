//! What can be measured here, asked beforehand.

use crate::SOURCES;
use crate::context::{Context, Subject, SubjectKind};
use crate::descriptor::{Source, Taken};
use crate::reading::{Edge, Reader, Reading, Side};
use crate::selection::Selection;
use probity_model::{Absence, Availability, Capabilities, Cause, MetricReport, SourceReport};

/// Probes every source for subjects of `kind`, on the machine of `context`, and says of each metric
/// whether it can be had and whether `selection` asks for it. Changes nothing on the machine.
///
/// A probe opens the source and reads *our own process* once, so what a single program refuses (a
/// set-uid one its I/O, say) shows in that program's observations only. The session's cost is left
/// out; see [`crate::Session::calibrate`].
pub fn capabilities(context: &Context, kind: SubjectKind, selection: &Selection) -> Capabilities {
    let report = |source: &Source| {
        let answers = probe(source, context, kind);
        let metrics = source.metrics.iter().zip(answers).map(|(descriptor, answer)| MetricReport {
            metric: descriptor.metric(kind),
            requested: selection.contains(descriptor.id),
            availability: availability(answer),
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

/// Opens all of a source and reads our own process once.
fn probe(source: &Source, context: &Context, kind: SubjectKind) -> Vec<Reading> {
    let places = source.metrics.len();
    let Reader::Snapshot(reader) = match (source.open)(context, kind, &vec![true; places]) {
        Ok(reader) => reader,
        Err(absence) => return vec![Reading::Missing(absence); places],
    };
    let edge = |side| Edge {
        context,
        subject: Subject::ThisProcess,
        side,
        moment: None,
        usage: context.kernel.usage_of_self().ok(),
    };
    let mut start = vec![Reading::NotTaken; places];
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
