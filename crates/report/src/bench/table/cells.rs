//! Cells of numbers that each have their own unit.

use crate::phrase::Phrase;
use crate::quantity::{Figure, aligned};
use crate::table::{Align, Column};
use probity_model::Value;

/// What stands in a cell.
#[derive(Clone, Debug)]
pub(crate) enum Cell {
    /// Numbers and their unit.
    Numbers(Vec<Figure>, Phrase),
    /// A word, or the sign of an absence.
    Words(Phrase),
    /// Nothing: the row is the head of others.
    Nothing,
}

impl From<Figure> for Cell {
    fn from(sign: Figure) -> Self {
        Self::Words(Phrase::new().figure(&sign))
    }
}

/// A column in which units stand under units: benchmarks differ by orders of magnitude, so that one
/// unit would suit few of them. Where it suits all, points stand under points too.
pub(crate) fn column(head: Phrase, joint: &'static str, cells: Vec<Cell>) -> Column {
    let parts = |cell: &Cell| match cell {
        Cell::Numbers(parts, unit) => Some((parts.clone(), unit.clone())),
        Cell::Words(_) | Cell::Nothing => None,
    };
    let (rows, units): (Vec<Vec<Figure>>, Vec<Phrase>) = cells.iter().filter_map(parts).unzip();
    let widest = units.iter().map(|unit| unit.terminal().width()).max().unwrap_or(0);
    let shown = |(figure, unit): (Figure, &Phrase)| {
        let room = widest - unit.terminal().width();
        let line = Phrase::new().figure(&figure);
        let line = if unit.is_empty() { line } else { line.ours(" ").then(unit.clone()) };
        let gap = usize::from(unit.is_empty() && widest > 0);
        if room + gap > 0 { line.figure(&Figure::blank(room + gap)) } else { line }
    };
    let same = units.iter().all(|unit| Some(unit) == units.first());
    let joined = if same { aligned(&rows, joint) } else { ended(&rows, joint) };
    let mut numbers = joined.into_iter().zip(&units).map(shown);
    let cell = |cell| match cell {
        Cell::Numbers(..) => numbers.next().unwrap_or_default(),
        Cell::Words(words) => words,
        Cell::Nothing => Phrase::new(),
    };
    Column { head, unit: "", align: Align::Right, cells: cells.into_iter().map(cell).collect() }
}

/// Parts of rows whose units differ, the ends of each part under each other.
fn ended(rows: &[Vec<Figure>], joint: &'static str) -> Vec<Figure> {
    let parts = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |part: usize| rows.iter().filter_map(|row| row.get(part)).map(Figure::width).max();
    let widths: Vec<usize> = (0..parts).map(|part| width(part).unwrap_or(0)).collect();
    rows.iter().map(|row| Figure::ended(row, &widths, joint)).collect()
}

/// A cell by itself.
pub(crate) fn alone(cell: Cell, joint: &'static str) -> Phrase {
    column(Phrase::new(), joint, vec![cell]).cell(0)
}

/// A number that came out of floats, as an integer where it is one.
pub(crate) fn whole(value: f64) -> Value {
    let is_whole = value.fract() == 0.0 && (0.0..1e15).contains(&value);
    if is_whole { Value::Integer(value as u64) } else { Value::Real(value) }
}
