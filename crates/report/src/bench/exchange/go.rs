//! The text of Go's benchmarks, which benchstat reads (golang.org/design/14313-benchmark-format).

use super::word::word;
use crate::bench::{Entry, Roster, Side};
use crate::escape::Escaped;
use crate::stat::Campaign;
use probity_model::{Iterations, Metric, MetricRole, Observed, Pass, Run, RunRole, Text, Unit};
use std::collections::HashMap;

/// A line for each process, so that benchstat sees as many samples as there are. Counted runs are
/// processes of their own, and have lines of their own. Of a comparison both builds are there, told
/// apart by the key `build` (`benchstat -col build`). What was not measured, or failed in a run,
/// has no line, because the form has no way to say so.
pub fn go(campaign: Campaign<'_>) -> String {
    let roster = Roster::of(campaign);
    let counted = counted_runs(campaign);
    let metrics: Vec<&Metric> =
        campaign.metrics().filter(|metric| metric.pass == Pass::Counted).collect();
    let mut out = head(campaign, &roster);
    let lines = |entry: &Entry<'_>, side: &Side<'_>| {
        if side.is_failed() {
            return String::new();
        }
        let name = name(campaign, entry);
        let timed = side.runs.iter().filter_map(|run| timed(&name, roster.time?, run));
        let counted = counted.get(&side.case.id).into_iter().flatten();
        let counted = counted.filter_map(|run| counts(&name, &metrics, run));
        timed.chain(counted).collect::<String>()
    };
    if campaign.is_comparison() {
        out += "build: baseline\n";
        for entry in &roster.entries {
            out.extend(entry.baseline.iter().map(|side| lines(entry, side)));
        }
        out += "build: candidate\n";
    }
    out.extend(roster.entries.iter().map(|entry| lines(entry, &entry.side)));
    out
}

fn counted_runs<'a>(campaign: Campaign<'a>) -> HashMap<&'a probity_model::CaseId, Vec<&'a Run>> {
    let mut all: HashMap<_, Vec<&Run>> = HashMap::new();
    let is_whole = |run: &&Run| {
        run.role == RunRole::Counted && !campaign.document.settings.is_spoilt_by(run.exit)
    };
    for run in campaign.runs.iter().filter(is_whole) {
        all.entry(&run.case).or_default().push(run);
    }
    all
}

/// What Go says of the machine, in its words.
fn head(campaign: Campaign<'_>, roster: &Roster<'_>) -> String {
    let host = &campaign.document.host;
    let arch = match host.arch.as_str() {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "x86" => "386",
        "riscv64gc" => "riscv64",
        other => other,
    };
    let os = if host.os == "macos" { "darwin" } else { &host.os };
    let of = |entry: &Entry<'_>| entry.case().program.as_ref()?.program.clone();
    let mut lines = vec![("goos", os.to_owned()), ("goarch", arch.to_owned())];
    lines.extend(roster.entries.iter().find_map(of).map(|program| ("pkg", program)));
    lines.extend(host.cpu_model.value().map(|model| ("cpu", model.clone())));
    let line = |(key, value): (&str, String)| format!("{key}: {}\n", Escaped::new(&value));
    lines.into_iter().map(line).collect()
}

/// `BenchmarkModule/function/n=1024-2`. The format wants an upper-case letter first; a slash in a
/// part would begin another one.
fn name(campaign: Campaign<'_>, entry: &Entry<'_>) -> String {
    let part = |text: &Text| word(text).replace('/', "%2F");
    let path = entry.identity.path.iter().map(part);
    let labels = entry
        .parameters()
        .iter()
        .map(|one| format!("{}={}", part(&Text::from(one.name.as_str())), part(&one.value)));
    let labels: Vec<String> = match entry.identity.labels {
        Some(_) => labels.collect(),
        None => Vec::new(),
    };
    let all: Vec<String> = path.chain(labels).collect();
    let all = all.join("/");
    let mut letters = all.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let is_upper = first.chars().next().is_some_and(char::is_uppercase);
    let mark = if is_upper { "" } else { "X_" };
    let cpus = campaign.document.host.cpus_allowed.value();
    let cpus = cpus.map_or(String::new(), |cpus| format!("-{cpus}"));
    format!("Benchmark{mark}{first}{}{cpus}", letters.as_str())
}

fn iterations(run: &Run) -> Option<&Iterations> {
    run.program.as_ref()?.iterations.as_ref()
}

fn timed(name: &str, metric: &Metric, run: &Run) -> Option<String> {
    let time = number(run, metric)?;
    let said = iterations(run)?;
    let samples = said.time.as_ref()?;
    let count = samples.samples.saturating_mul(samples.iterations);
    let mut line = format!("{name}\t{count:>10}\t{} ns/op", decimal(time));
    for amount in said.amounts.iter().filter(|_| time > 0.0) {
        let rate = amount.value.as_f64() / time * 1e9;
        line += &match amount.units.as_str() {
            "bytes" => format!("\t{} MB/s", decimal(rate / 1e6)),
            units => format!("\t{} {}/s", decimal(rate), word(&Text::from(units))),
        };
    }
    Some(line + "\n")
}

fn counts(name: &str, metrics: &[&Metric], run: &Run) -> Option<String> {
    let iterations = iterations(run)?.counted?;
    let value = |metric: &&&Metric| {
        let number = number(run, metric)?;
        Some(format!("\t{} {}", decimal(number), unit(metric)))
    };
    let values: String = metrics.iter().filter_map(|metric| value(&metric)).collect();
    (!values.is_empty()).then(|| format!("{name}\t{iterations:>10}{values}\n"))
}

fn number(run: &Run, metric: &Metric) -> Option<f64> {
    match run.observations.get(&metric.id)? {
        Observed::Measured(found) => Some(found.value.as_f64()),
        Observed::Unavailable(_) | Observed::NotApplicable { .. } => None,
    }
}

/// Go's own unit where it has one, otherwise the metric's id for each operation.
fn unit(metric: &Metric) -> String {
    let id = metric.id.as_str();
    let id = id.strip_prefix("iteration.").unwrap_or(id);
    let word = word(&Text::from(id));
    match (metric.role, metric.unit) {
        (MetricRole::Allocations, _) => "allocs/op".to_owned(),
        (MetricRole::AllocatedBytes, _) => "B/op".to_owned(),
        (_, Unit::Ratio) => word,
        (_, Unit::NanosecondsPerIteration) => format!("{word}-ns/op"),
        (_, Unit::BytesPerIteration) => format!("{word}-B/op"),
        _ => format!("{word}/op"),
    }
}

/// Whole numbers as such, small ones with more digits, and never an exponent.
fn decimal(value: f64) -> String {
    let digits = match value.abs() {
        _ if value.fract() == 0.0 => 0,
        size if size >= 1000.0 => 1,
        size if size >= 10.0 => 2,
        _ => 4,
    };
    format!("{value:.digits$}")
}
