//! A length divided into parts, each named in a line of its own below it.

use super::frame::{ACROSS, line, picture, rectangle};
use crate::escape::Escaped;
use crate::html::markup::{Html, element};

/// One part.
#[derive(Clone, Debug)]
pub(in crate::html) struct Segment {
    /// Its length, as a fraction of the whole.
    pub(in crate::html) share: f64,
    /// Its name and its size.
    pub(in crate::html) words: Escaped,
    /// The class of its colour.
    pub(in crate::html) class: &'static str,
}

const TOP: f64 = 8.0;
const BOTTOM: f64 = 36.0;
const ROW: f64 = 16.0;
const SIDES: [f64; 2] = [ACROSS[0] - 34.0, ACROSS[1]];
/// The side of the square that stands before a name.
const KEY: f64 = 9.0;

/// The drawing. Parts that are more than the whole make it shorter: the mark at its end stays in
/// the drawing.
pub(in crate::html) fn bar(segments: &[Segment], label: Html) -> Html {
    let sum: f64 = segments.iter().map(|segment| segment.share).sum();
    let scale = (SIDES[1] - SIDES[0]) / sum.max(1.0);
    let mut drawn = rectangle("whole", [SIDES[0], SIDES[0] + scale], [TOP, BOTTOM]);
    let mut from = SIDES[0];
    for (place, segment) in segments.iter().enumerate() {
        let to = from + segment.share * scale;
        drawn = drawn.then(rectangle(segment.class, [from, to], [TOP, BOTTOM]));
        drawn = drawn.then(key(place, segment));
        from = to;
    }
    let end = SIDES[0] + scale;
    let mark = line("one", [end, TOP - 4.0], [end, BOTTOM + 4.0]);
    let height = BOTTOM + 8.0 + ROW * segments.len() as f64 + 4.0;
    picture(height, label).holding(drawn.then(mark))
}

fn key(place: usize, segment: &Segment) -> Html {
    let top = BOTTOM + 10.0 + ROW * place as f64;
    let square = rectangle(segment.class, [SIDES[0], SIDES[0] + KEY], [top, top + KEY]);
    let words = Html::of(&segment.words);
    let text = element("text").class("name").at("x", SIDES[0] + KEY + 6.0).at("y", top + KEY);
    square.then(text.holding(words))
}
