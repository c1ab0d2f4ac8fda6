//! Whether counted system calls are exact.

use super::definition::{Definition, selected};
use crate::{Bench, Notes, Ruling, Work};
use probity_model::Unit;

pub(super) const DEFINITION: Definition =
    Definition { id: "system_calls", shows: "system calls are counted one by one", body };

const METRIC: &str = "syscalls.getpid";
/// How many calls a program makes, beside one that makes none.
const CALLS: [u64; 2] = [100, 1000];

fn body(bench: &dyn Bench, notes: &mut Notes) -> Result<String, Ruling> {
    let mut station = bench.station(&selected(METRIC)?)?;
    let mut counted = |calls: u64| {
        let observations = station.observe(Work::calls(calls))?;
        notes.exact(&format!("{calls} calls made"), METRIC, &observations)
    };
    let idle = counted(0)?;
    let counts = [counted(CALLS[0])?, counted(CALLS[1])?];
    for (calls, count) in CALLS.into_iter().zip(counts) {
        notes.require(
            format!("{METRIC} beyond those of no call, {calls} calls made"),
            calls,
            Unit::Count,
        );
        if count.checked_sub(idle) != Some(calls) {
            return Err(Ruling::Fail(format!(
                "{calls} calls of getpid were counted as {count}, and none as {idle}"
            )));
        }
    }
    Ok(format!("{} and {} calls of getpid were counted as just that", CALLS[0], CALLS[1]))
}
