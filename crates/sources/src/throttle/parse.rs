//! `cpu.stat` of a control group, in both versions (Documentation/admin-guide/cgroup-v2.rst,
//! Documentation/scheduler/sched-bwc.rst).

/// How often and for how long (nanoseconds) a group was throttled so far; `None` where it keeps no
/// count, as the topmost group of version 2.
pub(super) fn throttled(text: &[u8]) -> Result<Option<[u64; 2]>, &'static str> {
    let text = std::str::from_utf8(text).map_err(|_| "it is not text")?;
    let Some(periods) = entry(text, "nr_throttled")? else { return Ok(None) };
    // Version 2 counts microseconds, version 1 nanoseconds under another name.
    let ns = match entry(text, "throttled_usec")? {
        Some(microseconds) => microseconds.checked_mul(1000).ok_or("the time is too large")?,
        None => entry(text, "throttled_time")?.ok_or("it has throttled periods and no time")?,
    };
    Ok(Some([periods, ns]))
}

/// The number of the line `name number`. A line without its end may have been cut off.
fn entry(text: &str, name: &str) -> Result<Option<u64>, &'static str> {
    let mut lines = text.split_inclusive('\n');
    let Some(rest) = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')) else {
        return Ok(None);
    };
    let number = rest.strip_suffix('\n').ok_or("it is cut off")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| number.parse().ok()).flatten();
    number.map(Some).ok_or("a number of it is none")
}
