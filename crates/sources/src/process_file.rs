//! A small file among those of the measured process, read at both edges.

use crate::context::{Context, SubjectKind};
use crate::reading::Edge;
use probity_host::root::{Held, malformed, process_file, process_file_name};
use probity_model::{Absence, Cause};

/// One such file. For windows in this process it is kept open; every program launched is another
/// process, so there it is opened at each edge.
pub(crate) struct ProcessFile {
    name: &'static str,
    /// The permission check that guards it, if not just the file's own.
    gate: Option<&'static str>,
    own: Option<Held>,
}

impl ProcessFile {
    pub(crate) fn open(
        context: &Context,
        kind: SubjectKind,
        name: &'static str,
        gate: Option<&'static str>,
    ) -> Result<Self, Absence> {
        let own = match kind {
            SubjectKind::Child => None,
            SubjectKind::ThisProcess => {
                let held = context.root.hold(&process_file(None, name));
                Some(held.map_err(|error| error.absence(Cause::NoKernelSupport, gate))?)
            }
        };
        Ok(Self { name, gate, own })
    }

    /// Reads and parses it; `buffer` must be longer than the file ever gets.
    pub(crate) fn read<T>(
        &self,
        edge: &Edge<'_>,
        buffer: &mut [u8],
        parse: impl FnOnce(&[u8]) -> Result<T, &'static str>,
    ) -> Result<T, Absence> {
        let read = match &self.own {
            Some(held) => held.read(buffer),
            None => {
                let path = process_file(edge.subject.pid(), self.name);
                edge.context.root.hold(&path).and_then(|held| held.read(buffer))
            }
        };
        let name = || process_file_name(edge.subject.pid(), self.name);
        let bytes = read.map_err(|error| error.naming(name()).absence(missing(edge), self.gate))?;
        parse(bytes).map_err(|why| malformed(&name(), why))
    }
}

/// What it means that a file of the process is not there: the process is gone, or the kernel has
/// no such file.
pub(crate) fn missing(edge: &Edge<'_>) -> Cause {
    if edge.context.root.has(&process_file(edge.subject.pid(), "")) {
        Cause::NoKernelSupport
    } else {
        Cause::Lost
    }
}
