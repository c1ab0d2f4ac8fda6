//! One process that speaks: whether it is heeded, and its windows.

use super::tally::{Tally, quoted};
use probity_model::SpeechFault;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

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
    /// Its place among those of the run; none of one that is not kept.
    place: Option<usize>,
    start_ns: u64,
    clock: Arc<str>,
    /// Whether another was begun with its id, so that nobody can say whose end will come.
    is_doubtful: bool,
}

/// How a window ended.
#[derive(Clone, Debug)]
pub(super) enum End {
    /// After so long, by this clock.
    Closed(u64, Arc<str>),
    /// In a way that says nothing of how long it took: a lower-case fragment.
    Broken(&'static str),
}

/// One speaker of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Speaker {
    pub(super) standing: Standing,
    /// How often it has said `hello`.
    pub(super) hellos: u64,
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

    /// Begins a window that stands at `place`, or is not kept; says whether its id is its own.
    pub(super) fn start(
        &mut self,
        id: u64,
        (start_ns, clock): (u64, Arc<str>),
        place: Option<usize>,
        tally: &mut Tally,
    ) -> bool {
        if self.used.insert(id) {
            self.open.insert(id, Open { place, start_ns, clock, is_doubtful: false });
            return true;
        }
        tally.add(SpeechFault::WindowIdAgain, || format!("the id {id} is used again"));
        match self.open.get_mut(&id) {
            Some(open) => open.is_doubtful = true,
            // Its end is no end of the earlier one, which has had its own.
            None => {
                drop(self.open.insert(id, Open { place: None, start_ns, clock, is_doubtful: true }))
            }
        }
        false
    }

    /// Ends a window: its place, and how. None for one that is not kept, or was not open.
    pub(super) fn end(
        &mut self,
        id: u64,
        (end_ns, clock): (u64, &str),
        tally: &mut Tally,
    ) -> Option<(usize, End)> {
        let Some(open) = self.open.remove(&id) else {
            tally.add(SpeechFault::WindowNotOpen, || format!("the id {id} ends and is not open"));
            return None;
        };
        let place = open.place?;
        if open.is_doubtful {
            return Some((place, End::Broken("another window was begun with its id")));
        }
        if *open.clock != *clock {
            tally.add(SpeechFault::WindowClock, || {
                let (began, ended) = (quoted(&open.clock), quoted(clock));
                format!("the id {id} begins by the clock '{began}' and ends by '{ended}'")
            });
            return Some((place, End::Broken("it ended by another clock than it began")));
        }
        let Some(elapsed_ns) = end_ns.checked_sub(open.start_ns) else {
            tally.add(SpeechFault::WindowBackwards, || {
                format!("the id {id} begins at {} ns and ends at {end_ns} ns", open.start_ns)
            });
            return Some((place, End::Broken("by its clock it ended before it began")));
        };
        Some((place, End::Closed(elapsed_ns, open.clock)))
    }

    /// The places of the windows that are still open, and their ids.
    pub(super) fn unended(&self) -> impl Iterator<Item = (usize, u64)> {
        self.open.iter().filter_map(|(id, open)| Some((open.place?, *id)))
    }
}
