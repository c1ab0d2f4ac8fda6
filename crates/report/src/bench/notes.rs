//! The lines below the table.

use super::roster::{Roster, Timed};
use crate::phrase::Phrase;
use crate::quantity::{percent, ratio};
use crate::stat::{
    Note, absences, discarded, failure, leftovers, names, speech, undecided, unmade,
};
use probity_model::{CaseId, Comparison, Text};

/// All lines, in the order in which they matter. `cut` are names that the table does not show
/// whole.
pub(crate) fn notes(roster: &Roster<'_>, details: bool, cut: &[&Text]) -> Vec<Note> {
    let campaign = roster.campaign;
    let cases = || campaign.document.cases.iter();
    let mut notes: Vec<Note> = family(roster).into_iter().map(Note::from).collect();
    notes.extend(undecided(campaign).into_iter().map(Note::from));
    notes.extend(twins(roster).map(Note::from));
    notes.extend(alone(roster).map(Note::from));
    notes.extend(cases().filter_map(|case| failure(campaign, case)));
    notes.extend(cases().filter_map(|case| leftovers(campaign, case)));
    notes.extend(speech(campaign, details).into_iter().map(Note::from));
    notes.extend(discarded(campaign).map(Note::from));
    notes.extend(absences(campaign, details).into_iter().map(Note::from));
    notes.extend(unmade(campaign).map(Note::from));
    notes.extend(counting(roster).map(Note::from));
    notes.extend(whole_names(cut).into_iter().map(Note::from));
    notes.extend(legend(roster).map(Note::from));
    notes
}

/// How many comparisons there are and how they were judged, for each judged metric.
fn family(roster: &Roster<'_>) -> Vec<Phrase> {
    let judged = roster.judged();
    let line = |metric: &&probity_model::Metric| {
        let all = roster.entries.iter().filter_map(|entry| entry.comparison(&metric.id));
        let all: Vec<&Comparison> = all.collect();
        let first = all.first()?;
        let line = match judged.len() {
            1 => Phrase::new(),
            _ => Phrase::new().id(metric.id.as_str()).ours(": "),
        };
        let line = line.count(first.family, "comparison", "comparisons");
        let line = line.then(levels(&all)).ours("; limit ").figure(&percent(first.limit.practical));
        Some(line.then(nulls(&all)))
    };
    judged.iter().filter_map(line).collect()
}

/// Where Holm's steps give the rows different intervals, the range of their levels.
fn levels(all: &[&Comparison]) -> Phrase {
    let levels = || all.iter().filter_map(|found| Some(found.ratio.as_ref()?.level));
    match (levels().reduce(f64::min), levels().reduce(f64::max)) {
        (Some(low), Some(high)) if low < high => Phrase::from(", intervals at ")
            .figure(&percent(low))
            .ours(" to ")
            .figure(&percent(high))
            .ours(" (Holm)"),
        _ => Phrase::new(),
    }
}

/// What the null controls came to, and how many limits they widened.
fn nulls(all: &[&Comparison]) -> Phrase {
    let practical = all.first().map_or(0.0, |found| found.limit.practical);
    let medians = || all.iter().filter_map(|found| Some(found.null.as_ref()?.ratio.median));
    let (Some(low), Some(high)) = (medians().reduce(f64::min), medians().reduce(f64::max)) else {
        return "; no null control".into();
    };
    let (low, high) = (ratio(low, practical), ratio(high, practical));
    let line = match (all.len(), low == high) {
        (1, _) => Phrase::from("; null ").figure(&low),
        (_, true) => Phrase::from("; nulls ").figure(&low),
        (_, false) => Phrase::from("; nulls ").figure(&low).ours(" … ").figure(&high),
    };
    let effective = all.iter().map(|found| found.limit.effective);
    let wider = effective.filter(|limit| *limit > practical);
    match (wider.clone().count() as u64, wider.reduce(f64::max)) {
        (_, None) => line,
        (_, Some(most)) if all.len() == 1 => {
            line.ours(", which widens the limit to ").figure(&percent(most))
        }
        (count, Some(most)) => line
            .ours(", which widen ")
            .count(count, "limit", "limits")
            .ours(", to ")
            .figure(&percent(most))
            .ours(" at most"),
    }
}

/// Builds that do not differ: a reader should know that there was nothing to be found.
fn twins(roster: &Roster<'_>) -> Option<Phrase> {
    let all = || roster.entries.iter().filter(|entry| entry.baseline.is_some());
    let time = roster.time?;
    let is_same = |found: &Comparison| found.same_binary;
    let same: Vec<&CaseId> = all()
        .filter(|entry| entry.comparison(&time.id).is_some_and(is_same))
        .map(|entry| &entry.case().id)
        .collect();
    let line = Phrase::from("same: the baseline is a byte-identical file");
    match same.len() {
        0 => None,
        some if some == all().count() => Some(line),
        _ => Some(line.ours(" for ").then(names(roster.campaign, &same))),
    }
}

/// Benchmarks that the baseline has not.
fn alone(roster: &Roster<'_>) -> Option<Phrase> {
    let is_alone = |entry: &&super::Entry<'_>| entry.baseline.is_none();
    let ids: Vec<&CaseId> =
        roster.entries.iter().filter(is_alone).map(|entry| &entry.case().id).collect();
    (roster.campaign.is_comparison() && !ids.is_empty()).then(|| {
        Phrase::from("not in the baseline, and so not compared: ")
            .then(names(roster.campaign, &ids))
    })
}

/// More than this of a count is better not the counting's own.
const SHARE: f64 = 0.1;

/// Benchmarks of which much that was counted is what counting costs.
fn counting(roster: &Roster<'_>) -> Option<Phrase> {
    let ids = roster.entries.iter().map(|entry| &entry.case().id);
    let shares = ids.filter_map(|id| Some((id, roster.campaign.counting_share(id)?)));
    let above: Vec<(&CaseId, f64)> = shares.filter(|(_, share)| *share > SHARE).collect();
    let most = above.iter().map(|(_, share)| *share).reduce(f64::max)?;
    let ids: Vec<&CaseId> = above.iter().map(|(id, _)| *id).collect();
    let line = Phrase::from("counting: up to ").figure(&percent(most));
    let line = line.ours(" of what was counted is the counting's own, and subtracted, in ");
    Some(line.then(names(roster.campaign, &ids)).ours("; --count-batch N counts N at once"))
}

/// Names that are written out.
const WHOLE: usize = 3;

/// What the table cut.
fn whole_names(cut: &[&Text]) -> Vec<Phrase> {
    let line = |name: &&Text| Phrase::from("whole name: ").name(name);
    match cut.len() {
        0..=WHOLE => cut.iter().map(line).collect(),
        many => {
            vec![Phrase::new().number(many as u64).ours(" names are cut (…); JSON has them whole")]
        }
    }
}

/// What the numbers of the table are.
fn legend(roster: &Roster<'_>) -> Option<Phrase> {
    let has = |of: &dyn Fn(&Timed<'_>) -> bool| roster.entries.iter().any(|one| of(&one.side.time));
    let has_bounds = has(&|time| matches!(time, Timed::AtMost(..)));
    let line: Phrase = match has(&|time| matches!(time, Timed::Measured(_))) {
        true => {
            "median, MAD, min and max are over processes; n: processes × samples in each".into()
        }
        false if has_bounds => "n: processes × samples in each".into(),
        false => return None,
    };
    let bounds = "; ≤: at most that, not told apart from an empty loop";
    Some(line.ours(if has_bounds { bounds } else { "" }))
}
