//! A few processes of each build, one row above the other on the same scale.

use super::axis::Axis;
use super::frame::{ACROSS, line, picture, rectangle, text, ticks};
use super::path::Path;
use crate::html::markup::{Html, element};

/// One row.
#[derive(Clone, Debug)]
pub(in crate::html) struct Lane {
    /// What it is of.
    pub(in crate::html) name: &'static str,
    /// The class of its dots.
    pub(in crate::html) class: &'static str,
    /// A value of each process, in the unit of the drawing.
    pub(in crate::html) values: Vec<f64>,
    /// Their median.
    pub(in crate::html) median: Option<f64>,
    /// Its interval.
    pub(in crate::html) interval: Option<[f64; 2]>,
}

const TOP: f64 = 6.0;
const ROW: f64 = 30.0;
/// Dots of a row; of more processes only every so-manieth of the sorted values is drawn.
const DOTS: usize = 120;
const SIDES: [f64; 2] = [ACROSS[0] - 34.0, ACROSS[1]];

/// The drawing; none without a value.
pub(in crate::html) fn lanes(lanes: &[Lane], unit: &'static str, label: Html) -> Option<Html> {
    let all = || lanes.iter().flat_map(|lane| lane.values.iter().copied());
    let axis = Axis::widened([all().reduce(f64::min)?, all().reduce(f64::max)?], SIDES, 4);
    let bottom = TOP + ROW * lanes.len() as f64 + 2.0;
    let rows: Html =
        lanes.iter().enumerate().map(|(place, lane)| row(&axis, place, lane)).collect();
    let unit = text(unit, "end", SIDES[1], bottom + 26.0);
    Some(picture(bottom + 32.0, label).holding(rows.then(ticks(&axis, bottom)).then(unit)))
}

fn row(axis: &Axis, place: usize, lane: &Lane) -> Html {
    let top = TOP + ROW * place as f64;
    let y = top + 21.0;
    let name = element("text").class("name").at("x", SIDES[0]).at("y", top + 10.0);
    let name = name.holding(lane.name);
    let band = lane
        .interval
        .map(|bounds| rectangle("band", bounds.map(|bound| axis.place(bound)), [y - 6.0, y + 6.0]));
    let median = lane.median.map(|median| {
        let x = axis.place(median);
        line("one", [x, y - 7.0], [x, y + 7.0])
    });
    let mut values = lane.values.clone();
    values.sort_by(f64::total_cmp);
    let every = values.len().div_ceil(DOTS).max(1);
    let dots = values.iter().step_by(every).fold(Path::default(), |path, value| {
        path.step("M", &[axis.place(*value), y]).step("h", &[0.0])
    });
    let marks = band.unwrap_or_default().then(median.unwrap_or_default());
    marks.then(dots.drawn(lane.class)).then(name)
}
