//! Whether twice the loop is twice the count.

use super::definition::{Definition, are_close, selected};
use crate::{Bench, Notes, Ruling, Work};
use probity_model::{Unit, Value};
use probity_sys::work::STEP_INSTRUCTIONS;

pub(super) const DEFINITION: Definition =
    Definition { id: "instructions", shows: "twice the loop is twice the instructions", body };

const METRIC: &str = "perf.instructions";
/// Steps of the loop: far more instructions than it takes to start a program, or than what differs
/// from start to start.
const STEPS: u64 = 5_000_000;
/// Of so many programs of one length the one with the fewest is taken: interrupts only add.
const RUNS: usize = 3;
/// What may differ, in parts of a thousand.
const TOLERANCE: u64 = 20;

fn body(bench: &dyn Bench, notes: &mut Notes) -> Result<String, Ruling> {
    let mut station = bench.station(&selected(METRIC)?)?;
    let mut fewest = [u64::MAX; 3];
    for _ in 0..RUNS {
        for (fewest, steps) in fewest.iter_mut().zip([0, STEPS, 2 * STEPS]) {
            let observations = station.observe(Work::steps(steps))?;
            let what = format!("a loop of {steps} steps");
            *fewest = notes.exact(&what, METRIC, &observations)?.min(*fewest);
        }
    }
    let [none, once, twice] = fewest;
    let [once, twice] = [once, twice].map(|count| count.saturating_sub(none));
    notes.require("tolerance of a ratio", Value::Real(TOLERANCE as f64 / 1000.0), Unit::Ratio);
    if let Some(each) = STEP_INSTRUCTIONS {
        let known = STEPS * each;
        notes.require(format!("{METRIC} of {STEPS} steps"), known, Unit::Count);
        if !are_close(once, known, TOLERANCE) {
            return Err(Ruling::Fail(format!(
                "a loop of {known} instructions was counted as {once}"
            )));
        }
    }
    if once == 0 || !are_close(2 * once, twice, TOLERANCE) {
        return Err(Ruling::Fail(format!(
            "a loop was counted as {once} instructions, and one twice as long as {twice}"
        )));
    }
    Ok(format!("a loop was counted as {once} instructions, and one twice as long as {twice}"))
}
