//! The account of a thread on Linux.

use super::parse::{self, Account};
use crate::context::{Context, SubjectKind};
use crate::descriptor::Asked;
use crate::process_file::ProcessFile;
use crate::reading::{Edge, Reader, Reading, Side, Snapshot};
use probity_host::root::process_file_name;
use probity_model::{Absence, Cause};

/// Three numbers of at most 20 digits, and a byte to spare.
const LONGEST: usize = 64;

struct Schedstat(ProcessFile);

pub(super) fn open(context: &Context, kind: SubjectKind, _: &Asked<'_>) -> Result<Reader, Absence> {
    let file = ProcessFile::open(context, kind, "schedstat", None)?;
    Ok(Reader::Snapshot(Box::new(Schedstat(file))))
}

impl Snapshot for Schedstat {
    fn read(&self, edge: &Edge<'_>, into: &mut [Reading]) {
        let [waited, on_cpu] = into else { unreachable!("there is one place per metric") };
        let read = match self.0.read(edge, &mut [0; LONGEST], parse::account) {
            Ok(Account::Counted { on_cpu_ns, waited_ns }) => Ok((on_cpu_ns, waited_ns)),
            Ok(Account::Uncounted) => Err(uncounted(edge)),
            Err(absence) => Err(absence),
        };
        *waited = read.as_ref().map(|(_, waited_ns)| *waited_ns).map_err(Clone::clone).into();
        *on_cpu = read.and_then(|(on_cpu_ns, _)| on_cpu_at(edge, on_cpu_ns)).into();
    }
}

/// What the thread had used at `edge`. A program's start is what it told of itself at the barrier,
/// as it is for the total of `wait4`, so that what it used to fall asleep there is in both.
fn on_cpu_at(edge: &Edge<'_>, on_cpu_ns: u64) -> Result<u64, Absence> {
    match (edge.subject.kind(), edge.side) {
        (SubjectKind::Child, Side::Start) => {
            edge.usage.map(|usage| usage.cpu_ns()).ok_or_else(|| {
                Absence::new(Cause::Lost, "the program's usage was not handed over at this edge")
            })
        }
        _ => Ok(on_cpu_ns),
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
