//! What a target saw.

/// A table for people, and whether every promise in it is kept.
#[derive(Debug)]
pub struct Outcome {
    /// The table, with a final newline.
    pub table: String,
    /// Whether every bound is met.
    pub met: bool,
}

/// One promise and what was seen of it.
pub(crate) struct Row {
    /// What was run.
    pub(crate) what: String,
    /// What is promised.
    pub(crate) bound: String,
    /// What was seen.
    pub(crate) seen: String,
    /// Whether that is within the bound.
    pub(crate) met: bool,
}

impl Outcome {
    /// The rows under a header, in aligned columns.
    pub(crate) fn of(rows: &[Row]) -> Self {
        let header = ["what", "promised", "seen", "result"].map(str::to_owned);
        let mut lines = vec![header];
        lines.extend(rows.iter().map(|row| {
            let result = if row.met { "met" } else { "MISSED" };
            [row.what.clone(), row.bound.clone(), row.seen.clone(), result.to_owned()]
        }));
        let width = |column: usize| lines.iter().map(|line| line[column].len()).max();
        let widths = [0, 1, 2].map(|column| width(column).unwrap_or_default());
        let mut table = String::new();
        for [what, bound, seen, result] in &lines {
            let [a, b, c] = widths;
            table += &format!("{what:a$}  {bound:b$}  {seen:c$}  {result}\n");
        }
        Self { table, met: rows.iter().all(|row| row.met) }
    }
}
