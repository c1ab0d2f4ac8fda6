//! What the runs say of their programs, against what these said.

use super::Parts;
use crate::derive::wall;
use crate::layout::{PROGRAM, RUNS};
use crate::program::RunTime;
use crate::validate::{Findings, Rule};
use probity_model::{MetricId, Run};

impl Parts {
    /// Uses up what was heard: it is not needed any more.
    pub(super) fn check_speech(&mut self, findings: &mut Findings) {
        let mut heard = std::mem::take(&mut self.heard);
        // Exactly one metric is that of elapsed time, or there was a finding already.
        let Some(metric) = wall(&self.capabilities) else { return };
        for (run, line) in self.runs.iter().zip(1..) {
            let told = heard.remove(&run.index).map(|heard| heard.finish(time(run, metric)));
            let (windows, speech) = told.map_or((Vec::new(), None), |(w, s)| (w, Some(s)));
            let what = match (run.windows == windows, run.program == speech) {
                (true, true) => continue,
                (false, _) => "the windows",
                (true, false) => "the rest of what the program said",
            };
            let detail = format!("line {line}: {what} is not what {PROGRAM} says");
            findings.add(Rule::RunProgram, RUNS, detail.replace("windows is", "windows are"));
        }
        if let Some(run) = heard.keys().next() {
            let detail = format!("something is said in run {run}, which there is not");
            findings.add(Rule::RunProgram, PROGRAM, detail);
        }
    }
}

fn time<'a>(run: &Run, metric: &'a MetricId) -> RunTime<'a> {
    let wall = run.observations.get(metric).and_then(|found| found.measured());
    RunTime { metric, wall_ns: wall.and_then(|wall| wall.value.as_integer()) }
}
