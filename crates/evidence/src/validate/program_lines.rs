//! Reading `program.jsonl` as it comes in, keeping what the lines amount to and not the lines.

use super::json::Defect;
use super::line_source::LineSource;
use super::{Findings, Rule, parse};
use crate::layout::{MAX_LINE_BYTES, PROGRAM};
use crate::program::Hearing;
use probity_model::protocol::{Entry, Heard, Line, Record, Transcript, Unread};
use std::collections::BTreeMap;

/// Longest nonce, in bytes (`docs/spec/protocol.md`).
const NONCE_BYTES: usize = 128;

/// What was said in the runs read so far, and what is wrong with the lines.
#[derive(Debug, Default)]
pub(crate) struct ProgramLines {
    source: LineSource,
    told: Told,
}

#[derive(Debug, Default)]
struct Told {
    hearings: BTreeMap<u64, Hearing>,
    /// The run whose lines come now, and how many there were.
    current: Option<(u64, usize)>,
    findings: Findings,
    lines: u64,
}

impl ProgramLines {
    /// Takes the next bytes of the file.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let Self { source, told } = self;
        source.push(bytes, |line| told.take(line));
    }

    /// What was said, by the index of the run; none where the file has a defect, which is added to
    /// the findings.
    pub(crate) fn finish(mut self, findings: &mut Findings) -> Option<BTreeMap<u64, Hearing>> {
        if self.source.is_within_line() {
            let detail = "the last line does not end with a newline";
            findings.add(Rule::JsonLine, PROGRAM, detail);
            return None;
        }
        if self.told.lines == 0 {
            self.told.findings.add(Rule::ProgramOrder, PROGRAM, "there is no line in it");
        }
        let is_sound = self.told.findings.is_empty();
        findings.append(self.told.findings);
        is_sound.then_some(self.told.hearings)
    }
}

impl Told {
    /// Takes a whole line, without its newline.
    fn take(&mut self, line: &[u8]) {
        self.lines += 1;
        if line.len() >= MAX_LINE_BYTES {
            let detail = format!("line {} is longer than {MAX_LINE_BYTES} bytes", self.lines);
            return self.findings.add(Rule::JsonLine, PROGRAM, detail);
        }
        let defect = match parse(line) {
            Ok(record) => self.record(record).err(),
            Err(defect) => Some(defect),
        };
        if let Some(Defect { rule, detail }) = defect {
            let detail = format!("line {}: {detail}", self.lines);
            self.findings.add(rule, PROGRAM, detail);
            // Once there is a finding nobody gets what was heard.
            self.hearings = BTreeMap::new();
        }
    }

    fn record(&mut self, Record { run, entry }: Record) -> Result<(), Defect> {
        let order = |detail: String| Err(Defect::new(Rule::ProgramOrder, detail));
        match entry {
            Entry::Heard(heard) => {
                if self.current.is_some_and(|(before, _)| run <= before) {
                    return order(format!("run {run} stands after a later one, or twice"));
                }
                self.current = Some((run, 0));
                check_heard(&heard)?;
                if self.findings.is_empty() {
                    self.hearings.insert(run, Hearing::new(&heard));
                }
            }
            Entry::Line(line) => {
                let lines = match &mut self.current {
                    Some((current, lines)) if *current == run => lines,
                    _ => return order(format!("a line of run {run}, which is not begun")),
                };
                *lines += 1;
                let most = Transcript::LINES + Transcript::CLAIMS;
                if *lines > most {
                    return order(format!("more than {most} lines of run {run}"));
                }
                check_line(&line)?;
                if let Some(hearing) = self.hearings.get_mut(&run) {
                    hearing.hear(&line);
                }
            }
        }
        Ok(())
    }
}

fn check_heard(heard: &Heard) -> Result<(), Defect> {
    if !(1..=NONCE_BYTES).contains(&heard.nonce.len()) {
        let detail = format!("a nonce of {} bytes", heard.nonce.len());
        return Err(Defect::new(Rule::ProgramLine, detail));
    }
    Ok(())
}

/// Whether a reader of the protocol could have read it.
fn check_line(line: &Line) -> Result<(), Defect> {
    let defect = match line {
        Line::Said(said) => said.message.defect(),
        Line::Unknown { kind, line } => {
            unread_defect(line).or_else(|| too_long("kind", kind.0.len()))
        }
        Line::Garbage { detail, line, .. } => {
            unread_defect(line).or_else(|| too_long("detail", detail.len()))
        }
    };
    defect.map_or(Ok(()), |defect| Err(Defect::new(Rule::ProgramLine, defect)))
}

fn unread_defect(line: &Unread) -> Option<String> {
    let kept = line.text.0.len();
    if line.bytes < kept as u64 {
        return Some(format!("{kept} bytes kept of a line of {}", line.bytes));
    }
    too_long("text", kept)
}

fn too_long(what: &str, bytes: usize) -> Option<String> {
    (bytes > Unread::BYTES).then(|| format!("`{what}` is longer than {} bytes", Unread::BYTES))
}

#[cfg(test)]
mod tests;
