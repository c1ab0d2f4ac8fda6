//! Count, total and minimum of a path that has two points to read a clock at.

use crate::Totals;
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How often the exchange of the minimum is tried.
const ATTEMPTS: u32 = 8;
/// The minimum before the first value. A value as large as this is not kept as a minimum.
const NONE: u64 = u64::MAX;

/// Count, total and minimum of what the caller measures with a clock of its own.
///
/// ```
/// static PARSED: probity_marker::Tally = probity_marker::Tally::new("parse", "ns");
/// PARSED.add(120);
/// PARSED.add(80);
/// assert_eq!(PARSED.totals().to_string(), "parse 2 200 80");
/// ```
#[derive(Debug)]
pub struct Tally {
    name: &'static str,
    unit: &'static str,
    count: AtomicU64,
    total: AtomicU64,
    minimum: AtomicU64,
    lost: AtomicU64,
}

impl Tally {
    /// An empty tally of values in `unit`; the name has no white space.
    pub const fn new(name: &'static str, unit: &'static str) -> Self {
        Self {
            name,
            unit,
            count: AtomicU64::new(0),
            total: AtomicU64::new(0),
            minimum: AtomicU64::new(NONE),
            lost: AtomicU64::new(0),
        }
    }

    /// One more occurrence, of this size. The total wraps beyond 2^64 (of nanoseconds: after 584
    /// years).
    #[inline]
    pub fn add(&self, value: u64) {
        self.count.fetch_add(1, Relaxed);
        self.total.fetch_add(value, Relaxed);
        if value < self.minimum.load(Relaxed) {
            self.lower(value);
        }
    }

    /// One more occurrence between two readings of the caller's clock. Where the clock went
    /// backwards nothing is added but one lost update.
    #[inline]
    pub fn between(&self, start: u64, end: u64) {
        match end.checked_sub(start) {
            Some(value) => self.add(value),
            None => drop(self.lost.fetch_add(1, Relaxed)),
        }
    }

    /// What was tallied so far.
    pub fn totals(&self) -> Totals {
        let minimum = Some(self.minimum.load(Relaxed)).filter(|&minimum| minimum != NONE);
        Totals {
            name: self.name,
            unit: self.unit,
            count: self.count.load(Relaxed),
            timed: minimum.map(|minimum| (self.total.load(Relaxed), minimum)),
            lost: self.lost.load(Relaxed),
        }
    }

    /// Rare, so kept out of the path. It never spins without bound: an exchange fails only where
    /// another thread changed the minimum or, on some processors, for no reason; after a fixed
    /// number of attempts it gives up, and what may have been the minimum is counted as lost.
    #[cold]
    fn lower(&self, value: u64) {
        let mut seen = self.minimum.load(Relaxed);
        for _ in 0..ATTEMPTS {
            if seen <= value {
                return;
            }
            match self.minimum.compare_exchange_weak(seen, value, Relaxed, Relaxed) {
                Ok(_) => return,
                Err(now) => seen = now,
            }
        }
        self.lost.fetch_add(1, Relaxed);
    }
}
