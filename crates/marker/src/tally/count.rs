//! Occurrences of a path that has no second point to stop a clock at.

use crate::Totals;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How often something happened; it has neither total nor minimum.
#[derive(Debug)]
pub struct Count {
    name: &'static str,
    count: AtomicU64,
}

impl Count {
    /// Nothing happened yet; the name has no white space.
    pub const fn new(name: &'static str) -> Self {
        Self { name, count: AtomicU64::new(0) }
    }

    /// One more occurrence.
    #[inline]
    pub fn one(&self) {
        self.count.fetch_add(1, Relaxed);
    }

    /// What was counted so far.
    pub fn totals(&self) -> Totals {
        let count = self.count.load(Relaxed);
        Totals { name: self.name, unit: "count", count, timed: None, lost: 0 }
    }
}
