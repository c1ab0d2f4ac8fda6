//! Benchmarks of known work. Four of them repeat a unit of work as often as `AA_UNITS` says when
//! they are built; two do the same in every build. All builds have the same instructions but for
//! that one number, which the compiler is not let see through: a loop that is unrolled another way
//! is other work, too.

use probity::black_box;

probity::main!();

/// 1000, or a little more.
const UNITS: u64 = match u64::from_str_radix(env!("AA_UNITS"), 10) {
    Ok(units) => units,
    Err(_) => panic!(),
};
const FACTOR: u64 = 6_364_136_223_846_793_005;

/// Does a unit of work a hundred times, or a little more often. Each unit needs what the one before
/// came to, so that none runs beside another, and what is more work takes longer by as much.
fn repeat(unit: impl Fn(u64) -> u64) -> u64 {
    let mut state = black_box(3_u64);
    for _ in 0..black_box(UNITS / 10) {
        state = unit(state);
    }
    state
}

/// About 3 ns, in every build.
#[probity::bench]
fn same_chain_4() -> u64 {
    (0..4).fold(black_box(3_u64), |value, _| value.wrapping_mul(FACTOR) ^ 1)
}

/// About 60 ns, in every build.
#[probity::bench]
fn same_sort_16() -> [u32; 16] {
    let mut values = black_box([7, 1, 12, 3, 15, 0, 9, 4, 2, 14, 5, 11, 8, 6, 13, 10]);
    values.sort_unstable();
    values
}

/// About 200 ns.
#[probity::bench]
fn chain() -> u64 {
    repeat(|state| state.wrapping_mul(FACTOR) ^ (state >> 29))
}

/// About 1 µs.
#[probity::bench]
fn hash() -> u64 {
    repeat(|state| {
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        state.to_le_bytes().into_iter().fold(0xcbf2_9ce4_8422_2325 ^ state, step)
    })
}

/// About 15 µs.
#[probity::bench]
fn fib() -> u64 {
    fn of(n: u64) -> u64 {
        if n < 2 { n } else { of(n - 1) + of(n - 2) }
    }
    // No more than 9, which the compiler cannot know.
    repeat(|state| state.wrapping_add(of(9 + (state >> 63))) & 0xffff)
}

/// About 100 µs.
#[probity::bench]
fn parse() -> u64 {
    const TEXT: &str = "7919 0.25 name 104729\n15838 1.25 name 209458\n23757 2.25 name 314187\n\
                        31676 3.25 name 418916\n39595 4.25 name 523645\n47514 5.25 name 628374\n";
    repeat(|state| {
        let words = black_box(TEXT).lines().flat_map(str::split_whitespace);
        words.map(|word| word.parse::<f64>().map_or(1, f64::to_bits)).fold(state, u64::wrapping_add)
    })
}
