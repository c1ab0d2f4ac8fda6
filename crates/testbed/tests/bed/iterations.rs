//! Benchmarks of known instructions: this program is their executable too.

use crate::guest::{User, has_pmu, run, set_level};
use probity::__private::{Executable, main as obey};
use probity::host::launch::LAUNCHER_ARGUMENT;
use probity_sys::work::{STEP_INSTRUCTIONS, spin};
use probity_testbed::skip_unless;
use serde_json::Value;
use std::process::ExitCode;

/// Set for the executable of benchmarks, and so for all processes that it starts.
const ASKED: &str = "PROBITY_BED_BENCHMARKS";
/// Steps of the bodies: about 3, 30 and 3,000 instructions, with the call.
const STEPS: [u64; 3] = [1, 13, 1_500];
/// By how much of an instruction an iteration may be off, and by which part of itself: the tick of
/// the kernel, each 4 ms of the guest's time, adds some to a window (0.03 % were seen).
const OFF: f64 = 0.2;
const OFF_PART: f64 = 0.001;
/// A call, a look at the number of steps, and the way back, in a build that is not optimised.
const MOST_BESIDES: f64 = 60.0;

#[probity::bench(args = STEPS)]
fn known(steps: u64) {
    spin(steps);
}

/// Obeys as a bench executable, where that was asked for.
pub(crate) fn asked() -> Option<ExitCode> {
    // The launcher gets no variables of ours.
    let is_launcher = std::env::args_os().nth(1).is_some_and(|word| word == LAUNCHER_ARGUMENT);
    if std::env::var_os(ASKED).is_none() && !is_launcher {
        return None;
    }
    Some(obey(Executable {
        package: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        target: env!("CARGO_CRATE_NAME"),
        is_debug: cfg!(debug_assertions),
        features: &[],
        provenance: Vec::new,
    }))
}

pub(crate) fn are_counted_to_the_instruction() {
    if !skip_unless("pmu", has_pmu()) {
        return;
    }
    set_level(2);
    let program = std::env::current_exe().unwrap().display().to_string();
    let metrics = "perf.instructions";
    let words = [
        &*program,
        "--bench",
        "--processes",
        "3",
        "--quick",
        "--metrics",
        metrics,
        "--output-format",
        "json",
    ];
    let finished = run(User::Plain, &words, &[(ASKED, "1")]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let rows: Vec<Value> =
        finished.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let counted = |steps: u64| -> f64 {
        let id = format!("iterations::known::steps={steps}");
        let row = rows.iter().find(|row| row["id"] == *id);
        let row = row.unwrap_or_else(|| panic!("no {id}: {finished:?}"));
        let least = &row["metrics"]["iteration.perf.instructions"]["min"];
        least.as_f64().unwrap_or_else(|| panic!("{row}"))
    };
    let [three, thirty, many] = STEPS.map(counted);
    println!("{three} {thirty} {many} instructions an iteration");
    let step = STEP_INSTRUCTIONS.unwrap() as f64;
    let of = |steps: u64| step * steps as f64;
    for (fewer, more, found) in
        [(STEPS[0], STEPS[1], thirty - three), (STEPS[1], STEPS[2], many - thirty)]
    {
        let expected = of(more) - of(fewer);
        let off = OFF + OFF_PART * expected;
        assert!((found - expected).abs() <= off, "{fewer} to {more} steps: {found}");
    }
    let besides = three - of(STEPS[0]);
    assert!((0.0..=MOST_BESIDES).contains(&besides), "{besides} besides the steps");
}
