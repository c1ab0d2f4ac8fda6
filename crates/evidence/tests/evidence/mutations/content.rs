//! What the runs say, and what follows from them.

use super::{MADE, Row, STORED, edit};
use crate::mutation::Broken;
use probity_evidence::Rule;
use serde_json::{Value, json};

pub(super) const ALL: &[Row] = &[
    (Rule::RunIndex, "gap", STORED, |broken| {
        edit_run(broken, 39, |run| run["index"] = 40.into());
    }),
    (Rule::RunPlan, "role", STORED, |broken| {
        let timed = position(broken, "timed");
        edit_run(broken, timed, |run| run["role"] = "null".into());
    }),
    (Rule::RunPlan, "position", MADE, |broken| {
        edit_run(broken, 20, |run| run["position"] = 9.into());
    }),
    (Rule::RunPlan, "seed", MADE, |broken| {
        edit(broken, "settings.json", |settings| settings["plan"]["seed"] = 43.into());
    }),
    (Rule::RunCount, "last-missing", STORED, |broken| {
        let mut runs = broken.runs();
        runs.pop();
        broken.write_runs(&runs);
        edit(broken, "cohort.json", |cohort| {
            cohort["processes"].as_array_mut().unwrap().pop();
        });
    }),
    (Rule::RunCount, "one-more", MADE, |broken| {
        let mut runs = broken.runs();
        let mut more = runs[39].clone();
        more["index"] = 40.into();
        more["process"]["pid"] = 1.into();
        let process = more["process"].clone();
        runs.push(more);
        broken.write_runs(&runs);
        edit(broken, "cohort.json", |cohort| {
            cohort["processes"].as_array_mut().unwrap().push(process);
        });
    }),
    (Rule::RunCount, "none", MADE, |broken| {
        broken.write("runs.jsonl", "");
        edit(broken, "cohort.json", |cohort| cohort["processes"] = json!([]));
    }),
    (Rule::RunCount, "after-failure", MADE, |broken| {
        // The last run but one of c2 failed, and c2 was run again: a run that the plan skips.
        let failed = broken.runs().iter().rposition(|run| run["case"] == "c2").unwrap();
        edit_run(broken, failed, |run| run["exit"] = json!({"code": 3}));
        let mut runs = broken.runs();
        let mut again = runs[failed].clone();
        again["index"] = runs.len().into();
        again["process"]["pid"] = 1.into();
        let process = again["process"].clone();
        runs.push(again);
        broken.write_runs(&runs);
        edit(broken, "cohort.json", |cohort| {
            cohort["processes"].as_array_mut().unwrap().push(process);
        });
    }),
    (Rule::RunProcess, "other", STORED, |broken| {
        edit_run(broken, 5, |run| run["process"]["pid"] = 1.into());
    }),
    (Rule::RunProcess, "twice", MADE, |broken| {
        let first = broken.runs()[0]["process"].clone();
        edit_run(broken, 1, |run| run["process"] = first.clone());
        edit(broken, "cohort.json", |cohort| cohort["processes"][1] = first);
    }),
    (Rule::RunProcess, "not-listed", MADE, |broken| {
        edit(broken, "cohort.json", |cohort| {
            cohort["processes"].as_array_mut().unwrap().pop();
        });
    }),
    (Rule::RunExit, "error-output-of-success", STORED, |broken| {
        edit_run(broken, 5, |run| run["stderr_tail"] = "warning\n".into());
    }),
    (Rule::RunExit, "signal-0", MADE, |broken| {
        edit_run(broken, 39, |run| run["exit"] = json!({"signal": 0}));
    }),
    (Rule::ProcessOrder, "swapped", STORED, |broken| {
        let runs = broken.runs();
        let (one, other) = (runs[4]["process"].clone(), runs[30]["process"].clone());
        edit_process(broken, 4, |process| *process = other);
        edit_process(broken, 30, |process| *process = one);
    }),
    (Rule::ProcessOrder, "pid-0", MADE, |broken| {
        edit_process(broken, 3, |process| process["pid"] = 0.into());
    }),
    (Rule::RunMetrics, "one-missing", STORED, |broken| {
        edit_run(broken, 5, |run| {
            run["observations"].as_object_mut().unwrap().remove("psi.cpu.full");
        });
    }),
    (Rule::RunMetrics, "one-more", MADE, |broken| {
        edit_run(broken, 5, |run| {
            let wall = run["observations"]["time.wall"].clone();
            run["observations"]["time.cpu_total"] = wall;
        });
    }),
    (Rule::RunMetrics, "counter-in-a-timed-run", MADE, |broken| {
        let counted = position(broken, "counted");
        let cycles = broken.runs()[counted]["observations"]["perf.cycles"].clone();
        edit_run(broken, 5, |run| run["observations"]["perf.cycles"] = cycles);
    }),
    (Rule::RunMetrics, "no-counter-in-a-counted-run", MADE, |broken| {
        let counted = position(broken, "counted");
        edit_run(broken, counted, |run| {
            run["observations"].as_object_mut().unwrap().remove("perf.cycles");
        });
    }),
    (Rule::ObservationDerived, "better", STORED, |broken| {
        let counted = position(broken, "counted");
        edit_run(broken, counted, |run| run["observations"]["perf.ipc"]["value"] = json!(1.5));
    }),
    (Rule::ObservationDerived, "of-an-absent-input", MADE, |broken| {
        let counted = position(broken, "counted");
        edit_run(broken, counted, |run| {
            let absent = json!({"status": "unavailable", "cause": "busy", "reason": "taken"});
            run["observations"]["perf.cycles"] = absent;
        });
    }),
    (Rule::ObservationUnit, "bytes", STORED, |broken| {
        edit_run(broken, 5, |run| run["observations"]["time.wall"]["unit"] = "bytes".into());
    }),
    (Rule::ObservationScope, "system", STORED, |broken| {
        edit_run(broken, 5, |run| run["observations"]["time.wall"]["scope"] = "system".into());
    }),
    (Rule::ObservationValue, "fraction", STORED, |broken| {
        edit_run(broken, 5, |run| run["observations"]["time.wall"]["value"] = json!(1.5));
    }),
    (Rule::ObservationValue, "negative", MADE, |broken| {
        edit_run(broken, 5, |run| run["observations"]["time.wall"]["value"] = json!(-1.0));
    }),
    (Rule::ObservationValue, "never-ran", MADE, |broken| {
        edit_run(broken, 5, |run| {
            let wall = &mut run["observations"]["time.wall"];
            wall["quality"] = "estimated".into();
            wall["enabled_ns"] = 5.into();
            wall["running_ns"] = 0.into();
        });
    }),
    (Rule::AbsenceReason, "empty", STORED, |broken| {
        edit_run(broken, 5, |run| run["observations"]["psi.cpu.full"]["reason"] = "".into());
    }),
    (Rule::SummaryDerived, "median", STORED, |broken| {
        edit(broken, "summary.json", |summary| {
            summary["cases"][1]["summary"]["time.wall"]["median"] = 1_500_000.into();
        });
    }),
    (Rule::SummaryDerived, "verdict", MADE, |broken| {
        edit(broken, "summary.json", |summary| {
            summary["comparisons"][0]["verdict"] = "improved".into();
        });
    }),
    (Rule::SummaryDerived, "value-of-a-run", MADE, |broken| {
        edit_run(broken, 37, |run| run["observations"]["time.wall"]["value"] = 9.into());
    }),
    (Rule::SummaryDerived, "huge-values", MADE, |broken| {
        let mut runs = broken.runs();
        for run in &mut runs {
            run["observations"]["time.wall"]["value"] = u64::MAX.into();
        }
        broken.write_runs(&runs);
        broken.reseal();
    }),
    (Rule::SummaryDerived, "zero-values", MADE, |broken| {
        let mut runs = broken.runs();
        // The first marked a window, which would be longer than the run.
        for run in runs.iter_mut().skip(1) {
            run["observations"]["time.wall"]["value"] = 0.into();
        }
        broken.write_runs(&runs);
        broken.reseal();
    }),
    (Rule::SummaryDerived, "called-incomplete", MADE, |broken| {
        broken.edit("manifest.json", |manifest| {
            manifest["completeness"] = json!({"state": "incomplete", "reason": "interrupted"});
        });
        broken.reseal_sums();
    }),
];

fn edit_run(broken: &Broken, index: usize, change: impl FnOnce(&mut Value)) {
    broken.edit_run(index, change);
    broken.reseal();
}

/// Changes a process where the run names it and where the cohort does.
fn edit_process(broken: &Broken, index: usize, change: impl FnOnce(&mut Value)) {
    let mut process = broken.runs()[index]["process"].clone();
    change(&mut process);
    edit_run(broken, index, |run| run["process"] = process.clone());
    edit(broken, "cohort.json", |cohort| cohort["processes"][index] = process);
}

/// The first run with that role.
fn position(broken: &Broken, role: &str) -> usize {
    broken.runs().iter().position(|run| run["role"] == role).unwrap()
}
