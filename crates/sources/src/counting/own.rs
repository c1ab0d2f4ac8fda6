//! Counters of a window in this process: of the calling thread, and of the threads and processes
//! that it starts after that.
//!
//! Each is by itself, so that where the CPU has too few counters they take turns of milliseconds,
//! and one that was off the hardware is absent. They are opened, read and then switched on one
//! after another; at the end they are switched off before any is read, so that reading is no part
//! of what they count. What other sources do at their edges is.

use super::circumstances::{Circumstances, Nature};
use super::gate::{Standing, admit};
use super::watch::unreadable;
use crate::reading::{Armed, Bracket, Edge, Reading, Stated};
use probity_host::root::Root;
use probity_model::{Absence, Cause};
use probity_sys::counter::{Attributes, Count, Counter, Event, Refusal};
use probity_sys::kernel::Kernel;
use std::borrow::Cow;
use std::sync::Arc;

/// An event to be counted, for the metric at `place`.
#[derive(Clone)]
pub(crate) struct Wanted {
    pub(crate) place: usize,
    pub(crate) event: Event,
    /// Which of its occurrences count, where not all do.
    pub(crate) filter: Option<String>,
    pub(crate) nature: Nature,
    /// Whether there is a number of it without what happens in the kernel, and whether it is
    /// another one then.
    pub(crate) without_kernel: Option<bool>,
    pub(crate) reads: Cow<'static, str>,
}

/// What is known of all of them.
struct Known {
    circumstances: Circumstances,
    is_estimating: bool,
}

/// The events, to be opened for one window after another.
pub(crate) struct Own {
    wanted: Vec<Wanted>,
    /// Why others are not there, by their places.
    missing: Vec<(usize, Absence)>,
    known: Arc<Known>,
}

impl Own {
    pub(crate) fn new(
        wanted: Vec<Wanted>,
        missing: Vec<(usize, Absence)>,
        circumstances: Circumstances,
        is_estimating: bool,
    ) -> Self {
        Self { wanted, missing, known: Arc::new(Known { circumstances, is_estimating }) }
    }

    fn open(&self, kernel: &dyn Kernel, wanted: &Wanted) -> Result<Running, Absence> {
        let open = |exclude_kernel| {
            let attributes = Attributes {
                event: wanted.event,
                disabled: true,
                enable_on_exec: false,
                inherit: true,
                exclude_user: false,
                exclude_kernel,
                exclude_hypervisor: true,
                exclude_guest: false,
            };
            kernel.open_counter(&attributes, None, None)
        };
        let (opened, user_only) = match (open(false), wanted.without_kernel) {
            (Err(error), Some(is_other)) if Refusal::of(&error) == Refusal::Denied => {
                (open(true), is_other)
            }
            (opened, _) => (opened, false),
        };
        let refused = |error| self.known.circumstances.refused(wanted.nature, &error);
        let counter = opened.map_err(refused)?;
        if let Some(filter) = &wanted.filter {
            counter.filter(filter).map_err(|error| {
                let why = format!("the kernel does not tell these apart from others: {error}");
                Absence::new(Cause::NoKernelSupport, why)
            })?;
        }
        let start = counter.read().map_err(unreadable)?;
        let (place, reads) = (wanted.place, wanted.reads.clone());
        Ok(Running { place, counter, start, reads, user_only })
    }
}

impl Bracket for Own {
    fn arm(&self, edge: &Edge<'_>, start: &mut [Reading]) -> Box<dyn Armed> {
        for (place, absence) in &self.missing {
            start[*place] = Reading::Missing(absence.clone());
        }
        let others = others(&edge.context.root);
        let mut running = Vec::new();
        for wanted in &self.wanted {
            start[wanted.place] = match self.open(edge.context.kernel.as_ref(), wanted) {
                Ok(opened) => {
                    let total = opened.start.value;
                    running.push(opened);
                    Reading::Total(total)
                }
                Err(absence) => Reading::Missing(absence),
            };
        }
        for opened in &running {
            if let Err(error) = opened.counter.enable() {
                start[opened.place] = Reading::Missing(unreadable(error));
            }
        }
        Box::new(Open { running, others, known: Arc::clone(&self.known) })
    }
}

/// How many threads this process has beside the calling one, where that can be told.
fn others(root: &Root) -> Option<u64> {
    let status = root.read(&probity_host::root::process_file(None, "status")).ok()?;
    let status = String::from_utf8_lossy(&status);
    let threads = status.lines().find_map(|line| line.strip_prefix("Threads:"))?;
    threads.trim().parse::<u64>().ok()?.checked_sub(1)
}

/// One event that is being counted.
struct Running {
    place: usize,
    counter: Box<dyn Counter>,
    start: Count,
    reads: Cow<'static, str>,
    user_only: bool,
}

/// The counters of one window.
struct Open {
    running: Vec<Running>,
    others: Option<u64>,
    known: Arc<Known>,
}

impl Armed for Open {
    fn close(self: Box<Self>, _: &Edge<'_>, end: &mut [Reading]) {
        // The one that was switched on last goes first: what lies between is in none of them twice.
        let off: Vec<_> = self.running.iter().rev().map(|open| open.counter.disable()).collect();
        for (open, off) in self.running.iter().zip(off.into_iter().rev()) {
            let count = off.and_then(|()| open.counter.read()).map_err(unreadable);
            end[open.place] = match count.and_then(|count| self.admitted(open, count)) {
                Ok(reading) => reading,
                Err(absence) => Reading::Missing(absence),
            };
        }
    }
}

impl Open {
    fn admitted(&self, open: &Running, end: Count) -> Result<Reading, Absence> {
        let standing = Standing {
            // A window may have none of anything.
            can_be_zero: true,
            // Nothing that this process executes takes its counters away.
            accounted: &Ok(()),
            stood_still: false,
            is_estimating: self.known.is_estimating,
        };
        let admitted = admit([open.start, end], &standing, &self.known.circumstances)?;
        let mut reads = open.reads.clone().into_owned();
        if open.user_only {
            reads += ", user mode only";
        }
        reads += match self.others {
            Some(0) => "",
            Some(_) => ", without the threads that were there before",
            None => ", perhaps without threads that were there before",
        };
        let stated = Stated { reads: Some(reads.into()), times: admitted.times };
        Ok(Reading::TotalBy(admitted.total, stated))
    }
}
