//! What a campaign says while it runs.

use probity_model::{HookKind, Plan, Run};

/// One thing worth telling. A campaign never prints; whoever observes it may.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// Something the user should know; a lower-case fragment.
    Notice(&'a str),
    /// A setup or a cleanup begins.
    Hook(HookKind),
    /// The setups, of which there were some, are over, and the first run begins.
    FirstRun,
    /// The number of blocks is fixed.
    Planned {
        /// The plan.
        plan: &'a Plan,
        /// Runs still to come.
        runs: u64,
        /// About how long they will take, in nanoseconds, where it could be estimated.
        estimate_ns: Option<u64>,
    },
    /// A run has ended and is written.
    Run {
        /// How many have ended.
        done: u64,
        /// How many there will be, as far as it is known.
        total: Option<u64>,
        /// The name of its case, escaped by whoever shows it.
        case: &'a str,
        /// The place of its case among the cases.
        place: usize,
        /// The run.
        run: &'a Run,
        /// How long it took, in nanoseconds, where it is a timed run whose time is known.
        wall_ns: Option<u64>,
    },
}

/// Somebody who watches a campaign. It is called between runs, never inside a measured window.
pub trait Observer {
    /// Something happened.
    fn event(&mut self, event: &Event<'_>);
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _event: &Event<'_>) {}
}
