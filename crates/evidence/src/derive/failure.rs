//! What went wrong with a case.

use probity_model::{CaseFailure, IgnoredFailures, Run};

/// The failure of a case with these runs, of whatever role: the one that ended its measuring, or
/// else the first of those that were ignored; none where all succeeded.
pub(super) fn failure(runs: &[&Run], ignored: &IgnoredFailures) -> Option<CaseFailure> {
    let failed = || runs.iter().filter(|run| !run.exit.is_success());
    let stopping = failed().find(|run| ignored.stops(run.exit));
    let shown = stopping.or_else(|| failed().next())?;
    Some(CaseFailure {
        run: shown.index,
        exit: shown.exit,
        stderr_tail: shown.stderr_tail.clone(),
        failed_runs: failed().count() as u64,
        ignored: stopping.is_none(),
    })
}
