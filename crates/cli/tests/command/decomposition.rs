//! Where the wall time of real programs went, or the reason why that is not told.

use crate::bed::{document, probity};
use probity_testbed::{Scratch, has_program, skip_unless};
use serde_json::Value;
use std::hint::black_box;
use std::process::{Child, Command, Stdio};
use std::thread;

/// Counts in one thread and one process: no shell needs a child for this.
const SPIN: &str = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done";
/// Has the copy of this program that is measured work in a second thread.
const WORK: &str = "TEST_OF_THREADS_WORKS";
/// What is true of a quiet machine only may need several campaigns on a busy one.
const ATTEMPTS: usize = 8;

/// The decomposition of the only command.
fn found<A: AsRef<std::ffi::OsStr>>(arguments: &[A]) -> Value {
    document(&Scratch::new(), arguments)["cases"][0]["decomposition"].take()
}

fn spinning() -> Value {
    found(&["-r", "3", "--", "sh", "-c", SPIN])
}

/// Whether waits are counted here; where not, nothing is ever divided.
fn is_divided(found: &Value) -> bool {
    let is_off = |reason: &Value| reason.as_str().is_some_and(|why| why.contains("accounting"));
    if is_off(&found["reason"]) {
        return skip_unless("accounting", Err(found["reason"].to_string()));
    }
    assert_eq!(found["status"], "divided", "{found}");
    let part = |name: &str| found[name].as_u64().unwrap();
    let parts = part("on_cpu_ns") + part("run_queue_wait_ns") + part("other_ns");
    assert_eq!(parts, part("wall_ns") + part("excess_ns"), "{found}");
    true
}

/// Asks `parts` (on CPU, run-queue wait, other) of a divided wall time until they are as they
/// should be, or out of attempts.
fn shown(measure: impl Fn() -> Value, parts: impl Fn([u64; 3], u64) -> bool) {
    let mut last = Value::Null;
    for _ in 0..ATTEMPTS {
        last = measure();
        if !is_divided(&last) {
            return;
        }
        let part = |name: &str| last[name].as_u64().unwrap();
        let all = ["on_cpu_ns", "run_queue_wait_ns", "other_ns"].map(part);
        if parts(all, part("wall_ns")) {
            return;
        }
    }
    panic!("never as it should be, at last {last}");
}

#[test]
fn a_spinner_is_on_the_cpu_and_a_sleeper_is_elsewhere() {
    shown(spinning, |[on_cpu, wait, _], wall| on_cpu > (wall - wait) / 2);
    let sleep = || found(&["-r", "3", "--", "sleep", "0.05"]);
    shown(sleep, |[_, _, other], wall| other > wall / 2);
}

#[test]
fn a_spinner_beside_another_on_one_cpu_waits_in_the_run_queue() {
    if !skip_unless("taskset", has_program("taskset")) {
        return;
    }
    let own = std::process::id().to_string();
    let asked = Command::new("taskset").args(["-cp", &own]).output().unwrap();
    let asked = String::from_utf8(asked.stdout).unwrap();
    // `pid 7's current affinity list: 0,2-5`
    let list = asked.rsplit(' ').next().unwrap();
    let cpu = list.trim().split([',', '-']).next().unwrap();
    let _other = Spinner::on(cpu);
    let crowded = || found(&["-r", "3", "--", "taskset", "-c", cpu, "sh", "-c", SPIN]);
    shown(crowded, |[on_cpu, wait, other], _| wait > on_cpu / 4 && wait > other);
}

/// A process that uses a CPU up until it is dropped.
struct Spinner(Child);

impl Spinner {
    fn on(cpu: &str) -> Self {
        let mut command = Command::new("taskset");
        command.args(["-c", cpu, "sh", "-c", "while :; do :; done"]).stdin(Stdio::null());
        Self(command.spawn().unwrap())
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Asserts that the time is not divided, and that the reason says so.
fn assert_undivided(found: &Value, reason: &str) {
    if found["reason"].as_str().is_some_and(|why| why.contains("accounting")) {
        let _ = skip_unless("accounting", Err(found["reason"].to_string()));
        return;
    }
    assert_eq!(found["status"], "undivided", "{found}");
    assert!(found["on_cpu_ns"].as_u64().unwrap() > 0, "{found}");
    assert!(found["reason"].as_str().unwrap().contains(reason), "{found}");
}

const OTHERS: &str = "other threads or waited-for descendants had ";

#[test]
fn another_thread_forbids_to_divide_it() {
    let own = std::env::current_exe().unwrap();
    let name = "decomposition::works_in_a_thread_when_it_is_told_to";
    let words = ["stat", "--json", "-", "-r", "3", "--"].map(Into::into);
    let program = [own.into_os_string(), name.into(), "--exact".into()];
    let scratch = Scratch::new();
    let finished = probity(&scratch).with(WORK, "1").run(words.into_iter().chain(program));
    let mut document = crate::bed::json(&finished);
    assert_undivided(&document["cases"][0]["decomposition"].take(), OTHERS);
}

/// Measured by the test above.
#[test]
fn works_in_a_thread_when_it_is_told_to() {
    if std::env::var_os(WORK).is_some() {
        let work = || (0..3_000_000_u64).fold(0, |sum, number| black_box(sum ^ number));
        assert!(thread::spawn(work).join().is_ok());
    }
}

#[test]
fn a_descendant_forbids_to_divide_it() {
    for script in ["sleep 0.01; true", "true | sleep 0.01; true", "(:) & wait"] {
        assert_undivided(&found(&["-r", "3", "--", "sh", "-c", script]), OTHERS);
    }
    let daemon = found(&["-r", "2", "--", "sh", "-c", "sleep 9 &"]);
    assert_undivided(&daemon, "left processes running, whose time is nobody's");
}

#[test]
fn it_is_told_where_details_are_and_only_there() {
    let scratch = Scratch::new();
    let line = "where the time went: true: ";
    let run = |arguments: &[&str]| {
        let finished = probity(&scratch).run(arguments);
        assert_eq!(finished.code, Some(0), "{finished:?}");
        finished.stdout
    };
    let kept = ["stat", "-r", "2", "--out", "kept", "--", "true"];
    assert!(!run(&kept).contains(line));
    for report in [&["report", "kept"][..], &["report", "kept", "--markdown"]] {
        let shown = run(report).replace("<code>true</code>", "true");
        assert_eq!(shown.matches(line).count(), 1, "{shown}");
    }
    assert!(run(&["stat", "-r", "2", "--metrics", "all", "--", "true"]).contains(line));
    let narrow = found(&["-r", "2", "--metrics", "mem.peak_rss", "--", "true"]);
    assert_eq!(narrow["status"], "unavailable");
    assert_eq!(narrow["reason"], "time.cpu_total was not asked for");
    let shown = run(&["stat", "-r", "2", "--metrics", "mem.peak_rss", "--", "true"]);
    assert!(!shown.contains("where the time went"), "{shown}");
}
