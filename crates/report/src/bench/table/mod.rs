//! The table: its rows, its columns, and how it is fitted into the room that there is.

mod amount;
mod cells;
mod columns;
mod fitted;
mod rows;
mod why;

pub(crate) use amount::{per_second, rate, rate_text};
pub(crate) use cells::{Cell, alone, column, whole};
pub(crate) use columns::{count_of, median_of, names, scale, short_name};
pub(crate) use fitted::{NAME, fitted, whole_table};
pub(crate) use rows::flat;

#[cfg(test)]
mod tests;
