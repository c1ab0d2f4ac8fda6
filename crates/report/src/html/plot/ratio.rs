//! Ratios with their intervals, against 1, the limit and the null control.

use super::axis::Axis;
use super::frame::{ACROSS, line, picture, rectangle, ticks};
use super::path::Path;
use crate::escape::Escaped;
use crate::html::markup::{Html, element};

/// One ratio.
#[derive(Clone, Debug)]
pub(in crate::html) struct Row {
    /// Whose.
    pub(in crate::html) name: Escaped,
    /// The median, where there is one.
    pub(in crate::html) median: Option<f64>,
    /// Its interval, where there is one.
    pub(in crate::html) bounds: Option<[f64; 2]>,
    /// The class of its verdict.
    pub(in crate::html) class: &'static str,
}

/// How far from 1 a ratio has to lie, as fractions.
#[derive(Clone, Copy, Debug)]
pub(in crate::html) struct Limits {
    /// What was asked for.
    pub(in crate::html) practical: f64,
    /// What is judged by.
    pub(in crate::html) effective: f64,
}

const ROW: f64 = 28.0;
const TOP: f64 = 6.0;
const NAME_COLUMNS: usize = 52;
/// The plot is as wide as the drawing: names stand above their rows.
const SIDES: [f64; 2] = [ACROSS[0] - 34.0, ACROSS[1]];

/// The drawing; none where no row has a ratio.
pub(in crate::html) fn ratios(rows: &[Row], limits: Limits, label: Html) -> Option<Html> {
    let found =
        rows.iter().flat_map(|row| row.median.into_iter().chain(row.bounds.into_iter().flatten()));
    let found: Vec<f64> = found.filter(|ratio| ratio.is_finite() && *ratio > 0.0).collect();
    found.first()?;
    let edges =
        [1.0 - limits.effective, 1.0 + limits.effective].into_iter().filter(|edge| *edge > 0.0);
    let all: Vec<f64> = found.into_iter().chain(edges).chain([1.0]).collect();
    let low = all.iter().copied().reduce(f64::min)?;
    let axis = Axis::ratios([low, all.iter().copied().reduce(f64::max)?], SIDES);
    let bottom = TOP + ROW * rows.len() as f64 + 4.0;
    let drawn: Html =
        rows.iter().enumerate().map(|(place, found)| row(&axis, place, found)).collect();
    let inside = background(&axis, limits, bottom).then(drawn).then(ticks(&axis, bottom));
    Some(picture(bottom + 22.0, label).holding(inside))
}

fn background(axis: &Axis, limits: Limits, bottom: f64) -> Html {
    let sides = |limit: f64| [1.0 - limit, 1.0 + limit].map(|edge| axis.place(edge));
    let band = rectangle("band", sides(limits.effective), [TOP, bottom]);
    let edges = sides(limits.practical).map(|place| line("limit", [place, TOP], [place, bottom]));
    let one = axis.place(1.0);
    let lines: Html = edges.into_iter().collect();
    band.then(lines).then(line("one", [one, TOP], [one, bottom]))
}

fn row(axis: &Axis, place: usize, row: &Row) -> Html {
    let top = TOP + ROW * place as f64;
    let y = top + 20.0;
    let name = Html::of(&row.name.clone().cut(NAME_COLUMNS));
    let name = element("text").class("name").at("x", SIDES[0]).at("y", top + 11.0).holding(name);
    let interval =
        row.bounds.filter(|bounds| bounds[0] > 0.0).map_or_else(Path::default, |bounds| {
            let [low, high] = bounds.map(|bound| axis.place(bound));
            let ends = Path::default().step("M", &[low, y - 3.0]).step("v", &[6.0]);
            let ends = ends.step("M", &[low, y]).step("H", &[high]);
            ends.step("M", &[high, y - 3.0]).step("v", &[6.0])
        });
    let median = row.median.filter(|median| *median > 0.0).map_or_else(Path::default, |median| {
        let x = axis.place(median) - 4.0;
        Path::default()
            .step("M", &[x, y])
            .step("l", &[4.0, -4.0, 4.0, 4.0, -4.0, 4.0])
            .step("z", &[])
    });
    name.then(interval.drawn(row.class)).then(median.drawn(row.class))
}
