//! Benchmarks that do what has broken some harness, and one that behaves among them.
//!
//! All but that one are ignored, so that nobody runs them who does not mean to.
#![allow(missing_docs, reason = "benchmarks need none")]

mod ends;
mod floods;
mod leaves;
mod trifles;

#[probity::bench]
fn behaves() -> u64 {
    probity::black_box(0..20_u64).sum()
}

/// What its provenance does.
fn asked() -> String {
    std::env::var("HOSTILE_PROVENANCE").unwrap_or_else(|_| "none".to_owned())
}

fn name() -> String {
    if asked() == "empty" { String::new() } else { "asked".to_owned() }
}

#[allow(clippy::panic, reason = "it is what a user's code may do")]
fn value() -> String {
    match asked().as_str() {
        "panic" => panic!("no provenance"),
        "long" => "x".repeat(256),
        other => other.to_owned(),
    }
}

probity::main!(provenance = [(name(), value())]);
