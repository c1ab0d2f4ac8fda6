//! Tables, each in a box of its own that scrolls when it is too wide for the screen.

use super::markup::{Html, element};
use crate::phrase::{Colour, Phrase};
use crate::table::{Align, Column, Table};

/// Columns of a cell of words beyond which it may have several lines.
const WIDE: usize = 40;

/// A table with a head; `label` is what it is called where it cannot be seen.
pub(super) fn table(table: &Table, label: &'static str) -> Html {
    let heads: Html = table.columns.iter().map(head).collect();
    let rows: Html = (0..table.rows()).map(|row| line(table, row)).collect();
    let head = element("thead").line(element("tr").holding(heads));
    let inner = element("table").line(head.then(element("tbody").holding(rows)));
    scrolling(inner, label)
}

/// Names and their values: the first column is the head of its row.
pub(super) fn facts(rows: Vec<(&'static str, Phrase)>) -> Html {
    let row = |(name, value): (&'static str, Phrase)| {
        let head = element("th").with("scope", "row").holding(name);
        element("tr").line(head.then(element("td").holding(value.html())))
    };
    element("table")
        .class("facts")
        .line(element("tbody").holding(rows.into_iter().map(row).collect::<Html>()))
}

/// A box that scrolls sideways by itself; it can be reached by keyboard.
pub(super) fn scrolling(inner: Html, label: &'static str) -> Html {
    let scroll = element("div").class("scroll").with("tabindex", "0").with("role", "region");
    scroll.with("aria-label", label).line(inner)
}

fn head(column: &Column) -> Html {
    let mut words = column.head.html();
    if !column.unit.is_empty() {
        words = words.then(" ").then(element("span").class("unit").holding(column.unit));
    }
    let cell = element("th").with("scope", "col");
    match column.align {
        Align::Left => cell.holding(words),
        Align::Right => cell.class("number").holding(words),
    }
}

fn line(table: &Table, row: usize) -> Html {
    let cell = |column: &Column| {
        let phrase = column.cell(row);
        let cell = match (column.align, phrase.colour()) {
            (Align::Right, _) => element("td").class("number"),
            (Align::Left, Some(colour)) => element("td").class(class(colour)),
            (Align::Left, None) if phrase.terminal().width() > WIDE => element("td").class("wide"),
            (Align::Left, None) => element("td"),
        };
        cell.holding(phrase.html())
    };
    element("tr").line(table.columns.iter().map(cell).collect::<Html>())
}

/// The class of what a colour says.
pub(super) fn class(colour: Colour) -> &'static str {
    match colour {
        Colour::Green => "good",
        Colour::Red => "bad",
        Colour::Yellow => "open",
    }
}
