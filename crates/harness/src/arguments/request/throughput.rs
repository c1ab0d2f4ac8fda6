//! What an iteration handles.

use crate::arguments::error::UsageError;
use crate::arguments::given::Given;
use crate::arguments::option::effort;
use crate::arguments::value::number;
use std::num::NonZeroU64;

/// What one iteration of every benchmark handles, whatever the benchmark says itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Throughput {
    /// Bytes.
    pub bytes: Option<NonZeroU64>,
    /// Items.
    pub items: Option<NonZeroU64>,
    /// Characters of a text.
    pub chars: Option<NonZeroU64>,
}

impl Throughput {
    pub(crate) fn read(given: &Given) -> Result<Self, UsageError> {
        Ok(Self {
            bytes: given.value(&effort::BYTES_COUNT, number::large_count)?,
            items: given.value(&effort::ITEMS_COUNT, number::large_count)?,
            chars: given.value(&effort::CHARS_COUNT, number::large_count)?,
        })
    }
}
