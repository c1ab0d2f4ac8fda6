//! The page for a terminal.

use crate::bench::{BenchOptions, bench_text};
use crate::phrase::Phrase;
use crate::stat::{Campaign, Note, counted, details, notes, said, table, times};
use crate::table::Style;

/// What a terminal page may use and has to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// Colour or none.
    pub style: Style,
    /// Whether the metrics without a column of their own are all shown; otherwise only those are
    /// that counted runs observe, where they were asked for.
    pub details: bool,
}

/// The result of a campaign for a terminal: the table, and below it what has to be known. Of
/// benchmarks it is [`bench_text`] in the order of their sources.
pub fn text(campaign: Campaign<'_>, options: TextOptions) -> String {
    if campaign.is_bench() {
        let TextOptions { style, details } = options;
        return bench_text(campaign, &BenchOptions { style, details, ..BenchOptions::default() });
    }
    let mut out = String::new();
    if let Some(banner) = banner(campaign) {
        out += &format!("{}\n\n", banner.terminal());
    }
    let others = if options.details { details(campaign) } else { counted(campaign) };
    let said = said(campaign, options.details);
    let many = campaign.document.cases.len() > 1;
    let ids = campaign.has_namesakes() || (many && (others.is_some() || said.is_some()));
    let leading = campaign.leading();
    for (place, metric) in leading.iter().enumerate() {
        if leading.len() > 1 {
            out += &format!("{}\n", Phrase::from("judged: ").id(metric.id.as_str()).terminal());
        }
        out += &table(campaign, metric, place == 0, ids).text(options.style, "");
        out.push('\n');
    }
    for table in [said, others].into_iter().flatten() {
        out += &table.text(options.style, "");
        out.push('\n');
    }
    let times = if options.details { times(campaign) } else { Vec::new() };
    for note in times.into_iter().map(Note::from).chain(notes(campaign, options.details)) {
        push_note(&mut out, &note);
    }
    out
}

/// What stands above everything else when the campaign did not run to its end.
pub(crate) fn banner(campaign: Campaign<'_>) -> Option<Phrase> {
    let line = Phrase::from("INCOMPLETE: ").prose(campaign.incomplete?);
    Some(line.ours("; what was measured until then is shown, nothing is decided"))
}

/// A note, its quoted lines indented.
pub(crate) fn push_note(out: &mut String, note: &Note) {
    *out += &format!("{}\n", note.line.terminal());
    for line in &note.quoted {
        *out += format!("    {line}").trim_end();
        out.push('\n');
    }
}
