//! Columns that line up.

use crate::escape::Escaped;
use crate::phrase::Phrase;

/// Whether a page may use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// No escape sequence at all.
    #[default]
    Plain,
    /// ANSI colours.
    Ansi,
}

/// The side on which a column's cells meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// One column: its head, its unit, and a cell for every row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// What it holds; a table whose heads are all empty has no head line.
    pub head: Phrase,
    /// The unit of its numbers; empty where there is none.
    pub unit: &'static str,
    /// Where its cells meet.
    pub align: Align,
    /// One per row.
    pub cells: Vec<Phrase>,
}

/// Columns of equal length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// From left to right; the last one is never padded or wrapped.
    pub columns: Vec<Column>,
}

/// Between two columns.
pub(crate) const GAP: &str = "  ";

impl Table {
    /// Rows below the head.
    pub fn rows(&self) -> usize {
        self.columns.iter().map(|column| column.cells.len()).max().unwrap_or(0)
    }

    /// Columns it takes on a terminal.
    pub(crate) fn width(&self) -> usize {
        let widths = self.columns.iter().map(|column| column.width() + GAP.len());
        widths.sum::<usize>().saturating_sub(GAP.len())
    }

    /// The table on a terminal, each line begun with `indent`.
    pub fn text(&self, style: Style, indent: &'static str) -> String {
        let widths: Vec<usize> = self.columns.iter().map(Column::width).collect();
        let mut out = String::new();
        let mut line = |cells: Vec<Phrase>| {
            let mut text = String::from(indent);
            for ((cell, column), width) in cells.iter().zip(&self.columns).zip(&widths) {
                if cell.is_spanning() {
                    text += &padded(cell, Align::Left, 0, style);
                    break;
                }
                text += &padded(cell, column.align, *width, style);
                text += GAP;
            }
            out.push_str(text.trim_end());
            out.push('\n');
        };
        if self.columns.iter().any(|column| !column.head.is_empty()) {
            line(self.columns.iter().map(|column| column.head.clone()).collect());
        }
        if self.columns.iter().any(|column| !column.unit.is_empty()) {
            line(self.columns.iter().map(|column| column.unit.into()).collect());
        }
        for row in 0..self.rows() {
            line(self.columns.iter().map(|column| column.cell(row)).collect());
        }
        out
    }
}

impl Column {
    /// The cell of `row`.
    pub fn cell(&self, row: usize) -> Phrase {
        self.cells.get(row).cloned().unwrap_or_default()
    }

    /// Columns it takes on a terminal.
    pub(crate) fn width(&self) -> usize {
        let unit = Escaped::from(self.unit).width();
        let cells = self.cells.iter().filter(|cell| !cell.is_spanning());
        let cells = cells.map(|cell| cell.terminal().width());
        cells.chain([self.head.terminal().width(), unit]).max().unwrap_or(0)
    }
}

fn padded(cell: &Phrase, align: Align, width: usize, style: Style) -> String {
    let text = cell.terminal();
    let space = " ".repeat(width.saturating_sub(text.width()));
    let text = match (style, cell.colour()) {
        (Style::Ansi, Some(colour)) => format!("{}{text}\x1b[0m", colour.ansi()),
        _ => text.to_string(),
    };
    match align {
        Align::Left => text + &space,
        Align::Right => space + &text,
    }
}
