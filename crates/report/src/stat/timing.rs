//! The elapsed times of a case and what else its timed runs took, as lists and as means.
//!
//! Evidence keeps medians, because nothing is judged by a mean; the tables that other programs read
//! have means, and they are computed here, from the same runs.

use super::campaign::Campaign;
use probity_model::{Case, Exit, Metric, MetricRole, Run, Unit};
use probity_stats::{Ordered, mean, standard_deviation};

/// What the timed runs that count took, times in nanoseconds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Timing {
    /// The elapsed time of every such run that has one, in their order; never empty. Of a benchmark
    /// it is that of one iteration, and nothing else is told.
    pub(crate) times: Vec<f64>,
    /// How those runs ended.
    pub(crate) exits: Vec<Exit>,
    /// Their peak memory in bytes; none where one of them has none.
    pub(crate) memory: Option<Vec<u64>>,
    /// The mean of the times.
    pub(crate) mean: f64,
    /// Their sample standard deviation; none of a single run.
    pub(crate) deviation: Option<f64>,
    /// Their median.
    pub(crate) median: f64,
    /// The shortest.
    pub(crate) min: f64,
    /// The longest.
    pub(crate) max: f64,
    /// The mean CPU time in user mode; none where one of the runs has none.
    pub(crate) user: Option<f64>,
    /// The same in the kernel.
    pub(crate) system: Option<f64>,
}

/// The timing of `case`; none where no timed run that counts has an elapsed time.
pub(crate) fn timing(campaign: Campaign<'_>, case: &Case) -> Option<Timing> {
    let time = campaign.of_role(campaign.time_role()).filter(is_time)?;
    let has_time = |run: &&Run| number(run, time).is_some();
    let runs: Vec<&Run> = campaign.timed(&case.id).filter(has_time).collect();
    let all = |role| {
        let metric = campaign.of_role(role)?;
        runs.iter().map(|run| number(run, metric)).collect::<Option<Vec<f64>>>()
    };
    let times = all(time.role)?;
    let ordered = Ordered::reals(times.iter().copied())?;
    let whole_run = |role| Some(role).filter(|_| !campaign.is_bench());
    let mean_of = |role| whole_run(role).and_then(all).and_then(|values| mean(&values));
    Some(Timing {
        exits: runs.iter().map(|run| run.exit).collect(),
        memory: whole_run(MetricRole::PeakMemory).and_then(|role| {
            let metric = campaign.of_role(role)?;
            runs.iter()
                .map(|run| run.observations.get(&metric.id)?.measured()?.value.as_integer())
                .collect()
        }),
        mean: mean(&times)?,
        deviation: standard_deviation(&times),
        median: ordered.median()?,
        min: ordered.min()?,
        max: ordered.max()?,
        user: mean_of(MetricRole::OnCpuUser),
        system: mean_of(MetricRole::OnCpuKernel),
        times,
    })
}

fn is_time(metric: &&Metric) -> bool {
    matches!(metric.unit, Unit::Nanoseconds | Unit::NanosecondsPerIteration)
}

fn number(run: &Run, metric: &Metric) -> Option<f64> {
    Some(run.observations.get(&metric.id)?.measured()?.value.as_f64())
}
