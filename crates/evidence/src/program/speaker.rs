//! One process that speaks: whether it is heeded, and its windows.

use super::tally::{Tally, quoted};
use probity_model::SpeechFault;
use std::collections::{BTreeMap, BTreeSet};

/// Whether what a speaker says is heeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Standing {
    /// It has not said `hello`.
    #[default]
    Unknown,
    /// It has, as it should.
    Heeded,
    /// It has, of another run or in another version.
    Refused,
}

/// A window that has begun.
#[derive(Clone, Debug)]
struct Open {
    place: usize,
    start_ns: u64,
    clock: String,
}

/// A window that has ended.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    pub(super) place: usize,
    pub(super) elapsed_ns: u64,
    pub(super) clock: String,
}

/// One speaker of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Speaker {
    pub(super) standing: Standing,
    open: BTreeMap<u64, Open>,
    used: BTreeSet<u64>,
}

impl Speaker {
    /// It has said `hello` again: it may be another program in the same process, which counts its
    /// windows from the start. (Of threads that say it at once none has a number twice.)
    pub(super) fn begin_again(&mut self) {
        if self.open.is_empty() {
            self.used.clear();
        }
    }

    /// Begins a window that will stand at `place`; says whether it did.
    pub(super) fn start(
        &mut self,
        id: u64,
        (start_ns, clock): (u64, &str),
        place: usize,
        tally: &mut Tally,
    ) -> bool {
        let is_new = self.used.insert(id);
        if is_new {
            self.open.insert(id, Open { place, start_ns, clock: clock.to_owned() });
        } else {
            tally.add(SpeechFault::WindowIdAgain, || format!("the id {id} is used again"));
        }
        is_new
    }

    /// Ends a window; none where it is no window in the end.
    pub(super) fn end(
        &mut self,
        id: u64,
        (end_ns, clock): (u64, &str),
        tally: &mut Tally,
    ) -> Option<Closed> {
        let Some(open) = self.open.remove(&id) else {
            tally.add(SpeechFault::WindowNotOpen, || format!("the id {id} ends and is not open"));
            return None;
        };
        if open.clock != clock {
            tally.add(SpeechFault::WindowClock, || {
                let (began, ended) = (quoted(&open.clock), quoted(clock));
                format!("the id {id} begins by the clock '{began}' and ends by '{ended}'")
            });
            return None;
        }
        let elapsed_ns = end_ns.checked_sub(open.start_ns);
        if elapsed_ns.is_none() {
            tally.add(SpeechFault::WindowBackwards, || {
                format!("the id {id} begins at {} ns and ends at {end_ns} ns", open.start_ns)
            });
        }
        Some(Closed { place: open.place, elapsed_ns: elapsed_ns?, clock: open.clock })
    }

    /// The places of the windows that are still open, and their ids.
    pub(super) fn unended(&self) -> impl Iterator<Item = (usize, u64)> {
        self.open.iter().map(|(id, open)| (open.place, *id))
    }
}
