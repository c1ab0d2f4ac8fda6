//! Bodies that say more than anybody wants to hear.

use probity::{Bencher, Measured};
use std::io::Write;

/// How much is written: far more than a pipe or the instrument keeps.
const BYTES: usize = 50 << 20;

fn flood(mut out: impl Write) {
    let block = [b'x'; 1 << 16];
    for _ in 0..BYTES / block.len() {
        // Whether anybody reads it is what is tested.
        let _ = out.write_all(&block);
    }
}

#[probity::bench(ignore = "hostile")]
fn floods_output(b: Bencher) -> Measured {
    flood(std::io::stdout().lock());
    b.iter(|| 1)
}

#[probity::bench(ignore = "hostile")]
fn floods_errors(b: Bencher) -> Measured {
    flood(std::io::stderr().lock());
    b.iter(|| 1)
}

/// And fails: what it said last is what is wanted.
#[probity::bench(ignore = "hostile")]
fn floods_and_fails() -> Result<(), &'static str> {
    flood(std::io::stderr().lock());
    Err("the end of a flood")
}
