//! The runs in the order in which they were made: a drift or a step can be seen.

use super::axis::Axis;
use super::frame::{ACROSS, Frame, UPWARDS, line};
use super::group::{Group, group_size, groups};
use super::path::Path;
use crate::html::markup::Html;

/// What a run was for, as far as it is drawn differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::html) enum Sort {
    /// It counts.
    Timed,
    /// The reference again.
    Null,
    /// Before the judged runs.
    Warmup,
    /// It failed, and does not count.
    Failed,
}

/// All sorts, in the order in which they are drawn and explained.
pub(in crate::html) const SORTS: [Sort; 4] = [Sort::Warmup, Sort::Failed, Sort::Null, Sort::Timed];

/// One run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::html) struct Mark {
    /// Its place in the order of the campaign.
    pub(in crate::html) at: u64,
    /// Its value in the unit of the drawing.
    pub(in crate::html) value: f64,
    /// What it was for.
    pub(in crate::html) sort: Sort,
}

/// What is drawn.
#[derive(Clone, Debug)]
pub(in crate::html) struct Strip<'a> {
    /// The runs of one command, in their order.
    pub(in crate::html) marks: &'a [Mark],
    /// Runs of the whole campaign.
    pub(in crate::html) runs: u64,
    /// The median of the timed runs.
    pub(in crate::html) median: Option<f64>,
    /// What is written at the value's axis.
    pub(in crate::html) unit: &'static str,
    /// Most points of a sort that are drawn.
    pub(in crate::html) most: usize,
}

impl Strip<'_> {
    /// How many successive runs of the most numerous sort share a point; 1 where each has its own.
    pub(in crate::html) fn group_size(&self) -> usize {
        let sizes = SORTS.map(|sort| group_size(self.of(sort).count(), self.most));
        sizes.into_iter().max().unwrap_or(1)
    }

    /// Whether there is a run of this sort.
    pub(in crate::html) fn has(&self, sort: Sort) -> bool {
        self.of(sort).next().is_some()
    }

    /// Whether a run lies beyond the scale.
    pub(in crate::html) fn is_cut(&self) -> bool {
        self.scale().is_some_and(|scale| self.marks.iter().any(|mark| !scale.holds(mark.value)))
    }

    fn scale(&self) -> Option<Axis> {
        Some(Axis::widened(self.extent()?, UPWARDS, 4))
    }

    fn of(&self, sort: Sort) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(move |mark| mark.sort == sort)
    }

    /// The values from the smallest to the largest that have to be told apart. A cold warm-up run
    /// may lie far off: it is drawn at the edge, so that the others keep their room.
    fn extent(&self) -> Option<[f64; 2]> {
        let judged = |mark: &&Mark| matches!(mark.sort, Sort::Timed | Sort::Null);
        let all = |marks: Vec<f64>| {
            let low = marks.iter().copied().reduce(f64::min)?;
            Some([low, marks.iter().copied().reduce(f64::max)?])
        };
        let values = self.marks.iter().filter(judged).map(|mark| mark.value).collect();
        all(values).or_else(|| all(self.marks.iter().map(|mark| mark.value).collect()))
    }
}

/// The drawing; none without a run.
pub(in crate::html) fn strip(strip: &Strip<'_>, label: Html) -> Option<Html> {
    let y = strip.scale()?;
    let last = strip.runs.saturating_sub(1).max(1) as f64;
    let x = Axis::linear([0.0, last], ACROSS, 5);
    let frame = Frame { x, y, names: ["run, in the order they were made", strip.unit] };
    let median = strip.median.map(|median| {
        let place = frame.y.place(median);
        line("median", [ACROSS[0], place], [ACROSS[1], place])
    });
    let size = strip.group_size();
    let drawn = SORTS.into_iter().map(|sort| {
        let points: Vec<(f64, f64)> =
            strip.of(sort).map(|mark| (mark.at as f64, mark.value)).collect();
        sorted(&frame, sort, &groups(&points, size), size > 1)
    });
    let inside = median.unwrap_or_default().then(drawn.collect::<Html>());
    Some(frame.around(inside, label))
}

fn sorted(frame: &Frame, sort: Sort, groups: &[Group], is_grouped: bool) -> Html {
    let (mut marks, mut bars, mut beyond) = (Path::default(), Path::default(), Path::default());
    for group in groups {
        let (x, y) = (frame.x.place(group.at), frame.y.place(group.median));
        if !frame.y.holds(group.median) {
            beyond = beyond.step("M", &[x - 3.0, y + 5.0]).step("l", &[3.0, -5.0, 3.0, 5.0]);
            continue;
        }
        marks = if is_grouped { dot(marks, x, y) } else { mark(marks, sort, x, y) };
        if is_grouped {
            let (low, high) = (frame.y.place(group.low), frame.y.place(group.high));
            bars = bars.step("M", &[x, low]).step("V", &[high]);
        }
    }
    let [shape, bar, far] = match (sort, is_grouped) {
        (Sort::Timed, _) => ["dots", "bars", "bars"],
        (Sort::Null, false) => ["null", "null", "null"],
        (Sort::Null, true) => ["dots null", "null", "null"],
        (Sort::Warmup, false) => ["warmup", "warmup", "warmup"],
        (Sort::Warmup, true) => ["dots warmup", "warmup", "warmup"],
        (Sort::Failed, false) => ["failed", "failed", "failed"],
        (Sort::Failed, true) => ["dots failed", "failed", "failed"],
    };
    bars.drawn(bar).then(marks.drawn(shape)).then(beyond.drawn(far))
}

/// A point is a line without length and with round ends.
fn dot(path: Path, x: f64, y: f64) -> Path {
    path.step("M", &[x, y]).step("h", &[0.0])
}

fn mark(path: Path, sort: Sort, x: f64, y: f64) -> Path {
    match sort {
        Sort::Timed => dot(path, x, y),
        Sort::Null => {
            let across = path.step("M", &[x - 3.0, y]).step("h", &[6.0]);
            across.step("M", &[x, y - 3.0]).step("v", &[6.0])
        }
        Sort::Warmup => {
            let half =
                path.step("M", &[x - 2.0, y]).step("a", &[2.0, 2.0, 0.0, 1.0, 0.0, 4.0, 0.0]);
            half.step("a", &[2.0, 2.0, 0.0, 1.0, 0.0, -4.0, 0.0])
        }
        Sort::Failed => {
            let down = path.step("M", &[x - 3.0, y - 3.0]).step("l", &[6.0, 6.0]);
            down.step("M", &[x - 3.0, y + 3.0]).step("l", &[6.0, -6.0])
        }
    }
}
