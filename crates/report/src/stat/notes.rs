//! The lines below the table: what a reader has to know, and what to do next.

use super::absences::absences;
use super::calls::{burdened, unmade};
use super::campaign::{Campaign, is_tick_split};
use super::columns::resource_name;
use super::counted::counted;
use super::plan::plan;
use super::speech::speech;
use crate::escape::Escaped;
use crate::phrase::{Phrase, listed};
use crate::wording;
use probity_model::{
    Case, CaseFailure, CaseId, Comparison, ErrorOutput, HookKind, Leftover, Metric, Run, Scope,
    Text, Verdict,
};

/// A line, and where it quotes a program's output the quoted lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Note {
    /// The line.
    pub(crate) line: Phrase,
    /// The end of a program's standard error, harmless and bounded.
    pub(crate) quoted: Vec<Escaped>,
}

impl From<Phrase> for Note {
    fn from(line: Phrase) -> Self {
        Self { line, quoted: Vec::new() }
    }
}

/// Quoted lines, and columns of each.
const QUOTED_LINES: usize = 10;
const QUOTED_COLUMNS: usize = 160;
/// Characters of a hook that are shown.
const HOOK_COLUMNS: usize = 60;
/// Names written out in one line before they are only counted.
const NAMES: usize = 3;

/// All lines, in the order in which they matter.
pub(crate) fn notes(campaign: Campaign<'_>, details: bool) -> Vec<Note> {
    let mut notes: Vec<Note> = plan(campaign).into_iter().map(Note::from).collect();
    if !details {
        notes.extend(counted(campaign).map(Note::from));
    }
    notes.extend(burdened(campaign).map(Note::from));
    notes.extend(unmade(campaign).map(Note::from));
    notes.extend(undecided(campaign).into_iter().map(Note::from));
    notes.extend(twins(campaign).into_iter().map(Note::from));
    notes.extend(campaign.document.cases.iter().filter_map(|case| failure(campaign, case)));
    notes.extend(campaign.document.cases.iter().filter_map(|case| leftovers(campaign, case)));
    notes.extend(speech(campaign, details).into_iter().map(Note::from));
    notes.extend(discarded(campaign).map(Note::from));
    notes.extend(hooks(campaign).map(Note::from));
    notes.extend(setups(campaign).map(Note::from));
    notes.extend(absences(campaign, details).into_iter().map(Note::from));
    notes.extend(scopes(campaign).map(Note::from));
    notes
}

/// The names of `ids`, or how many there are.
pub(crate) fn names(campaign: Campaign<'_>, ids: &[&CaseId]) -> Phrase {
    if ids.len() > NAMES {
        return Phrase::new().number(ids.len() as u64).ours(" ").ours(campaign.noun());
    }
    listed(ids.iter().map(|id| campaign.name(id)))
}

/// Why comparisons are not decided; those that share a reason share a line.
pub(crate) fn undecided(campaign: Campaign<'_>) -> Vec<Phrase> {
    let mut groups: Vec<Vec<&Comparison>> = Vec::new();
    let all = campaign.document.comparisons.iter();
    for found in all.filter(|found| !wording::is_decided(found.verdict)) {
        let alike = |group: &&mut Vec<&Comparison>| {
            group.iter().all(|other| reasoned(other) == reasoned(found))
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.push(found),
            None => groups.push(vec![found]),
        }
    }
    groups.iter().map(|group| undecided_line(campaign, group)).collect()
}

/// What comparisons have to share to share a line.
fn reasoned(found: &Comparison) -> (&str, &str, &str, Option<u64>) {
    (found.verdict.name(), found.metric.as_str(), &found.reason, found.blocks_more)
}

fn undecided_line(campaign: Campaign<'_>, group: &[&Comparison]) -> Phrase {
    let Some(first) = group.first() else { return Phrase::new() };
    let ids: Vec<&CaseId> = group.iter().map(|found| &found.candidate).collect();
    let mut line = Phrase::from(first.verdict.name()).ours(": ").then(names(campaign, &ids));
    if campaign.leading().len() > 1 {
        line = line.ours(", ").id(first.metric.as_str());
    }
    line = line.ours(": ").prose(&first.reason);
    let option = if campaign.is_bench() { "--processes" } else { "-r" };
    match (first.verdict, first.blocks_more) {
        (Verdict::Inconclusive, _) if is_void(first) => {
            line.ours("; try: a quieter machine, or more blocks (").ours(option).ours(")")
        }
        // Nobody should wait for so many: a quieter machine needs fewer.
        (Verdict::Inconclusive, Some(more))
            if more > Comparison::FAR.saturating_mul(first.blocks) =>
        {
            line.ours("; try: a quieter machine")
        }
        (Verdict::Inconclusive, Some(more)) => {
            let blocks = first.blocks.saturating_add(more);
            line.ours("; try: ").ours(option).ours(" ").number(blocks)
        }
        _ => line,
    }
}

