//! What a user may write to choose metrics.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

use probity_sources::{Selection, SelectionError};

fn ids(selectors: &str) -> Vec<String> {
    let selection = Selection::parse(Some(selectors)).unwrap_or_else(|error| panic!("{error}"));
    selection.metrics().map(|id| id.to_string()).collect()
}

#[test]
fn nothing_said_is_everything_that_needs_no_counted_run() {
    let default = Selection::parse(None).unwrap();
    assert_eq!(default, Selection::all().timed());
    assert!(!default.is_counting() && Selection::all().is_counting());
    let counting = default.with_counters();
    assert!(counting.contains("perf.cycles") && !counting.contains("syscalls.total"));
    assert_eq!(counting.metrics().count() + 1, Selection::all().metrics().count());
    for all in ["all", "*", "**", "time.wall,all"] {
        assert_eq!(Selection::parse(Some(all)).unwrap(), Selection::all(), "{all}");
    }
    assert!(Selection::all().metrics().count() > 10);
}

#[test]
fn columns_keep_their_order_and_wall_time_is_always_in() {
    assert_eq!(ids("mem.peak_rss"), ["time.wall", "mem.peak_rss"]);
    assert_eq!(
        ids(" io.read_bytes , time.cpu_*"),
        [
            "time.wall",
            "time.cpu_user",
            "time.cpu_kernel",
            "time.cpu_total",
            "time.cpu_main_thread",
            "io.read_bytes"
        ]
    );
    let selection = Selection::parse(Some("io.*")).unwrap();
    assert!(selection.contains("io.read_calls") && !selection.contains("mem.peak_rss"));
    assert_eq!(selection.metrics().count(), 7);
}

#[test]
fn a_group_is_a_source_or_what_stands_before_the_dot() {
    for (group, same) in [
        ("psi", "psi.*"),
        ("perf", "perf.*"),
        ("mem", "mem.*"),
        ("io", "io.*"),
        ("procio", "io.*"),
        ("schedstat", "sched.run_queue_wait,time.cpu_main_thread"),
        ("wall", "time.wall"),
        ("psi,mem.peak_rss", "mem.peak_rss,psi.*"),
    ] {
        assert_eq!(ids(group), ids(same), "{group}");
    }
    assert!(Selection::parse(Some("ps")).is_err(), "no part of a name");
    assert!(Selection::parse(Some("psi.io")).is_err(), "no more than what is before the first dot");
}

#[test]
fn counters_are_added_and_left_out() {
    let selection = Selection::parse(Some("mem.peak_rss,perf.task_clock")).unwrap();
    assert!(selection.is_counting());
    let timed = selection.timed();
    assert!(!timed.is_counting() && timed.contains("mem.peak_rss"));
    assert_eq!(timed.timed(), timed);
    let counting = timed.with_counters();
    assert!(counting.contains("perf.cycles") && counting.contains("perf.ipc"));
    assert!(!counting.contains("time.cpu_total"));
    assert_eq!(counting.timed(), Selection::parse(Some("mem.peak_rss")).unwrap());
}

#[test]
fn what_follows_from_others_brings_them() {
    assert_eq!(ids("perf.ipc"), ["time.wall", "perf.cycles", "perf.instructions", "perf.ipc"]);
    assert_eq!(ids("perf.*").len(), 12);
    assert_eq!(ids("perf.cycles"), ["time.wall", "perf.cycles"]);
}

