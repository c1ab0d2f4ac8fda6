//! The run-queue wait on Linux.

use super::parse::{self, Wait};
use crate::context::{Context, SubjectKind};
use crate::process_file::ProcessFile;
use crate::reading::{Edge, Reader, Reading, Snapshot};
use probity_host::root::process_file_name;
use probity_model::{Absence, Cause};

/// Three numbers of at most 20 digits, and a byte to spare.
const LONGEST: usize = 64;

struct Schedstat(ProcessFile);

pub(super) fn open(context: &Context, kind: SubjectKind, _: &[bool]) -> Result<Reader, Absence> {
    let file = ProcessFile::open(context, kind, "schedstat", None)?;
    Ok(Reader::Snapshot(Box::new(Schedstat(file))))
}

impl Snapshot for Schedstat {
    fn read(&self, edge: &Edge<'_>, into: &mut [Reading]) {
        into[0] = match self.0.read(edge, &mut [0; LONGEST], parse::wait) {
            Ok(Wait::Nanoseconds(waited)) => Reading::Total(waited),
            Ok(Wait::Uncounted) => Reading::Missing(uncounted(edge)),
            Err(absence) => Reading::Missing(absence),
        };
    }
}

fn uncounted(edge: &Edge<'_>) -> Absence {
    let path = process_file_name(edge.subject.pid(), "schedstat");
    Absence::new(
        Cause::NoKernelSupport,
        format!("the kernel's scheduler accounting is off: {path} counts no time slices"),
    )
    .with_remedy("sysctl kernel.task_delayacct=1, or a kernel with CONFIG_SCHEDSTATS")
}
