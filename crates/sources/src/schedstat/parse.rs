//! `/proc/PID/schedstat`: time on the CPU, time waiting for it (both ns), time slices.

/// What the file says of its thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Account {
    /// So much so far.
    Counted {
        /// Nanoseconds on a CPU.
        on_cpu_ns: u64,
        /// Nanoseconds in the run queue.
        waited_ns: u64,
    },
    /// The kernel does not count it.
    Uncounted,
}

/// Documentation/scheduler/sched-stats.rst; `proc_pid_schedstat` prints `0 0 0` where
/// `sched_info_on()` is false (fs/proc/base.c, Linux 6.18).
pub(super) fn account(schedstat: &[u8]) -> Result<Account, &'static str> {
    let line = schedstat.strip_suffix(b"\n").ok_or("it is cut off")?;
    let text = std::str::from_utf8(line).map_err(|_| "it is not text")?;
    let mut fields = text.split(' ').map(|field| field.parse::<u64>());
    let mut number = || fields.next().ok_or("it has too few fields")?.map_err(|_| "not a number");
    let [on_cpu_ns, waited_ns, slices] = [number()?, number()?, number()?];
    if fields.next().is_some() {
        return Err("it has too many fields");
    }
    Ok(match slices {
        0 => Account::Uncounted,
        _ => Account::Counted { on_cpu_ns, waited_ns },
    })
}