/// Whether the null control strays so far that nothing of the campaign can be judged.
fn is_void(found: &Comparison) -> bool {
    found.null.as_ref().is_some_and(|null| null.void)
}

/// Decided rows whose two sides run the same file with the same words: a reader should know that
/// there was nothing to be found. (An undecided row's reason says so by itself.)
fn twins(campaign: Campaign<'_>) -> Vec<Phrase> {
    let Some(leading) = campaign.leading().into_iter().next() else { return Vec::new() };
    let same = |found: &&Comparison| {
        let sides = [&found.reference, &found.candidate].map(|id| campaign.settings(id));
        let [Some(one), Some(other)] = sides else { return false };
        found.same_binary
            && one.argv == other.argv
            && one.streams == other.streams
            && one.hooks == other.hooks
    };
    let line = |found: &Comparison| {
        Phrase::from("same: ")
            .then(campaign.name(&found.candidate))
            .ours(" is the reference again: byte-identical file, equal arguments")
    };
    let all = campaign.document.comparisons.iter().filter(|found| found.metric == leading.id);
    let decided = all.filter(|found| wording::is_decided(found.verdict));
    decided.filter(same).map(line).collect()
}

pub(crate) fn failure(campaign: Campaign<'_>, case: &Case) -> Option<Note> {
    let failure = case.failure.as_ref()?;
    let line = Phrase::from("failed: ")
        .then(campaign.name(&case.id))
        .ours(": ")
        .then(wording::exit(failure.exit))
        .ours(" in run ")
        .number(failure.run);
    let line = line.then(consequence(failure));
    let quoted = failure.stderr_tail.as_ref().map(quoted).unwrap_or_default();
    let line = line.ours(match (quoted.is_empty(), is_discarded(campaign, case)) {
        (false, _) => "; the end of its stderr:",
        (true, true) => "; its stderr was thrown away in judged runs (--output inherit shows it)",
        (true, false) => "; it left nothing on its stderr, or none was kept",
    });
    Some(Note { line, quoted })
}

/// Whether the standard error of a case went to the null device in judged runs.
fn is_discarded(campaign: Campaign<'_>, case: &Case) -> bool {
    campaign.settings(&case.id).is_some_and(|found| found.streams.error == ErrorOutput::Discarded)
}

/// Commands whose standard error was thrown away, so that reading it was not measured.
pub(crate) fn discarded(campaign: Campaign<'_>) -> Option<Phrase> {
    let cases = campaign.document.cases.iter();
    let ids: Vec<&CaseId> =
        cases.filter(|case| is_discarded(campaign, case)).map(|case| &case.id).collect();
    let line = Phrase::from("standard error of ").then(names(campaign, &ids));
    (!ids.is_empty())
        .then(|| line.ours(" thrown away in judged runs, so that reading it was not measured"))
}

/// What ran around the commands, unmeasured; where it is not the same for all, that it differs.
fn hooks(campaign: Campaign<'_>) -> Option<Phrase> {
    let cases = &campaign.document.settings.cases;
    let told = |kind: HookKind| {
        let mut hooks = cases.iter().map(|case| case.hooks.get(kind));
        let first = hooks.next()?;
        let line = Phrase::from(kind.option()).ours(" '");
        match hooks.all(|hook| hook == first) {
            true => first.map(|hook| line.then(hook_name(hook)).ours("'")),
            false => Some(Phrase::from(kind.option()).ours(" by command")),
        }
    };
    let told: Vec<Phrase> = HookKind::ALL.into_iter().filter_map(told).collect();
    (!told.is_empty())
        .then(|| Phrase::from("hooks: ").then(listed(told)).ours("; run outside all windows"))
}

/// Setups that differ have all run before the first run: one may have undone another's work.
fn setups(campaign: Campaign<'_>) -> Option<Phrase> {
    let cases = &campaign.document.settings.cases;
    let mut setups = cases.iter().filter_map(|case| case.hooks.get(HookKind::Setup));
    let first = setups.next()?;
    setups.any(|setup| setup != first).then(|| {
        "different setups: all ran before the first run, because the commands are interleaved; \
         what undoes another's work belongs in --prepare"
            .into()
    })
}

