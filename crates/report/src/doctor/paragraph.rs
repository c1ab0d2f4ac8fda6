//! Labelled text that keeps to the width of a terminal.

use crate::phrase::Phrase;
use unicode_width::UnicodeWidthStr;

/// Columns of a line. A word that is longer stands on a line of its own, whole.
const WIDTH: usize = 80;
/// Before a label, and behind it.
const GAP: &str = "  ";
/// Fewest columns that text is squeezed into beside long labels.
const LEAST: usize = 24;

/// Columns of the widest label.
pub(super) fn widest<'r>(rows: impl IntoIterator<Item = &'r (Phrase, Phrase)>) -> usize {
    rows.into_iter().map(|(label, _)| label.terminal().width()).max().unwrap_or(0)
}

/// One line per row, labels in a column as wide as the widest, text wrapped below its own
/// beginning.
pub(super) fn labelled(rows: &[(Phrase, Phrase)], widest: usize) -> String {
    let margin = GAP.width() + widest + GAP.width();
    let mut out = String::new();
    for (label, text) in rows {
        let label = label.terminal();
        let space = " ".repeat(widest.saturating_sub(label.width()));
        let text = wrapped(text, margin);
        out += format!("{GAP}{label}{space}{GAP}{text}").trim_end();
        out.push('\n');
    }
    out
}

/// Text whose first line begins at column `margin`, and all others too. No newline at the end.
pub(super) fn wrapped(text: &Phrase, margin: usize) -> String {
    let room = WIDTH.saturating_sub(margin).max(LEAST);
    let text = text.terminal();
    let (mut out, mut used) = (String::new(), 0);
    for word in text.as_str().split(' ').filter(|word| !word.is_empty()) {
        if used > 0 && used + 1 + word.width() > room {
            out.push('\n');
            out.push_str(&" ".repeat(margin));
            used = 0;
        }
        if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += word.width();
    }
    out
}
