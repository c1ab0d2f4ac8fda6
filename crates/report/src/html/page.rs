//! The page as a whole: the verdict first, then what it rests on.

use super::benchmarks::benchmarks;
use super::circumstances::{host, settings};
use super::commands::commands;
use super::headline::headline;
use super::markup::{Html, doctype, element};
use super::metrics::metrics;
use super::policy::{SHEET, policy};
use super::ratios::ratios;
use super::reproduction::reproduction;
use super::tables::{class, table};
use crate::bench::{Roster, details, header, notes as bench_notes, whole_table};
use crate::markdown::origin;
use crate::phrase::Phrase;
use crate::stat::{Campaign, Note, notes, said, table as result};
use crate::table::{Align, Table};
use crate::text::banner;

/// The result of a campaign as one page: valid evidence in, the same bytes out, always.
pub fn html(campaign: Campaign<'_>) -> String {
    let parts = [
        verdict(campaign),
        ratios(campaign),
        match campaign.is_bench() {
            true => benchmarks(campaign),
            false => commands(campaign),
        },
        metrics(campaign),
        host(campaign),
        settings(campaign),
        reproduction(campaign),
    ];
    let main = element("main").line(parts.into_iter().collect::<Html>());
    let body = element("body").line(main);
    let page = element("html").with("lang", "en").line(head(campaign).then(body));
    doctype().then(page).to_string()
}

fn head(campaign: Campaign<'_>) -> Html {
    let title = Phrase::from("Probity: ").then(headline(campaign)).plain_html();
    let meta = |name: &'static str, content: &'static str| {
        element("meta").with("name", name).with("content", content).alone().then("\n")
    };
    let parts = [
        element("meta").with("charset", "utf-8").alone().then("\n"),
        policy().then("\n"),
        meta("viewport", "width=device-width, initial-scale=1"),
        meta("color-scheme", "light dark"),
        meta("referrer", "no-referrer"),
        element("title").line(title),
        element("style").line(Html::style(SHEET)),
    ];
    element("head").line(parts.into_iter().collect::<Html>())
}

fn verdict(campaign: Campaign<'_>) -> Html {
    let mut inner = Html::default();
    if let Some(banner) = banner(campaign) {
        inner = inner.then(element("p").id("banner").class("banner").line(banner.html()));
    }
    let headline = headline(campaign);
    let head = headline.colour().map_or(element("h1"), |colour| element("h1").class(class(colour)));
    inner = inner.then(head.id("headline").line(headline.html()));
    let lines = match campaign.is_bench() {
        true => {
            let (tables, notes) = bench(campaign);
            inner = inner.then(tables);
            notes
        }
        false => {
            inner = inner.then(results(campaign));
            notes(campaign, true)
        }
    };
    let lines: Html = lines.iter().map(note).collect();
    inner = inner.then(element("ul").id("notes").line(lines));
    let origin = element("p").class("faint").id("origin").line(origin(campaign.document).html());
    element("section").id("verdict").line(inner.then(origin))
}

/// The tables of benchmarks, and what there is to say of them.
fn bench(campaign: Campaign<'_>) -> (Html, Vec<Note>) {
    let roster = Roster::of(campaign);
    let (result, cut) = whole_table(&roster);
    let line = element("p").id("method").line(header(&roster).html());
    let mut inner = line.then(table(&result, "Results"));
    for detail in details(&roster) {
        inner = inner.then(table(&detail, "Details"));
    }
    (inner, bench_notes(&roster, true, &cut))
}

/// The tables of commands.
fn results(campaign: Campaign<'_>) -> Html {
    let mut inner = Html::default();
    let leading = campaign.leading();
    let many = campaign.document.cases.len() > 1;
    for (place, metric) in leading.iter().enumerate() {
        if leading.len() > 1 {
            let title = Phrase::from("judged: ").id(metric.id.as_str());
            inner = inner.then(element("h3").line(title.html()));
        }
        let shown = name_first(result(campaign, metric, place == 0, many));
        inner = inner.then(table(&shown, "Results"));
    }
    if let Some(said) = said(campaign, false) {
        inner = inner.then(table(&said, "What the programs said"));
    }
    inner
}

/// A narrow screen shows the first columns only: the command follows its verdict, so that a reader
/// sees whose they are.
fn name_first(mut table: Table) -> Table {
    if let Some(command) = table.columns.pop() {
        let is_judged = table.columns.first().is_some_and(|column| column.align == Align::Left);
        table.columns.insert(usize::from(is_judged), command);
    }
    table
}

fn note(note: &Note) -> Html {
    let line = note.line.html();
    if note.quoted.is_empty() {
        return element("li").line(line);
    }
    let quoted: Html = note.quoted.iter().map(|line| Html::of(line).then("\n")).collect();
    element("li").line(line.then(element("pre").holding(quoted)))
}
