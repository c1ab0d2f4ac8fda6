//! One build's half of a benchmark: its case, its timed runs, and what they come to.

use crate::stat::{Campaign, statistics};
use probity_model::{
    Absence, Amount, Case, Cause, IterationTime, Iterations, Metric, MetricSummary, Run, Statistics,
};
use probity_stats::Ordered;

/// A case with its timed runs.
#[derive(Clone, Debug)]
pub(crate) struct Side<'a> {
    /// The case.
    pub(crate) case: &'a Case,
    /// Its timed runs that count, in their order.
    pub(crate) runs: Vec<&'a Run>,
    /// What an iteration takes.
    pub(crate) time: Timed<'a>,
}

/// What is known of the time of an iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Timed<'a> {
    /// It was measured.
    Measured(&'a Statistics),
    /// It is not told apart from an empty loop: at most so many nanoseconds, and in which words.
    AtMost(f64, &'a Absence),
    /// It could not be had.
    Absent(&'a Absence),
    /// It makes no sense: the benchmark was skipped.
    Inapplicable(&'a str),
    /// Nobody asked for it.
    Unasked,
}

impl<'a> Side<'a> {
    pub(crate) fn of(case: &'a Case, runs: Vec<&'a Run>, metric: Option<&Metric>) -> Self {
        let summary = metric.and_then(|metric| case.summary.get(&metric.id));
        let time = match summary {
            Some(MetricSummary::Measured(found)) => Timed::Measured(found),
            Some(MetricSummary::Unavailable(absence)) => match at_most(&runs, absence) {
                Some(most) => Timed::AtMost(most, absence),
                None => Timed::Absent(absence),
            },
            Some(MetricSummary::NotApplicable { reason }) => Timed::Inapplicable(reason),
            None => Timed::Unasked,
        };
        Self { case, runs, time }
    }

    /// The statistics of the time, where it was measured.
    pub(crate) fn statistics(&self) -> Option<&'a Statistics> {
        match self.time {
            Timed::Measured(found) => Some(found),
            _ => None,
        }
    }

    /// Whether it failed in some runs, also where others have numbers.
    pub(crate) fn is_failed(&self) -> bool {
        self.case.failure.as_ref().is_some_and(|failure| !failure.ignored)
    }

    /// What the samples of each process say.
    pub(crate) fn times(&self) -> impl Iterator<Item = &'a IterationTime> {
        iterations(&self.runs).filter_map(|said| said.time.as_ref())
    }

    /// Processes that took samples.
    pub(crate) fn processes(&self) -> u64 {
        match self.time {
            Timed::Measured(found) => found.processes,
            _ => self.times().count() as u64,
        }
    }

    /// The median of what each process took of something, and whether they differ in it.
    pub(crate) fn middle(&self, of: impl Fn(&IterationTime) -> f64) -> Option<(f64, bool)> {
        middle(self.times().map(of))
    }

    /// How much an iteration handles, in the order it was said; where processes differ in it, the
    /// median and that they do.
    pub(crate) fn amounts(&self) -> Vec<(&'a str, f64, bool)> {
        let mut units: Vec<&'a str> = Vec::new();
        for amount in iterations(&self.runs).flat_map(|said| &said.amounts) {
            if !units.contains(&amount.units.as_str()) {
                units.push(&amount.units);
            }
        }
        let of = |units: &'a str| {
            let is_of = move |amount: &&Amount| amount.units == units;
            let said = iterations(&self.runs).filter_map(|said| said.amounts.iter().find(is_of));
            let (value, differs) = middle(said.map(|amount| amount.value.as_f64()))?;
            Some((units, value, differs))
        };
        units.into_iter().filter_map(of).collect()
    }

    /// The statistics of another metric, where it was measured.
    pub(crate) fn measured(&self, metric: &Metric) -> Option<&'a Statistics> {
        statistics(self.case, &metric.id)
    }
}

fn iterations<'a>(runs: &[&'a Run]) -> impl Iterator<Item = &'a Iterations> {
    runs.iter().filter_map(|run| run.program.as_ref()?.iterations.as_ref())
}

/// The bound that holds for every process; none where the absence is of another kind. One whose own
/// time is told apart takes no more than that with its error.
fn at_most(runs: &[&Run], absence: &Absence) -> Option<f64> {
    let of = || iterations(runs).filter_map(|said| said.time.as_ref());
    if absence.cause != Cause::WindowTooShort || of().all(|time| time.at_most.is_none()) {
        return None;
    }
    of().map(|time| time.at_most.unwrap_or(time.median + time.error)).reduce(f64::max)
}

fn middle(values: impl Iterator<Item = f64>) -> Option<(f64, bool)> {
    let ordered = Ordered::reals(values)?;
    Some((ordered.median()?, ordered.min()? != ordered.max()?))
}

/// The timed runs that count of every case, found once.
pub(crate) fn timed<'a>(campaign: Campaign<'a>) -> impl Fn(&'a Case) -> Vec<&'a Run> {
    let mut all = std::collections::HashMap::<_, Vec<&'a Run>>::new();
    let timed = |run: &&Run| run.role == probity_model::RunRole::Timed;
    for run in campaign.runs.iter().filter(timed) {
        if !campaign.document.settings.is_spoilt_by(run.exit) {
            all.entry(&run.case).or_default().push(run);
        }
    }
    move |case| all.get(&case.id).cloned().unwrap_or_default()
}
