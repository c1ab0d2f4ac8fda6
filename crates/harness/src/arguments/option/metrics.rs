//! Options that say what is observed.

use super::Entry;
use super::table::options;

options! {
    /// What is observed.
    METRICS_OPTIONS {
        METRICS = Entry::value("metrics", "LIST", "Ids, globs with *, groups, commas, or 'all'");
        COUNTERS =
            Entry::switch("counters", "Count events of CPU and kernel, in runs of their own");
        ESTIMATE = Entry::switch("estimate", "Estimate counts of shared counters, marked as such");
        SYSCALLS = Entry::optional("syscalls", "LIST", "Count system calls, in the same runs");
        ALLOCATIONS = Entry::switch("allocations", "Count allocations, in the same runs");
        COUNT_ITERATIONS = Entry::value("count-iterations", "N", "At most so many are counted");
        COUNT_BATCH = Entry::value("count-batch", "N", "So many in each counted window");
    }
}