/// The words of a hook, of which a long one shows the beginning.
fn hook_name(hook: &Text) -> Phrase {
    let text = hook.lossy();
    match text.char_indices().nth(HOOK_COLUMNS) {
        Some((end, _)) => Phrase::new().name(&Text::from(&text[..end])).ours("…"),
        None => Phrase::new().name(hook),
    }
}

fn consequence(failure: &CaseFailure) -> Phrase {
    if !failure.ignored {
        return ", where its measuring stopped".into();
    }
    match failure.failed_runs {
        1 => ", the only failed run; it counts all the same (-i)".into(),
        runs => Phrase::from(", the first of ")
            .number(runs)
            .ours(" failed runs; judged runs among them count all the same (-i)"),
    }
}

/// The last lines of a program's output, bounded in number and width.
pub(crate) fn quoted(text: &Text) -> Vec<Escaped> {
    let bytes = text.0.strip_suffix(b"\n").unwrap_or(&text.0);
    if bytes.is_empty() {
        return Vec::new();
    }
    // The message of a panic begins with an empty line.
    let is_empty = |line: &&[u8]| line.trim_ascii().is_empty();
    let lines = bytes.split(|byte| *byte == b'\n').skip_while(is_empty);
    let lines: Vec<&[u8]> = lines.collect();
    let dropped = lines.len().saturating_sub(QUOTED_LINES);
    let kept = lines.iter().skip(dropped).map(|line| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        Escaped::of_bytes(line).cut(QUOTED_COLUMNS)
    });
    let mark = (dropped > 0).then(|| Escaped::from("…"));
    mark.into_iter().chain(kept).collect()
}

/// Processes that outlived their runs.
pub(crate) fn leftovers<'a>(campaign: Campaign<'a>, case: &'a Case) -> Option<Note> {
    let all: Vec<&Run> =
        campaign.runs_of(&case.id).filter(|run| !run.leftovers.is_empty()).collect();
    let first = all.first()?;
    let line = Phrase::from("left running: ").then(campaign.name(&case.id)).ours(": processes of ");
    let line = line
        .count(all.len() as u64, "run", "runs")
        .ours(" outlived the program, and were ended where not said otherwise; in run ")
        .number(first.index)
        .ours(": ");
    let shown = first.leftovers.iter().take(NAMES).map(leftover);
    let more = first.leftovers.len().saturating_sub(NAMES) as u64;
    let more = (more > 0).then(|| Phrase::new().number(more).ours(" more"));
    Some(line.then(listed(shown.chain(more))).into())
}

fn leftover(found: &Leftover) -> Phrase {
    let line = Phrase::new().name(&found.name).ours(" (pid ").number(u64::from(found.pid));
    let line = line.ours(if found.escaped { ", had left the process group" } else { "" });
    line.ours(if found.ended { ")" } else { ", could not be ended and runs on)" })
}

/// What the numbers of the columns are, and whose where it is not the run itself.
fn scopes(campaign: Campaign<'_>) -> Option<Phrase> {
    let leading = campaign.leading();
    let metrics = leading.iter().copied().chain(campaign.resources(leading.first()?));
    let mut groups: Vec<(Scope, Vec<Phrase>)> = Vec::new();
    for metric in metrics.filter(|metric| metric.scope != Scope::Window) {
        let name = resource_name(metric);
        if groups.iter().any(|(_, names)| names.contains(&name)) {
            continue;
        }
        match groups.iter_mut().find(|(scope, _)| *scope == metric.scope) {
            Some((_, names)) => names.push(name),
            None => groups.push((metric.scope, vec![name])),
        }
    }
    let of = |(scope, names): (Scope, Vec<Phrase>)| {
        listed(names).ours(" of ").ours(wording::scope(scope))
    };
    let line = groups.into_iter().map(of).reduce(|line, next| line.ours("; ").then(next));
    let split: Vec<&Metric> = campaign.metrics().filter(|metric| is_tick_split(metric)).collect();
    let withheld = |case| split.iter().find_map(|metric| campaign.withheld(case, metric));
    let apart = campaign.document.cases.iter().find_map(withheld);
    let apart = apart.map(|why| Phrase::from("user and kernel not told apart ").ours(why));
    let Some(line) = line else { return apart };
    let is_shown = split.iter().any(|metric| !campaign.is_withheld(metric));
    let ticks = "; ≈ the kernel's split of CPU by timer ticks";
    let line = Phrase::from("medians: ").then(line).ours(if is_shown { ticks } else { "" });
    Some(match apart {
        Some(apart) => line.ours("; ").then(apart),
        None => line,
    })
}
