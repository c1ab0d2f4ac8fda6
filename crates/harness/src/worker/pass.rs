//! One case, measured in one pass.

use super::assignment::Assignment;
use super::counters::{Counters, Own, Totals};
use super::{ROLE_VARIABLE, report};
use crate::bencher::{Bencher, Measurement, Mode, Outcome, skipped};
use crate::registry::{CaseKey, Catalog};
use crate::timing::ClockChoice;
use probity_host::facts::clock_source;
use probity_host::root::cpu_description;
use probity_model::RunRole;
use probity_sources::Context;
use probity_sys::allocation::Allocations;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a case has no result: a clause of its own, perhaps the benchmark's.
pub(crate) type Failure = String;

/// Does what the conductor asks for, and says what came of it.
///
/// # Errors
/// Why there is no result. A panic of the benchmark has told its reason by itself and has none.
pub(crate) fn run(assignment: &Assignment, catalog: &dyn Catalog) -> Result<(), Option<Failure>> {
    if !probity_marker::is_connected() {
        return Err(Some(
            "there is no pipe to a conductor: this is for its processes alone".into(),
        ));
    }
    let case = catalog.find(&assignment.id).map_err(|error| Some(error.to_string()))?;
    // Who speaks is the executable; the case is on its command line.
    let CaseKey { package, target, .. } = &case.identity;
    probity_marker::identify(&format!("{package}/{target}"), None);
    let is_counted = std::env::var(ROLE_VARIABLE).is_ok_and(|role| role == RunRole::Counted.name());
    let counters = match is_counted {
        true => Some(Counting::begin(assignment)?),
        false => None,
    };
    say_panics();
    let (bencher, slot) = Bencher::new(mode(assignment, counters.as_ref()));
    let bencher = match (case.threads, assignment.threads) {
        (Some(threads), _) => bencher.threads(threads),
        (None, 0) => bencher,
        (None, asked) => bencher.any_threads(asked),
    };
    // Whatever the body holds is dropped or forgotten with it.
    match catch_unwind(AssertUnwindSafe(|| case.run(bencher))) {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(Some(error)),
        Err(payload) => {
            let reason = skipped(&*payload).ok_or(None)?;
            report::skipped(reason);
            return Ok(());
        }
    }
    match slot.take() {
        Some(Outcome { measurement: Measurement::Failed(reason), .. }) => Err(Some(reason)),
        None => Err(Some("the body never called `iter` on its bencher".into())),
        Some(outcome) => {
            report::outcome(&outcome, &assignment.amounts, counters.map(Counting::end).as_ref());
            Ok(())
        }
    }
}

/// Whether panics are the benchmark's.
static ARE_HEEDED: AtomicBool = AtomicBool::new(true);

/// Whether panics are told as those of the benchmark from here on. Whoever runs other code on the
/// way to it says no.
pub fn heed_panics(yes: bool) {
    ARE_HEEDED.store(yes, Ordering::Relaxed);
}

/// Has panics said to the conductor too, in one line: what is on standard error may be long, and of
/// an executable that aborts on panics nothing else comes back.
fn say_panics() {
    let usual = take_hook();
    set_hook(Box::new(move |panic| {
        let place = panic.location().map_or_else(String::new, |at| format!(" (at {at})"));
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        // What was said comes first: a place may be long, and what is long is cut.
        if ARE_HEEDED.load(Ordering::Relaxed) {
            probity_marker::error(&format!("panicked: {}{place}", text.unwrap_or("no text")));
        }
        usual(panic);
    }));
}

fn mode(assignment: &Assignment, counting: Option<&Counting>) -> Mode {
    match counting {
        None => Mode::Timing { effort: assignment.effort, clock: clock(assignment) },
        Some(Counting { counters, own }) => Mode::Counting {
            effort: assignment.counting(own.bracket_ns),
            bracket: Box::new(counters.windows()),
        },
    }
}

fn clock(assignment: &Assignment) -> ClockChoice {
    if assignment.system_clock {
        return ClockChoice::monotonic();
    }
    let Context { root, .. } = Context::live();
    let source = clock_source(&root);
    ClockChoice::here(source.value().map(String::as_str), &cpu_description(&root))
}

/// The counters of a counted pass.
struct Counting {
    counters: Counters,
    own: Own,
}

impl Counting {
    fn begin(assignment: &Assignment) -> Result<Self, Option<Failure>> {
        let Assignment { metrics, estimate, allocations, .. } = assignment;
        let counters = Counters::open(metrics, *estimate, *allocations)
            .map_err(|error| Some(format!("failed to {error}")))?;
        let own = counters.own();
        Ok(Self { counters, own })
    }

    fn end(self) -> Found {
        let allocations = self.counters.take_allocations();
        Found { totals: self.counters.take(), own: self.own, allocations }
    }
}

/// What was counted in a pass.
pub(super) struct Found {
    pub(super) totals: Totals,
    pub(super) own: Own,
    pub(super) allocations: Option<Allocations>,
}
