//! What a group counts, and what can be done with one.

use super::NotNow;
use crate::counter::{Count, Event};
use std::io;

/// What is counted for the calling thread, on whatever CPU it runs. The first event leads: all of
/// them are on the hardware, or none. What the thread creates is not counted: a counter that is
/// inherited cannot be read without a system call.
#[derive(Clone, Copy, Debug)]
pub struct Members<'a> {
    /// The events, one at least.
    pub events: &'a [Event],
    /// Nothing is counted while the kernel runs.
    pub exclude_kernel: bool,
    /// Nothing is counted while a hypervisor runs.
    pub exclude_hypervisor: bool,
}

/// The two times of a group, since it was opened; all members share them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// How long it was wanted while the thread was on a CPU, in nanoseconds.
    pub enabled_ns: u64,
    /// How long of that it really counted, in nanoseconds.
    pub running_ns: u64,
}

/// An open group, off until it is enabled. It counts nothing any more once it is dropped.
///
/// It cannot be sent to another thread: what its registers hold is only true in the thread that is
/// counted.
///
/// ```compile_fail
/// fn sent(_: impl Send) {}
/// fn group(group: Box<dyn probity_sys::counter::Group>) {
///     sent(group);
/// }
/// ```
pub trait Group {
    /// Switches all members on.
    ///
    /// # Errors
    /// What the kernel answered.
    fn enable(&self) -> io::Result<()>;

    /// Switches all members off.
    ///
    /// # Errors
    /// What the kernel answered.
    fn disable(&self) -> io::Result<()>;

    /// The totals of all members since the group was opened, of one moment and in their order, by
    /// one system call. Allocates nothing.
    ///
    /// # Errors
    /// What the kernel answered; `UnexpectedEof` where it has given the group up; `InvalidInput`
    /// where `values` has not exactly one place per member.
    fn read(&mut self, values: &mut [u64]) -> io::Result<Times>;

    /// The totals of one member since it was opened, by no system call; or why not now, where
    /// [`Group::read`] tells. Two members that are read so are of two moments.
    ///
    /// The counter of the CPU is read where it stands among the other instructions, not waited for:
    /// a few of those around it may be on the other side.
    ///
    /// # Errors
    /// Why it cannot be read so: now, or ever.
    fn read_here(&self, member: usize) -> Result<Count, NotNow>;
}
