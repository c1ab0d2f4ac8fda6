//! Whether the machine is quiet.

use std::fmt;

/// How many programs wanted a CPU lately, and how many CPUs there are, where they can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Load {
    pub(super) last_minute: Option<f64>,
    pub(super) cpus: Option<usize>,
}

impl Load {
    /// Now.
    pub(super) fn now() -> Self {
        let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let cpus = std::thread::available_parallelism().ok().map(|cpus| cpus.get());
        Self { last_minute: parse(&text), cpus }
    }

    /// By the rule of `probity doctor`: half of the CPUs or more. Not where it cannot be told.
    pub(super) fn is_crowded(self) -> bool {
        let both = self.last_minute.zip(self.cpus);
        both.is_some_and(|(load, cpus)| load >= cpus as f64 / 2.0)
    }
}

/// The first number of `/proc/loadavg` (proc_loadavg(5)).
pub(super) fn parse(text: &str) -> Option<f64> {
    text.split_whitespace().next()?.parse().ok()
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last_minute {
            Some(load) => write!(f, "load of the last minute {load}")?,
            None => f.write_str("load unknown")?,
        }
        match self.cpus {
            Some(cpus) => write!(f, " on {cpus} CPUs"),
            None => f.write_str(" on an unknown number of CPUs"),
        }
    }
}
