//! How much one iteration handles.

use probity_harness::Bencher;

/// How much one iteration handles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Throughput {
    /// So many bits.
    Bits(u64),
    /// So many bytes.
    Bytes(u64),
    /// So many bytes; reports choose the unit themselves.
    BytesDecimal(u64),
    /// So many elements, shown as items.
    Elements(u64),
    /// Both.
    ElementsAndBytes {
        /// So many elements, shown as items.
        elements: u64,
        /// So many bytes.
        bytes: u64,
    },
}

impl Throughput {
    /// Tells a bencher.
    pub(crate) fn told(&self, bencher: Bencher) -> Bencher {
        match *self {
            Self::Bits(bits) => bencher.per_iteration("bits", bits),
            Self::Bytes(bytes) | Self::BytesDecimal(bytes) => bencher.bytes(bytes),
            Self::Elements(elements) => bencher.items(elements),
            Self::ElementsAndBytes { elements, bytes } => bencher.items(elements).bytes(bytes),
        }
    }
}
