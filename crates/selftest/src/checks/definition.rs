//! What a check is, the list of them, and how one is made.

use crate::{Bench, Notes, Ruling};
use probity_model::{Absence, Check, CheckVerdict};
use probity_sources::Selection;

/// A check.
pub struct Definition {
    /// Its name.
    pub id: &'static str,
    /// What it shows where it passes.
    pub shows: &'static str,
    /// Makes it: what was found, in a few words, where it passes.
    pub(crate) body: fn(&dyn Bench, &mut Notes) -> Result<String, Ruling>,
}

/// All of them, in the order they are made.
pub const CHECKS: &[Definition] = &[
    super::clocks::DEFINITION,
    super::overhead::DEFINITION,
    super::system_calls::DEFINITION,
    super::descendants::DEFINITION,
    super::instructions::DEFINITION,
    super::event_order::DEFINITION,
    super::multiplexing::DEFINITION,
    super::dead_events::DEFINITION,
];

/// Makes one check.
pub fn check(definition: &Definition, bench: &dyn Bench) -> Check {
    let now = || bench.context().kernel.monotonic_ns();
    let mut notes = Notes::default();
    let start = now();
    let ended = (definition.body)(bench, &mut notes);
    let took_ns = now().saturating_sub(start);
    let (verdict, reason, remedy) = match ended {
        Ok(found) => (CheckVerdict::Pass, found, None),
        Err(Ruling::Fail(reason)) => (CheckVerdict::Fail, reason, None),
        Err(Ruling::CannotTell(absence)) => {
            let Absence { reason, gate, remedy, .. } = absence;
            let gate = gate.map(|gate| format!(" ({gate})")).unwrap_or_default();
            (CheckVerdict::CannotTell, reason + &gate, remedy)
        }
    };
    Check {
        id: definition.id.to_owned(),
        shows: definition.shows.to_owned(),
        verdict,
        reason,
        remedy,
        seen: notes.seen,
        required: notes.required,
        took_ns,
    }
}

/// The selection that `selectors` name.
pub(super) fn selected(selectors: &str) -> Result<Selection, Ruling> {
    let failed = |error| Ruling::Fail(format!("{selectors} cannot be selected: {error}"));
    Selection::parse(Some(selectors)).map_err(failed)
}

/// Whether two numbers are as good as equal: apart by at most so many parts in a thousand.
pub(super) fn are_close(one: u64, other: u64, per_mille: u64) -> bool {
    u128::from(one.abs_diff(other)) * 1000 <= u128::from(one.max(other)) * u128::from(per_mille)
}
