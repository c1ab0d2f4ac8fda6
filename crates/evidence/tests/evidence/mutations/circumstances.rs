//! What was asked for and planned, and where.

use super::{MADE, Row, STORED, edit};
use crate::mutation::Broken;
use probity_evidence::Rule;
use serde_json::{Value, json};

pub(super) const ALL: &[Row] = &[
    (Rule::DerivedSize, "many-cases", MADE, |broken| many(broken, 1_001, 0, 0)),
    (Rule::DerivedSize, "many-metrics", MADE, |broken| many(broken, 1_000, 101, 1)),
    (Rule::DerivedSize, "many-judged", MADE, |broken| many(broken, 1_000, 60, 60)),
    (Rule::DerivedSize, "many-judged-of-one", MADE, |broken| many(broken, 1, 1, 100_001)),
    (Rule::DigestForm, "fingerprint", STORED, |broken| {
        edit(broken, "host.json", |host| host["fingerprint"] = "F".repeat(64).into());
    }),
    (Rule::DigestForm, "build-id", MADE, |broken| {
        edit(broken, "cohort.json", |cohort| {
            cohort["binaries"][0]["build_id"]["value"] = "abc".into();
        });
    }),
    (Rule::DigestForm, "empty", MADE, |broken| {
        edit(broken, "cohort.json", |cohort| cohort["binaries"][0]["sha256"]["value"] = "".into());
    }),
    (Rule::CaseIds, "renamed", STORED, |broken| {
        edit(broken, "settings.json", |settings| settings["cases"][1]["id"] = "c3".into());
    }),
    (Rule::CaseIds, "hook-empty", STORED, |broken| {
        edit(broken, "settings.json", |settings| {
            settings["cases"][1]["hooks"] = json!({ "prepare": "" });
        });
    }),
    (Rule::CaseIds, "hook-nul", MADE, |broken| {
        edit(broken, "settings.json", |settings| {
            settings["cases"][0]["hooks"] = json!({ "cleanup": "rm \0" });
        });
    }),
    (Rule::CaseIds, "no-words", MADE, |broken| {
        edit(broken, "settings.json", |settings| settings["cases"][1]["argv"] = json!([]));
    }),
    (Rule::CaseParameters, "twice", STORED, |broken| {
        parameters(broken, json!([{"name": "n", "value": "1"}, {"name": "n", "value": "2"}]));
    }),
    (Rule::CaseParameters, "brace", MADE, |broken| {
        parameters(broken, json!([{"name": "a}{b", "value": "1"}]));
    }),
    (Rule::CaseParameters, "no-name", MADE, |broken| {
        parameters(broken, json!([{"name": "", "value": "1"}]));
    }),
    (Rule::Reference, "unknown", STORED, |broken| {
        edit(broken, "settings.json", |settings| settings["reference"] = "c9".into());
    }),
    (Rule::Reference, "none", MADE, |broken| {
        edit(broken, "settings.json", |settings| {
            settings.as_object_mut().unwrap().remove("reference");
        });
    }),
    (Rule::MetricDescriptor, "system-judged", STORED, |broken| {
        edit(broken, "capabilities.json", |capabilities| {
            capabilities["sources"][2]["metrics"][0]["metric"]["class"] = "quantitative".into();
        });
    }),
    (Rule::MetricDescriptor, "not-subtracted", MADE, |broken| {
        edit(broken, "capabilities.json", |capabilities| {
            capabilities["sources"][0]["metrics"][0]["metric"]["aggregation"] = "boundary".into();
        });
    }),
    (Rule::MetricDescriptor, "twice", MADE, |broken| {
        edit(broken, "capabilities.json", |capabilities| {
            let metrics = &mut capabilities["sources"][0]["metrics"];
            let mut again = metrics[0].clone();
            again["requested"] = false.into();
            metrics.as_array_mut().unwrap().push(again);
        });
    }),
    (Rule::MetricDescriptor, "long-id", MADE, |broken| {
        edit(broken, "capabilities.json", |capabilities| {
            let id = format!("psi.{}", "x".repeat(100));
            capabilities["sources"][2]["metrics"][0]["metric"]["id"] = id.clone().into();
            broken.edit("settings.json", |settings| settings["metrics"][2] = id.into());
        });
    }),
    (Rule::MetricRole, "cpu-split-judged", STORED, |broken| {
        edit_metric(broken, 1, |metric| metric["role"] = "on_cpu_user".into());
    }),
    (Rule::MetricRole, "two-walls", MADE, |broken| {
        edit_metric(broken, 1, |metric| {
            metric["role"] = "wall".into();
            metric["kind"] = "duration".into();
        });
    }),
    (Rule::MetricRole, "no-wall", MADE, |broken| {
        edit_metric(broken, 0, |metric| {
            metric["role"] = "on_cpu_total".into();
            metric["kind"] = "counter".into();
        });
    }),
    (Rule::MetricRole, "wall-in-bytes", MADE, |broken| {
        edit_metric(broken, 0, |metric| {
            metric["unit"] = "bytes".into();
            metric["kind"] = "counter".into();
        });
    }),
    (Rule::MetricRole, "wait-is-a-level", MADE, |broken| {
        edit_metric(broken, 1, |metric| {
            metric["kind"] = "gauge".into();
            metric["aggregation"] = "boundary".into();
        });
    }),
    (Rule::SourceDescriptor, "twice", STORED, |broken| {
        edit(broken, "capabilities.json", |capabilities| {
            capabilities["sources"][2]["source"] = "wall".into();
        });
    }),
    (Rule::SourceDescriptor, "no-name", MADE, |broken| {
        edit(broken, "capabilities.json", |capabilities| {
            capabilities["sources"][2]["source"] = "".into();
        });
    }),
    (Rule::MetricSelection, "not-requested", STORED, |broken| {
        edit(broken, "capabilities.json", |capabilities| {
            capabilities["sources"][2]["metrics"][0]["requested"] = false.into();
        });
    }),
    (Rule::MetricSelection, "order", MADE, |broken| {
        edit(broken, "settings.json", |settings| {
            settings["metrics"].as_array_mut().unwrap().reverse();
        });
    }),
    (Rule::PolicyRange, "limit", STORED, |broken| {
        edit(broken, "settings.json", |settings| {
            settings["policy"]["practical_limit"] = json!(-0.01);
        });
    }),
    (Rule::PolicyRange, "alpha", MADE, |broken| {
        edit(broken, "settings.json", |settings| settings["policy"]["alpha"] = json!(1.0));
    }),
    (Rule::PolicyForeign, "other", STORED, |broken| {
        edit(broken, "settings.json", |settings| {
            settings["policy"]["id"] = "exact-parent-v1".into();
        });
    }),
    (Rule::PolicyForeign, "empty", MADE, |broken| {
        edit(broken, "settings.json", |settings| settings["policy"]["id"] = "".into());
    }),
    (Rule::PolicyMetrics, "diagnostic", STORED, |broken| {
        edit(broken, "settings.json", |settings| {
            settings["policy"]["metrics"] = json!(["psi.cpu.full"]);
        });
    }),
    (Rule::PolicyMetrics, "none", MADE, |broken| {
        edit(broken, "settings.json", |settings| settings["policy"]["metrics"] = json!([]));
    }),
    (Rule::PlanBlocks, "required", STORED, |broken| {
        edit(broken, "settings.json", |settings| {
            settings["plan"]["blocks_required"] = 2.into();
        });
    }),
    (Rule::PlanBlocks, "not-as-requested", MADE, |broken| {
        edit(broken, "settings.json", |settings| settings["requested"]["runs"] = 13.into());
    }),
    (Rule::PlanBlocks, "endless", MADE, |broken| {
        edit(broken, "settings.json", |settings| {
            settings["plan"]["blocks"] = u64::MAX.into();
            settings["requested"]["runs"] = u64::MAX.into();
        });
    }),
    (Rule::PlanBlocks, "beyond-maximum", MADE, |broken| {
        request(broken, json!({"min_runs": 10, "max_runs": 11}));
    }),
    (Rule::PlanBlocks, "below-minimum", MADE, |broken| {
        request(broken, json!({"min_runs": 13}));
    }),
    (Rule::PlanBlocks, "below-minimum-within-maximum", MADE, |broken| {
        request(broken, json!({"min_runs": 14, "max_runs": 13}));
    }),
    (Rule::PolicyMetrics, "counted", MADE, |broken| {
        edit(broken, "settings.json", |settings| {
            settings["policy"]["metrics"] = json!(["perf.instructions"]);
        });
    }),
    (Rule::MetricDerivation, "of-nothing", STORED, |broken| {
        edit_counter(broken, 2, |ipc| {
            ipc["derivation"]["numerator"] = "perf.branches".into();
        });
    }),
    (Rule::MetricDerivation, "of-itself", MADE, |broken| {
        edit_counter(broken, 2, |ipc| ipc["derivation"]["numerator"] = "perf.ipc".into());
    }),
    (Rule::MetricDerivation, "of-other-runs", MADE, |broken| {
        edit_counter(broken, 2, |ipc| ipc["derivation"]["numerator"] = "time.wall".into());
    }),
    (Rule::MetricDescriptor, "wall-only-counted", MADE, |broken| {
        edit_metric(broken, 0, |metric| metric["pass"] = "counted".into());
        edit(broken, "settings.json", |settings| {
            settings["policy"]["metrics"] = json!(["sched.run_queue_wait"]);
        });
    }),
    (Rule::PlanCounted, "none", STORED, |broken| {
        edit(broken, "settings.json", |settings| settings["plan"]["counted"] = "none".into());
    }),
    (Rule::PlanReason, "empty", STORED, |broken| {
        edit(broken, "settings.json", |settings| settings["plan"]["reason"] = " ".into());
    }),
    (Rule::HostFingerprint, "other-model", STORED, |broken| {
        edit(broken, "host.json", |host| host["cpu_model"]["value"] = "Another CPU".into());
    }),
    (Rule::HostFingerprint, "unavailable", MADE, |broken| {
        edit(broken, "host.json", |host| {
            let absence = json!({"status": "unavailable", "cause": "denied", "reason": "shut"});
            host["virtual_machine"] = absence;
        });
    }),
    (Rule::HostFingerprint, "other-digest", MADE, |broken| {
        edit(broken, "host.json", |host| host["fingerprint"] = "f".repeat(64).into());
    }),
    (Rule::CohortBinaries, "one-missing", STORED, |broken| {
        edit(broken, "cohort.json", |cohort| {
            cohort["binaries"].as_array_mut().unwrap().pop();
        });
    }),
    (Rule::CohortBoot, "other", STORED, |broken| {
        edit(broken, "cohort.json", |cohort| cohort["boot_id"]["value"] = "another".into());
    }),
    (Rule::IncompleteReason, "empty", STORED, |broken| {
        broken.edit("manifest.json", |manifest| {
            manifest["completeness"] = json!({"state": "incomplete", "reason": " "});
        });
        broken.reseal_sums();
    }),
    (Rule::AbsenceReason, "host", MADE, |broken| {
        edit(broken, "host.json", |host| host["governor"]["reason"] = "".into());
    }),
    (Rule::AbsenceReason, "condition", MADE, |broken| {
        edit(broken, "host.json", |host| host["conditions"]["turbo"]["reason"] = "".into());
    }),
    (Rule::AbsenceReason, "boot", MADE, |broken| {
        edit(broken, "cohort.json", |cohort| cohort["boot_id"] = unexplained());
    }),
    (Rule::AbsenceReason, "binary", MADE, |broken| {
        edit(broken, "cohort.json", |cohort| cohort["binaries"][1]["sha256"] = unexplained());
    }),
    (Rule::AbsenceReason, "build-id", MADE, |broken| {
        edit(broken, "cohort.json", |cohort| cohort["binaries"][1]["build_id"] = unexplained());
    }),
    (Rule::AbilityReports, "one-missing", STORED, |broken| {
        edit(broken, "capabilities.json", |found| {
            drop(found["abilities"].as_array_mut().unwrap().remove(3));
        });
    }),
    (Rule::AbilityReports, "two-exchanged", MADE, |broken| {
        edit(broken, "capabilities.json", |found| {
            found["abilities"].as_array_mut().unwrap().swap(0, 1);
        });
    }),
    (Rule::AbilityReports, "nameless-source", MADE, |broken| {
        edit(broken, "capabilities.json", |found| found["abilities"][0]["source"] = "".into());
    }),
    (Rule::AbsenceReason, "ability", MADE, |broken| {
        edit(broken, "capabilities.json", |found| {
            found["abilities"][5]["availability"] = serde_json::json!({"status": "unavailable", "cause": "not_implemented", "reason": ""});
        });
    }),
    (Rule::AbsenceReason, "capability", MADE, |broken| {
        edit(broken, "capabilities.json", |capabilities| {
            let availability = json!({"status": "not_applicable", "reason": "\t"});
            capabilities["sources"][1]["metrics"][0]["availability"] = availability;
        });
    }),
];

