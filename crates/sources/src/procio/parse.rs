//! `/proc/PID/io`: one `key: number` a line (proc_pid_io(5)).

/// The keys, in the order of the metrics.
pub(super) const KEYS: [&str; 6] =
    ["read_bytes", "write_bytes", "rchar", "wchar", "syscr", "syscw"];

/// How many threads the process has, from its `/proc/PID/status`; `None` where it does not say.
pub(super) fn threads(status: &[u8]) -> Option<u64> {
    let mut lines = status.split_inclusive(|&byte| byte == b'\n');
    let line = lines.find_map(|line| line.strip_prefix(b"Threads:"))?;
    std::str::from_utf8(line.strip_suffix(b"\n")?.trim_ascii()).ok()?.parse().ok()
}

/// What a reaped child added to our own totals, which were `before` and are `after`: all of the
/// growth but the one read of `before` itself, which took `own_chars` bytes. `None` where a total
/// is missing or shrank.
pub(super) fn inherited(
    before: [Option<u64>; KEYS.len()],
    after: [Option<u64>; KEYS.len()],
    own_chars: u64,
) -> [Option<u64>; KEYS.len()] {
    std::array::from_fn(|place| {
        let own = match KEYS[place] {
            "rchar" => own_chars,
            "syscr" => 1,
            _ => 0,
        };
        after[place]?.checked_sub(before[place]?)?.checked_sub(own)
    })
}

/// The totals in the order of [`KEYS`]; `None` where the kernel has no such line. Lines with other
/// keys are left alone.
pub(super) fn totals(io: &[u8]) -> Result<[Option<u64>; KEYS.len()], &'static str> {
    let text = std::str::from_utf8(io).map_err(|_| "it is not text")?;
    if !text.ends_with('\n') {
        return Err("it is cut off");
    }
    let mut totals = [None; KEYS.len()];
    for line in text.lines() {
        let (key, number) = line.split_once(": ").ok_or("a line is no key and number")?;
        let Some(place) = KEYS.iter().position(|&known| known == key) else { continue };
        let number = number.parse().map_err(|_| "a number is none")?;
        if totals[place].replace(number).is_some() {
            return Err("a key is there twice");
        }
    }
    Ok(totals)
}
