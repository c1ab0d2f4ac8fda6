//! What the runs say of their programs, against what these said.

use super::Parts;
use crate::derive::wall;
use crate::layout::{PROGRAM, RUNS};
use crate::program::{Hearing, RunTime};
use crate::validate::{Findings, Rule};
use probity_model::{Cause, Metric, MetricId, Observation, Observed, Run};

impl Parts {
    /// Uses up what was heard: it is not needed any more.
    pub(super) fn check_speech(&mut self, findings: &mut Findings) {
        let mut heard = std::mem::take(&mut self.heard);
        // Exactly one metric is that of elapsed time, or there was a finding already.
        let Some(metric) = wall(&self.capabilities) else { return };
        let iterations = self.iterations();
        for (run, line) in self.runs.iter().zip(1..) {
            let hearing = heard.remove(&run.index);
            for metric in &iterations {
                let told = hearing.as_ref().and_then(|hearing| hearing.observed(metric));
                if !is_told(run.observations.get(&metric.id), told.as_ref()) {
                    let id = &metric.id;
                    let detail = format!("line {line}: {id} is not what {PROGRAM} says");
                    findings.add(Rule::RunProgram, RUNS, detail);
                }
            }
            let told = hearing.map(|heard| heard.finish(time(run, metric)));
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

impl Parts {
    /// The metrics that only a program can tell.
    fn iterations(&self) -> Vec<&Metric> {
        let metrics = self.capabilities.metrics().map(|report| &report.metric);
        metrics.filter(|metric| Hearing::tells(metric)).collect()
    }
}

/// Whether what is observed is what was told. What nothing was told of is lost, and nothing else.
fn is_told(observed: Option<Observed<'_>>, told: Option<&Observation>) -> bool {
    match (observed, told) {
        (None, _) => true,
        (Some(observed), Some(told)) => observed.to_observation() == *told,
        (Some(Observed::Unavailable(absence)), None) => absence.cause == Cause::Lost,
        (Some(_), None) => false,
    }
}

fn time<'a>(run: &Run, metric: &'a MetricId) -> RunTime<'a> {
    let wall = run.observations.get(metric).and_then(|found| found.measured());
    RunTime { metric, wall_ns: wall.and_then(|wall| wall.value.as_integer()) }
}
