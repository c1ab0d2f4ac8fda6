//! The page for an issue or a README.

use crate::bench::{self, Roster};
use crate::phrase::Phrase;
use crate::stat::{Campaign, Note, counted, details, notes, said, table, times};
use crate::table::{Align, Column, Table};
use crate::text::banner;
use probity_model::{Document, Fact, HostFacts, Unit, Value};

/// The result of a campaign as Markdown: a line on the host, the table, and the same lines that a
/// terminal shows. `with_details` adds the metrics without a column of their own.
pub fn markdown(campaign: Campaign<'_>, with_details: bool) -> String {
    let document = campaign.document;
    let mut out = String::new();
    if let Some(banner) = banner(campaign) {
        out += &format!("**{}**\n\n", banner.markdown());
    }
    out += &format!("{}\n\n", origin(document).markdown());
    if campaign.is_bench() {
        return out + &benchmarks(campaign, with_details);
    }
    let others = if with_details { details(campaign) } else { counted(campaign) };
    let said = said(campaign, with_details);
    let many = document.cases.len() > 1;
    let ids = campaign.has_namesakes() || (many && (others.is_some() || said.is_some()));
    let leading = campaign.leading();
    for (place, metric) in leading.iter().enumerate() {
        if leading.len() > 1 {
            let title = Phrase::from("judged: ").id(metric.id.as_str());
            out += &format!("{}\n\n", title.markdown());
        }
        out += &markdown_table(&table(campaign, metric, place == 0, ids));
        out.push('\n');
    }
    for table in [said, others].into_iter().flatten() {
        out += &markdown_table(&table);
        out.push('\n');
    }
    let times = if with_details { times(campaign) } else { Vec::new() };
    for note in times.into_iter().map(Note::from).chain(notes(campaign, with_details)) {
        push_note(&mut out, &note);
    }
    out
}

/// The tables and lines of benchmarks. Their names are whole: a tree needs blanks, which Markdown
/// does not keep.
fn benchmarks(campaign: Campaign<'_>, with_details: bool) -> String {
    let roster = Roster::of(campaign);
    let mut out = format!("{}\n\n", bench::header(&roster).markdown());
    let (table, cut) = bench::whole_table(&roster);
    let details = if with_details { bench::details(&roster) } else { Vec::new() };
    for table in std::iter::once(table).chain(details) {
        out += &markdown_table(&table);
        out.push('\n');
    }
    for note in bench::notes(&roster, with_details, &cut) {
        push_note(&mut out, &note);
    }
    out
}

/// A table in GitHub's form. A unit stands in the head, because there is only one head line.
pub fn markdown_table(table: &Table) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = line(table.columns.iter().map(head).collect());
    let rule = |column: &Column| match column.align {
        Align::Left => "---".to_owned(),
        Align::Right => "---:".to_owned(),
    };
    out += &line(table.columns.iter().map(rule).collect());
    for row in 0..table.rows() {
        let cell = |column: &Column| match column.align {
            Align::Left => column.cell(row).markdown().to_string(),
            Align::Right => spaced_once(column.cell(row).markdown().as_str()),
        };
        out += &line(table.columns.iter().map(cell).collect());
    }
    out
}

fn head(column: &Column) -> String {
    let head = column.head.markdown();
    if column.unit.is_empty() { head.to_string() } else { format!("{head} ({})", column.unit) }
}

/// The padding that aligns numbers in a terminal means nothing here.
fn spaced_once(text: &str) -> String {
    text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn push_note(out: &mut String, note: &Note) {
    *out += &format!("- {}\n", note.line.markdown());
    if note.quoted.is_empty() {
        return;
    }
    let fence = fence(note);
    *out += &format!("\n  {fence}text\n");
    for line in &note.quoted {
        *out += format!("  {line}").trim_end();
        out.push('\n');
    }
    *out += &format!("  {fence}\n\n");
}

/// A fence longer than any run of backquotes inside it, so that nothing inside can end it.
fn fence(note: &Note) -> String {
    let runs = note.quoted.iter().flat_map(|line| line.as_str().split(|c| c != '`'));
    "`".repeat(runs.map(str::len).max().unwrap_or(0).max(2) + 1)
}

/// What made the numbers, and where.
pub(crate) fn origin(document: &Document) -> Phrase {
    let line = Phrase::from("Probity ").prose(&document.probity.version).ours(" on ");
    line.then(host_line(&document.host))
}

/// The host in one line; what cannot be told is said.
fn host_line(host: &HostFacts) -> Phrase {
    let line = Phrase::new().prose(&host.os).ours(" ").prose(&host.arch).ours(", kernel ");
    let line = line.then(known(&host.kernel, |kernel| Phrase::new().prose(kernel))).ours(", ");
    let line = line.then(known(&host.cpu_model, |model| Phrase::new().prose(model)));
    let line = line.ours(", ").then(known(&host.cpus_allowed, |cpus| Phrase::new().number(*cpus)));
    let line = line.ours(" of ").then(known(&host.cpus_online, |cpus| Phrase::new().number(*cpus)));
    let bytes = |bytes: &u64| {
        Phrase::new().figure(&crate::quantity::quantity(Unit::Bytes, Value::Integer(*bytes)))
    };
    let line = line.ours(" CPUs, ").then(known(&host.memory_bytes, bytes)).ours(" memory");
    line.ours(match host.virtual_machine {
        Fact::Known { value: true } => ", virtual machine",
        Fact::Known { value: false } => ", no hypervisor announced",
        Fact::Unavailable(_) => ", virtual machine or not: unknown",
    })
}

fn known<T>(fact: &Fact<T>, shown: impl Fn(&T) -> Phrase) -> Phrase {
    fact.value().map_or("unknown".into(), shown)
}
