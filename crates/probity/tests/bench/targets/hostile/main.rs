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

probity::main!();
