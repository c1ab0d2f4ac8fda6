//! Who may count what: every level of `kernel.perf_event_paranoid`, for root and for a user without
//! privileges.

use crate::guest::{User, document, has_pmu, run, set_level};
use probity_sys::counter::{Attributes, Event, Hardware, Refusal, Software, open};
use std::process::Command;

/// The variable that makes this program tell what it may open, instead of testing.
pub(crate) const ROLE: &str = "PROBITY_BED_ROLE";

/// What a user may do at a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    /// Counting user mode.
    user: bool,
    /// Counting the kernel's too.
    kernel: bool,
    /// Counting what happens on a CPU, whoever it is.
    system: bool,
    /// Counting a tracepoint in one's own process, where its number can be read.
    tracepoint: bool,
    /// The same on a CPU.
    tracepoint_on_cpu: bool,
}

impl Row {
    const ALL: Self =
        Self { user: true, kernel: true, system: true, tracepoint: true, tracepoint_on_cpu: true };
    const OWN: Self = Self { system: false, tracepoint_on_cpu: false, ..Self::ALL };
    const USER_MODE: Self = Self { kernel: false, tracepoint: false, ..Self::OWN };
    const NOTHING: Self = Self { user: false, ..Self::USER_MODE };
}

/// The levels; 3 is Debian's own. What the plain user may was read off 6.1 and 6.12.
const LEVELS: [(i32, Row); 5] =
    [(-1, Row::ALL), (0, Row::ALL), (1, Row::OWN), (2, Row::USER_MODE), (3, Row::NOTHING)];

/// The kernel's part of it is asked for because perf, where it is refused, asks once more without
/// the kernel: that opens at level 2 and counts nothing.
const TRACEPOINT: &str = "syscalls:sys_enter_getpid:k";

const EVENTS: [Event; 3] = [
    Event::Hardware(Hardware::Cycles),
    Event::Hardware(Hardware::Instructions),
    Event::Software(Software::TaskClock),
];

/// Prints a line for each opening: mode, event, answer.
pub(crate) fn answer() {
    for exclude_kernel in [true, false] {
        for event in EVENTS {
            let attributes = Attributes {
                event,
                disabled: true,
                enable_on_exec: false,
                inherit: true,
                exclude_user: false,
                exclude_guest: false,
                exclude_kernel,
                exclude_hypervisor: exclude_kernel,
            };
            let answer = match open(&attributes, None, None) {
                Ok(_) => "Open".to_owned(),
                Err(error) => format!("{:?}", Refusal::of(&error)),
            };
            println!("{} {event:?} {answer}", if exclude_kernel { "user" } else { "kernel" });
        }
    }
}

pub(crate) fn levels() {
    open_tracefs();
    for (level, plain) in LEVELS {
        set_level(level);
        for (user, row) in [(User::Root, Row::ALL), (User::Plain, plain)] {
            assert_eq!(openings(user), expected(row), "{user:?} at {level}");
            let seen = Row {
                system: perf(user, &["-a", "-e", "task-clock"]),
                tracepoint: perf(user, &["-e", TRACEPOINT]),
                tracepoint_on_cpu: perf(user, &["-a", "-e", TRACEPOINT]),
                ..row
            };
            assert_eq!(seen, row, "{user:?} at {level}");
            println!("{level:2} {user:?}: {row:?}");
        }
    }
}

/// What this program, run as `user`, may open.
fn openings(user: User) -> String {
    let program = std::env::current_exe().unwrap();
    let finished = run(user, &[program.to_str().unwrap()], &[(ROLE, "1")]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    finished.stdout
}

/// What is to be expected of that: permission is asked before the hardware.
fn expected(row: Row) -> String {
    let mut lines = String::new();
    for (mode, may) in [("user", row.user), ("kernel", row.kernel)] {
        for event in EVENTS {
            let answer = match event {
                _ if !may => "Denied",
                Event::Hardware(_) if has_pmu().is_err() => "NoEvent",
                _ => "Open",
            };
            lines.push_str(&format!("{mode} {event:?} {answer}\n"));
        }
    }
    lines
}

/// Whether perf counts so.
fn perf(user: User, options: &[&str]) -> bool {
    run(user, &[&["perf", "stat"], options, &["--", "true"]].concat(), &[]).code == Some(0)
}

/// Lets everybody read the numbers of tracepoints: otherwise that is what is denied, at each level.
fn open_tracefs() {
    let script = "cd /sys/kernel/tracing && mount -o remount,mode=755 . && \
        chmod 755 events events/syscalls events/syscalls/sys_enter_getpid && \
        chmod 644 events/syscalls/sys_enter_getpid/*";
    let status = Command::new("sh").args(["-c", script]).status().unwrap();
    assert!(status.success(), "tracefs stays closed: {status}");
}

/// What Probity says of the same levels.
pub(crate) fn absences() {
    for (level, plain) in LEVELS {
        set_level(level);
        for (user, row) in [(User::Root, Row::ALL), (User::Plain, plain)] {
            for (metric, may) in [
                // Counted in user mode where the kernel's part is denied.
                ("perf.instructions", row.user),
                // Nearly all in the kernel, so absent without it.
                ("perf.context_switches", row.kernel),
            ] {
                let is_there = metric != "perf.instructions" || has_pmu().is_ok();
                let causes: &[Option<&str>] = match (may, is_there) {
                    (true, true) => &[None],
                    (true, false) => &[Some("no_hardware")],
                    (false, true) => &[Some("denied")],
                    // The kernel asks for permission first, and nothing more is heard of it.
                    (false, false) => &[Some("denied"), Some("no_hardware")],
                };
                let found = document(user, &["metrics", "--json", metric]);
                let found = &found["metrics"][0]["availability"];
                let cause = found["cause"].as_str();
                println!("{level:2} {user:?} {metric}: {found}");
                assert!(causes.contains(&cause), "{user:?} at {level}: {found}");
                assert_eq!(cause.is_none(), found["status"] == "available", "{found}");
                if cause == Some("denied") {
                    let gate = format!("kernel.perf_event_paranoid is {level}");
                    assert_eq!(found["gate"], *gate, "{user:?}: {found}");
                }
            }
        }
    }
}
