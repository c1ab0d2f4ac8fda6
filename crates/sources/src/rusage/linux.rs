//! The charges on Linux.

use super::parse;
use crate::context::{Context, SubjectKind};
use crate::descriptor::Asked;
use crate::process_file::missing;
use crate::reading::{Edge, Reader, Reading, Side, Snapshot};
use probity_host::root::{malformed, process_file, process_file_name};
use probity_model::{Absence, Cause};
use probity_sys::usage::Usage;
use std::io;

/// Room for either file, unless the process is in hundreds of groups.
const USUAL: usize = 4096;

/// A launched program.
struct Child;

/// This process.
struct Own;

pub(super) fn open(_: &Context, kind: SubjectKind, _: &Asked<'_>) -> Result<Reader, Absence> {
    Ok(Reader::Snapshot(match kind {
        SubjectKind::Child => Box::new(Child),
        SubjectKind::ThisProcess => Box::new(Own),
    }))
}

impl Snapshot for Child {
    fn read(&self, edge: &Edge<'_>, into: &mut [Reading]) {
        match edge.usage {
            Some(usage) => fill(&usage, into),
            None => into.fill(Reading::Missing(Absence::new(
                Cause::Lost,
                "the program's usage was not handed over at this edge",
            ))),
        }
        if edge.side == Side::Start {
            let [_, _, _, _, minor, major, voluntary, involuntary] = into else {
                unreachable!("there is one place per metric")
            };
            set([minor, major], read(edge, "stat", parse::faults));
            set([voluntary, involuntary], read(edge, "status", parse::switches));
        }
    }
}

impl Snapshot for Own {
    fn read(&self, edge: &Edge<'_>, into: &mut [Reading]) {
        // The clock is taken closest to the window: last at its start, first at its end.
        let clock =
            || edge.context.kernel.process_cpu_ns().map_err(|error| refused("clock", error));
        let early = (edge.side == Side::End).then(clock);
        match edge.context.kernel.usage_of_self() {
            Ok(usage) => fill(&usage, into),
            Err(error) => into.fill(Reading::Missing(refused("getrusage", error))),
        }
        into[2] = early.unwrap_or_else(clock).into();
    }
}

fn fill(usage: &Usage, into: &mut [Reading]) {
    let totals = [
        usage.user_ns,
        usage.kernel_ns,
        usage.cpu_ns(),
        usage.max_rss_bytes,
        usage.minor_faults,
        usage.major_faults,
        usage.voluntary_switches,
        usage.involuntary_switches,
    ];
    for (place, total) in into.iter_mut().zip(totals) {
        *place = Reading::Total(total);
    }
    // Kernels since 6.2 count a process's pages on each CPU and add them up in batches
    // (lib/percpu_counter.c): the peak of a program of a few dozen pages may be none of them.
    if usage.max_rss_bytes == 0 {
        into[3] = Reading::Missing(Absence::new(
            Cause::Implausible,
            "it has so few pages that the kernel, which counts them in batches, told none",
        ));
    }
}

fn refused(call: &str, error: io::Error) -> Absence {
    Absence::new(Cause::NoKernelSupport, format!("{call} failed: {error}"))
}

fn set(places: [&mut Reading; 2], read: Result<[u64; 2], Absence>) {
    for (index, place) in places.into_iter().enumerate() {
        *place = read.as_ref().map(|totals| totals[index]).map_err(Clone::clone).into();
    }
}

/// Reads the program's file `name` while it waits at the barrier.
fn read(
    edge: &Edge<'_>,
    name: &str,
    parse: impl FnOnce(&[u8]) -> Result<[u64; 2], &'static str>,
) -> Result<[u64; 2], Absence> {
    let path = process_file(edge.subject.pid(), name);
    let named = process_file_name(edge.subject.pid(), name);
    match edge.context.root.read_piece(&path, &mut [0; USUAL]) {
        Ok(bytes) => parse(&bytes).map_err(|why| malformed(&named, why)),
        Err(error) => Err(error.naming(named).absence(missing(edge), None)),
    }
}
