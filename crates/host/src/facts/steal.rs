//! CPU time that a hypervisor took: the field `steal` of `/proc/stat` (proc_stat(5)).

use super::content::{MISSING, fact, text};
use crate::root::{Root, malformed};
use probity_model::{Absence, Cause, Fact, Steal};

const PATH: &str = "/proc/stat";
/// user, nice, system, idle, iowait, irq, softirq, steal. Time of guests is in user and nice too,
/// and is left out.
const FIELDS: usize = 8;

/// One look at the CPU time of all CPUs since boot.
#[derive(Clone, Debug)]
pub struct CpuTimes(Result<Ticks, Absence>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ticks {
    pub(super) stolen: u64,
    pub(super) all: u64,
}

impl CpuTimes {
    /// Looks now.
    pub fn look(root: &Root) -> Self {
        Self(text(root, PATH).and_then(|text| ticks(&text)))
    }

    /// What was taken between this look and a later one.
    pub fn until(&self, later: &Self) -> Fact<Steal> {
        let both = self.0.clone().and_then(|start| Ok((start, later.0.clone()?)));
        fact(both.and_then(|(start, end)| between(start, end)))
    }

    /// What was taken since the machine was booted.
    pub fn since_boot(&self) -> Fact<Steal> {
        let boot = Ticks { stolen: 0, all: 0 };
        fact(self.0.clone().and_then(|now| between(boot, now)))
    }
}

/// The first line of the file, which is of all CPUs together.
pub(super) fn ticks(text: &str) -> Result<Ticks, Absence> {
    let line = text.lines().find_map(|line| line.strip_prefix("cpu "));
    let line = line.ok_or_else(|| malformed(PATH, "it has no line for all CPUs"))?;
    let fields = line.split_ascii_whitespace().take(FIELDS);
    let fields: Result<Vec<u64>, _> = fields.map(str::parse).collect();
    let fields = fields.map_err(|_| malformed(PATH, "a time of all CPUs is not a number"))?;
    let [.., stolen] = fields[..] else {
        return Err(malformed(PATH, "it has no times"));
    };
    if fields.len() < FIELDS {
        return Err(Absence::new(MISSING, format!("{PATH} has no stolen time")));
    }
    let all = fields.iter().try_fold(0u64, |sum, &field| sum.checked_add(field));
    let all = all.ok_or_else(|| malformed(PATH, "its times are too large"))?;
    Ok(Ticks { stolen, all })
}

fn between(start: Ticks, end: Ticks) -> Result<Steal, Absence> {
    let all = end.all.checked_sub(start.all);
    match (end.stolen.checked_sub(start.stolen), all) {
        (Some(_), Some(0)) => {
            let reason = "no clock tick has passed between the two looks";
            Err(Absence::new(Cause::WindowTooShort, reason))
        }
        (Some(stolen_ticks), Some(all_ticks)) if stolen_ticks <= all_ticks => {
            Ok(Steal { stolen_ticks, all_ticks })
        }
        // Idle time may run backwards a little; stolen time after a move to another host.
        _ => Err(malformed(PATH, "a time ran backwards between two looks")),
    }
}
