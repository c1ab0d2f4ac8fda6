//! Benchmarks that behave: what the tests in `tests/bench` list, measure, save and compare.
//!
//! A copy whose file ends with the word `later` is taken for a later build: it has other cases, in
//! another order, and one that is slower.
#![allow(missing_docs, reason = "benchmarks need none")]

use probity::{BatchSize, Bencher, Measured, black_box};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::time::Duration;

mod names;

/// Whether this is taken for a later build.
fn is_later() -> bool {
    const WORD: &[u8] = b"later";
    let mut end = Vec::new();
    let file = std::env::current_exe().and_then(File::open);
    let read = file.and_then(|mut file| {
        file.seek(SeekFrom::End(-(WORD.len() as i64)))?;
        file.read_to_end(&mut end)
    });
    read.is_ok() && end == WORD
}

#[probity::bench]
fn sum() -> u64 {
    black_box(0..20_u64).sum()
}

/// Slower in the later build, by more than the noise of any machine.
#[probity::bench]
fn parse() -> u64 {
    if is_later() {
        std::thread::sleep(Duration::from_millis(1));
    }
    black_box("20").parse().unwrap_or_default()
}

/// One of them is gone in the later build, one is new, and one has moved.
#[probity::bench(args = if is_later() { [8, 2] } else { [1, 8] })]
fn sort(b: Bencher, n: usize) -> Measured {
    let sort = |mut all: Vec<usize>| {
        all.sort_unstable();
        all
    };
    b.items(n as u64).iter_batched(|| (0..n).rev().collect(), sort, BatchSize::SmallInput)
}

/// Comes to something else in the later build, and corrects itself in what it handles.
#[probity::bench]
fn digest(b: Bencher) -> Measured {
    let measured = b.items(1).iter(|| black_box(1_u64));
    let measured = measured.checksum(if is_later() { "ff" } else { "3d" });
    measured.rate("items", 2.0).rate("items", 3.0)
}

#[probity::bench]
fn skipped(b: Bencher) -> Measured {
    b.skip("there is no second disk")
}

#[probity::bench(ignore = "slow")]
fn ignored() -> u64 {
    black_box(3)
}

probity::main!(
    provenance = [
        ("corpus", "two words"),
        ("Upper case", 1),
        ("version", if is_later() { "later" } else { "first" }),
    ]
);
