//! Showing what was measured, and what follows from it.

use super::baseline::Row;
use super::comparison::{Compared, Unpaired};
use super::machine;
use crate::arguments::{FailOn, Options, OutputFormat, RowKey, RowOrder};
use crate::entry::Executable;
use crate::{console, entry};
use probity_campaign::Finished;
use probity_model::{
    Case, CaseId, Cause, Comparison, MetricId, MetricRole, MetricSummary, Observed, Run, RunRole,
    Unit, Verdict,
};
use probity_report::quantity::quantity;
use probity_report::{BenchOptions, Campaign, ExitCode, SortBy, SortKey, Style};
use probity_sources::Selection;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// Shows it, saves it where that was asked for, and says how it ended.
pub(crate) fn show(
    executable: Executable,
    options: &Options,
    compared: &Compared,
    finished: &Finished,
) -> ExitCode {
    let campaign = Campaign::from(&finished.evidence);
    let text = match text(options, campaign) {
        Ok(text) => text,
        Err(reason) => return entry::failed(&reason),
    };
    if let Err(error) = console::print(&text) {
        return entry::failed(&format!("write to standard output: {error}"));
    }
    let is_table = options.output.format == OutputFormat::Table;
    tell_failures(finished, is_table);
    if let Some(error) = &finished.failure {
        console::say(&format!("error: failed to {error}"));
    }
    if let Some(error) = &finished.unkept {
        console::say(&format!(
            "error: the evidence is not kept: failed to {error}; --no-keep wants none, --out DIR \
             another place"
        ));
    }
    if let Some(unpaired) = &compared.unpaired {
        tell_unpaired(unpaired, finished);
    }
    for id in &compared.vanished {
        console::say(&format!("error: '{id}' of the baseline is no benchmark any more"));
    }
    if !options.output.quiet {
        tell_build(executable);
        machine::notes(&finished.evidence.document().host).iter().for_each(|note| {
            console::say(&format!("note: {note}"));
        });
        tell_place(finished, options.output.keep);
    }
    let saved = match save(compared, finished) {
        Ok(()) => ExitCode::Ok,
        Err(reason) => entry::failed(&reason),
    };
    match (outcome(compared, finished), saved) {
        (ExitCode::Ok, ExitCode::Ok) => gate(options.comparing.fail_on, compared, finished),
        (ExitCode::Ok, saved) => saved,
        (code, _) => code,
    }
}

fn text(options: &Options, campaign: Campaign<'_>) -> Result<String, String> {
    let output = &options.output;
    Ok(match output.format {
        OutputFormat::Json => {
            probity_report::json_lines(campaign).map_err(|error| format!("write JSON: {error}"))?
        }
        OutputFormat::Bencher => probity_report::bencher(campaign),
        OutputFormat::Go => probity_report::go(campaign),
        OutputFormat::Criterion => probity_report::criterion(campaign),
        OutputFormat::Table => {
            let style = match console::wants_colour(output.color) {
                true => Style::Ansi,
                false => Style::Plain,
            };
            let details = output.explain;
            let sort = output.rows.map(order);
            let group_by = output.group_by.clone();
            let shown = BenchOptions { style, details, sort, group_by, width: console::columns() };
            probity_report::bench_text(campaign, &shown)
        }
    })
}

fn order(RowOrder { key, descending }: RowOrder) -> SortBy {
    let key = match key {
        RowKey::Location => SortKey::Location,
        RowKey::Name => SortKey::Name,
        RowKey::Kind => SortKey::Kind,
        RowKey::Time => SortKey::Time,
        RowKey::Change => SortKey::Change,
    };
    SortBy { key, descending }
}

