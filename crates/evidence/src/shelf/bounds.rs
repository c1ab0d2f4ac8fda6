//! How much a shelf holds.

/// The most a shelf holds. The oldest entries make room for a new one, which itself always stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Most entries.
    pub entries: usize,
    /// Most bytes of all their files together.
    pub bytes: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { entries: 200, bytes: 1 << 30 }
    }
}
