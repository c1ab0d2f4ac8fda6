//! What the counting allocator says of known allocations.

use probity_sys::allocation::{CountingAllocator, begin, end, is_installed};
use std::hint::black_box;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// One test, since all threads are counted.
#[test]
fn known_allocations_are_counted_as_they_are() {
    assert!(is_installed());

    begin();
    let idle = end();
    assert_eq!((idle.calls, idle.bytes, idle.peak), (0, 0, 0));

    begin();
    for _ in 0..3 {
        drop(black_box(Vec::<u8>::with_capacity(1_000)));
    }
    let three = end();
    assert_eq!((three.calls, three.bytes, three.peak), (3, 3_000, 1_000));

    begin();
    let mut grown: Vec<u8> = Vec::with_capacity(100);
    grown.reserve_exact(300);
    let grown_to = end();
    assert_eq!((grown_to.calls, grown_to.bytes, grown_to.peak), (2, 300, 300));

    // What was there before may go: nothing is below nothing.
    begin();
    drop(black_box(grown));
    assert_eq!(end().peak, 0);

    begin();
    let worker = std::thread::spawn(|| drop(black_box(Vec::<u8>::with_capacity(5_000))));
    worker.join().unwrap();
    assert!(end().bytes >= 5_000, "other threads are counted");

    drop(black_box(vec![0_u8; 9]));
    begin();
    assert_eq!(end().calls, 0, "nothing is kept from before");
}
