//! Which files evidence consists of, and how large they may be.
//!
//! The limits are part of the format: evidence comes from strangers, and a reader must be able to
//! refuse by size before it reads. A writer that would pass one fails at once, not at the end.

/// The table of all files but itself and the checksums.
pub(crate) const MANIFEST: &str = "manifest.json";
/// What was asked for and planned.
pub(crate) const SETTINGS: &str = "settings.json";
/// The machine.
pub(crate) const HOST: &str = "host.json";
/// What could be measured.
pub(crate) const CAPABILITIES: &str = "capabilities.json";
/// Which processes and binaries.
pub(crate) const COHORT: &str = "cohort.json";
/// The runs, one a line, as they happened.
pub(crate) const RUNS: &str = "runs.jsonl";
/// What the programs said of themselves, a line of theirs a line; only where they said anything.
pub(crate) const PROGRAM: &str = "program.jsonl";
/// Everything derived from the runs.
pub(crate) const SUMMARY: &str = "summary.json";
/// The folder of rendered reports.
pub(crate) const REPORT: &str = "report";
/// The checksums of every file but itself.
pub(crate) const SUMS: &str = "SHA256SUMS";

/// The kind of evidence whose cases are benchmarks.
pub const BENCH: &str = "bench";

/// The files that every piece of evidence has, sorted by their bytes.
pub(crate) const REQUIRED: [&str; 8] =
    [SUMS, CAPABILITIES, COHORT, HOST, MANIFEST, RUNS, SETTINGS, SUMMARY];

/// Most names in the directory, and in its report folder.
pub(crate) const MAX_NAMES: usize = 64;
/// Longest name of a report file, in bytes.
pub(crate) const MAX_NAME_BYTES: usize = 100;
/// Longest line of `runs.jsonl` and `program.jsonl`, in bytes with its newline.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;
/// Longest id of a metric, in bytes: it is repeated for every case.
pub(crate) const MAX_ID_BYTES: usize = 100;
/// Deepest nesting of JSON.
pub(crate) const MAX_DEPTH: usize = 16;
/// Most blocks, and most warm-up sweeps, that evidence may plan: the plan is replayed, and a
/// stranger's plan must end. Refuse a larger request before it is measured.
pub const MAX_BLOCKS: u64 = 1_000_000;

/// Most cases. Refuse more before they are measured, as [`too_large`] does.
pub const MAX_CASES: usize = 1_000;
/// Most summaries (cases times metrics) and comparisons (candidates times judged metrics)
/// together: they are derived from a product of two short lists.
pub const MAX_DERIVED: usize = 100_000;

/// Why a campaign of so many cases, requested and judged metrics is more than evidence may hold,
/// where it is; a lower-case fragment.
pub fn too_large(cases: usize, metrics: usize, judged: usize) -> Option<String> {
    if cases > MAX_CASES {
        return Some(format!("{cases} cases, more than the {MAX_CASES} that evidence may have"));
    }
    let summaries = cases.saturating_mul(metrics);
    let comparisons = cases.saturating_sub(1).saturating_mul(judged);
    // What no case multiplies is bounded all the same.
    let derived = summaries.saturating_add(comparisons).max(metrics).max(judged);
    (derived > MAX_DERIVED).then(|| {
        format!(
            "{cases} cases with {metrics} metrics, {judged} of them judged, give {derived} \
             summaries and comparisons, more than the {MAX_DERIVED} that evidence may have"
        )
    })
}

/// Most bytes the file at `path` may have.
pub(crate) fn max_bytes(path: &str) -> u64 {
    const KIB: u64 = 1 << 10;
    const MIB: u64 = 1 << 20;
    match path {
        SUMS => 64 * KIB,
        MANIFEST | HOST | CAPABILITIES => MIB,
        // Command lines of up to 2 MiB, kept twice and in hex where they are not UTF-8.
        SETTINGS => 16 * MIB,
        SUMMARY => 32 * MIB,
        COHORT => 64 * MIB,
        RUNS | PROGRAM => 256 * MIB,
        _ => 16 * MIB,
    }
}

/// Whether `name` may be a report file: letters, digits, `.`, `_` and `-`, not starting with a
/// mark. Such a name needs no quoting anywhere and cannot be taken for an option or a way out.
pub(crate) fn is_canonical_name(name: &str) -> bool {
    name.len() <= MAX_NAME_BYTES
        && name.starts_with(|first: char| first.is_ascii_alphanumeric())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

/// Whether `path` is one that stands beside the report folder: a required file, or one that is
/// there where it has something to say.
pub(crate) fn is_data(path: &str) -> bool {
    REQUIRED.contains(&path) || path == PROGRAM
}

/// Whether `path` is one that evidence may have: a file of data, or one in the report folder.
pub(crate) fn is_member(path: &str) -> bool {
    is_data(path) || report_name(path).is_some_and(is_canonical_name)
}

/// The name of a file in the report folder.
pub(crate) fn report_name(path: &str) -> Option<&str> {
    path.strip_prefix(REPORT)?.strip_prefix('/')
}
