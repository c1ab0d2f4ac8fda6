//! Process I/O on Linux.

use super::parse;
use crate::context::{Context, SubjectKind};
use crate::descriptor::Asked;
use crate::process_file::ProcessFile;
use crate::reading::{AfterReaping, Edge, Reader, Reading, Snapshot, Stated};
use probity_host::root::{process_file, process_file_name};
use probity_model::{Absence, Cause};

/// Seven lines of at most 44 bytes, and room for a few that are not there yet.
const LONGEST: usize = 1024;

/// `ptrace_may_access(PTRACE_MODE_READ_FSCREDS)` in `do_io_accounting`, fs/proc/base.c.
const GATE: &str = "ptrace access to the process";

const AROUND_REAPING: &str = "/proc/self/io around wait4, less /proc/PID/io at the barrier";

struct Io(ProcessFile);

pub(super) fn open(context: &Context, kind: SubjectKind, _: &Asked<'_>) -> Result<Reader, Absence> {
    let file = ProcessFile::open(context, kind, "io", Some(GATE)).map_err(remedied)?;
    Ok(Reader::Snapshot(Box::new(Io(file))))
}

impl Snapshot for Io {
    fn read(&self, edge: &Edge<'_>, into: &mut [Reading]) {
        match self.0.read(edge, &mut [0; LONGEST], parse::totals) {
            Ok(totals) => {
                for ((place, total), key) in into.iter_mut().zip(totals).zip(parse::KEYS) {
                    *place = match total {
                        Some(total) => Reading::Total(total),
                        None => Reading::Missing(no_line(edge, key)),
                    };
                }
            }
            Err(absence) => into.fill(Reading::Missing(remedied(absence))),
        }
    }

    fn before_reaping(&self, edge: &Edge<'_>, zombie: &[Reading]) -> Option<AfterReaping> {
        let refused = zombie.iter().all(|reading| matches!(reading, Reading::Missing(_)));
        if !refused || !alone(edge) {
            return None;
        }
        let (before, own_chars) = own_totals(edge)?;
        Some(Box::new(move |edge, into| {
            let Some((after, _)) = own_totals(edge) else { return };
            let inherited = parse::inherited(before, after, own_chars);
            for (place, total) in into.iter_mut().zip(inherited) {
                if let Some(total) = total {
                    *place = Reading::TotalBy(total, Stated::by(AROUND_REAPING));
                }
            }
        }))
    }
}

/// Whether nothing else in this process can do I/O meanwhile.
fn alone(edge: &Edge<'_>) -> bool {
    let status = edge.context.root.read(&process_file(None, "status"));
    status.is_ok_and(|status| parse::threads(&status) == Some(1))
}

/// This process's totals, and how many bytes it took to read them.
fn own_totals(edge: &Edge<'_>) -> Option<([Option<u64>; parse::KEYS.len()], u64)> {
    let mut buffer = [0; LONGEST];
    let held = edge.context.root.hold(&process_file(None, "io")).ok()?;
    let bytes = held.read(&mut buffer).ok()?;
    Some((parse::totals(bytes).ok()?, bytes.len() as u64))
}

fn remedied(absence: Absence) -> Absence {
    match absence.cause {
        Cause::Denied => absence.with_remedy(
            "run as root or with CAP_SYS_PTRACE, or measure from a process with one thread",
        ),
        _ => absence,
    }
}

fn no_line(edge: &Edge<'_>, key: &str) -> Absence {
    let path = process_file_name(edge.subject.pid(), "io");
    Absence::new(Cause::NoKernelSupport, format!("{path} has no line {key}"))
}
