//! Bodies that are hardly there, and names that are too much so.

use probity::{Bencher, Measured, black_box};

#[probity::bench(ignore = "hostile")]
fn nothing() {}

/// Of which a processor does some in a cycle.
#[probity::bench(ignore = "hostile")]
fn addition(b: Bencher) -> Measured {
    let mut sum = 0_u64;
    b.iter(|| sum += 1)
}

#[probity::bench(ignore = "hostile")]
fn sleeps() {
    std::thread::sleep(std::time::Duration::from_millis(5));
}

#[probity::bench(ignore = "hostile", name = "größe · 漢字")]
fn unicode() -> u64 {
    black_box(1)
}

#[probity::bench(
    ignore = "hostile",
    name = "a_name_of_three_hundred_characters_a_name_of_three_hundred_characters_a_name_of_\
    three_hundred_characters_a_name_of_three_hundred_characters_a_name_of_three_hund\
    red_characters_a_name_of_three_hundred_characters_a_name_of_three_hundred_charac\
    ters_a_name_of_three_hundred_characters_a_name_of_three_hund"
)]
fn of_300_characters() -> u64 {
    black_box(1)
}

#[probity::bench(ignore = "hostile", args = ["\u{1b}[31mred", "line\nline", "\0"])]
fn controls(text: &str) -> usize {
    text.len()
}
