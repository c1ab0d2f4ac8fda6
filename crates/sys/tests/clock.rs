//! Clocks move.

use probity_sys::clock::{cycles, monotonic_ns};

#[test]
fn the_cycle_counter_moves_where_there_is_one() {
    assert_eq!(cycles().is_some(), cfg!(target_arch = "x86_64"));
    let (before, start) = (cycles(), monotonic_ns());
    while monotonic_ns() - start < 1_000_000 {}
    let after = cycles();
    if let Some((before, after)) = before.zip(after) {
        // A millisecond is a million cycles at 1 GHz; no such counter is ten times as slow.
        assert!(after > before && after - before > 100_000, "{before} {after}");
    }
}