fn edit_metric(broken: &Broken, source: usize, change: impl FnOnce(&mut Value)) {
    edit(broken, "capabilities.json", |capabilities| {
        change(&mut capabilities["sources"][source]["metrics"][0]["metric"]);
    });
}

fn edit_counter(broken: &Broken, place: usize, change: impl FnOnce(&mut Value)) {
    edit(broken, "capabilities.json", |capabilities| {
        change(&mut capabilities["sources"][3]["metrics"][place]["metric"]);
    });
}

/// Says that something else was requested than an exact number of blocks.
fn request(broken: &Broken, requested: Value) {
    edit(broken, "settings.json", |settings| {
        settings["requested"] = requested;
        settings["requested"]["warmup"] = 1.into();
    });
}

/// Gives the second case other parameters.
fn parameters(broken: &Broken, parameters: Value) {
    edit(broken, "settings.json", |settings| settings["cases"][1]["parameters"] = parameters);
}

fn unexplained() -> Value {
    json!({"status": "unavailable", "cause": "denied", "reason": ""})
}

/// Makes evidence of so many cases, requested and judged metrics, of which nothing was run.
fn many(broken: &Broken, cases: usize, metrics: usize, judged: usize) {
    let ids = |count| (0..count).map(|index| format!("a.b{index}")).collect::<Vec<_>>();
    edit(broken, "settings.json", |settings| {
        let streams = settings["cases"][0]["streams"].clone();
        let case = |index| {
            json!({"id": format!("c{}", index + 1), "name": "", "command": "", "argv": ["a"],
                   "streams": streams})
        };
        settings["cases"] = (0..cases).map(case).collect();
        settings["metrics"] = ids(metrics).into();
        settings["policy"]["metrics"] = ids(judged).into();
    });
}