#[test]
fn a_listing_holds_what_is_named_and_no_more() {
    let named = |selectors| {
        let selection = Selection::exactly(selectors).unwrap();
        selection.metrics().map(|id| id.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(named("mem.peak_rss"), ["mem.peak_rss"]);
    assert_eq!(Selection::exactly("all").unwrap(), Selection::all());
    assert!(Selection::exactly("").is_err());
}

#[test]
fn a_star_stands_for_anything() {
    for (glob, and_wall) in [
        ("psi.*.full,psi.*.full", 4),
        ("*some", 4),
        ("*.read_*", 4),
        ("time*.wall", 1),
        ("p*i*.*m*y.*e", 2),
        ("mem.*_faults", 3),
    ] {
        assert_eq!(ids(glob).len(), and_wall, "{glob}");
    }
    // What a star leaves over must not be used twice.
    for none in ["time.wall*wall", "*x", "psi.*.somesome", "*some*psi*"] {
        assert!(Selection::parse(Some(none)).is_err(), "{none}");
    }
    let stars = "*i".repeat(4_000) + "!";
    assert!(Selection::parse(Some(&stars)).is_err(), "and it does not take for ever");
}

#[test]
fn what_comes_by_the_hundred_has_to_be_named() {
    for some in ["all", "*", "*e*", "s*", "*.read*", "sys*"] {
        let selection = Selection::parse(Some(some)).unwrap();
        assert!(!selection.contains("syscalls.read"), "{some}");
    }
    assert!(Selection::all().contains("syscalls.total"));
    assert!(!Selection::all().contains("syscalls.read"));
    assert_eq!(ids("syscalls.read"), ["time.wall", "syscalls.read"]);
    assert_eq!(ids("syscalls.get*id").first().map(String::as_str), Some("time.wall"));
    assert!(ids("syscalls.*").len() > 300 && ids("all,syscalls.read").len() < 60);
    let default = || Selection::parse(None).unwrap();
    let named = default().with_system_calls("read, get*id").unwrap();
    assert!(named.is_counting() && named.contains("syscalls.total"));
    assert!(named.contains("syscalls.getppid") && !named.contains("syscalls.write"));
    assert!(!named.contains("perf.cycles") && named.contains("mem.peak_rss"));
    assert_eq!(named.timed(), default());
    assert!(default().with_system_calls("*").unwrap().metrics().count() > 300);
    for (wrong, nearest) in [("opnat", "syscalls.openat"), ("read,", "syscalls")] {
        let error = default().with_system_calls(wrong).unwrap_err();
        let SelectionError::Unknown { nearest: near, .. } = error else {
            panic!("{wrong}: {error}")
        };
        assert!(near.starts_with(nearest), "{wrong}: {near}");
    }
}

#[test]
fn an_unknown_selector_is_named_with_its_nearest() {
    for (written, selector, nearest) in [
        ("io.red_bytes", "io.red_bytes", "io.read_bytes"),
        ("time.wall,cpu_user", "cpu_user", "time.cpu_user"),
        ("mem.peak-rss", "mem.peak-rss", "mem.peak_rss"),
        ("wal", "wal", "wall"),
        ("psy", "psy", "psi"),
        ("perf.instrutions", "perf.instrutions", "perf.instructions"),
        ("psi.memry.*", "psi.memry.*", "psi.memory.some"),
    ] {
        let error = Selection::parse(Some(written)).unwrap_err();
        let SelectionError::Unknown { selector: unknown, nearest: near } = error else {
            panic!("{written}: {error}")
        };
        assert_eq!(unknown, selector);
        let prefix = nearest.trim_end_matches("some");
        assert!(near.starts_with(prefix), "{written}: {near}");
    }
    for empty in ["", "time.wall,", ",", "TIME.WALL", "all.*"] {
        assert!(Selection::parse(Some(empty)).is_err(), "{empty}");
    }
    let error = Selection::parse(Some("a\x1bb")).unwrap_err();
    assert!(error.to_string().contains(r"`a\u{1b}b`"), "{error}");
}

#[test]
fn events_beside_the_table_are_named_in_a_list() {
    assert_eq!(
        ids("msr/tsc/,cpu/event=0xc0,umask=1/,perf.raw.r1c2,perf.cycles"),
        [
            "time.wall",
            "perf.cycles",
            "pmu.msr.tsc",
            "pmu.cpu.event_0xc0.umask_0x1",
            "perf.raw.r1c2"
        ]
    );
    assert_eq!(ids("perf.raw.r1c2,perf.raw.r01C2").len(), 2, "one event is asked for once");
    let selection = Selection::parse(Some("msr/tsc/")).unwrap();
    assert!(selection.is_counting() && selection.contains("pmu.msr.tsc"));
    assert!(!selection.timed().contains("pmu.msr.tsc"));
    let with = selection.clone().with_counters();
    assert!(with.contains("pmu.msr.tsc") && with.contains("perf.cycles"));
    assert!(selection.clone().estimating(true).is_estimating() && !selection.is_estimating());

    let of = |count: u32| {
        let events: Vec<String> = (0..count).map(|event| format!("perf.raw.r{event:x}")).collect();
        Selection::parse(Some(&events.join(",")))
    };
    assert_eq!(of(16).unwrap().metrics().count(), 17);
    assert_eq!(of(17).unwrap_err(), SelectionError::TooMany);
    for (list, says) in [
        ("cpu/a-b/,cpu/a_b/", "as that of `cpu/a-b/`"),
        ("msr/tsc,perf.cycles", "two slashes"),
        ("perf.raw.x", "hexadecimal"),
    ] {
        let error = Selection::parse(Some(list)).unwrap_err();
        assert!(error.to_string().contains(says), "{list}: {error}");
    }
}
