//! Whether opening and closing a window costs what the book states.

use super::definition::{Definition, selected};
use crate::{Bench, Notes, Ruling};
use probity_model::{Absence, Cause};
use probity_model::{Observation, Scope, Unit};
use probity_sources::{Selection, Session, SubjectKind};

pub(super) const DEFINITION: Definition = Definition {
    id: "overhead",
    shows: "opening and closing a window costs no more than stated",
    body,
};

/// What both edges of a timed run may take, in nanoseconds: stated in the book. A tenth of that is
/// usual on a machine of today; emulated CPUs and many control groups take more.
const BOUND_NS: u64 = 5_000_000;
/// Of so many measurements the smallest counts: others on the machine only add.
const TIMES: usize = 3;

fn body(bench: &dyn Bench, notes: &mut Notes) -> Result<String, Ruling> {
    let context = bench.context();
    // What timed runs observe unless told otherwise.
    let timed = Selection::parse(None).or_else(|_| selected("all"))?.timed();
    let usual = timed.usual(context, SubjectKind::Child);
    let mut session = Session::open(context, SubjectKind::Child, &usual);
    let (mut elapsed, mut cpu) = (u64::MAX, None::<u64>);
    for _ in 0..TIMES {
        let before = context.kernel.process_cpu_ns();
        let cost = session.calibrate();
        let after = context.kernel.process_cpu_ns();
        elapsed = elapsed.min(cost.edges_ns);
        notes.number(
            format!("both edges, median of {}", cost.brackets),
            cost.edges_ns,
            Unit::Nanoseconds,
            Scope::Window,
            "clock_gettime(CLOCK_MONOTONIC)",
        );
        match before.and_then(|before| after.map(|after| after.saturating_sub(before))) {
            Ok(spent) => {
                let each = spent / cost.brackets.max(1);
                cpu = Some(cpu.map_or(each, |least| least.min(each)));
                notes.number(
                    format!("CPU time of both edges, mean of {}", cost.brackets),
                    each,
                    Unit::Nanoseconds,
                    Scope::Process,
                    "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)",
                );
            }
            Err(error) => {
                let reason = format!("the CPU clock of this process does not answer: {error}");
                let absence = Absence::new(Cause::NoKernelSupport, reason);
                notes.observation("CPU time of both edges", Observation::Unavailable(absence));
            }
        }
    }
    notes.require("both edges of a timed run, at most", BOUND_NS, Unit::Nanoseconds);
    let worst = cpu.map_or(elapsed, |cpu| cpu.max(elapsed));
    let found = format!(
        "both edges of a window take {} µs, at most {} are stated",
        worst.div_ceil(1000),
        BOUND_NS / 1000
    );
    if worst > BOUND_NS { Err(Ruling::Fail(found)) } else { Ok(found) }
}
