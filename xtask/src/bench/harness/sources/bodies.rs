//! Bodies of known work. Nothing that they work on is known to the compiler.
#![allow(dead_code, reason = "not all bodies are benchmarks of each target")]

use std::fmt::Write;
use std::hint::black_box;

const FACTOR: u64 = 6_364_136_223_846_793_005;

/// So many multiplications, each of which waits for the one before. No two are one for the
/// compiler.
pub fn chain(steps: u64) -> u64 {
    let mut value = black_box(3_u64);
    for _ in 0..steps {
        value = value.wrapping_mul(FACTOR) ^ 1;
    }
    value
}

/// Sorts so many numbers.
pub fn sort(count: usize) -> u64 {
    let mut value = black_box(3_u64);
    let next = |_| {
        value = value.wrapping_mul(FACTOR) ^ 1;
        value >> 32
    };
    let mut values: Vec<u64> = (0..count).map(next).collect();
    values.sort_unstable();
    values[count / 2]
}

/// Hashes so many numbers.
pub fn hash(count: u64) -> u64 {
    let step = |hash: u64, number: u64| {
        let bytes = black_box(number).to_le_bytes().into_iter();
        bytes.fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    };
    (0..count).fold(0xcbf2_9ce4_8422_2325, step)
}

/// Writes so many numbers.
pub fn format(count: u64) -> u64 {
    let mut text = String::new();
    for number in 0..black_box(count) {
        let _ = write!(text, "{number}: {:.3}, ", number as f64 / 7.0);
    }
    text.len() as u64
}
