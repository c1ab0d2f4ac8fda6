//! Why a counter cannot be read without a system call.

/// Why there is no value without a system call. `read(2)` answers in all of these cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotNow {
    /// The counter's page could not be mapped; the errno. `EPERM` is the limit of locked memory
    /// (`kernel.perf_event_mlock_kb`).
    Unmapped(i32),
    /// The kernel does not let user mode read this counter (`cap_user_rdpmc`): a software event, a
    /// setting, or a PMU without it.
    Withheld,
    /// The kernel does not say how to tell the counter's times (`cap_user_time`), so that it could
    /// not be seen whether it counted all along.
    NoTimes,
    /// It is on no hardware counter (`index` is 0): it is off, or others have the hardware.
    OffHardware,
    /// The page changed during every attempt.
    Torn,
    /// The page contradicts itself, or names a register that we cannot read.
    Unknown,
    /// There is no such member.
    NoMember,
}
