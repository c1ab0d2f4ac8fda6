//! Whether runs did the same, as far as their programs say: what did other work, or came to another
//! outcome, is neither faster nor slower.

use super::super::Derivation;
use super::super::excerpt::shortened;
use probity_judge::Refusal;
use probity_model::{CaseId, Outcome, Run, RunRole, SpeechFault, Work};
use std::collections::BTreeMap;

/// The runs whose outcomes must agree: those that are not spoilt and not for warming up.
fn sound<'a>(input: &Derivation<'_>, runs: &[&'a Run]) -> Vec<&'a Run> {
    let counts = |run: &&Run| run.role != RunRole::Warmup && !input.is_spoilt(run);
    runs.iter().copied().filter(counts).collect()
}

fn checksum(run: &Run) -> Option<&String> {
    run.program.as_ref()?.checksum.as_ref()
}

/// The first of the runs in which this was found.
fn found(runs: &[&Run], fault: SpeechFault) -> Option<u64> {
    let has = |run: &&&Run| {
        let said = run.program.as_ref();
        said.is_some_and(|said| said.findings.iter().any(|found| found.fault == fault))
    };
    runs.iter().find(has).map(|run| run.index)
}

/// Whether the runs of a case came to one outcome; none where none said a checksum.
pub(super) fn outcome(input: &Derivation<'_>, runs: &[&Run]) -> Option<Outcome> {
    let runs = sound(input, runs);
    if let Some(run) = found(&runs, SpeechFault::ChecksumContradicts) {
        return Some(Outcome::Contradictory { run });
    }
    let said: Vec<(u64, &String)> =
        runs.iter().filter_map(|run| Some((run.index, checksum(run)?))).collect();
    let (first, value) = said.first()?;
    let differing = said.iter().find(|(_, other)| other != value);
    Some(match differing {
        Some((index, other)) => Outcome::Different {
            runs: [*first, *index],
            checksums: [(*value).clone(), (*other).clone()],
        },
        None if said.len() < runs.len() => {
            Outcome::Partial { said: said.len() as u64, runs: runs.len() as u64 }
        }
        None => Outcome::Same { checksum: (*value).clone(), runs: runs.len() as u64 },
    })
}

/// What the judged runs of a case say that they did.
pub(in super::super) struct Claim<'a> {
    id: &'a CaseId,
    outcome: Option<Outcome>,
    /// The work of the first run, sorted; an error where another did other work.
    work: Result<Vec<&'a Work>, [u64; 2]>,
    /// Why it is not known what was claimed, where it is not.
    unheard: Option<String>,
}

