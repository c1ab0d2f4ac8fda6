//! What looking costs, as a table.

use super::page::absent;
use super::paragraph::{labelled, widest};
use crate::phrase::Phrase;
use crate::quantity::{Figure, Scale};
use crate::table::{Align, Column, Style, Table};
use probity_model::{Cost, Costs, Fact, Unit, Value};

/// The costs that are known with their numbers, what exactly each is of, and why the others are
/// not.
pub(super) fn table(costs: &Costs) -> String {
    let all = costs.all();
    let known: Vec<(&'static str, &Cost)> =
        all.iter().filter_map(|(name, cost)| Some((*name, cost.value()?))).collect();
    let number = |head: &'static str, unit, of: fn(&Cost) -> Phrase| Column {
        head: head.into(),
        unit,
        align: Align::Right,
        cells: known.iter().map(|(_, cost)| of(cost)).collect(),
    };
    let columns = vec![
        Column {
            head: "cost".into(),
            unit: "",
            align: Align::Left,
            cells: known.iter().map(|(name, _)| name_of(name)).collect(),
        },
        number("median", "ns", |cost| ns(cost.median_ns)),
        number("MAD", "ns", |cost| ns(cost.mad_ns)),
        number("minimum", "ns", |cost| ns(cost.min_ns)),
        number("n", "", |cost| Phrase::new().number(cost.n)),
    ];
    let mut out = String::from("costs of looking, as measured now\n");
    if !known.is_empty() {
        out += &Table { columns }.text(Style::Plain, "  ");
        out.push('\n');
    }
    let rows: Vec<(Phrase, Phrase)> =
        all.iter().map(|(name, cost)| (name_of(name), explained(cost))).collect();
    out + &labelled(&rows, widest(&rows))
}

/// A name of JSON as words.
fn name_of(name: &str) -> Phrase {
    Phrase::new().prose(&name.replace('_', " "))
}

/// All in the one unit, so that they can be compared at a glance.
fn ns(ns: f64) -> Phrase {
    let figure = |value| Scale::of(Unit::Nanoseconds, 1.0).figure(value);
    Phrase::new().figure(&Value::real(ns).map_or_else(Figure::absent, figure))
}

fn explained(cost: &Fact<Cost>) -> Phrase {
    match cost {
        Fact::Known { value } => Phrase::new().prose(&value.what),
        Fact::Unavailable(absence) => absent(absence),
    }
}
