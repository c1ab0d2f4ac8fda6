//! Options that say what is compared, and when a difference is one.

use super::Entry;
use super::table::options;

options! {
    /// What is compared, and when a difference is one.
    COMPARING {
        SAVE_BASELINE = Entry::value("save-baseline", "NAME", "Save the result under this name")
            .short('s');
        BASELINE = Entry::value("baseline", "NAME", "Compare with it; each benchmark must be there")
            .short('b');
        BASELINE_LENIENT = Entry::value(
            "baseline-lenient",
            "NAME",
            "Compare with it those benchmarks that are there",
        );
        LOAD_BASELINE = Entry::value(
            "load-baseline",
            "NAME",
            "Run this saved executable beside that of --baseline",
        );
        DISCARD_BASELINE = Entry::switch("discard-baseline", "Save nothing, compare with nothing");
        FAIL_ON = Entry::value(
            "fail-on",
            "LIST",
            "regression, undecided or none: exit with 3 or 4 where one is found",
        );
        LIMIT = Entry::value(
            "limit",
            "FRACTION",
            "A difference must be larger to count, as 0.01 or 1% (a variable needs the %)",
        );
        NOISE_THRESHOLD = Entry::value("noise-threshold", "F", "The same, as criterion calls it");
        SIGNIFICANCE_LEVEL = Entry::value(
            "significance-level",
            "F",
            "How often a difference may be claimed where there is none, as 0.05 or 5%",
        );
    }
}
