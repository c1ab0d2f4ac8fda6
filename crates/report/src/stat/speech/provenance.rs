//! What the numbers depend on.

use super::super::campaign::Campaign;
use super::super::notes::names;
use super::said::{SHOWN, distinct, short, speeches};
use crate::phrase::{Phrase, listed};
use probity_model::{CaseId, CaseProvenance, Text};

/// In one line what is the same for all, and a line for each name of which they said different
/// things. A program that says nothing of itself is left out, and so is one that failed: it may
/// have ended before it could say it.
pub(super) fn provenance(campaign: Campaign<'_>) -> Vec<Phrase> {
    let all = || distinct(campaign, |said| said.provenance.iter().map(|one| one.name.as_str()));
    let mut common = Vec::new();
    let mut lines = Vec::new();
    for name in all() {
        let said = Said::of(campaign, name);
        match said.common() {
            Some(value) => common.push(said.name().ours(" = ").then(quoted(value))),
            None => lines.extend(said.lines(campaign)),
        }
    }
    let common = (!common.is_empty()).then(|| Phrase::from("provenance: ").then(listed(common)));
    let more = (all().len() == SHOWN)
        .then(|| Phrase::from("provenance: more than is shown here may be in the JSON"));
    common.into_iter().chain(lines).chain(more).collect()
}

/// What all say under one name.
struct Said<'a> {
    name: &'a str,
    values: Vec<(&'a str, Vec<&'a CaseId>)>,
    /// Cases that say other things of themselves, and not this.
    silent: Vec<&'a CaseId>,
    /// Cases whose runs differ in it.
    changing: Vec<&'a CaseId>,
}

impl<'a> Said<'a> {
    fn of(campaign: Campaign<'a>, name: &'a str) -> Self {
        let mut all = Self { name, values: Vec::new(), silent: Vec::new(), changing: Vec::new() };
        for (case, said) in speeches(campaign) {
            match said.provenance.iter().find(|one| one.name == name) {
                Some(one) => all.add(&case.id, one),
                None if case.failure.is_some() => {}
                None => all.silent.push(&case.id),
            }
        }
        all
    }

    fn add(&mut self, case: &'a CaseId, one: &'a CaseProvenance) {
        if one.differs_in.is_some() {
            return self.changing.push(case);
        }
        match self.values.iter_mut().find(|(value, _)| *value == one.value) {
            Some((_, cases)) => cases.push(case),
            None => self.values.push((&one.value, vec![case])),
        }
    }

    /// The value, where all say the same always.
    fn common(&self) -> Option<&'a str> {
        match &self.values[..] {
            [(value, _)] if self.silent.is_empty() && self.changing.is_empty() => Some(value),
            _ => None,
        }
    }

    fn name(&self) -> Phrase {
        Phrase::new().name(&Text::from(self.name))
    }

    fn lines(&self, campaign: Campaign<'_>) -> Option<Phrase> {
        let of = |words: Phrase, cases: &[&CaseId]| words.then(names(campaign, cases));
        let value = |(value, cases): &(&str, Vec<&CaseId>)| of(quoted(value).ours(" for "), cases);
        let mut parts: Vec<Phrase> = self.values.iter().map(value).collect();
        if !self.changing.is_empty() {
            parts.push(of("changes from run to run of ".into(), &self.changing));
        }
        if !self.silent.is_empty() {
            parts.push(of("not said by ".into(), &self.silent));
        }
        (!parts.is_empty())
            .then(|| Phrase::from("provenance: ").then(self.name()).ours(": ").then(listed(parts)))
    }
}

/// A value, whose end is seen whatever is in it.
fn quoted(value: &str) -> Phrase {
    Phrase::from("'").then(short(value)).ours("'")
}
