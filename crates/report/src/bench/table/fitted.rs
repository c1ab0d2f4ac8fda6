//! The table of benchmarks, as wide as there is room.

use super::columns;
use super::rows::{Row, flat, tree};
use super::why::{is_all, why};
use crate::bench::options::{BenchOptions, SortKey};
use crate::bench::roster::{Entry, Roster};
use crate::phrase::Phrase;
use crate::table::{Align, Column, GAP, Table};
use probity_model::{Metric, MetricRole, Text};

/// Columns of a name where nothing bounds the table, where a page scrolls, and the fewest.
pub(crate) const NAME: usize = 64;
const WHOLE_NAME: usize = 120;
const NAME_AT_LEAST: usize = 24;
/// Columns of a reason in a row, and the fewest.
const WHY: usize = 72;
const WHY_AT_LEAST: usize = 24;

/// A table as wide as it may be, and what that cost.
pub(crate) struct Fitted<'a> {
    /// The table.
    pub(crate) table: Table,
    /// The whole names of rows that show a part of theirs.
    pub(crate) cut: Vec<&'a Text>,
    /// The heads of the columns that are left out.
    pub(crate) hidden: Vec<Phrase>,
}

/// All that there is to show of some benchmarks.
struct Content<'e, 'a> {
    rows: Vec<Row<'e, 'a>>,
    counted: Vec<&'a Metric>,
    /// Verdicts and times, which are never left out.
    first: Vec<Column>,
    /// What is left out where there is no room, the last of them first.
    others: Vec<Column>,
    /// Which of the others goes before all of them.
    extremes: Column,
}

/// The table of these benchmarks for a terminal.
pub(crate) fn fitted<'a>(
    roster: &Roster<'a>,
    entries: &[&Entry<'a>],
    options: &BenchOptions,
) -> Fitted<'a> {
    let by = options.sort.as_ref();
    let rows = match by.is_some_and(|by| by.key.is_number()) {
        true => flat(entries),
        false => tree(entries, by.is_some_and(|by| by.key == SortKey::Kind && !by.descending)),
    };
    let content = Content::of(roster, rows);
    let room = options.width.unwrap_or(usize::MAX);
    let mut shape = Shape { name: NAME, extremes: true, others: content.others.len() };
    // What says least gives way first, then names, and at last what was asked for.
    loop {
        let table = content.table(shape);
        let excess = table.width().saturating_sub(room);
        let names = columns::names(&content.rows, shape.name).width();
        if excess > 0 && shape.extremes {
            shape.extremes = false;
        } else if excess > 0 && names > NAME_AT_LEAST {
            shape.name = names.saturating_sub(excess).max(NAME_AT_LEAST);
        } else if excess > 0 && shape.others > 0 {
            shape.others -= 1;
        } else {
            let table = content.with_words(table, room);
            return Fitted { table, cut: content.cut(shape.name), hidden: content.hidden(shape) };
        }
    }
}

/// The same table by whole names, for a page that scrolls, and the names too long even there.
pub(crate) fn whole_table<'a>(roster: &Roster<'a>) -> (Table, Vec<&'a Text>) {
    let entries: Vec<&Entry<'_>> = roster.entries.iter().collect();
    let content = Content::of(roster, flat(&entries));
    let all = Shape { name: WHOLE_NAME, extremes: true, others: content.others.len() };
    let mut table = content.table(all);
    let words = |row: &Row<'_, '_>| row.entry.and_then(|entry| why(&entry.side, WHY));
    let words: Vec<Option<Phrase>> = content.rows.iter().map(words).collect();
    if words.iter().any(Option::is_some) {
        let cells = words.into_iter().map(Option::unwrap_or_default).collect();
        table.columns.push(Column { head: "note".into(), unit: "", align: Align::Left, cells });
    }
    (table, content.cut(WHOLE_NAME))
}

/// How much of everything there is.
#[derive(Clone, Copy)]
struct Shape {
    /// Columns of a name.
    name: usize,
    /// Whether the fastest and slowest are shown.
    extremes: bool,
    /// How many of the other columns are.
    others: usize,
}

impl<'e, 'a> Content<'e, 'a> {
    fn of(roster: &Roster<'a>, rows: Vec<Row<'e, 'a>>) -> Self {
        let mut first = Vec::new();
        for metric in roster.judged() {
            let whose = match metric.role {
                MetricRole::IterationTime => Phrase::new(),
                _ => columns::short_name(metric).ours(" "),
            };
            first.push(columns::verdicts(&rows, whose.clone().ours("verdict"), metric));
            first.push(columns::ratios(roster, &rows, whose, metric));
        }
        first.push(columns::medians(roster, &rows));
        let counted = roster.counted();
        let counts = std::iter::once(columns::counts(&rows)).chain(columns::rates(&rows));
        let of_metrics = counted.iter().map(|metric| columns::counted(&rows, metric));
        let others = counts.chain(of_metrics).collect();
        let extremes = columns::extremes(roster, &rows);
        Self { rows, counted, first, others, extremes }
    }

    fn table(&self, shape: Shape) -> Table {
        let mut columns = vec![columns::names(&self.rows, shape.name)];
        columns.extend(self.first.iter().cloned());
        columns.extend(shape.extremes.then(|| self.extremes.clone()));
        columns.extend(self.others.iter().take(shape.others).cloned());
        Table { columns }
    }

    /// The table with the reasons of rows that have no numbers, in the place of these.
    fn with_words(&self, mut table: Table, room: usize) -> Table {
        let place = self.first.len() + 1;
        let before: usize =
            table.columns.iter().take(place).map(|column| column.width() + GAP.len()).sum();
        let most = room.saturating_sub(before).clamp(WHY_AT_LEAST, WHY);
        let words = |row: &Row<'_, '_>| {
            let side = &row.entry?.side;
            why(side, most).filter(|_| is_all(side, &self.counted))
        };
        let words: Vec<Option<Phrase>> = self.rows.iter().map(words).collect();
        if table.columns.len() == place && words.iter().any(Option::is_some) {
            let cells = vec![Phrase::new(); self.rows.len()];
            let head = Phrase::new();
            table.columns.push(Column { head, unit: "", align: Align::Left, cells });
        }
        let cells = table.columns.get_mut(place).into_iter().flat_map(|column| &mut column.cells);
        for (cell, words) in cells.zip(words) {
            if let Some(words) = words {
                *cell = words.spanning();
            }
        }
        table
    }

    fn cut(&self, columns: usize) -> Vec<&'a Text> {
        let is_cut = |row: &&Row<'_, 'a>| {
            Phrase::new().name(&row.name).terminal().width() > columns::room(row, columns)
        };
        let cut = self.rows.iter().filter(is_cut);
        cut.filter_map(|row| Some(&row.entry?.case().name)).collect()
    }

    fn hidden(&self, shape: Shape) -> Vec<Phrase> {
        let extremes = (!shape.extremes).then_some(&self.extremes);
        let hidden = extremes.into_iter().chain(self.others.iter().skip(shape.others));
        hidden.map(|column| column.head.clone()).collect()
    }
}
