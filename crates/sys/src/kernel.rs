//! The calls that sources make, behind a trait, so that a test can emulate time and a kernel.

use crate::counter::{self, Attributes, Counter, Encoding, Group, LibraryError, Members};
use crate::usage::Usage;
use crate::{clock, usage};
use std::io;

/// Calls about this process, about time and about counters.
pub trait Kernel: Send + Sync {
    /// Now on the monotonic clock, in nanoseconds; see [`clock::monotonic_ns`].
    fn monotonic_ns(&self) -> u64;

    /// The cycle counter of the CPU; see [`clock::cycles`]. An emulated kernel has none.
    fn cycles(&self) -> Option<u64> {
        None
    }

    /// CPU time of this process, in nanoseconds; see [`clock::process_cpu_ns`].
    ///
    /// # Errors
    /// What the kernel answered.
    fn process_cpu_ns(&self) -> io::Result<u64>;

    /// CPU time of another process, in nanoseconds; see [`clock::cpu_ns_of`].
    ///
    /// # Errors
    /// What the kernel answered; `Unsupported` of an emulated kernel that keeps none.
    fn cpu_ns_of(&self, _pid: u32) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// What is charged to this process; see [`usage::of_self`].
    ///
    /// # Errors
    /// What the kernel answered.
    fn usage_of_self(&self) -> io::Result<Usage>;

    /// Size of a memory page, in bytes.
    ///
    /// # Errors
    /// What the kernel answered; `Unsupported` where it cannot be asked.
    fn page_bytes(&self) -> io::Result<u64>;

    /// Opens a counter for a thread, or for the calling one; see [`counter::open`].
    ///
    /// # Errors
    /// What the kernel answered, see [`counter::Refusal`]; `Unsupported` of an emulated kernel that
    /// has none.
    fn open_counter(
        &self,
        _attributes: &Attributes,
        _thread: Option<u32>,
        _leader: Option<&dyn Counter>,
    ) -> io::Result<Box<dyn Counter>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Opens a counter of whatever happens on a CPU; see [`counter::open_on`].
    ///
    /// # Errors
    /// As [`Kernel::open_counter`].
    fn open_counter_on(&self, _attributes: &Attributes, _cpu: u32) -> io::Result<Box<dyn Counter>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// The encoding of an event by a library of events; see [`counter::encode`].
    ///
    /// # Errors
    /// [`counter::LibraryError`]; an emulated machine has no such library.
    fn encode_event(&self, _name: &str) -> Result<Encoding, LibraryError> {
        Err(LibraryError::Missing("this machine is emulated".to_owned()))
    }

    /// Opens counters of the calling thread as one group; see [`counter::Group`].
    ///
    /// # Errors
    /// What the kernel answered for the first event that it refused, see [`counter::Refusal`];
    /// `InvalidInput` without events; `Unsupported` elsewhere than on Linux, and of an emulated
    /// kernel that has none.
    fn open_group(&self, _members: &Members<'_>) -> io::Result<Box<dyn Group>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Makes a system call that does nothing (getpid), past all that a library keeps: it costs what
    /// entering and leaving the kernel does.
    ///
    /// # Errors
    /// `Unsupported` elsewhere than on Linux, and of an emulated kernel.
    fn system_call(&self) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// What a hypervisor calls itself in CPUID (leaf 0x40000000), padded with NULs. `None` where
    /// there is no hypervisor, or it cannot be asked so; an emulated kernel has none.
    fn hypervisor_signature(&self) -> Option<[u8; 12]> {
        None
    }
}

/// The kernel we run on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Live;

impl Kernel for Live {
    fn monotonic_ns(&self) -> u64 {
        clock::monotonic_ns()
    }

    fn cycles(&self) -> Option<u64> {
        clock::cycles()
    }

    fn process_cpu_ns(&self) -> io::Result<u64> {
        clock::process_cpu_ns()
    }

    fn cpu_ns_of(&self, pid: u32) -> io::Result<u64> {
        clock::cpu_ns_of(pid)
    }

    fn usage_of_self(&self) -> io::Result<Usage> {
        usage::of_self()
    }

    fn page_bytes(&self) -> io::Result<u64> {
        page_bytes()
    }

    fn open_counter(
        &self,
        attributes: &Attributes,
        thread: Option<u32>,
        leader: Option<&dyn Counter>,
    ) -> io::Result<Box<dyn Counter>> {
        counter::open(attributes, thread, leader)
    }

    fn open_counter_on(&self, attributes: &Attributes, cpu: u32) -> io::Result<Box<dyn Counter>> {
        counter::open_on(attributes, cpu)
    }

    fn encode_event(&self, name: &str) -> Result<Encoding, LibraryError> {
        counter::encode(name)
    }

    #[cfg(target_os = "linux")]
    fn open_group(&self, members: &Members<'_>) -> io::Result<Box<dyn Group>> {
        counter::group::open(members)
    }

    #[cfg(target_os = "linux")]
    #[inline]
    fn system_call(&self) -> io::Result<()> {
        // SAFETY: getpid takes no arguments, touches no memory and cannot fail.
        unsafe { libc::syscall(libc::SYS_getpid) };
        Ok(())
    }

    fn hypervisor_signature(&self) -> Option<[u8; 12]> {
        hypervisor_signature()
    }
}

#[cfg(target_arch = "x86_64")]
fn hypervisor_signature() -> Option<[u8; 12]> {
    use std::arch::x86_64::__cpuid;
    /// Set by hypervisors, never by a CPU (leaf 1, ECX).
    const GUEST: u32 = 1 << 31;
    if __cpuid(1).ecx & GUEST == 0 {
        return None;
    }
    let found = __cpuid(0x4000_0000);
    let mut signature = [0; 12];
    let words = [found.ebx, found.ecx, found.edx];
    for (bytes, word) in signature.chunks_exact_mut(4).zip(words) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    Some(signature)
}

#[cfg(not(target_arch = "x86_64"))]
fn hypervisor_signature() -> Option<[u8; 12]> {
    None
}

#[cfg(unix)]
pub(crate) fn page_bytes() -> io::Result<u64> {
    // SAFETY: sysconf takes a plain integer and touches no memory of ours.
    match unsafe { libc::sysconf(libc::_SC_PAGESIZE) } {
        size if size > 0 => Ok(size as u64),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(not(unix))]
pub(crate) fn page_bytes() -> io::Result<u64> {
    Err(io::ErrorKind::Unsupported.into())
}
