//! Paragraphs as of criterion.

use super::word::word;
use crate::bench::table::{per_second, rate_text};
use crate::bench::{Entry, Roster, Side, Timed};
use crate::escape::Escaped;
use crate::phrase::Phrase;
use crate::quantity::percent;
use crate::stat::Campaign;
use crate::wording;
use probity_model::{Comparison, Statistics, Verdict};

/// Columns before the first word.
const INDENT: usize = 24;

/// A paragraph for each benchmark: `NAME time: [low median high]`, with `thrpt:` where it says how
/// much it handles and `change:` where it is compared. Low and high bound the median's 95 %
/// interval; where there are too few processes for one they are the fastest and the slowest, and
/// that is said. What was not measured says so instead.
pub fn criterion(campaign: Campaign<'_>) -> String {
    let roster = Roster::of(campaign);
    let all: Vec<String> = roster.entries.iter().map(|entry| paragraph(&roster, entry)).collect();
    all.join("\n")
}

fn paragraph(roster: &Roster<'_>, entry: &Entry<'_>) -> String {
    let name = word(&entry.case().name);
    let Some(found) = entry.side.statistics() else {
        return titled(&name, &format!("not measured: {}", reason(&entry.side)));
    };
    let (triple, is_interval) = triple(found);
    let processes = Phrase::new().count(found.processes, "process", "processes").terminal();
    let remark = match is_interval {
        true => String::new(),
        false => format!(" (min, median and max: {processes}, too few for an interval)"),
    };
    let failed = if entry.side.is_failed() { " (it failed in other processes)" } else { "" };
    let line = format!("time:   {}{remark}{failed}", bracketed(triple.map(time)));
    let mut out = titled(&name, &line);
    if let Some((units, amount, _)) = entry.side.amounts().into_iter().next() {
        // The fastest is the most in a second: the order turns round.
        let [high, median, low] = triple.map(|time| rate_text(units, per_second(amount, time)?));
        if let (Some(low), Some(median), Some(high)) = (low, median, high) {
            out += &titled("", &format!("thrpt:  {}", bracketed([low, median, high])));
        }
    }
    let judged = roster.time.and_then(|metric| entry.comparison(&metric.id));
    out + &judged.map(change).unwrap_or_default()
}

/// A line that begins with a name; a long name has a line of its own.
fn titled(name: &str, rest: &str) -> String {
    let width = Escaped::new(name).width();
    match INDENT.checked_sub(width + 1) {
        Some(_) => format!("{name}{}{rest}\n", " ".repeat(INDENT - width)),
        None => format!("{name}\n{}{rest}\n", " ".repeat(INDENT)),
    }
}

fn bracketed(three: [String; 3]) -> String {
    format!("[{}]", three.join(" "))
}

fn triple(found: &Statistics) -> ([f64; 3], bool) {
    let median = found.median.as_f64();
    match found.interval.bounds() {
        Some([low, high]) => ([low.as_f64(), median, high.as_f64()], true),
        None => ([found.min.as_f64(), median, found.max.as_f64()], false),
    }
}

/// Nanoseconds in the unit that fits them.
fn time(nanoseconds: f64) -> String {
    let scales = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns"), (1e-3, "ps")];
    let fits = |(factor, _): &&(f64, &str)| nanoseconds >= *factor;
    let (factor, unit) = scales.iter().find(fits).copied().unwrap_or((1e-3, "ps"));
    format!("{} {unit}", short(nanoseconds / factor))
}

/// Five digits, as criterion has them.
fn short(value: f64) -> String {
    let digits = match value.abs() {
        size if size < 10.0 => 4,
        size if size < 100.0 => 3,
        size if size < 1_000.0 => 2,
        size if size < 10_000.0 => 1,
        _ => 0,
    };
    format!("{value:.digits$}")
}

/// A change in percent, with criterion's signs.
fn signed(ratio: f64) -> String {
    let change = (ratio - 1.0) * 100.0;
    let sign = if change < 0.0 { '\u{2212}' } else { '+' };
    format!("{sign}{}%", short(change.abs()))
}

fn change(found: &Comparison) -> String {
    let mut out = String::new();
    if let Some(ratio) = &found.ratio {
        let level = percent(ratio.level);
        let line = match ratio.interval.bounds() {
            Some([low, high]) => {
                let three = [low, ratio.median, high].map(signed);
                format!("change: {} ({} interval)", bracketed(three), level.as_str())
            }
            None => format!("change: {} (no interval)", signed(ratio.median)),
        };
        out += &titled("", &line);
    }
    let limit = percent(found.limit.effective);
    let words = match found.verdict {
        Verdict::Regressed => "Performance has regressed.".to_owned(),
        Verdict::Improved => "Performance has improved.".to_owned(),
        Verdict::NoDifferenceShown => {
            format!("No difference shown: within the limit of {}.", limit.as_str())
        }
        verdict => format!("{}: {}", verdict.name(), Escaped::new(&found.reason)),
    };
    out + &titled("", &words)
}

/// Why there is no time.
fn reason(side: &Side<'_>) -> String {
    if let Some(failure) = &side.case.failure {
        let line = Phrase::from("failed with ").then(wording::exit(failure.exit));
        return line.ours(" in run ").number(failure.run).terminal().to_string();
    }
    match side.time {
        Timed::AtMost(most, _) => {
            format!("at most {}, not told apart from an empty loop", time(most))
        }
        Timed::Absent(absence) => wording::absence(absence).terminal().to_string(),
        Timed::Inapplicable(reason) => Escaped::new(reason).to_string(),
        Timed::Measured(_) | Timed::Unasked => "nobody asked for it".to_owned(),
    }
}
