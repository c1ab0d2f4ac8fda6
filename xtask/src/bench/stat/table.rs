//! The table, and which aims are met.

use super::quantity::Aim;
use super::rounds::Row;
use super::tool::Tool;
use crate::bench::outcome::Outcome;
use crate::bench::spread::median;

/// A Markdown table with a line per row, then why tools are missing.
pub(super) fn outcome(rows: &[Row], tools: &[Tool; 3]) -> Outcome {
    let [ours, one, two] = tools.each_ref().map(|tool| tool.name);
    let mut lines =
        vec![["program", "", ours, one, two, "÷ hyperfine", "÷ perf", "aim"].map(str::to_owned)];
    let mut met = true;
    for row in rows {
        let medians = row.values.each_ref().map(|values| median(values));
        let (aim, kept) = judged(row.quantity.aim(), medians, tools);
        met &= kept;
        let cell = |tool: usize| match tools[tool].start {
            Ok(_) if row.values[tool].is_empty() => "none".to_owned(),
            _ => shown(&row.values[tool]),
        };
        let [ours, one, two] = [0, 1, 2].map(cell);
        let divided = |peer: usize| match medians[peer] {
            None if tools[peer].start.is_ok() => "none".to_owned(),
            median => ratio(medians[0], median),
        };
        let [first, second] = [1, 2].map(divided);
        let (program, name) = (row.program.to_owned(), row.quantity.name().to_owned());
        lines.push([program, name, ours, one, two, first, second, aim]);
    }
    let mut table = aligned(&lines);
    for (name, reason) in
        tools.iter().filter_map(|tool| Some((tool.name, tool.start.as_ref().err()?)))
    {
        table += &format!("\n{name} is missing: {reason}\n");
    }
    Outcome { table, met }
}

/// The aim in words, and whether it is met; what cannot be told is not.
pub(super) fn judged(aim: Aim, medians: [Option<f64>; 3], tools: &[Tool; 3]) -> (String, bool) {
    let (what, limit) = match aim {
        Aim::Open => return ("none".to_owned(), true),
        Aim::Below(limit) => (format!("under {limit}"), Some(limit)),
        Aim::Peer(peer) => (format!("at most {}", tools[peer].name), medians[peer]),
    };
    match medians[0].zip(limit) {
        None => (format!("{what}: cannot tell"), false),
        Some((ours, limit)) if ours <= 0.0 || limit <= 0.0 => {
            (format!("{what}: cannot tell, lost in noise"), false)
        }
        Some((ours, limit)) if ours <= limit => (format!("{what}: met"), true),
        Some(_) => (format!("{what}: NOT MET"), false),
    }
}

/// The median and how far the rounds reach.
fn shown(values: &[f64]) -> String {
    let low = values.iter().copied().min_by(f64::total_cmp);
    let high = values.iter().copied().max_by(f64::total_cmp);
    match median(values).zip(low.zip(high)) {
        Some((median, (low, high))) => {
            format!("{} ({} … {})", digits(median), digits(low), digits(high))
        }
        None => "missing".to_owned(),
    }
}

fn digits(value: f64) -> String {
    if value.abs() < 100.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

/// Ours by the peer's. What is not above zero is lost in the noise and divides nothing.
pub(super) fn ratio(ours: Option<f64>, peer: Option<f64>) -> String {
    match ours.zip(peer) {
        None => "missing".to_owned(),
        Some((ours, peer)) if ours > 0.0 && peer > 0.0 => format!("{:.2}", ours / peer),
        Some(_) => "lost in noise".to_owned(),
    }
}

/// Columns of one width, as Markdown.
pub(crate) fn aligned<const N: usize>(lines: &[[String; N]]) -> String {
    let width = |column: usize| {
        let widths = lines.iter().map(|line| line[column].chars().count());
        widths.max().unwrap_or_default().max(3)
    };
    let widths: [usize; N] = std::array::from_fn(width);
    let mut table = String::new();
    for (place, line) in lines.iter().enumerate() {
        for (cell, width) in line.iter().zip(widths) {
            table += &format!("| {cell:width$} ");
        }
        table += "|\n";
        if place == 0 {
            table.extend(widths.map(|width| format!("|{}", "-".repeat(width + 2))));
            table += "|\n";
        }
    }
    table
}
