//! Lists of benchmarks.

/// A line for each and nothing else: what nextest reads.
pub fn list_terse<'a>(ids: impl IntoIterator<Item = &'a str>) -> String {
    ids.into_iter().map(|id| format!("{id}: benchmark\n")).collect()
}

/// The same with the summary that libtest adds for people.
pub fn list_pretty<'a>(ids: impl IntoIterator<Item = &'a str>) -> String {
    let lines = list_terse(ids);
    let count = lines.lines().count();
    let blank = if count == 0 { "" } else { "\n" };
    let plural = if count == 1 { "" } else { "s" };
    format!("{lines}{blank}0 tests, {count} benchmark{plural}\n")
}
