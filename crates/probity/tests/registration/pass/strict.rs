//! Every form, where nothing at all may be warned of.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unreachable_pub, unused_results, missing_debug_implementations)]
#![deny(single_use_lifetimes, elided_lifetimes_in_paths, trivial_casts, let_underscore_drop)]
#![deny(clippy::all, clippy::pedantic)]

use probity::{Bencher, Measured};
use std::collections::HashSet;

const SIZES: &[usize] = &[1, 2];

/// A plain body, seen from elsewhere.
#[probity::bench]
pub(crate) fn plain() -> u64 {
    probity::black_box(20)
}

#[probity::bench(args = [16, 1024])]
fn sort(b: probity::Bencher, n: usize) -> Measured {
    b.iter(|| vec![n; 3])
}

#[probity::bench(args = SIZES.iter().map(|n| n * 2).collect::<HashSet<usize>>())]
fn computed(n: usize) -> usize {
    n
}

#[probity::bench(args(rows = SIZES, kind = ["a", "b"]))]
fn scan(kind: &str, rows: usize) -> usize {
    kind.len() * rows
}

#[probity::bench(args = [String::new()])]
fn borrowed(text: &str) -> &str {
    text
}

#[probity::bench(args = [vec![1], vec![]])]
fn first(values: &[u8]) -> Option<&u8> {
    values.first()
}

#[probity::bench(types = [u8, u16], consts = [1, 1 << 3], args = 1..=2, threads = [1, 2])]
fn all<const N: usize, T: Default>(b: Bencher, n: u32) -> Result<Measured, String> {
    let n = u8::try_from(n).map_err(|error| error.to_string())?;
    Ok(b.iter_parallel(|| (N, T::default(), n)))
}

#[probity::bench(threads = [1, 2], args = ["a"])]
fn on_threads(text: &str) -> usize {
    text.len()
}

#[probity::bench(name = "fails", ignore = "to be seen")]
fn fallible() -> Result<u8, std::num::ParseIntError> {
    "x".parse()
}

#[cfg_attr(debug_assertions, ignore = "slow")]
#[probity::bench]
#[inline(never)]
fn with_attributes() {}

#[probity::bench]
#[cfg(any())]
fn left_out() {}

mod inner {
    use probity as renamed;

    const SIZES: [i8; 1] = [-1];

    pub(super) mod deeper {
        #[probity::bench(args = super::SIZES)]
        pub(in crate::inner) fn seen(n: i8) -> i8 {
            n
        }
    }

    #[renamed::bench(crate = renamed)]
    fn r#type(b: renamed::Bencher) -> renamed::Measured {
        b.iter(|| ())
    }

    pub(super) fn holds_one() {
        const LOCAL: [u8; 2] = [1, 2];

        #[probity::bench(args = LOCAL)]
        fn nested(n: u8) -> u8 {
            n
        }
    }
}

macro_rules! family {
    ($($name:ident, $of:ty, $value:expr, $bencher:ty;)*) => {$(
        #[probity::bench(types = [$of], args = [$value])]
        fn $name<T: From<u8>>(b: $bencher, n: u8) -> Measured {
            b.iter(|| T::from(n))
        }
    )*};
}

family! { one, u16, 1 + 1, probity::Bencher; two, u32, 2, Bencher; }

fn main() {
    inner::holds_one();
}
