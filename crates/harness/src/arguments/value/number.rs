//! Whole numbers.

use std::num::{NonZeroU32, NonZeroU64};

/// A count from 1.
pub(crate) fn count(text: &str) -> Result<NonZeroU32, String> {
    text.trim().parse().map_err(|_| format!("give a whole number from 1 to {}", u32::MAX))
}

/// A large count from 1.
pub(crate) fn large_count(text: &str) -> Result<NonZeroU64, String> {
    text.trim().parse().map_err(|_| format!("give a whole number from 1 to {}", u64::MAX))
}

/// Any whole number.
pub(crate) fn whole(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| format!("give a whole number from 0 to {}", u64::MAX))
}
