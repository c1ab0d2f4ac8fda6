//! The line of a pen.

use crate::html::markup::{Html, element};

/// Movements of a pen, in SVG's letters.
#[derive(Clone, Debug, Default)]
pub(super) struct Path(Html);

impl Path {
    /// One movement: its letter and its numbers.
    #[must_use]
    pub(super) fn step(self, letter: &'static str, numbers: &[f64]) -> Self {
        let mut out = self.0.then(letter);
        for (place, number) in numbers.iter().enumerate() {
            out = out.then(if place == 0 { "" } else { " " }).then(Html::length(*number));
        }
        Self(out)
    }

    /// The path as an element; nothing where the pen never moved.
    pub(super) fn drawn(self, class: &'static str) -> Html {
        if self.0.as_str().is_empty() {
            return Html::default();
        }
        element("path").class(class).with("d", self.0).alone()
    }
}
