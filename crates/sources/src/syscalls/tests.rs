use super::architecture::{ALL, Architecture};
use super::choice::Choice;
use super::table::{CALLS, Call};
use super::tracefs::{id, is_known, is_locked_down, places};
use super::{METRICS, SOURCE};
use crate::descriptor::Offered;
use probity_model::{Pass, Scope};
use std::collections::BTreeSet;

fn number(architecture: Architecture, name: &str) -> Option<u16> {
    let call = CALLS.iter().find(|call| call.name() == name);
    call.and_then(|call| architecture.number(call))
}

#[test]
fn names_are_in_order_and_each_number_is_there_once() {
    assert!(CALLS.is_sorted_by(|one, other| one.name() < other.name()));
    for architecture in ALL {
        let numbers: Vec<u16> = CALLS.iter().filter_map(|call| architecture.number(call)).collect();
        let different: BTreeSet<u16> = numbers.iter().copied().collect();
        assert_eq!(different.len(), numbers.len(), "{}", architecture.name);
        assert!(numbers.len() > 300, "{}: {}", architecture.name, numbers.len());
    }
    assert!(CALLS.iter().all(|call| call.numbers.iter().any(Option::is_some)));
}

/// As the manual pages and every assembler program have them.
#[test]
fn numbers_are_the_kernels() {
    let [x86, arm, riscv] = ALL;
    for (name, numbers) in [
        ("read", [Some(0), Some(63), Some(63)]),
        ("getpid", [Some(39), Some(172), Some(172)]),
        ("exit_group", [Some(231), Some(94), Some(94)]),
        ("open", [Some(2), None, None]),
        ("renameat", [Some(264), Some(38), None]),
        ("riscv_hwprobe", [None, None, Some(258)]),
        ("mmap", [Some(9), Some(222), Some(222)]),
        ("clone3", [Some(435), Some(435), Some(435)]),
        ("file_setattr", [Some(469), Some(469), Some(469)]),
        ("uselib", [None, None, None]),
    ] {
        assert_eq!([x86, arm, riscv].map(|it| number(it, name)), numbers, "{name}");
    }
    let unused = |architecture: Architecture| {
        let exit = architecture.foreign_exit;
        let named = CALLS.iter().find(|call| architecture.number(call) == exit);
        exit.map(|_| named.map(Call::name))
    };
    assert_eq!([x86, arm, riscv].map(unused), [Some(Some("ioprio_get")), Some(None), None]);
}

#[test]
fn descriptors_follow_the_table() {
    assert_eq!(METRICS.len(), CALLS.len() + 1);
    for (metric, call) in METRICS[1..].iter().zip(CALLS) {
        assert_eq!((metric.id, metric.offered), (call.id, Offered::ByName));
        assert!(metric.summary.contains(call.name()), "{}", metric.summary);
    }
    assert_eq!((METRICS[0].id, METRICS[0].offered), ("syscalls.total", Offered::Broadly));
    assert!(METRICS[1..].iter().all(|metric| metric.id != METRICS[0].id));
    for metric in SOURCE.metrics {
        assert_eq!((metric.pass, metric.child.scope), (Pass::Counted, Scope::ProcessTree));
    }
}

#[test]
fn tracefs_is_found_wherever_it_is_mounted() {
    let mounts = "\
22 27 0:21 / /proc rw,relatime - proc proc rw
40 23 0:7 / /sys/kernel/debug rw,relatime shared:11 master:1 - debugfs debugfs rw
41 23 0:12 / /my\\040place\\134\\011 rw,nosuid - tracefs none rw
torn line 0:12 / /torn
43 23 0:12 / /again rw shared:1 - tracefs tracefs rw
";
    assert_eq!(places(mounts), ["/my place\\\t", "/again", "/sys/kernel/debug/tracing"]);
    assert!(places("").is_empty() && places("1 2 3 - tracefs").is_empty());
    // A name in another field is no kind.
    assert!(places("41 23 0:12 / /tracefs rw - tmpfs tracefs rw\n").is_empty());
}

#[test]
fn a_number_is_a_number() {
    assert_eq!(id(b"349\n"), Some(349));
    for none in [&b""[..], b"0\n", b"-1\n", b"3 4\n", b"\xff\n", b"x\n"] {
        assert_eq!(id(none), None);
    }
}

#[test]
fn what_the_kernel_says_of_tracefs_is_read() {
    assert!(is_known("nodev\tsysfs\nnodev\ttracefs\n\text4\n"));
    assert!(!is_known("nodev\tsysfs\nnodev\ttracefs2\n") && !is_known(""));
    assert!(is_locked_down("none integrity [confidentiality]\n"));
    assert!(!is_locked_down("none [integrity] confidentiality\n") && !is_locked_down(""));
}

#[test]
fn many_names_are_all_looked_for_once_and_then_those_that_are_made() {
    let place = |name: &str| CALLS.iter().position(|call| call.name() == name).unwrap();
    let (all, few): (Vec<usize>, Vec<usize>) = ((0..CALLS.len()).collect(), (0..48).collect());
    let choice = Choice::default();
    assert_eq!(choice.next(0, CALLS, &all), None, "nothing is known yet");
    choice.learn(0, [place("openat"), place("statx")], true);
    assert_eq!(choice.next(1, CALLS, &all), None, "nothing is known of another program");
    let next = choice.next(0, CALLS, &all).unwrap();
    for (name, is_in) in [("openat", true), ("statx", true), ("futex", true), ("reboot", false)] {
        assert_eq!(next.contains(&place(name)), is_in, "{name}");
    }
    assert!(next.len() < 30, "{next:?}");
    assert_eq!(choice.next(0, CALLS, &few), None, "few are cheap");
    choice.learn(0, [], false);
    assert_eq!(choice.next(0, CALLS, &all), None, "that was not enough");
    choice.learn(0, [place("reboot")], true);
    let next = choice.next(0, CALLS, &all).unwrap();
    assert!(next.contains(&place("reboot")) && next.contains(&place("openat")), "nothing is lost");
}
