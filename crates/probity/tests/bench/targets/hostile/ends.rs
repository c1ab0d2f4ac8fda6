//! Bodies that end in other ways than by returning what was measured.
#![allow(clippy::exit, clippy::panic, reason = "that is what they are for")]

use probity::{Bencher, Measured};
use std::process::Command;

#[probity::bench(ignore = "hostile")]
fn panics() {
    panic!("planted");
}

/// After some samples.
#[probity::bench(ignore = "hostile")]
fn panics_late(b: Bencher) -> Measured {
    let mut calls = 0;
    b.iter(move || {
        calls += 1;
        assert!(calls < 100, "planted late");
    })
}

#[probity::bench(ignore = "hostile")]
fn exits_with_0() {
    std::process::exit(0);
}

#[probity::bench(ignore = "hostile")]
fn exits_with_3() {
    std::process::exit(3);
}

#[probity::bench(ignore = "hostile")]
fn aborts() {
    std::process::abort();
}

/// By a signal that no program can catch.
#[probity::bench(ignore = "hostile")]
fn is_killed() {
    let own = std::process::id().to_string();
    let status = Command::new("kill").args(["-KILL", &own]).status();
    // It is on its way.
    std::thread::sleep(std::time::Duration::from_secs(5));
    panic!("still here: {status:?}");
}

/// More than the test lets it have.
#[probity::bench(ignore = "hostile")]
fn takes_10_gigabytes(b: Bencher) -> Measured {
    let bytes: Vec<u8> = Vec::with_capacity(10 << 30);
    b.iter(|| bytes.capacity())
}

#[probity::bench(ignore = "hostile")]
fn never_measures(_: Bencher) {}

#[probity::bench(ignore = "hostile")]
fn fails(b: Bencher) -> Result<Measured, String> {
    b.iter_fallible(|| Err::<(), _>("planted failure"))
}

#[probity::bench(ignore = "hostile")]
fn fails_before() -> Result<(), &'static str> {
    Err("planted\nin two lines")
}

#[probity::bench(ignore = "hostile")]
fn skips(b: Bencher) -> Measured {
    b.skip("nothing to measure here")
}

#[probity::bench(ignore = "hostile")]
fn skips_from_within() {
    probity::skip("nothing here either");
}
