//! The Rust writer. Its programs are tests of this very file, started anew by the others.

use crate::bed::{Given, bytes_of, kinds, said, windows};
use probity_marker::{Outcome, Refusal};
use probity_model::protocol::{Message, MessageKind as Kind};
use std::ffi::OsString;
use std::time::Duration;

/// The test `programs::NAME`, as a program.
pub(crate) fn program(name: &str) -> Vec<OsString> {
    let test = format!("rust::programs::{name}");
    let own = std::env::current_exe().unwrap().into_os_string();
    [own].into_iter().chain(["--ignored", "--exact", &test].map(Into::into)).collect()
}

const THREADS: usize = 8;
const EACH: usize = 200;

mod programs {
    use super::*;

    fn descriptors() -> usize {
        std::fs::read_dir("/proc/self/fd").unwrap().count()
    }

    /// The descriptors that an executed program starts with, and the one it lists them by.
    fn inherited() -> Vec<u8> {
        std::process::Command::new("ls").arg("/proc/self/fd").output().unwrap().stdout
    }

    #[test]
    #[ignore = "a program that other tests start"]
    fn example() {
        crate::marked::main();
    }

    #[test]
    #[ignore = "a program that other tests start"]
    fn absent() {
        let before = descriptors();
        assert!(!probity_marker::is_connected());
        assert_eq!(probity_marker::ready(), Outcome::Absent);
        assert_eq!(probity_marker::work("rows", 1), Outcome::Absent);
        probity_marker::window("w").end();
        assert_eq!(descriptors(), before);
    }

    #[test]
    #[ignore = "a program that other tests start"]
    fn present() {
        let (before, inherited) = (descriptors(), inherited());
        assert_eq!(probity_marker::ready(), Outcome::Sent);
        assert_eq!(descriptors(), before + 1);
        assert_eq!(inherited, self::inherited(), "an executed program inherits the pipe we opened");
    }

    #[test]
    #[ignore = "a program that other tests start"]
    fn threads() {
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                scope.spawn(move || {
                    for round in 0..EACH {
                        let _window = probity_marker::window("w");
                        let text = "x".repeat((thread * 1000 + round * 17) % 4000);
                        assert_eq!(probity_marker::error(&text), Outcome::Sent);
                    }
                });
            }
        });
    }

    #[test]
    #[ignore = "a program that other tests start"]
    fn longer() {
        let text = "x".repeat(4096);
        let refused = Outcome::Refused(Refusal::TooLong);
        assert_eq!(probity_marker::checksum(&text), refused);
        probity_marker::window(&text).end();
    }

    #[test]
    #[ignore = "a program that other tests start"]
    fn panics() {
        let left = std::panic::catch_unwind(|| {
            let _window = probity_marker::window("left");
            panic!("on purpose");
        });
        assert!(left.is_err());
    }
}

#[test]
fn without_the_variables_no_descriptor_is_opened() {
    for given in [Given::NoNonce, Given::NoNumber] {
        assert!(bytes_of(&program("absent"), given).is_empty());
    }
    assert_eq!(kinds(&said(&program("present"))), [Kind::Hello, Kind::Ready]);
}

#[test]
fn lines_of_many_threads_never_mix() {
    let said = said(&program("threads"));
    assert_eq!(windows(&said), [("w".into(), THREADS * EACH)].into());
    let texts: Vec<&str> = said
        .iter()
        .filter_map(|said| match &said.message {
            Message::Error { message } => Some(message.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(texts.len(), THREADS * EACH);
    assert!(texts.iter().all(|text| text.bytes().all(|byte| byte == b'x')));
    let hellos: Vec<_> = said.iter().filter(|said| said.message.kind() == Kind::Hello).collect();
    // Threads may race to it; it is the same then, and before whatever they say.
    assert!((1..=THREADS).contains(&hellos.len()));
    assert!(hellos.iter().all(|hello| *hello == &said[0]));
}

/// The marker and the model each have a type of these words.
#[test]
fn kinds_of_counters_are_spelt_as_they_are_read() {
    use probity_marker::Kind as Ours;
    use probity_model::protocol::{CounterKind, Line, read_line};
    for (ours, theirs) in [
        (Ours::Counter, CounterKind::Counter),
        (Ours::Gauge, CounterKind::Gauge),
        (Ours::HighWater, CounterKind::HighWater),
        (Ours::Duration, CounterKind::Duration),
    ] {
        let (name, unit, value) = (&["n"][..], "ns", 1_u64.into());
        let said = probity_marker::Message::Counter { name, unit, kind: ours, value };
        let mut buffer = [0; 200];
        let line = said.line(None, &mut buffer).unwrap().strip_suffix(b"\n").unwrap();
        let Line::Said(read) = read_line(line) else { panic!("{ours:?} is not read") };
        let Message::Counter { kind, .. } = read.message else { panic!("{read:?}") };
        assert_eq!(kind, theirs);
    }
}

#[test]
fn what_is_too_long_is_refused_and_said() {
    assert_eq!(kinds(&said(&program("longer"))), [Kind::Hello, Kind::Error, Kind::Error]);
}

#[test]
fn a_window_that_a_panic_leaves_does_not_end() {
    assert_eq!(kinds(&said(&program("panics"))), [Kind::Hello, Kind::WindowStart]);
}

#[test]
fn a_full_pipe_makes_a_program_wait_and_loses_nothing() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let (mut reader, writer) = std::io::pipe().unwrap();
    let program = program("threads");
    let mut child = {
        let mut command = Command::new(&program[0]);
        command.args(&program[1..]).stdin(writer).stdout(Stdio::null());
        command.env("PROBITY_FD", "0").env("PROBITY_NONCE", "n").spawn().unwrap()
    };
    // It writes far more than a pipe holds, so it cannot end before it is read.
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "it ended with its lines unread");
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(text.matches("\"type\":\"error\"").count(), THREADS * EACH);
}
