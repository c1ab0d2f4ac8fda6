//! The page of benchmarks for a terminal.

use super::details::details;
use super::header::header;
use super::notes::notes;
use super::options::BenchOptions;
use super::roster::{Entry, Roster, order};
use super::table::{NAME, fitted};
use crate::phrase::{Phrase, listed};
use crate::stat::Campaign;
use crate::text::{banner, push_note};
use probity_model::Text;

/// The result of benchmarks for a terminal: a line on how they were measured, the table, and below
/// it what has to be known.
pub fn bench_text(campaign: Campaign<'_>, options: &BenchOptions) -> String {
    let mut roster = Roster::of(campaign);
    if let Some(by) = &options.sort {
        order(&mut roster, by);
    }
    let mut out = String::new();
    if let Some(banner) = banner(campaign) {
        out += &format!("{}\n\n", banner.terminal());
    }
    out += &format!("{}\n\n", header(&roster).terminal());
    let mut cut = Vec::new();
    let mut hidden: Vec<Phrase> = Vec::new();
    for (title, entries) in groups(&roster, options.group_by.as_deref()) {
        if let Some(title) = title {
            out += &format!("{}\n", title.terminal());
        }
        let fitted = fitted(&roster, &entries, options);
        out += &fitted.table.text(options.style, "");
        out.push('\n');
        cut.extend(fitted.cut);
        for head in fitted.hidden {
            if !hidden.contains(&head) {
                hidden.push(head);
            }
        }
    }
    if options.details {
        for table in details(&roster) {
            out += &table.text(options.style, "");
            out.push('\n');
        }
    }
    for note in notes(&roster, options.details, &cut) {
        push_note(&mut out, &note);
    }
    if !hidden.is_empty() {
        let line = Phrase::from("left out, for want of room: ").then(listed(hidden));
        push_note(&mut out, &line.ours("; a wider terminal or a file has all").into());
    }
    out
}

/// The benchmarks with each value of a parameter, in the order in which the values first come; all
/// together where nobody asked.
fn groups<'e, 'a>(
    roster: &'e Roster<'a>,
    by: Option<&str>,
) -> Vec<(Option<Phrase>, Vec<&'e Entry<'a>>)> {
    let Some(by) = by else { return vec![(None, roster.entries.iter().collect())] };
    let mut groups: Vec<(Option<&Text>, Vec<&Entry<'_>>)> = Vec::new();
    for entry in &roster.entries {
        let value = entry.parameter(by);
        match groups.iter_mut().find(|(other, _)| *other == value) {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((value, vec![entry])),
        }
    }
    let title = |value: Option<&Text>| match value {
        Some(value) => Phrase::new().id(by).ours(" = ").short_name(value, NAME),
        None => Phrase::from("without ").id(by),
    };
    groups.into_iter().map(|(value, entries)| (Some(title(value)), entries)).collect()
}
