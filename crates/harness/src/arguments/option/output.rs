//! Options that say how a result is shown, and what is kept of it.

use super::Entry;
use super::table::options;

options! {
    /// How a result is shown, and what is kept of it.
    OUTPUT {
        OUTPUT_FORMAT =
            Entry::value("output-format", "FORMAT", "table, json, bencher, go, criterion");
        SORT_BY = Entry::value("sort-by", "KEY", "Rows by location, name, kind, time or change");
        SORT = Entry::value("sort", "KEY", "The same, as divan calls it");
        SORTR = Entry::value("sortr", "KEY", "The same, the largest first");
        GROUP_BY = Entry::value("group-by", "KEY", "A table for each value of this parameter");
        EXPLAIN = Entry::switch("explain", "Show how each number came to be");
        OUT = Entry::value("out", "DIR", "Keep the evidence in this new directory");
        NO_KEEP = Entry::switch("no-keep", "Keep no evidence, unless --out names a place");
        COLOR = Entry::value("color", "auto|always|never", "Colours; NO_COLOR is heard too")
            .short('c')
            .aliases(&["colour"]);
        NO_COLOR = Entry::switch("no-color", "The same as --color never").aliases(&["no-colour"]);
        LIST_METRICS = Entry::switch("list-metrics", "List the metrics, and which can be had here");
    }
}
