//! Both edges are moments: handed in, or taken here.

use crate::context::{Context, SubjectKind};
use crate::descriptor::Asked;
use crate::reading::{Edge, Reader, Reading, Snapshot};
use probity_model::Absence;

struct Moment;

impl Snapshot for Moment {
    fn read(&self, edge: &Edge<'_>, into: &mut [Reading]) {
        let now = match edge.moment {
            Some(moment) => moment.0,
            None => edge.context.kernel.monotonic_ns(),
        };
        into[0] = Reading::Total(now);
    }
}

pub(super) fn open(_: &Context, _: SubjectKind, _: &Asked<'_>) -> Result<Reader, Absence> {
    Ok(Reader::Snapshot(Box::new(Moment)))
}
