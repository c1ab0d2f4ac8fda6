//! Options that users of criterion and divan type, and that mean less here.

use super::Entry;
use super::table::options;

options! {
    /// What criterion and divan know and we do not follow.
    FAMILIAR {
        PROFILE_TIME = Entry::value("profile-time", "SECONDS", "Refused: run under a profiler");
        CONFIDENCE_LEVEL = Entry::value("confidence-level", "F", "Not used, with a notice");
        NRESAMPLES = Entry::value("nresamples", "N", "Not used, with a notice");
        PLOTTING_BACKEND = Entry::value("plotting-backend", "NAME", "Not used, with a notice");
        NOPLOT = Entry::switch("noplot", "Nothing is plotted anyway").short('n');
        VERBOSE = Entry::switch("verbose", "Not used, with a notice").short('v');
        SKIP_EXT_TIME = Entry::optional("skip-ext-time", "BOOL", "Not used, with a notice");
        BYTES_FORMAT = Entry::value("bytes-format", "BASE", "Not used, with a notice");
        CYCLES_COUNT = Entry::value("cycles-count", "N", "Not used, with a notice");
    }
}
