//! An open counter, and what reading it gives.

use std::io;

/// The totals of a counter since it was opened, those of its inherited copies included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How many events, or nanoseconds, as the event has it.
    pub value: u64,
    /// How long it was wanted while its threads were on a CPU, in nanoseconds.
    pub enabled_ns: u64,
    /// How long of that it really counted, in nanoseconds.
    pub running_ns: u64,
}

/// An open counter. It counts nothing any more once it is dropped.
pub trait Counter: Send + Sync {
    /// The totals now. A counter whose threads have all ended still answers.
    ///
    /// # Errors
    /// What the kernel answered; `UnexpectedEof` where it has given the counter up.
    fn read(&self) -> io::Result<Count>;

    /// Enables it, or its whole group where it leads one.
    ///
    /// # Errors
    /// What the kernel answered.
    fn enable(&self) -> io::Result<()>;

    /// Disables it, or its whole group where it leads one.
    ///
    /// # Errors
    /// What the kernel answered.
    fn disable(&self) -> io::Result<()>;

    /// Makes a counter of a tracepoint, and its inherited copies, count only where `expression`
    /// holds of the tracepoint's fields (Documentation/trace/events.rst, as in `id == 39`).
    ///
    /// # Errors
    /// What the kernel answered; `InvalidInput` also where it does not understand the expression.
    fn filter(&self, expression: &str) -> io::Result<()>;

    /// The number that the kernel knows it by, which members of its group are opened with.
    fn number(&self) -> i32;
}
