//! What it costs to look: at a clock, at a counter, into the kernel.

use super::Fact;
use serde::Serialize;

/// What looking costs on one machine, measured there. A harness picks by it how it brackets what it
/// measures: what is shorter than its bracket drowns in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Costs {
    /// A system call that does nothing: the floor of all that enter the kernel.
    pub system_call: Fact<Cost>,
    /// Reading the monotonic clock.
    pub clock_read: Fact<Cost>,
    /// The smallest step of the monotonic clock that was seen between two reads of it, never less
    /// than what reading costs. It is no cost: what is shorter is not seen.
    pub clock_step: Fact<Cost>,
    /// Reading the CPU's own cycle counter, as a tally does.
    pub cycle_counter_read: Fact<Cost>,
    /// Switching a counter on and off again: two calls.
    pub counter_switch: Fact<Cost>,
    /// The same of a group of counters: two calls for all of them.
    pub group_switch: Fact<Cost>,
    /// Reading a counter by a system call.
    pub counter_read: Fact<Cost>,
    /// Reading a group of counters by a system call.
    pub group_read: Fact<Cost>,
    /// Reading a counter of the CPU by no system call.
    pub user_read: Fact<Cost>,
}

/// One cost, in nanoseconds a time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// What exactly was timed: the call, and of a counter which event.
    pub what: String,
    /// The median of the samples.
    pub median_ns: f64,
    /// The median of their distances from it, not scaled.
    pub mad_ns: f64,
    /// The smallest sample: what it costs where nothing disturbs it.
    pub min_ns: f64,
    /// How many samples.
    pub n: u64,
    /// How many times in a row each sample is the mean of; of the step of a clock, how many reads
    /// it is the smallest difference of.
    pub times: u64,
}

impl Costs {
    /// All of them with their names, as in JSON.
    pub fn all(&self) -> [(&'static str, &Fact<Cost>); 9] {
        [
            ("system_call", &self.system_call),
            ("clock_read", &self.clock_read),
            ("clock_step", &self.clock_step),
            ("cycle_counter_read", &self.cycle_counter_read),
            ("counter_switch", &self.counter_switch),
            ("group_switch", &self.group_switch),
            ("counter_read", &self.counter_read),
            ("group_read", &self.group_read),
            ("user_read", &self.user_read),
        ]
    }
}
