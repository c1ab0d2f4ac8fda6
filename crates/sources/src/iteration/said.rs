//! What is said is not read: nothing here knows a value.

use super::column::base;
use crate::capabilities::standing;
use crate::context::{Context, SubjectKind};
use crate::descriptor::Asked;
use crate::reading::{Edge, Reader, Reading, Snapshot};
use probity_model::{Absence, Cause};

/// Stands where the program has to say it.
struct Unsaid;

impl Snapshot for Unsaid {
    fn read(&self, _: &Edge<'_>, into: &mut [Reading]) {
        let reason = "the program said nothing of it";
        into.fill(Reading::Missing(Absence::new(Cause::Lost, reason)));
    }
}

/// Answers whether it can be had: time always, what is counted where a window in this process has
/// it. What the benchmark's own allocator tells only the benchmark knows.
struct Standing {
    /// What was found, a place for each metric.
    places: Vec<Reading>,
}

impl Snapshot for Standing {
    fn read(&self, _: &Edge<'_>, into: &mut [Reading]) {
        into.clone_from_slice(&self.places);
    }
}

pub(super) fn open(
    context: &Context,
    _: SubjectKind,
    asked: &Asked<'_>,
) -> Result<Reader, Absence> {
    if !asked.is_probe {
        return Ok(Reader::Snapshot(Box::new(Unsaid)));
    }
    let own = asked.wanted.iter().map(|_| Reading::Total(0));
    let named = asked.extras.iter().map(|extra| standing(context, base(extra.id.as_str())));
    Ok(Reader::Snapshot(Box::new(Standing { places: own.chain(named).collect() })))
}
