//! Work that is known to need cycles, instructions, branches, wrong predictions and a cache.

use probity_sys::kernel::Kernel;
use std::hint::black_box;

/// How long it is done, in nanoseconds: counters that take turns do so every 4 ms or less often, so
/// that a group that shares shows it, and one that never fits does not run at all.
const WORK_NS: u64 = 2_000_000;
/// Words that are walked through: 4 MiB, more than the caches next to a core hold.
const WORDS: usize = 1 << 19;
/// Steps between two looks at the clock.
const STEPS: usize = 64;

/// Memory to work on, which is made once.
pub(super) struct Work {
    words: Vec<u64>,
    state: u64,
}

impl Work {
    pub(super) fn new() -> Self {
        Self { words: vec![1; WORDS], state: 0x9e37_79b9_7f4a_7c15 }
    }

    /// Works for a while on this thread.
    pub(super) fn perform(&mut self, kernel: &dyn Kernel) {
        let start = kernel.monotonic_ns();
        while kernel.monotonic_ns().saturating_sub(start) < WORK_NS {
            for _ in 0..STEPS {
                self.step();
            }
        }
        black_box(self.state);
    }

    /// Neither the place nor the branch can be foreseen.
    fn step(&mut self) {
        // xorshift64 (Marsaglia, 2003).
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        let place = self.state as usize % WORDS;
        if black_box(self.state & 1 << 40) == 0 {
            self.words[place] = self.words[place].wrapping_add(self.state);
        } else {
            self.state = self.state.wrapping_add(black_box(self.words[place]) | 1);
        }
    }
}
