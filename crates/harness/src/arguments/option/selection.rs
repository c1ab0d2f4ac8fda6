//! Options that libtest has too.

use super::Entry;
use super::table::options;

options! {
    /// What is run or listed.
    SELECTION {
        SKIP = Entry::value(
            "skip",
            "FILTER",
            "Leave out names that contain FILTER, or that re:FILTER fits",
        )
            .without_variable();
        EXACT = Entry::switch("exact", "FILTERS are whole names").without_variable();
        IGNORED = Entry::switch("ignored", "Only benchmarks that are marked as ignored")
            .without_variable();
        INCLUDE = Entry::switch("include-ignored", "Those too").without_variable();
        REGEX = Entry::value(
            "regex",
            "PATTERN",
            "Names that PATTERN fits, a regular expression, as a FILTER re:PATTERN (feature regex)",
        );
        BENCH = Entry::switch("bench", "Measure; cargo bench adds it").without_variable();
        TEST = Entry::switch("test", "Run each body once, even with --bench").without_variable();
        LIST = Entry::switch("list", "List the benchmarks").without_variable();
        FORMAT = Entry::value(
            "format",
            "pretty|terse",
            "Of --list and of running once (json and junit are taken for pretty)",
        )
        .without_variable();
        QUIET = Entry::switch("quiet", "No progress, no notices; --format terse")
            .short('q')
            .without_variable();
        FAIL_FAST = Entry::switch("fail-fast", "Running once: end at the first failure")
            .without_variable();
        HELP = Entry::switch("help", "Show this").short('h').without_variable();
        VERSION = Entry::switch("version", "Say which version this is")
            .short('V')
            .without_variable();
    }
}

options! {
    /// What means nothing here: each was missing once in some harness, and broke somebody's call.
    IGNORED_OPTIONS {
        FORCE = Entry::ignored("force-run-in-process");
        EXCLUDE = Entry::ignored("exclude-should-panic");
        CAPTURE = Entry::ignored("nocapture").aliases(&["no-capture"]);
        SHOW_OUTPUT = Entry::ignored("show-output");
        REPORT_TIME = Entry::ignored("report-time");
        ENSURE_TIME = Entry::ignored("ensure-time");
        SHUFFLE = Entry::ignored("shuffle");
        SHUFFLE_SEED = Entry::value("shuffle-seed", "SEED", "").without_variable();
        TEST_THREADS = Entry::value("test-threads", "N", "").without_variable();
        LOGFILE = Entry::value("logfile", "PATH", "").without_variable();
        UNSTABLE = Entry::value("Z", "FLAG", "").short('Z').without_variable();
    }
}
