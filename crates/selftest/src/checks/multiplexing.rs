//! Whether counters that take turns on the hardware are labelled so.

use super::definition::{Definition, selected};
use crate::{Bench, Notes, Observations, Ruling, Work};
use probity_model::{Absence, Cause, Measured, MetricId, Observation, Quality, Unit};
use probity_sys::work::STEP_INSTRUCTIONS;

pub(super) const DEFINITION: Definition = Definition {
    id: "multiplexing",
    shows: "counters that had to take turns are never given as exact",
    body,
};

const INSTRUCTIONS: &str = "perf.instructions";
const TABLE: &str = "perf.cycles,perf.instructions,perf.branches,perf.branch_misses,\
                     perf.cache_references,perf.cache_misses";
/// Numbers of events that core PMUs have, each asked for three times: in all modes, in user mode,
/// in the kernel. With those of the table they are more than a core has counters.
const NUMBERS: &[&str] = if cfg!(target_arch = "x86_64") {
    // Instructions, branches and mispredictions; cycles of Intel and of AMD (Intel SDM volume 3,
    // table 20-1; AMD PPR of family 19h).
    &["c0", "c4", "c5", "3c", "76"]
} else if cfg!(target_arch = "aarch64") {
    // Those that every PMUv3 has, and first-level data cache (Arm ARM, D13.12).
    &["8", "11", "10", "4", "3"]
} else {
    &[]
};
const STEPS: u64 = 20_000_000;

fn body(bench: &dyn Bench, notes: &mut Notes) -> Result<String, Ruling> {
    // Whether there is anything that could take turns.
    let alone = observed(bench, INSTRUCTIONS, false)?;
    notes.exact("counted alone", INSTRUCTIONS, &alone)?;
    let modes = |number: &&str| {
        [("", number), (":u", number), (":k", number)]
            .map(|(mode, number)| format!(",perf.raw.r{number}{mode}"))
    };
    let crowd: String = NUMBERS.iter().flat_map(modes).collect();
    let crowd = format!("{TABLE}{crowd}");
    let plain = observed(bench, &crowd, false)?;
    let plain = Sorted::new("many at once", &plain, notes)?;
    let estimating = observed(bench, &crowd, true)?;
    let estimating = Sorted::new("many at once, estimating", &estimating, notes)?;
    if plain.estimated > 0 {
        return Err(Ruling::Fail(format!(
            "{} counts are estimates, and none was asked for",
            plain.estimated
        )));
    }
    if estimating.estimated + estimating.crowded == 0 {
        let reason = format!("{} events fit on the hardware at once", estimating.exact);
        return Err(Ruling::CannotTell(Absence::new(Cause::NoHardware, reason)));
    }
    Ok(format!(
        "of {} events that shared the hardware {} are estimated and {} absent; unasked, none is \
         estimated",
        estimating.all(),
        estimating.estimated,
        estimating.crowded
    ))
}

fn observed(bench: &dyn Bench, selectors: &str, estimating: bool) -> Result<Observations, Ruling> {
    let selection = selected(selectors)?.estimating(estimating);
    Ok(bench.station(&selection)?.observe(Work::steps(STEPS))?)
}

/// How many counts came out how.
struct Sorted {
    exact: usize,
    estimated: usize,
    /// Absent because they were off the hardware.
    crowded: usize,
}

impl Sorted {
    /// Looks at each count, and holds those that are called exact against the known work.
    fn new(what: &str, observations: &Observations, notes: &mut Notes) -> Result<Self, Ruling> {
        let mut sorted = Self { exact: 0, estimated: 0, crowded: 0 };
        let counts = observations.iter().filter(|(id, _)| id.as_str().starts_with("perf."));
        for (id, observation) in counts {
            notes.observation(format!("{id}, {what}"), observation.clone());
            match observation {
                Observation::Measured(measured) => sorted.measured(id, measured, notes)?,
                Observation::Unavailable(absence) => {
                    let is_crowded = matches!(
                        absence.cause,
                        Cause::Busy | Cause::NeverScheduled | Cause::WindowTooShort
                    );
                    sorted.crowded += usize::from(is_crowded);
                }
                Observation::NotApplicable { .. } => {}
            }
        }
        Ok(sorted)
    }

    fn measured(
        &mut self,
        id: &MetricId,
        measured: &Measured,
        notes: &mut Notes,
    ) -> Result<(), Ruling> {
        match measured.quality {
            Quality::Estimated { enabled_ns, running_ns } => {
                self.estimated += 1;
                if running_ns == 0 || running_ns >= enabled_ns {
                    return Err(Ruling::Fail(format!(
                        "{id} is an estimate from {running_ns} of {enabled_ns} ns"
                    )));
                }
            }
            Quality::Exact => {
                self.exact += 1;
                let least = known(id);
                if let Some(least) = least {
                    notes.require(format!("{id} where it is exact, at least"), least, Unit::Count);
                }
                if measured.value.as_f64() < least.unwrap_or(0) as f64 {
                    return Err(Ruling::Fail(format!(
                        "{id} is given as exact and is {}, of at least {}: it was off the \
                         hardware, and nothing says so",
                        measured.value.as_f64(),
                        least.unwrap_or(0)
                    )));
                }
            }
        }
        Ok(())
    }

    fn all(&self) -> usize {
        self.exact + self.estimated + self.crowded
    }
}

/// What the known work comes to at least.
fn known(id: &MetricId) -> Option<u64> {
    match id.as_str() {
        INSTRUCTIONS => STEP_INSTRUCTIONS.map(|each| STEPS * each),
        "perf.branches" => STEP_INSTRUCTIONS.map(|_| STEPS),
        _ => None,
    }
}
