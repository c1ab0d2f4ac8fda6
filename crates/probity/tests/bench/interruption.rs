//! Ctrl-C while benchmarks are measured.

use crate::bed::{Bed, assert_told};
use probity_sys::{process, signal};
use probity_testbed::{eventually, finish, marked};

/// For minutes, if nobody ends it.
const LONG: [&str; 5] = ["--bench", "--processes", "10000", "--min-time", "10ms"];

#[test]
fn what_was_measured_is_shown_and_no_name_is_moved() {
    let Some(bed) = Bed::new() else { return };
    bed.save(&["sum"]);
    let pointer = bed.baselines().join("a.json");
    let before = std::fs::read(&pointer).unwrap();
    let words = LONG.iter().chain(&["--save-baseline", "a", "sum", "--output-format", "json"]);
    let child = bed.tool("bed").with("MARK", &mark(&bed)).command(words).spawn().unwrap();
    eventually("a process measures", || marked(&mark(&bed)).len() > 1);
    std::thread::sleep(std::time::Duration::from_millis(500));
    process::kill(child.id(), signal::INTERRUPT).unwrap();
    let finished = finish(child);
    assert_told(&finished, 130, &["failed to save the baseline 'a'", "stays what it was"]);
    assert!(finished.stdout.contains("\"id\":\"sum\""), "{finished:?}");
    assert_eq!(std::fs::read(&pointer).unwrap(), before);
    eventually("no process is left", || marked(&mark(&bed)).is_empty());
}

fn mark(bed: &Bed) -> String {
    format!("interrupted-{}", bed.path("").display())
}
