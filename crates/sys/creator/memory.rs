//! Room for one order: a fixed block, and a mapping for what does not fit.

use crate::calls::{self, call};
use core::mem::size_of;

/// Holds most orders: of up to 56 KiB, however short their strings. Only pages that were touched
/// are there, and every program begins with a copy of them: a usual environment takes two or three.
const USUAL: usize = 512 << 10;
/// The kernel's own limit for arguments and environment is smaller (8 MiB of stack, a quarter).
const MOST: usize = 64 << 20;

const READ_WRITE: usize = 1 | 2;
const PRIVATE_ANONYMOUS: usize = 2 | 0x20;

static mut BLOCK: [u64; USUAL / 8] = [0; USUAL / 8];

/// Room for one order.
pub(crate) struct Block {
    start: usize,
    /// How much is mapped for it alone; 0 where it is the fixed block.
    mapped: usize,
    room: usize,
}

/// Room for an order of `length` bytes and the lists of its strings; none where there is none.
///
/// # Safety
/// At most one block is in use at a time.
pub(crate) unsafe fn block(length: usize) -> Option<Block> {
    if length > MOST {
        return None;
    }
    // A string takes a byte at least; three lists end in null.
    let room = needed(length, length + 3);
    if room <= USUAL {
        return Some(Block { start: (&raw mut BLOCK) as usize, mapped: 0, room: USUAL });
    }
    // SAFETY: a new mapping, at an address of the kernel's choice.
    let start =
        unsafe { call(calls::MMAP, [0, room, READ_WRITE, PRIVATE_ANONYMOUS, usize::MAX, 0]) };
    (start > 0).then_some(Block { start: start as usize, mapped: room, room })
}

/// What an order of `length` bytes with so many list entries takes.
const fn needed(length: usize, entries: usize) -> usize {
    length.next_multiple_of(size_of::<usize>()) + entries * size_of::<usize>()
}

impl Block {
    /// Where the order goes.
    pub(crate) fn start(&self) -> *mut u8 {
        self.start as *mut u8
    }

    /// Where `entries` addresses fit behind an order of `length` bytes, if they do.
    pub(crate) fn list(&self, length: usize, entries: usize) -> Option<*mut usize> {
        if entries > length + 3 || needed(length, entries) > self.room {
            return None;
        }
        Some((self.start + length.next_multiple_of(size_of::<usize>())) as *mut usize)
    }

    /// Gives back what was mapped for it.
    pub(crate) fn release(self) {
        if self.mapped > 0 {
            // SAFETY: mapped by `block`, and nobody uses it any more.
            unsafe { call(calls::MUNMAP, [self.start, self.mapped, 0, 0, 0, 0]) };
        }
    }
}
