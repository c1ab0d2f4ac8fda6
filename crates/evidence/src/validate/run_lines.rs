//! Reading `runs.jsonl` as it comes in, line by line, in memory that its length does not decide.

use super::form::Form;
use super::json::Defect;
use super::line_source::LineSource;
use super::{Findings, Rule, parse};
use crate::layout::{MAX_LINE_BYTES, RUNS};
use probity_model::Run;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Most forms that are kept: what strangers write may have as many as it has lines. A campaign has
/// one for each role, and few more for what some runs lack.
const MAX_FORMS: usize = 32;

/// The runs read so far, and what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct RunLines {
    source: LineSource,
    told: Told,
}

/// What the lines so far told.
#[derive(Debug, Default)]
struct Told {
    runs: Vec<Run>,
    findings: Findings,
    lines: u64,
    /// The forms of earlier lines, the one that fitted last in front.
    forms: Vec<Form>,
    numbers: Vec<u64>,
}

impl RunLines {
    /// Takes the next bytes of the file.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let Self { source, told } = self;
        source.push(bytes, |line| told.take(line));
    }

    /// All runs at the end of the file; none where one of the lines has a defect, which is added to
    /// the findings.
    pub(crate) fn finish(self, findings: &mut Findings) -> Option<Vec<Run>> {
        if self.source.is_within_line() {
            let detail = "the last line does not end with a newline";
            findings.add(Rule::JsonLine, RUNS, detail);
            return None;
        }
        let is_sound = self.told.findings.is_empty();
        findings.append(self.told.findings);
        is_sound.then_some(self.told.runs)
    }
}

impl Told {
    /// Takes a whole line, without its newline.
    fn take(&mut self, line: &[u8]) {
        self.lines += 1;
        if line.len() >= MAX_LINE_BYTES {
            let detail = format!("line {} is longer than {MAX_LINE_BYTES} bytes", self.lines);
            self.findings.add(Rule::JsonLine, RUNS, detail);
            return;
        }
        match self.read(line) {
            // Once there is a finding nobody gets the runs.
            Ok(run) if self.findings.is_empty() => self.runs.push(run),
            Ok(_) => {}
            Err(defect) => {
                let detail = format!("line {}: {}", self.lines, defect.detail);
                self.findings.add(defect.rule, RUNS, detail);
                self.runs = Vec::new();
            }
        }
    }

    fn read(&mut self, line: &[u8]) -> Result<Run, Defect> {
        for place in 0..self.forms.len() {
            let Some(form) = self.forms.get(place) else { break };
            if let Some(run) = form.read(line, &mut self.numbers) {
                self.forms.swap(0, place);
                return Ok(run);
            }
        }
        let mut run: Run = parse(line)?;
        share_words(&mut run);
        let mut known = self.forms.iter().map(|form| &form.run().observations);
        known.any(|known| run.observations.share_words(known));
        if self.forms.len() < MAX_FORMS {
            self.forms.extend(Form::of(line, &run));
        }
        Ok(run)
    }
}

/// Keeps what many windows of a run say once.
fn share_words(run: &mut Run) {
    let mut names: BTreeSet<Arc<str>> = BTreeSet::new();
    for place in 1..run.windows.len() {
        let Ok([before, window]) = run.windows.get_disjoint_mut([place - 1, place]) else { break };
        window.observations.share_words(&before.observations);
    }
    for window in &mut run.windows {
        match names.get(&window.name) {
            Some(known) => window.name = Arc::clone(known),
            None => drop(names.insert(Arc::clone(&window.name))),
        }
    }
}

#[cfg(test)]
mod tests;
