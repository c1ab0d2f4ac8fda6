//! All that the runs of a case said, but their windows.

use super::super::Derivation;
use super::metrics::descriptors;
use super::outcome::outcome;
use super::work::work;
use probity_model::{
    CaseProvenance, CaseSpeech, CaseSpeechFinding, Provenance, Run, SaidErrors, Speech,
    SpeechFault, UnknownKind,
};
use std::collections::BTreeSet;

/// Most kinds of message that are counted for a case.
const MOST_KINDS: usize = 16;
/// Most names of provenance that are kept of a case.
const MOST_PROVENANCE: usize = 32;

/// What was said; none where nothing was. `beyond` are the names of windows that were left out.
pub(in super::super) fn speech(
    input: &Derivation<'_>,
    runs: &[&Run],
    timed: &[&Run],
    counted: &[&Run],
    beyond: u64,
) -> Option<CaseSpeech> {
    let said: Vec<(&Run, &Speech)> =
        runs.iter().filter_map(|run| Some((*run, run.program.as_ref()?))).collect();
    let (work, units_beyond) = work(input, timed, counted);
    let (metrics, metrics_beyond) = descriptors(timed);
    let (provenance, provenance_beyond) = provenance(&said);
    let named = said.iter().find(|(_, speech)| speech.program.is_some());
    (!said.is_empty()).then(|| CaseSpeech {
        program: named.and_then(|(_, speech)| speech.program.clone()),
        revision: named.and_then(|(_, speech)| speech.revision.clone()),
        provenance,
        runs: said.len() as u64,
        work,
        metrics,
        outcome: outcome(input, runs),
        names_beyond: beyond + units_beyond + metrics_beyond + provenance_beyond,
        errors: errors(&said),
        unknown: unknown(&said),
        findings: SpeechFault::ALL.into_iter().filter_map(|fault| finding(&said, fault)).collect(),
    })
}

fn errors(said: &[(&Run, &Speech)]) -> Option<SaidErrors> {
    let mut all = said.iter().filter_map(|(_, speech)| speech.errors.as_ref());
    let first = all.next()?;
    let count = all.fold(first.count, |sum, next| sum.saturating_add(next.count));
    Some(SaidErrors { count, first: first.first.clone() })
}

/// What the numbers depend on, and how many names of it are left out.
fn provenance(said: &[(&Run, &Speech)]) -> (Vec<CaseProvenance>, u64) {
    let mut all: Vec<CaseProvenance> = Vec::new();
    let mut beyond: BTreeSet<&str> = BTreeSet::new();
    let every = said.iter().flat_map(|(run, speech)| {
        speech.provenance.iter().map(|provenance| (run.index, provenance))
    });
    for (index, Provenance { name, value }) in every {
        if let Some(known) = all.iter_mut().find(|known| known.name == *name) {
            if known.value != *value {
                known.differs_in.get_or_insert(index);
            }
        } else if all.len() < MOST_PROVENANCE {
            all.push(CaseProvenance { name: name.clone(), value: value.clone(), differs_in: None });
        } else {
            beyond.insert(name);
        }
    }
    (all, beyond.len() as u64)
}

fn unknown(said: &[(&Run, &Speech)]) -> Vec<UnknownKind> {
    let mut kinds: Vec<UnknownKind> = Vec::new();
    for one in said.iter().flat_map(|(_, speech)| &speech.unknown) {
        if let Some(known) = kinds.iter_mut().find(|known| known.kind == one.kind) {
            known.count = known.count.saturating_add(one.count);
        } else if kinds.len() < MOST_KINDS {
            kinds.push(one.clone());
        }
    }
    kinds
}

fn finding(said: &[(&Run, &Speech)], fault: SpeechFault) -> Option<CaseSpeechFinding> {
    let of = |(run, speech): &(&Run, &Speech)| {
        let found = speech.findings.iter().find(|found| found.fault == fault)?;
        Some((run.index, found.clone()))
    };
    let all: Vec<_> = said.iter().filter_map(of).collect();
    let (run, first) = all.first()?;
    Some(CaseSpeechFinding {
        fault,
        runs: all.len() as u64,
        count: all.iter().fold(0, |sum, (_, found)| sum.saturating_add(found.count)),
        run: *run,
        first: first.first.clone(),
    })
}
