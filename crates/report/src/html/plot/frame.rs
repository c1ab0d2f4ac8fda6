//! What stands around a drawing: its axes, their ticks and their names.

use super::axis::Axis;
use crate::escape::Escaped;
use crate::html::markup::{Element, Html, element};

/// A drawing is as wide as the narrowest phone, so that its words can be read there.
pub(super) const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 172.0;
/// From the left edge of the plot to its right.
pub(super) const ACROSS: [f64; 2] = [46.0, 326.0];
/// From the bottom of the plot to its top.
pub(super) const UPWARDS: [f64; 2] = [138.0, 18.0];

/// A plot with an axis on two sides.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// To the right.
    pub(super) x: Axis,
    /// Upwards.
    pub(super) y: Axis,
    /// What is written below the first and above the second.
    pub(super) names: [&'static str; 2],
}

impl Frame {
    /// The drawing around what was drawn in it; `label` is for those who cannot see it.
    pub(super) fn around(&self, inside: Html, label: Html) -> Html {
        let [across, upwards] = self.names;
        let names = text(across, "middle", middle(ACROSS), HEIGHT - 6.0);
        let names = names.then(text(upwards, "", 4.0, 11.0));
        let drawn = self.rows().then(self.columns()).then(inside).then(names);
        picture(HEIGHT, label).holding(drawn)
    }

    fn rows(&self) -> Html {
        let row = |(value, word): &(f64, String)| {
            let place = self.y.place(*value);
            let line = line("grid", [ACROSS[0], place], [ACROSS[1], place]);
            line.then(label(word, "end", ACROSS[0] - 4.0, place + 3.5))
        };
        self.y.ticks.iter().map(row).collect()
    }

    fn columns(&self) -> Html {
        ticks(&self.x, UPWARDS[0])
    }
}

/// The ticks of an axis that lies at the height `bottom`.
pub(super) fn ticks(axis: &Axis, bottom: f64) -> Html {
    let column = |(value, word): &(f64, String)| {
        let place = axis.place(*value);
        let tick = line("axis", [place, bottom], [place, bottom + 4.0]);
        tick.then(label(word, "middle", place, bottom + 14.0))
    };
    let base = line("axis", [axis.from, bottom], [axis.to, bottom]);
    base.then(axis.ticks.iter().map(column).collect::<Html>())
}

/// The element around a whole drawing.
pub(super) fn picture(height: f64, label: Html) -> Element {
    let view = Html::from("0 0 ").then(Html::length(WIDTH)).then(" ").then(Html::length(height));
    element("svg").with("viewBox", view).with("role", "img").with("aria-label", label)
}

pub(super) fn line(class: &'static str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> Html {
    let line = element("line").class(class).at("x1", x1).at("y1", y1);
    line.at("x2", x2).at("y2", y2).alone()
}

pub(super) fn rectangle(
    class: &'static str,
    [left, right]: [f64; 2],
    [top, bottom]: [f64; 2],
) -> Html {
    let shape = element("rect").class(class).at("x", left).at("y", top);
    shape.at("width", right - left).at("height", bottom - top).alone()
}

pub(super) fn text(words: &'static str, class: &'static str, x: f64, y: f64) -> Html {
    element("text").class(class).at("x", x).at("y", y).holding(words)
}

fn label(word: &str, class: &'static str, x: f64, y: f64) -> Html {
    let word = Html::of(&Escaped::new(word));
    element("text").class(class).at("x", x).at("y", y).holding(word)
}

fn middle([from, to]: [f64; 2]) -> f64 {
    f64::midpoint(from, to)
}
