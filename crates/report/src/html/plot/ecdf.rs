//! The distribution of the runs: for each value the share of runs that are no larger.

use super::axis::Axis;
use super::frame::{ACROSS, Frame, UPWARDS, line, rectangle};
use super::path::Path;
use crate::html::markup::Html;

/// What is drawn; values are in the unit of the drawing and sorted.
#[derive(Clone, Debug)]
pub(in crate::html) struct Distribution<'a> {
    /// The timed runs.
    pub(in crate::html) timed: &'a [f64],
    /// The null control's; empty where there is none.
    pub(in crate::html) null: &'a [f64],
    /// The median of the timed runs.
    pub(in crate::html) median: Option<f64>,
    /// Its interval.
    pub(in crate::html) interval: Option<[f64; 2]>,
    /// What is written at the value's axis.
    pub(in crate::html) unit: &'static str,
    /// Most steps of a curve that are drawn.
    pub(in crate::html) most: usize,
}

/// The drawing; none without a timed run.
pub(in crate::html) fn ecdf(found: &Distribution<'_>, label: Html) -> Option<Html> {
    let ends = |values: &[f64]| Some((*values.first()?, *values.last()?));
    let (low, high) = ends(found.timed)?;
    let (other, largest) = ends(found.null).unwrap_or((low, high));
    let x = Axis::widened([low.min(other), high.max(largest)], ACROSS, 5);
    let y = Axis::linear([0.0, 1.0], UPWARDS, 4);
    let frame = Frame { x, y, names: [found.unit, "share of runs"] };
    let [bottom, top] = UPWARDS;
    let band = found
        .interval
        .map(|bounds| rectangle("band", bounds.map(|bound| frame.x.place(bound)), [top, bottom]));
    let median = found.median.map(|median| {
        let place = frame.x.place(median);
        line("median", [place, bottom], [place, top])
    });
    let inside = band.unwrap_or_default().then(median.unwrap_or_default());
    let inside = inside.then(curve(&frame, found.null, found.most).drawn("curve null"));
    let inside = inside.then(curve(&frame, found.timed, found.most).drawn("curve"));
    Some(frame.around(inside, label))
}

/// A step at each value, or at so many quantiles.
fn curve(frame: &Frame, sorted: &[f64], most: usize) -> Path {
    let count = sorted.len();
    let steps = count.min(most.max(1));
    if count == 0 {
        return Path::default();
    }
    let path = Path::default().step("M", &[ACROSS[0], frame.y.place(0.0)]);
    let path = (1..=steps).fold(path, |path, step| {
        let rank = (step * count).div_ceil(steps);
        let Some(value) = sorted.get(rank.saturating_sub(1)) else { return path };
        let share = frame.y.place(rank as f64 / count as f64);
        path.step("H", &[frame.x.place(*value)]).step("V", &[share])
    });
    path.step("H", &[ACROSS[1]])
}