/// Old and new figures that were not measured side by side: nothing follows from them.
fn tell_unpaired(unpaired: &Unpaired, finished: &Finished) {
    console::say(&format!(
        "changed, unpaired: not measured side by side, because {}",
        unpaired.reason
    ));
    let document = finished.evidence.document();
    for case in &document.cases {
        let id = case.name.lossy();
        let before = unpaired.saved.evidence.document().cases.iter();
        let mut before = before.filter(|old| old.name.lossy() == id);
        let old = before.next().and_then(|old| median(&old.summary));
        if let (Some(old), Some(new)) = (old, median(&case.summary)) {
            console::say(&format!("  {id}: was {old}, is {new}"));
        }
    }
    let before = provenance(&unpaired.saved.evidence.document().cases);
    let after = provenance(&document.cases);
    for (name, old) in &before {
        match after.get(name) {
            Some(new) if new == old => {}
            Some(new) => console::say(&format!("  {name}: was '{old}', is '{new}'")),
            None => console::say(&format!("  {name}: was '{old}', is not said any more")),
        }
    }
    for (name, new) in after.iter().filter(|(name, _)| !before.contains_key(*name)) {
        console::say(&format!("  {name}: was not said, is '{new}'"));
    }
}

/// What the numbers of the benchmarks depend on, and does not change: one executable says the same
/// of all of them.
fn provenance(cases: &[Case]) -> BTreeMap<&str, &str> {
    let all = cases.iter().flat_map(|case| &case.program).flat_map(|said| &said.provenance);
    let steady = all.filter(|one| one.differs_in.is_none());
    steady.map(|one| (one.name.as_str(), one.value.as_str())).collect()
}

fn median(summary: &BTreeMap<MetricId, MetricSummary>) -> Option<String> {
    let id = Selection::of_role(MetricRole::IterationTime).next()?;
    let time = summary.get(&id)?.statistics()?;
    Some(quantity(Unit::NanosecondsPerIteration, time.median).as_str().to_owned())
}

fn tell_build(executable: Executable) {
    if executable.is_debug {
        console::say(
            "note: built without optimisation: these are not the times of a release; cargo bench \
             builds for speed",
        );
    }
}

/// Says where the evidence is, or why it is nowhere though nobody refused it.
fn tell_place(finished: &Finished, is_wanted: bool) {
    let place = finished.published.clone().or_else(|| {
        let name = finished.kept.as_ref()?;
        super::place::directory().map(|directory| directory.join("evidence").join(name))
    });
    if let Some(place) = place {
        let page: PathBuf = place.join("report").join("report.html");
        console::say(&format!("page: {}", page.display()));
    } else if is_wanted && finished.unkept.is_none() {
        console::say(
            "note: the evidence is not kept: this executable is in no target directory of cargo; \
             --out DIR keeps it",
        );
    }
}

fn save(compared: &Compared, finished: &Finished) -> Result<(), String> {
    let Some((store, set, name)) = &compared.saving else { return Ok(()) };
    if finished.interrupted || !finished.evidence.completeness().is_complete() {
        return Err(format!(
            "save the baseline '{name}': the measuring is not complete, and the name stays what it \
             was"
        ));
    }
    // What failed has no result to compare with.
    let cases = &finished.evidence.document().cases;
    let failed = failed(finished);
    let measured =
        compared.variants.iter().zip(cases).filter(|(_, case)| !failed.contains(&case.id));
    let rows: Vec<Row> = measured.map(|(variant, _)| Row::of(variant)).collect();
    store.save(set, name, rows).map_err(|error| format!("save the baseline '{name}': {error}"))
}

/// The benchmarks that failed: by their exit, or in a run without a word of what came of it (one
/// that calls `exit` has no result, whatever its exit code says), or since no run has a time that
/// can be.
fn failed(finished: &Finished) -> BTreeSet<CaseId> {
    let time = Selection::of_role(MetricRole::IterationTime).next();
    let is_lost = |run: &&Run| {
        let observed = time.as_ref().and_then(|id| run.observations.get(id));
        matches!(observed, Some(Observed::Unavailable(why)) if why.cause == Cause::Lost)
    };
    let is_judged = |run: &&Run| matches!(run.role, RunRole::Timed | RunRole::Null);
    let runs = finished.evidence.runs().iter().filter(is_judged).filter(is_lost);
    let is_failed = |case: &&Case| {
        case.failure.as_ref().is_some_and(|it| !it.ignored) || impossible(case).is_some()
    };
    let cases = finished.evidence.document().cases.iter().filter(is_failed);
    runs.map(|run| run.case.clone()).chain(cases.map(|case| case.id.clone())).collect()
}

