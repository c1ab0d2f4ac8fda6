//! More events than the CPU has counters for: it counts six at once.

use crate::guest::{User, document, has_pmu, set_level};
use probity_sys::counter::{Attributes, Encoded, Event, Refusal, open};
use probity_testbed::skip_unless;
use serde_json::Value;

/// Counters that any event may take.
const COUNTERS: usize = 6;
/// Twelve names of two events: instructions and cycles, by number and by name, in each mode.
const TWELVE: &str = "perf.raw.r8,perf.raw.r8:u,perf.raw.r8:k,perf.raw.r11,perf.raw.r11:u,\
    perf.raw.r11:k,armv8_pmuv3/inst_retired/,armv8_pmuv3/inst_retired/u,\
    armv8_pmuv3/inst_retired/k,armv8_pmuv3/cpu_cycles/,armv8_pmuv3/cpu_cycles/u,\
    armv8_pmuv3/cpu_cycles/k";
/// Instructions of ten known loops.
const KNOWN: f64 = 20_000_000.0;

pub(crate) fn the_seventh() {
    if !skip_unless("pmu", has_pmu()) {
        return;
    }
    let instructions = Event::Encoded(Encoded { pmu: Encoded::RAW, config: [8, 0, 0, 0] });
    let attributes = Attributes {
        event: instructions,
        // One that is off for good takes no room in the kernel's trial of the group
        // (drivers/perf/arm_pmu.c, `validate_event`).
        disabled: true,
        enable_on_exec: true,
        inherit: false,
        exclude_user: false,
        exclude_guest: false,
        exclude_kernel: true,
        exclude_hypervisor: true,
    };
    let leader = open(&attributes, None, None).unwrap();
    let mut group = Vec::new();
    for _ in 1..COUNTERS {
        group.push(open(&attributes, None, Some(&*leader)).unwrap());
    }
    let seventh = open(&attributes, None, Some(&*leader)).map(drop).unwrap_err();
    println!("the seventh of a group: {seventh}");
    assert_eq!(Refusal::of(&seventh), Refusal::Invalid);
    // By itself there is room for it, in turns.
    open(&attributes, None, None).unwrap();
}

/// The observations of the twelve in the counted run.
fn counted(estimate: bool) -> Vec<(String, Value)> {
    let program = "for i in 1 2 3 4 5 6 7 8 9 10; do loop-1000000; done";
    let words = ["stat", "-r", "1", "-w", "0", "--metrics", TWELVE, "--json", "-"];
    let estimate = estimate.then_some("--estimate");
    let words: Vec<&str> =
        words.into_iter().chain(estimate).chain(["--", "sh", "-c", program]).collect();
    let document = document(User::Root, &words);
    let runs = document["cases"][0]["runs"].as_array().unwrap();
    let run = runs.iter().find(|run| run["role"] == "counted").unwrap();
    let observed = run["observations"].as_object().unwrap().iter();
    let is_named = |id: &&String| id.starts_with("perf.raw.") || id.starts_with("pmu.");
    let named = observed.filter(|(id, _)| is_named(id));
    named.map(|(id, found)| (id.clone(), found.clone())).collect()
}

pub(crate) fn twelve() {
    if !skip_unless("pmu", has_pmu()) {
        return;
    }
    set_level(-1);
    let exact = counted(false);
    assert_eq!(exact.len(), 12, "{exact:?}");
    let measured: Vec<_> =
        exact.iter().filter(|(_, found)| found["status"] == "measured").collect();
    assert!(!measured.is_empty() && measured.len() < 12, "{exact:?}");
    for (id, found) in &exact {
        match found["status"].as_str().unwrap() {
            "measured" => assert_eq!(found["quality"], "exact", "{id}"),
            _ => assert!(!found["reason"].as_str().unwrap().is_empty(), "{id}"),
        }
    }
    let estimates = counted(true);
    let mut seen = 0;
    for (id, found) in estimates.iter().filter(|(_, found)| found["quality"] == "estimated") {
        let [enabled, running] = ["enabled_ns", "running_ns"].map(|name| found[name].as_u64());
        assert!(enabled > running, "{id}: {found}");
        let is_all = !id.ends_with(".kernel");
        let value = found["value"].as_f64().unwrap();
        println!("{id}: about {value}, on for {running:?} of {enabled:?} ns");
        // Twice as much or half of it would be another event, or another time.
        assert!(!is_all || (KNOWN * 0.7..KNOWN * 1.6).contains(&value), "{id}: {found}");
        seen += 1;
    }
    assert!(seen >= 6, "{estimates:?}");
}
