//! The runs against the plan and the cohort.

use super::Parts;
use crate::layout::{COHORT, RUNS};
use crate::schedule::Schedule;
use crate::validate::{Findings, Rule};
use probity_model::{Exit, Run};
use std::collections::BTreeSet;

impl Parts {
    pub(super) fn check_runs(&self, findings: &mut Findings) {
        self.check_indices(findings);
        self.check_order(findings);
        self.check_processes(findings);
        self.check_process_order(findings);
        for (index, run) in self.runs.iter().enumerate() {
            if let Some(reason) = impossible_end(run) {
                findings.add(Rule::RunExit, RUNS, format_args!("line {}: {reason}", index + 1));
            }
        }
    }

    /// Only the first gap: after it every number is another.
    fn check_indices(&self, findings: &mut Findings) {
        let wrong = (0..).zip(&self.runs).find(|(expected, run)| run.index != *expected);
        if let Some((expected, run)) = wrong {
            let detail = format!("line {}: index {}", expected + 1, run.index);
            findings.add(Rule::RunIndex, RUNS, detail);
        }
    }

    /// Replays the plan. It goes on from each run as it ended, as the campaign did.
    fn check_order(&self, findings: &mut Findings) {
        let mut schedule = Schedule::new(&self.settings);
        for (index, run) in self.runs.iter().enumerate() {
            let line = index + 1;
            let Some(slot) = schedule.next() else {
                let detail = format!("line {line}: the plan has ended before this run");
                return findings.add(Rule::RunCount, RUNS, detail);
            };
            let planned = (slot.block, slot.position, &slot.case, slot.role);
            if planned != (run.block, run.position, &run.case, run.role) {
                let detail = format!(
                    "line {line}: {} is {} in block {} at {}; planned is {} {} in {} at {}",
                    run.case,
                    run.role.name(),
                    run.block,
                    run.position,
                    slot.case,
                    slot.role.name(),
                    slot.block,
                    slot.position
                );
                return findings.add(Rule::RunPlan, RUNS, detail);
            }
            schedule.record(&run.case, self.settings.is_spoilt_by(run.exit));
        }
        if self.manifest.completeness.is_complete()
            && let Some(slot) = schedule.next()
        {
            let detail = format!(
                "called complete, and {} at {} in block {} is not there",
                slot.case, slot.position, slot.block
            );
            findings.add(Rule::RunCount, RUNS, detail);
        }
    }

    fn check_processes(&self, findings: &mut Findings) {
        let listed = &self.cohort.processes;
        if listed.len() != self.runs.len() {
            let detail = format!("{} processes for {} runs", listed.len(), self.runs.len());
            return findings.add(Rule::RunProcess, COHORT, detail);
        }
        let mut seen = BTreeSet::new();
        for (index, (process, run)) in listed.iter().zip(&self.runs).enumerate() {
            if *process != run.process {
                let detail = format!("line {}: not the process the cohort lists", index + 1);
                return findings.add(Rule::RunProcess, RUNS, detail);
            }
            if !seen.insert(process) {
                let detail = format!("line {}: the process of another run", index + 1);
                return findings.add(Rule::RunProcess, RUNS, detail);
            }
        }
    }
}

impl Parts {
    /// Runs are made one after another, so their processes begin in that order. Only the first
    /// that does not: after it every other may be out of place.
    fn check_process_order(&self, findings: &mut Findings) {
        let mut latest = 0;
        for (index, Run { process, .. }) in self.runs.iter().enumerate() {
            let line = index + 1;
            if process.pid == 0 {
                let detail = format!("line {line}: no process has the id 0");
                return findings.add(Rule::ProcessOrder, RUNS, detail);
            }
            if process.start_ticks < latest {
                let detail = format!(
                    "line {line}: it began at tick {}, before the run before it, at {latest}",
                    process.start_ticks
                );
                return findings.add(Rule::ProcessOrder, RUNS, detail);
            }
            latest = process.start_ticks;
        }
    }
}

fn impossible_end(run: &Run) -> Option<&'static str> {
    match run.exit {
        // Signals of Linux are 1 to 64; of macOS 1 to 31.
        Exit::Signal(signal) if !(1..=64).contains(&signal) => Some("no such signal"),
        _ if run.exit.is_success() && run.stderr_tail.is_some() => {
            Some("it succeeded and its error output was kept")
        }
        _ => None,
    }
}
