//! The example of each language says the same.

use crate::bed::{Given, NONCE, bytes_of, has, kinds, of_marker, said, windows};
use crate::{c, rust};
use probity_model::protocol::{Message, MessageKind as Kind};
use probity_testbed::{Scratch, is_root, skip_unless};
use std::ffi::OsString;

fn check(program: &[OsString], name: &str) {
    let said = said(program);
    let Message::Hello { protocol, program: called, nonce, .. } = &said[0].message else {
        panic!("{name}: no hello first: {said:?}");
    };
    assert_eq!((*protocol, called.as_str(), nonce.as_str()), (1, name, NONCE));
    assert!(said.iter().all(|line| line.pid == said[0].pid), "{name}: {said:?}");
    let mut kinds = kinds(&said);
    // The Rust program has a tally besides.
    kinds.dedup();
    let window = [Kind::WindowStart, Kind::WindowEnd];
    let expected = [
        &[Kind::Hello, Kind::Ready, Kind::Provenance, Kind::Phase][..],
        &window,
        &window,
        &[Kind::Work, Kind::Checksum, Kind::Counter, Kind::Result],
    ];
    assert_eq!(kinds, expected.concat(), "{name}");
    assert_eq!(windows(&said), [(String::from("scan"), 2)].into(), "{name}");
    let sum = format!("{:x}", 2 * (0..1000).map(|i: u64| i * i).sum::<u64>());
    for (kind, message) in [
        (Kind::Checksum, Message::Checksum { value: sum.clone() }),
        (Kind::Result, Message::Result { value: sum }),
        (Kind::Provenance, Message::Provenance { name: "rows".into(), value: "all".into() }),
        (Kind::Work, Message::Work { units: "rows".into(), count: 2000 }),
    ] {
        let found: Vec<&Message> =
            said.iter().map(|said| &said.message).filter(|said| said.kind() == kind).collect();
        assert_eq!(found, [&message], "{name}");
    }
    for given in [Given::NoNonce, Given::NoNumber] {
        assert!(bytes_of(program, given).is_empty(), "{name}: not asked, and wrote");
    }
}

#[test]
fn rust() {
    let program = rust::program("example");
    let said = said(&program);
    check(&program, "marked-rust");
    let counters: Vec<&str> = said
        .iter()
        .filter_map(|said| match &said.message {
            Message::Counter { name, .. } => Some(name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(counters, ["rounds", "round.count", "round.total", "round.minimum"]);
}

#[test]
fn c() {
    let scratch = Scratch::new();
    let sources = [of_marker("examples/marked.c")];
    if let Some(program) = c::compiled(&scratch, &sources) {
        check(&[program], "marked-c");
    }
}

#[test]
fn python() {
    if has("python3") {
        check(&["python3".into(), of_marker("examples/marked.py")], "marked-python");
    }
}

/// The writer of the example, with a fork in place of its work.
#[test]
fn a_forked_child_of_python_says_hello() {
    if !has("python3") {
        return;
    }
    let text = std::fs::read_to_string(of_marker("examples/marked.py")).unwrap();
    let (writer, _) = text.split_once("say(\"ready\")").unwrap();
    let forks = "if os.fork() == 0:\n    say('ready')\n    os._exit(0)\nos.wait()\nsay('ready')\n";
    let said = said(&["python3".into(), "-c".into(), format!("{writer}\n{forks}").into()]);
    let expected = [Kind::Hello, Kind::Hello, Kind::Ready, Kind::Ready];
    assert_eq!(kinds(&said), expected);
    assert_eq!((said[0].pid, said[1].pid), (said[3].pid, said[2].pid));
    assert_ne!(said[0].pid, said[1].pid);
}

#[test]
fn shell() {
    check(&["sh".into(), of_marker("examples/marked.sh")], "marked-shell");
    if has("bash") {
        check(&["bash".into(), of_marker("examples/marked.sh")], "marked-shell");
    }
}

/// A pipe belongs to the user who made it, and opens for no other: such a program is silent, and
/// runs on as if nobody measured.
#[test]
fn a_program_of_another_user_is_silent() {
    if !skip_unless("root", is_root()) || !has("setpriv") {
        return;
    }
    let text = std::fs::read_to_string(of_marker("examples/marked.sh")).unwrap();
    let shell = |user: &str| -> Vec<OsString> {
        let user = format!("--reuid={user}");
        ["setpriv", &user, "--clear-groups", "sh", "-c", &text].map(Into::into).into()
    };
    assert!(!bytes_of(&shell("0"), Given::Both).is_empty());
    assert!(bytes_of(&shell("65534"), Given::Both).is_empty());
}
