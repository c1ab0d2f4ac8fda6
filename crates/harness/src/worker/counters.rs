//! Counters of this process around batches of a benchmark, and what they count of themselves.

use crate::timing::{Body, Bracket, Loop};
use probity_model::{Absence, Cause, Measured, MetricId, Observation, Quality};
use probity_sources::{Context, Selection, SelectionError, Session, Started, SubjectKind};
use probity_sys::allocation::{self, Allocations};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;

/// How many empty windows say what a window counts of itself.
const EMPTY: usize = 5;
/// Iterations of the empty loop, which say what a loop counts of itself.
const LOOPED: u64 = 1 << 16;

/// What was counted of one metric in all windows, or why not.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Total {
    /// So much; with how long it was enabled and how long it counted, where it is an estimate.
    Counted(f64, Option<[u64; 2]>),
    /// It could not be.
    Absent(Absence),
}

/// Totals by metric.
pub(crate) type Totals = BTreeMap<MetricId, Total>;

/// A session in this process, and what it has counted.
#[derive(Clone)]
pub(crate) struct Counters {
    session: Rc<Session>,
    totals: Rc<RefCell<Totals>>,
    /// Allocations of all windows, where they are counted; the peak is the highest of any.
    allocations: Option<Rc<Cell<Allocations>>>,
}

/// A window around each batch.
pub(crate) struct Windows {
    counters: Counters,
    open: Option<Started>,
}

/// What windows and loops count of themselves.
pub(crate) struct Own {
    /// What beginning and ending a window takes, in nanoseconds.
    pub(crate) bracket_ns: u64,
    /// In one window.
    window: BTreeMap<MetricId, f64>,
    /// In one iteration.
    iteration: BTreeMap<MetricId, f64>,
}

impl Counters {
    /// Opens what counts these metrics.
    ///
    /// # Errors
    /// Where they are none.
    pub(crate) fn open(
        metrics: &[String],
        estimate: bool,
        allocations: bool,
    ) -> Result<Self, SelectionError> {
        let selectors = match metrics {
            [] => Selection::elapsed().to_string(),
            metrics => metrics.join(","),
        };
        let selection = Selection::parse(Some(&selectors))?.estimating(estimate);
        let session = Session::open(&Context::live(), SubjectKind::ThisProcess, &selection);
        let totals = Rc::new(RefCell::new(Totals::new()));
        let allocations = allocations.then(Rc::default);
        Ok(Self { session: Rc::new(session), totals, allocations })
    }

    /// What was allocated in all windows since it was asked last; none where nobody counts it.
    pub(crate) fn take_allocations(&self) -> Option<Allocations> {
        self.allocations.as_ref().map(|all| all.take())
    }

    /// A bracket that adds to the totals.
    pub(crate) fn windows(&self) -> Windows {
        Windows { counters: self.clone(), open: None }
    }

    /// The totals so far, and none from here on.
    pub(crate) fn take(&self) -> Totals {
        self.totals.take()
    }

    fn add(&self, observations: BTreeMap<MetricId, Observation>) {
        let mut totals = self.totals.borrow_mut();
        for (id, observation) in observations {
            let total = match observation {
                Observation::Measured(measured) => Total::of(&measured),
                Observation::Unavailable(absence) => Total::Absent(absence),
                Observation::NotApplicable { reason } => {
                    Total::Absent(Absence::new(Cause::Implausible, reason))
                }
            };
            match totals.remove(&id) {
                Some(before) => totals.insert(id, before.with(total)),
                None => totals.insert(id, total),
            };
        }
    }

    /// Finds out what windows and loops count of themselves: the smallest of some empty ones, as
    /// others can only add to it.
    pub(crate) fn own(&self) -> Own {
        let mut windows = self.windows();
        let mut own =
            Own { bracket_ns: u64::MAX, window: BTreeMap::new(), iteration: BTreeMap::new() };
        for _ in 0..EMPTY {
            let began = Instant::now();
            windows.begin();
            windows.end(0);
            let took = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
            own.bracket_ns = own.bracket_ns.min(took);
            least(&mut own.window, self.take());
            // Nothing of it is the benchmark's.
            self.take_allocations();
        }
        let mut looped = BTreeMap::new();
        for _ in 0..EMPTY {
            Loop(|| ()).bracketed(LOOPED, &mut windows);
            least(&mut looped, self.take());
            self.take_allocations();
        }
        for (id, all) in looped {
            let window = own.window.get(&id).copied().unwrap_or_default();
            own.iteration.insert(id, (all - window).max(0.0) / LOOPED as f64);
        }
        own
    }
}

impl Own {
    /// What so many windows and so many iterations of a loop count of themselves.
    pub(crate) fn of(&self, id: &MetricId, windows: u64, iterations: u64) -> Option<[f64; 2]> {
        let (window, iteration) = (self.window.get(id)?, self.iteration.get(id)?);
        Some([(window * windows as f64).round(), (iteration * iterations as f64).round()])
    }
}

fn least(smallest: &mut BTreeMap<MetricId, f64>, totals: Totals) {
    for (id, total) in totals {
        if let Total::Counted(value, _) = total {
            smallest.entry(id).and_modify(|least| *least = least.min(value)).or_insert(value);
        }
    }
}

impl Total {
    fn of(measured: &Measured) -> Self {
        let times = match measured.quality {
            Quality::Exact => None,
            Quality::Estimated { enabled_ns, running_ns } => Some([enabled_ns, running_ns]),
        };
        Self::Counted(measured.value.as_f64(), times)
    }

    /// Both together. What one window lacks all of them lack: a part must not stand for the whole.
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Absent(absence), _) | (_, Self::Absent(absence)) => Self::Absent(absence),
            (Self::Counted(a, times), Self::Counted(b, more)) => {
                let sum =
                    |[enabled, running]: [u64; 2], [e, r]: [u64; 2]| [enabled + e, running + r];
                let times = match (times, more) {
                    (Some(times), Some(more)) => Some(sum(times, more)),
                    (times, more) => times.or(more),
                };
                Self::Counted(a + b, times)
            }
        }
    }
}

impl Bracket for Windows {
    fn begin(&mut self) {
        self.open = Some(self.counters.session.start_window());
        if self.counters.allocations.is_some() {
            allocation::begin();
        }
    }

    fn end(&mut self, _iterations: u64) {
        if let Some(all) = &self.counters.allocations {
            let (before, here) = (all.get(), allocation::end());
            all.set(Allocations {
                calls: before.calls.saturating_add(here.calls),
                bytes: before.bytes.saturating_add(here.bytes),
                peak: before.peak.max(here.peak),
            });
        }
        if let Some(open) = self.open.take() {
            let observations = self.counters.session.stop_window(open);
            self.counters.add(observations);
        }
    }
}
