//! What was asked for and is not followed.

use super::given::Given;
use super::mode::Mode;
use super::option::{Entry, comparing, effort, familiar, metrics, selection};

/// Options that are accepted because users of other tools type them, and what to say about each;
/// the sentence begins with its name.
const UNUSED: &[(Entry, &str)] = &[
    (
        familiar::CONFIDENCE_LEVEL,
        "is not used: each interval states its own confidence; --significance-level is what \
         verdicts follow.",
    ),
    (familiar::NRESAMPLES, "is not used: intervals are order statistics, nothing is resampled."),
    (
        familiar::PLOTTING_BACKEND,
        "is not used: nothing is plotted here; 'probity report --html' draws what was kept.",
    ),
    (familiar::VERBOSE, "is not used: --explain shows the details."),
    (
        familiar::SKIP_EXT_TIME,
        "is not used: --min-time and --max-time count what a benchmark takes as a whole.",
    ),
    (familiar::BYTES_FORMAT, "is not used: units are chosen to fit."),
    (
        familiar::CYCLES_COUNT,
        "is not used: give --items-count, or count cycles with --metrics perf.cycles.",
    ),
];

/// All of them.
pub(crate) fn notices(given: &Given, mode: Mode) -> Vec<String> {
    let unused = UNUSED.iter().filter_map(|(entry, text)| {
        given.last(entry).map(|occurrence| format!("{} {text}", occurrence.name()))
    });
    unused.chain(of_format(given)).chain(of_mode(given, mode)).collect()
}

/// The formats that libtest calls unstable.
pub(crate) fn of_format(given: &Given) -> Option<String> {
    let occurrence = given.last(&selection::FORMAT)?;
    let format = occurrence.text().filter(|text| matches!(*text, "json" | "junit"))?;
    Some(format!(
        "{} {format} is libtest's unstable format and is not made here: --output-format json is \
         the measured result as JSON.",
        occurrence.name()
    ))
}

/// Options of measuring where nothing is measured. Variables may stay set for other calls.
fn of_mode(given: &Given, mode: Mode) -> Option<String> {
    let measuring = [effort::EFFORT, metrics::METRICS_OPTIONS, comparing::COMPARING];
    let entries = measuring.into_iter().flatten();
    let idle: Vec<String> = entries.filter_map(|entry| given.flag(entry)).collect();
    let verb = if idle.len() == 1 { "has" } else { "have" };
    (mode == Mode::TestOnce && !idle.is_empty()).then(|| {
        format!(
            "{} {verb} no effect: every benchmark is only run once, as a test; 'cargo bench' \
             measures.",
            idle.join(", ")
        )
    })
}
