//! The guest that these tests run in, and its users.

use probity_testbed::{Finished, Scratch, Tool};
use serde_json::Value;
use std::fs;

/// Whose process it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum User {
    Root,
    /// One without privileges.
    Plain,
}

/// The plain user and its group.
const PLAIN: u32 = 1000;
const LEVEL: &str = "/proc/sys/kernel/perf_event_paranoid";

/// Whether this is a bed.
pub(crate) fn is_bed() -> Result<(), String> {
    machine().map(drop).ok_or_else(|| "this is no emulated guest of `cargo xtask bed`".to_owned())
}

/// The name of the bed.
pub(crate) fn machine() -> Option<String> {
    std::env::var("PROBITY_BED").ok()
}

/// Whether the bed has a CPU that counts: one of them is known to.
pub(crate) fn has_pmu() -> Result<(), String> {
    match machine().as_deref() {
        Some("arm64") => Ok(()),
        _ => Err("the CPU of this bed counts nothing".to_owned()),
    }
}

/// Sets `kernel.perf_event_paranoid`.
pub(crate) fn set_level(level: i32) {
    fs::write(LEVEL, level.to_string()).unwrap();
}

/// Runs a command line as `user`; it may write where it is run.
pub(crate) fn run(user: User, words: &[&str], variables: &[(&str, &str)]) -> Finished {
    let scratch = Scratch::new();
    let uid = format!("--reuid={PLAIN}");
    let gid = format!("--regid={PLAIN}");
    let switch = match user {
        User::Root => vec![],
        User::Plain => {
            std::os::unix::fs::chown(scratch.path(), Some(PLAIN), Some(PLAIN)).unwrap();
            vec![&*uid, &*gid, "--clear-groups", "--"]
        }
    };
    let program = if user == User::Root { "env" } else { "setpriv" };
    let mut tool = Tool::new(program, scratch.path()).with("PROBITY_NO_KEEP", "1");
    for (name, value) in variables {
        tool = tool.with(name, value);
    }
    tool.run(switch.iter().chain(words))
}

/// The document of a `probity` command line that succeeds.
pub(crate) fn document(user: User, words: &[&str]) -> Value {
    let (code, document) = record(user, words);
    assert_eq!(code, 0, "{words:?}: {document}");
    document
}

/// The exit code and the document of a `probity` command line.
pub(crate) fn record(user: User, words: &[&str]) -> (i32, Value) {
    let finished = run(user, &[&["probity"], words].concat(), &[]);
    match (finished.code, serde_json::from_str(&finished.stdout)) {
        (Some(code), Ok(document)) => (code, document),
        _ => panic!("{words:?}: {finished:?}"),
    }
}
