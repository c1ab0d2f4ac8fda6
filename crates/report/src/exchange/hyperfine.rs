//! The document that hyperfine writes with `--export-json`, for scripts that read it.
//!
//! Its fields are those of hyperfine 1.20 (`src/benchmark/benchmark_result.rs` there): times are
//! seconds, a run that a signal ended has the exit code 128 + signal, `stddev` of a single run is
//! null, `memory_usage_byte` and `parameters` are left out where there are none.

use crate::json::pretty;
use crate::stat::{Campaign, Timing, timing};
use probity_model::{Case, Exit};
use serde::Serialize;
use std::collections::BTreeMap;

const NANOSECONDS_PER_SECOND: f64 = 1e9;

#[derive(Serialize)]
struct Results {
    results: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    command: String,
    mean: f64,
    stddev: Option<f64>,
    median: f64,
    user: Option<f64>,
    system: Option<f64>,
    min: f64,
    max: f64,
    times: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_usage_byte: Option<Vec<u64>>,
    exit_codes: Vec<i32>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    parameters: BTreeMap<String, String>,
}

/// The timed runs that count, in hyperfine's form. A command of which no run counts has no entry,
/// because the form has no way to say so (hyperfine ends at a failed command and writes those
/// before it); `user` and `system` are null where they could not be measured. Bytes that are not
/// UTF-8 become U+FFFD.
///
/// # Errors
/// When a part has no JSON form, which a document read from valid evidence cannot have.
pub fn hyperfine(campaign: Campaign<'_>) -> Result<String, serde_json::Error> {
    let entry = |case| Some(entry(campaign, case, timing(campaign, case)?));
    pretty(&Results { results: campaign.document.cases.iter().filter_map(entry).collect() })
}

fn entry(campaign: Campaign<'_>, case: &Case, timing: Timing) -> Entry {
    let seconds = |nanoseconds: f64| nanoseconds / NANOSECONDS_PER_SECOND;
    let parameters = campaign.settings(&case.id).map_or(&[][..], |settings| &settings.parameters);
    let pairs = parameters.iter().map(|one| (one.name.clone(), one.value.lossy()));
    Entry {
        command: case.name.lossy(),
        mean: seconds(timing.mean),
        stddev: timing.deviation.map(seconds),
        median: seconds(timing.median),
        user: timing.user.map(seconds),
        system: timing.system.map(seconds),
        min: seconds(timing.min),
        max: seconds(timing.max),
        times: timing.times.into_iter().map(seconds).collect(),
        memory_usage_byte: timing.memory,
        exit_codes: timing.exits.into_iter().map(exit_code).collect(),
        parameters: pairs.collect(),
    }
}

fn exit_code(exit: Exit) -> i32 {
    match exit {
        Exit::Code(code) => code.into(),
        Exit::Signal(signal) => 128 + i32::from(signal),
    }
}
