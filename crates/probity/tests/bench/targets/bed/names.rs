//! Names that have broken some harness.

use probity::black_box;

#[probity::bench(name = "größe · 漢字")]
fn unicode() -> u64 {
    black_box(1)
}

/// Two names that differ in the last of 80 characters.
#[probity::bench(
    name = "a_name_that_is_so_long_that_a_file_of_it_would_be_cut_somewhere_before_its_end_1"
)]
fn long_1() -> u64 {
    black_box(1)
}

#[probity::bench(
    name = "a_name_that_is_so_long_that_a_file_of_it_would_be_cut_somewhere_before_its_end_2"
)]
fn long_2() -> u64 {
    black_box(2)
}
