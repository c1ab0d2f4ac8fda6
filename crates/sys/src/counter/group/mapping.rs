//! The kernel's page of one counter, mapped into this process.

use super::page::{Fields, Machine};
use super::registers;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use std::sync::atomic::{AtomicI64, AtomicU16, AtomicU32, AtomicU64, fence};
use std::{io, ptr};

/// The beginning of `struct perf_event_mmap_page` (include/uapi/linux/perf_event.h; as here since
/// Linux 5.12, older kernels leave the last two words 0). The kernel writes it at any time.
#[repr(C)]
struct Page {
    version: AtomicU32,
    compat_version: AtomicU32,
    lock: AtomicU32,
    index: AtomicU32,
    offset: AtomicI64,
    time_enabled: AtomicU64,
    time_running: AtomicU64,
    capabilities: AtomicU64,
    pmc_width: AtomicU16,
    time_shift: AtomicU16,
    time_mult: AtomicU32,
    time_offset: AtomicU64,
    time_zero: AtomicU64,
    size: AtomicU32,
    reserved: AtomicU32,
    time_cycles: AtomicU64,
    time_mask: AtomicU64,
}

const _: () = assert!(size_of::<Page>() == 96);
const _: () = assert!(std::mem::offset_of!(Page, lock) == 8);
const _: () = assert!(std::mem::offset_of!(Page, index) == 12);
const _: () = assert!(std::mem::offset_of!(Page, offset) == 16);
const _: () = assert!(std::mem::offset_of!(Page, time_enabled) == 24);
const _: () = assert!(std::mem::offset_of!(Page, time_running) == 32);
const _: () = assert!(std::mem::offset_of!(Page, capabilities) == 40);
const _: () = assert!(std::mem::offset_of!(Page, pmc_width) == 48);
const _: () = assert!(std::mem::offset_of!(Page, time_shift) == 50);
const _: () = assert!(std::mem::offset_of!(Page, time_mult) == 52);
const _: () = assert!(std::mem::offset_of!(Page, time_offset) == 56);
const _: () = assert!(std::mem::offset_of!(Page, time_zero) == 64);
const _: () = assert!(std::mem::offset_of!(Page, size) == 72);
const _: () = assert!(std::mem::offset_of!(Page, time_cycles) == 80);
const _: () = assert!(std::mem::offset_of!(Page, time_mask) == 88);

/// A mapped page. The pointer keeps it in the thread that made it, as it has to be: the page is of
/// the counter of that thread.
pub(super) struct Mapping {
    page: NonNull<Page>,
    bytes: usize,
}

impl Mapping {
    /// Maps the page of the counter `file`, without a ring behind it.
    pub(super) fn new(file: &File) -> io::Result<Self> {
        // Elsewhere 64 bits are not loaded by one instruction, or by one that writes.
        if cfg!(not(target_pointer_width = "64")) {
            return Err(io::Error::from_raw_os_error(libc::ENOSYS));
        }
        let bytes = crate::kernel::page_bytes()?;
        let bytes = usize::try_from(bytes).map_err(|_| io::ErrorKind::Unsupported)?;
        // SAFETY: a new mapping at an address that the kernel chooses, of an open descriptor.
        let page = unsafe {
            let (read, shared) = (libc::PROT_READ, libc::MAP_SHARED);
            libc::mmap(ptr::null_mut(), bytes, read, shared, file.as_raw_fd(), 0)
        };
        if page == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let page = NonNull::new(page.cast()).ok_or(io::ErrorKind::Unsupported)?;
        Ok(Self { page, bytes })
    }

    #[inline]
    fn page(&self) -> &Page {
        // SAFETY: the mapping is a page of memory, which is larger than the structure and aligned
        // for it, and lives as long as `self`. What is in it are atomics, as the kernel writes it
        // while we read; it is only loaded from, and by loads that one instruction does.
        unsafe { self.page.as_ref() }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: exactly what was mapped, and nothing refers to it any more. It cannot fail so.
        unsafe { libc::munmap(self.page.as_ptr().cast(), self.bytes) };
    }
}

impl Machine for Mapping {
    #[inline]
    fn lock(&self) -> u32 {
        self.page().lock.load(Acquire)
    }

    #[inline]
    fn lock_again(&self) -> u32 {
        fence(Acquire);
        self.page().lock.load(Relaxed)
    }

    #[inline]
    fn fields(&self) -> Fields {
        let page = self.page();
        Fields {
            index: page.index.load(Relaxed),
            offset: page.offset.load(Relaxed),
            time_enabled: page.time_enabled.load(Relaxed),
            time_running: page.time_running.load(Relaxed),
            capabilities: page.capabilities.load(Relaxed),
            pmc_width: page.pmc_width.load(Relaxed),
            time_shift: page.time_shift.load(Relaxed),
            time_mult: page.time_mult.load(Relaxed),
            time_offset: page.time_offset.load(Relaxed),
            time_cycles: page.time_cycles.load(Relaxed),
            time_mask: page.time_mask.load(Relaxed),
        }
    }

    #[inline]
    fn clock(&self) -> u64 {
        registers::clock()
    }

    #[inline]
    fn register(&self, number: u32) -> Option<u64> {
        // SAFETY: this is asked only with a number from the page while the page says that user mode
        // may read it (`cap_user_rdpmc`, which the kernel sets for mapped counters of this process
        // only). Should the thread have been moved since the number was read, the kernel keeps the
        // registers of all CPUs open to a process with a mapped counter (x86-64: CR4.PCE of the mm;
        // arm64: PMUSERENR_EL0 is set wherever the thread runs; RISC-V: SCOUNTEREN alike).
        unsafe { registers::counter(number) }
    }
}
