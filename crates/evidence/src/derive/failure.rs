//! What went wrong with a case.

use probity_model::{CaseFailure, Run};

/// The failure of a case with these runs, of whatever role; none where all succeeded.
pub(super) fn failure(runs: &[&Run], ignored: bool) -> Option<CaseFailure> {
    let mut failed = runs.iter().filter(|run| !run.exit.is_success());
    let first = failed.next()?;
    Some(CaseFailure {
        run: first.index,
        exit: first.exit,
        stderr_tail: first.stderr_tail.clone(),
        failed_runs: 1 + failed.count() as u64,
        ignored,
    })
}