/// Why the time of a benchmark cannot be.
fn impossible(case: &Case) -> Option<&str> {
    let time = Selection::of_role(MetricRole::IterationTime).next()?;
    match case.summary.get(&time)? {
        MetricSummary::Unavailable(why) if why.cause == Cause::Implausible => Some(&why.reason),
        _ => None,
    }
}

/// Names what failed, for forms of output that have no place for it. A table has one for failures
/// of the program.
fn tell_failures(finished: &Finished, is_table: bool) {
    let failed = failed(finished);
    let is_told = |case: &&Case| {
        let has_numbers = case.summary.values().any(|one| one.statistics().is_some());
        is_table && (case.failure.is_some() || !has_numbers)
    };
    let cases = finished.evidence.document().cases.iter();
    for case in cases.filter(|it| failed.contains(&it.id)).filter(|case| !is_told(case)) {
        let said = case.program.as_ref().and_then(|program| program.errors.as_ref());
        let why = match (said, &case.failure) {
            (Some(errors), _) => errors.first.clone(),
            (None, Some(failure)) => failure.exit.to_string(),
            (None, None) => match impossible(case) {
                Some(reason) => reason.to_owned(),
                None => "it ended without a result in some run".to_owned(),
            },
        };
        console::say(&format!("error: '{}' failed: {why}", case.name.lossy()));
    }
}

/// How it ended, before anything is judged.
fn outcome(compared: &Compared, finished: &Finished) -> ExitCode {
    if finished.interrupted {
        return ExitCode::Interrupted;
    }
    let is_unkept = finished.unkept.is_some();
    if finished.failure.is_some() || is_unkept || !compared.vanished.is_empty() {
        return ExitCode::Failed;
    }
    if !failed(finished).is_empty() {
        ExitCode::ProgramFailed
    } else if finished.evidence.completeness().is_complete() {
        ExitCode::Ok
    } else {
        ExitCode::BadEvidence
    }
}

/// What the verdicts come to, where a difference is to fail the run.
fn gate(fail_on: FailOn, compared: &Compared, finished: &Finished) -> ExitCode {
    let document = finished.evidence.document();
    // Nothing is undecided of a benchmark that was not to be measured.
    let is_skipped = |one: &Comparison| {
        let case = document.cases.iter().find(|case| case.id == one.candidate);
        let time = case.and_then(|case| case.summary.get(&one.metric));
        matches!(time, Some(MetricSummary::NotApplicable { .. }))
    };
    let comparisons: Vec<&Comparison> =
        document.comparisons.iter().filter(|one| !is_skipped(one)).collect();
    let has = |verdict: &[Verdict]| comparisons.iter().any(|one| verdict.contains(&one.verdict));
    let undecided = [Verdict::Inconclusive, Verdict::Incomparable];
    let is_unpaired = compared.unpaired.is_some() || !compared.shared.is_empty();
    // Another outcome of the work is no way to be faster.
    if (fail_on.regression || fail_on.undecided) && has(&[Verdict::Invalid]) {
        for one in comparisons.iter().filter(|one| one.verdict == Verdict::Invalid) {
            let case = document.cases.iter().find(|case| case.id == one.candidate);
            let name = case.map_or_else(String::new, |case| case.name.lossy());
            console::say(&format!("error: '{name}': {}", one.reason));
        }
        return ExitCode::Failed;
    }
    if fail_on.regression && has(&[Verdict::Regressed]) {
        ExitCode::Regression
    } else if fail_on.undecided && (is_unpaired || has(&undecided)) {
        ExitCode::Undecided
    } else {
        ExitCode::Ok
    }
}
