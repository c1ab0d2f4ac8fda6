//! `/proc/PID/schedstat`: time on the CPU, time waiting for it (both ns), time slices.

/// What the file says of the wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// So many nanoseconds so far.
    Nanoseconds(u64),
    /// The kernel does not count it.
    Uncounted,
}

/// Documentation/scheduler/sched-stats.rst; `proc_pid_schedstat` prints `0 0 0` where
/// `sched_info_on()` is false (fs/proc/base.c, Linux 6.18).
pub(super) fn wait(schedstat: &[u8]) -> Result<Wait, &'static str> {
    let line = schedstat.strip_suffix(b"\n").ok_or("it is cut off")?;
    let text = std::str::from_utf8(line).map_err(|_| "it is not text")?;
    let mut fields = text.split(' ').map(|field| field.parse::<u64>());
    let mut number = || fields.next().ok_or("it has too few fields")?.map_err(|_| "not a number");
    let [_on_cpu, waited, slices] = [number()?, number()?, number()?];
    if fields.next().is_some() {
        return Err("it has too many fields");
    }
    Ok(if slices == 0 { Wait::Uncounted } else { Wait::Nanoseconds(waited) })
}
