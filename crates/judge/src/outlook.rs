//! How many more blocks would decide it.

use crate::decision::Place;

/// Beyond so many more blocks the answer is "cannot be said" rather than a number.
const MOST: f64 = 1e6;

/// An estimate of the blocks still needed by a median at this place: the interval's reach to each
/// side shrinks with the square root of the number of blocks, and must become shorter than the
/// way to 1 (for a median beyond the limit) or to the limits (for one within).
///
/// None where no number of blocks can be promised: the median lies on the line itself, or so near
/// it that the estimate is beyond a million.
pub(crate) fn blocks_more(
    blocks: u64,
    median: f64,
    [low, high]: [f64; 2],
    limit: f64,
) -> Option<u64> {
    let growth = match Place::of(median, limit) {
        Place::Above => growth(median - low, median - 1.0),
        Place::Below => growth(high - median, 1.0 - median),
        Place::Within => {
            let up = growth(high - median, 1.0 + limit - median);
            up.max(growth(median - low, median - (1.0 - limit)))
        }
    };
    let more = (blocks as f64 * (growth - 1.0)).ceil().max(1.0);
    (more <= MOST).then_some(more as u64)
}

/// By what factor the blocks must grow for `reach` to shrink to `way`; infinite where there is no
/// way at all.
fn growth(reach: f64, way: f64) -> f64 {
    if reach <= 0.0 { 0.0 } else { (reach / way) * (reach / way) }
}
