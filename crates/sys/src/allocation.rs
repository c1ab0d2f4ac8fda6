//! An allocator that counts while it is asked to: the system's own, with a look at a switch.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};

static IS_INSTALLED: AtomicBool = AtomicBool::new(false);
static IS_COUNTING: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);
/// Bytes allocated and not freed since counting began. What was there before may be freed too.
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

/// The system's allocator, counting while [`begin`] and [`end`] ask for it: calls of all threads.
/// Otherwise it costs one relaxed load of a flag that nobody writes.
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: probity_sys::allocation::CountingAllocator =
///     probity_sys::allocation::CountingAllocator::new();
/// ```
#[derive(Debug, Default)]
pub struct CountingAllocator(());

/// What was allocated between a [`begin`] and an [`end`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allocations {
    /// Allocations, and reallocations.
    pub calls: u64,
    /// Bytes that were asked for; of a reallocation what it grew by.
    pub bytes: u64,
    /// The most bytes that were allocated at a time, beyond those at the beginning.
    pub peak: u64,
}

impl CountingAllocator {
    /// The allocator.
    pub const fn new() -> Self {
        Self(())
    }
}

/// Whether it is the allocator of this process.
pub fn is_installed() -> bool {
    // There has been an allocation before `main`; this is for processes that have had none.
    drop(std::hint::black_box(Box::new(0_u8)));
    IS_INSTALLED.load(Ordering::Relaxed)
}

/// Begins to count. One at a time counts: a second call begins anew.
pub fn begin() {
    for total in [&CALLS, &BYTES] {
        total.store(0, Ordering::Relaxed);
    }
    LIVE.store(0, Ordering::Relaxed);
    PEAK.store(0, Ordering::Relaxed);
    IS_COUNTING.store(true, Ordering::SeqCst);
}

/// Stops counting, and says what there was.
pub fn end() -> Allocations {
    IS_COUNTING.store(false, Ordering::SeqCst);
    so_far()
}

/// What there was since counting began.
pub fn so_far() -> Allocations {
    Allocations {
        calls: CALLS.load(Ordering::Relaxed),
        bytes: BYTES.load(Ordering::Relaxed),
        peak: u64::try_from(PEAK.load(Ordering::Relaxed)).unwrap_or(0),
    }
}

/// Memory has grown by `bytes`; a size never passes `isize::MAX` (`Layout`).
#[cold]
fn grown(bytes: usize) {
    CALLS.fetch_add(1, Ordering::Relaxed);
    BYTES.fetch_add(bytes as u64, Ordering::Relaxed);
    let live = LIVE.fetch_add(bytes as i64, Ordering::Relaxed) + bytes as i64;
    PEAK.fetch_max(live, Ordering::Relaxed);
}

#[cold]
fn shrunk(bytes: usize) {
    LIVE.fetch_sub(bytes as i64, Ordering::Relaxed);
}

#[inline]
fn is_counting() -> bool {
    IS_COUNTING.load(Ordering::Relaxed)
}

#[inline]
fn note() {
    // Written once, so that the line stays shared between CPUs.
    if !IS_INSTALLED.load(Ordering::Relaxed) {
        IS_INSTALLED.store(true, Ordering::Relaxed);
    }
}

// SAFETY: every call is passed on to the system's allocator as it came, and its answer back; what
// is done beside it neither allocates nor panics.
unsafe impl GlobalAlloc for CountingAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note();
        if is_counting() {
            grown(layout.size());
        }
        // SAFETY: the caller's obligations are those of this call.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note();
        if is_counting() {
            grown(layout.size());
        }
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        if is_counting() {
            shrunk(layout.size());
        }
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if is_counting() {
            grown(size.saturating_sub(layout.size()));
            shrunk(layout.size().saturating_sub(size));
        }
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}
