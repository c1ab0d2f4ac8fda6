//! Options that say how much is measured, and how.

use super::Entry;
use super::table::options;

options! {
    /// How much is measured, and how.
    EFFORT {
        PROCESSES = Entry::value("processes", "N", "Runs of each benchmark, each a fresh process");
        BUDGET = Entry::value("budget", "DURATION", "Time for the whole suite");
        MIN_TIME = Entry::value("min-time", "DURATION", "At least so long, per run");
        MAX_TIME = Entry::value("max-time", "DURATION", "At most so long, per run");
        MEASUREMENT_TIME = Entry::value(
            "measurement-time",
            "DURATION",
            "So long for a benchmark, in all its runs together",
        );
        WARM_UP_TIME = Entry::value("warm-up-time", "DURATION", "Before each run");
        SAMPLES = Entry::value("samples", "N", "At least so many samples in each run");
        SAMPLE_SIZE = Entry::value("sample-size", "N", "The same, as criterion calls it");
        SAMPLE_COUNT = Entry::value("sample-count", "N", "The same, as divan calls it");
        QUICK = Entry::switch("quick", "A first look: fewer runs and samples");
        SEED = Entry::value("seed", "N", "Of the order inside blocks [default: random, recorded]");
        ORDER = Entry::value("order", "shuffled|registered", "Order inside blocks");
        THREADS = Entry::value("threads", "LIST", "Numbers of threads, as 1,2,4; 0: all CPUs");
        TIMER = Entry::value("timer", "os|tsc", "The clock");
        BYTES_COUNT = Entry::value("bytes-count", "N", "Each iteration handles N bytes");
        ITEMS_COUNT = Entry::value("items-count", "N", "Each iteration handles N items");
        CHARS_COUNT = Entry::value("chars-count", "N", "Each iteration handles N characters");
    }
}