impl<'a> Claim<'a> {
    /// Of the case `id` with all its runs.
    pub(in super::super) fn of(input: &Derivation<'_>, id: &'a CaseId, runs: &[&'a Run]) -> Self {
        let outcome = outcome(input, runs);
        let sound = sound(input, runs);
        let unheard = unheard(id, &sound);
        Self { id, outcome, work: work(&sound), unheard }
    }

    /// The one checksum of all runs, where they said any.
    fn checksum(&self) -> Result<Option<&str>, Refusal> {
        let id = self.id;
        match &self.outcome {
            None => Ok(None),
            Some(Outcome::Same { checksum, .. }) => Ok(Some(checksum)),
            Some(Outcome::Different { runs: [one, other], checksums: [first, second] }) => {
                let (first, second) = (shortened(first), shortened(second));
                Err(Refusal::OtherOutcome {
                    reason: format!(
                        "runs of {id} came to different outcomes: checksum '{first}' in run {one}, \
                         '{second}' in run {other}"
                    ),
                })
            }
            Some(Outcome::Contradictory { run }) => Err(Refusal::OtherOutcome {
                reason: format!("run {run} of {id} said two different checksums"),
            }),
            Some(Outcome::Partial { said, runs }) => Err(Refusal::OtherOutcome {
                reason: format!("{id} said a checksum in {said} of {runs} runs only"),
            }),
        }
    }

    fn work(&self) -> Result<&[&'a Work], Refusal> {
        self.work.as_deref().map_err(|[one, other]| Refusal::OtherWork {
            reason: format!(
                "{} did not do the same work in every run: runs {one} and {other} differ; compare \
                 values per unit",
                self.id
            ),
        })
    }
}

/// Why it is not known what the runs claim, where it is not.
fn unheard(id: &CaseId, runs: &[&Run]) -> Option<String> {
    let lost = runs.iter().find(|run| run.program.as_ref().is_some_and(|said| said.claims_lost));
    if let Some(run) = lost {
        return Some(format!(
            "of what {id} said in run {} lines were lost that may tell what it did",
            run.index
        ));
    }
    let run = found(runs, SpeechFault::ChecksumUnheeded)?;
    Some(format!("{id} said a checksum in run {run} that cannot be heeded"))
}

/// Refuses two cases that did not do the same, as far as they say.
pub(in super::super) fn refuse_unlike(
    reference: &Claim<'_>,
    candidate: &Claim<'_>,
) -> Result<(), Refusal> {
    if let (Some(one), Some(other)) = (reference.checksum()?, candidate.checksum()?)
        && one != other
    {
        let (first, second) = (shortened(one), shortened(other));
        return Err(Refusal::OtherOutcome {
            reason: format!(
                "{} and {} came to different outcomes: checksum '{first}', and '{second}'",
                reference.id, candidate.id
            ),
        });
    }
    let unheard = reference.unheard.as_ref().or(candidate.unheard.as_ref());
    if let Some(reason) = unheard {
        return Err(Refusal::Unheard { reason: reason.clone() });
    }
    // Who declares no work may have done any, also where the other's changes.
    let is_silent = |claim: &Claim<'_>| claim.work.as_ref().is_ok_and(Vec::is_empty);
    if is_silent(reference) || is_silent(candidate) {
        return Ok(());
    }
    let (one, other) = (reference.work()?, candidate.work()?);
    // In units that only one of them counts the other may have done as much.
    let count = |of: &[&Work], units: &str| {
        of.iter().find(|work| work.units == units).map(|work| work.count)
    };
    let differs =
        |work: &&&Work| count(other, &work.units).is_some_and(|count| count != work.count);
    let differing: Vec<&Work> = one.iter().filter(differs).copied().collect();
    if differing.is_empty() {
        return Ok(());
    }
    let is_among = |work: &&&Work| differing.iter().any(|found| found.units == work.units);
    let others: Vec<&Work> = other.iter().filter(is_among).copied().collect();
    let (first, second) = (listed(&differing), listed(&others));
    Err(Refusal::OtherWork {
        reason: format!(
            "{} and {} did different work: {first}, and {second}; compare values per unit",
            reference.id, candidate.id
        ),
    })
}

fn work<'a>(runs: &[&'a Run]) -> Result<Vec<&'a Work>, [u64; 2]> {
    let of = |run: &'a Run| {
        let work = run.program.as_ref().map_or(&[][..], |said| said.work.as_slice());
        let sorted: BTreeMap<&str, &Work> =
            work.iter().map(|work| (work.units.as_str(), work)).collect();
        sorted.into_values().collect::<Vec<_>>()
    };
    let Some(first) = runs.first() else { return Ok(Vec::new()) };
    let claimed = of(first);
    match runs.iter().find(|run| of(run) != claimed) {
        Some(other) => Err([first.index, other.index]),
        None => Ok(claimed),
    }
}

/// An amount of work in words, of many units the first.
fn listed(work: &[&Work]) -> String {
    const SHOWN: usize = 3;
    let told = |work: &&Work| format!("{} {}", work.count, shortened(&work.units));
    let mut words: Vec<String> = work.iter().take(SHOWN).map(told).collect();
    if work.len() > SHOWN {
        words.push("…".to_owned());
    }
    words.join(", ")
}
