//! Options of which only one of a pair can be followed.

use super::{Given, Origin};
use crate::arguments::error::UsageError;
use crate::arguments::option::{Entry, comparing, effort, output, selection};
use crate::arguments::value::duration;

/// Why only one of them can.
const SAVE_OR_COMPARE: &str = "the one saves what is measured, the other compares it with what was \
                               saved before; do one, then the other";
const ONE_BASELINE: &str = "both name what is compared with; give one of the two";
const DISCARD: &str = "nothing is saved and nothing compared where the result is discarded; give \
                       one of the two";
const LOADED: &str = "nothing is measured where a saved result is loaded; give one of the two";
const SAME: &str = "both say the same thing; give one of the two";
const QUICK: &str = "--quick chooses the number of samples; give one of the two";
const TOTAL: &str = "the one is for all runs of a benchmark together, the other for each; give one \
                     of the two";
const IGNORED: &str = "the one runs nothing but ignored benchmarks, the other all of them; give \
                       one of the two";
const LISTS: &str = "these are two lists; ask for one after the other";

/// Pairs of them.
const RIVALS: &[(Entry, Entry, &str)] = &[
    (comparing::SAVE_BASELINE, comparing::BASELINE, SAVE_OR_COMPARE),
    (comparing::SAVE_BASELINE, comparing::BASELINE_LENIENT, SAVE_OR_COMPARE),
    (comparing::BASELINE, comparing::BASELINE_LENIENT, ONE_BASELINE),
    (comparing::DISCARD_BASELINE, comparing::SAVE_BASELINE, DISCARD),
    (comparing::DISCARD_BASELINE, comparing::BASELINE, DISCARD),
    (comparing::DISCARD_BASELINE, comparing::BASELINE_LENIENT, DISCARD),
    (comparing::LOAD_BASELINE, comparing::SAVE_BASELINE, LOADED),
    (comparing::LOAD_BASELINE, comparing::DISCARD_BASELINE, LOADED),
    (comparing::LIMIT, comparing::NOISE_THRESHOLD, SAME),
    (effort::SAMPLES, effort::SAMPLE_SIZE, SAME),
    (effort::SAMPLES, effort::SAMPLE_COUNT, SAME),
    (effort::SAMPLE_SIZE, effort::SAMPLE_COUNT, SAME),
    (effort::QUICK, effort::SAMPLES, QUICK),
    (effort::QUICK, effort::SAMPLE_SIZE, QUICK),
    (effort::QUICK, effort::SAMPLE_COUNT, QUICK),
    (effort::MEASUREMENT_TIME, effort::MIN_TIME, TOTAL),
    (effort::MEASUREMENT_TIME, effort::MAX_TIME, TOTAL),
    (output::SORT_BY, output::SORT, SAME),
    (output::SORT_BY, output::SORTR, SAME),
    (output::SORT, output::SORTR, SAME),
    (output::COLOR, output::NO_COLOR, SAME),
    (selection::IGNORED, selection::INCLUDE, IGNORED),
    (selection::LIST, output::LIST_METRICS, LISTS),
];

/// Sees to it that no pair of rivals is left: a flag beats a variable, and equals are refused.
pub(crate) fn settle(given: &mut Given) -> Result<(), UsageError> {
    for (one, other, why) in RIVALS {
        let (Some(first), Some(second)) = (given.last(one), given.last(other)) else { continue };
        match (&first.origin, &second.origin) {
            (Origin::Flag(_), Origin::Variable(_)) => given.forget(other),
            (Origin::Variable(_), Origin::Flag(_)) => given.forget(one),
            (Origin::Flag(_), Origin::Flag(_)) | (Origin::Variable(_), Origin::Variable(_)) => {
                let (one, other) = (first.name(), second.name());
                return Err(UsageError::Conflict { one, other, why });
            }
        }
    }
    settle_times(given)
}

/// The shortest time must not be longer than the longest.
fn settle_times(given: &mut Given) -> Result<(), UsageError> {
    let least = given.value(&effort::MIN_TIME, duration::read)?;
    let most = given.value(&effort::MAX_TIME, duration::read)?;
    if least.zip(most).is_none_or(|(least, most)| least <= most) {
        return Ok(());
    }
    let names = |entry| given.last(entry).map(|last| (last.name(), last.origin.clone()));
    let pair = names(&effort::MIN_TIME).zip(names(&effort::MAX_TIME));
    let Some(((one, first), (other, second))) = pair else { return Ok(()) };
    match (first, second) {
        (Origin::Flag(_), Origin::Variable(_)) => given.forget(&effort::MAX_TIME),
        (Origin::Variable(_), Origin::Flag(_)) => given.forget(&effort::MIN_TIME),
        _ => {
            let why = "the shortest time is longer than the longest";
            return Err(UsageError::Conflict { one, other, why });
        }
    }
    Ok(())
}
