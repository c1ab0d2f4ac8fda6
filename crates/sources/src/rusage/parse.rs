//! Faults and switches as `/proc/PID/stat` and `/proc/PID/status` tell them.

/// Minor and major faults of the process itself: fields 10 and 12 of `/proc/PID/stat`
/// (proc_pid_stat(5)). The name in field 2 may hold spaces, parentheses and line ends, so fields
/// are counted from the last closing parenthesis.
pub(super) fn faults(stat: &[u8]) -> Result<[u64; 2], &'static str> {
    let name_end =
        stat.iter().rposition(|&byte| byte == b')').ok_or("it has no name in parentheses")?;
    let rest = std::str::from_utf8(&stat[name_end + 1..]).map_err(|_| "it is not text")?;
    if !rest.ends_with('\n') {
        return Err("it is cut off");
    }
    // The first field after the name is field 3.
    let mut fields = rest.split_ascii_whitespace();
    let mut number = |skipped| {
        let field = fields.nth(skipped).ok_or("it has too few fields")?;
        field.parse().map_err(|_| "a number of faults is none")
    };
    Ok([number(7)?, number(1)?])
}

/// Voluntary and involuntary switches of the thread that `/proc/PID/status` is about: the first.
pub(super) fn switches(status: &[u8]) -> Result<[u64; 2], &'static str> {
    Ok([
        entry(status, b"voluntary_ctxt_switches:")?,
        entry(status, b"nonvoluntary_ctxt_switches:")?,
    ])
}

/// The number on the line that starts with `name`. Whole lines only: the process chooses its name,
/// and with it part of the text.
fn entry(status: &[u8], name: &[u8]) -> Result<u64, &'static str> {
    let line = status
        .split_inclusive(|&byte| byte == b'\n')
        .find_map(|line| line.strip_prefix(name))
        .ok_or("it has no line for a kind of switch")?;
    let digits = line.strip_suffix(b"\n").ok_or("it is cut off")?.trim_ascii();
    let text = std::str::from_utf8(digits).map_err(|_| "it is not text")?;
    text.parse().map_err(|_| "a number of switches is none")
}
