//! Runs whose numbers cannot be: such a run must not win.
//!
//! What a reading contradicts may be a quirk of a kernel, so evidence that holds one stays valid;
//! only the comparisons that would rest on it are called so.

use super::Derivation;
use super::blocks::Column;
use probity_judge::Refusal;
use probity_model::{Metric, MetricRole, Run, Unit};
use std::collections::BTreeSet;

/// No process is created, executes a program and ends in less, in nanoseconds (1 µs).
const SHORTEST_NS: u64 = 1_000;
/// By how much CPU time may pass wall time times CPUs, in nanoseconds (10 ms): two ticks of the
/// coarsest accounting, as the two are read by different clocks at different moments.
const SLACK_NS: u128 = 10_000_000;
/// And by how many hundredths of it.
const SLACK_PERCENT: u128 = 1;

/// What is needed to tell.
pub(super) struct Plausibility<'a> {
    walls: Vec<&'a Metric>,
    totals: Vec<&'a Metric>,
    cpus: Option<u64>,
}

impl<'a> Plausibility<'a> {
    pub(super) fn of(input: &Derivation<'a>) -> Self {
        let requested: BTreeSet<_> = input.settings.metrics.iter().collect();
        let metrics: Vec<&Metric> = input
            .capabilities
            .metrics()
            .map(|report| &report.metric)
            .filter(|metric| metric.unit == Unit::Nanoseconds && requested.contains(&metric.id))
            .collect();
        let with_role =
            |role| metrics.iter().copied().filter(|metric| metric.role == role).collect();
        Self {
            walls: with_role(MetricRole::Wall),
            totals: with_role(MetricRole::OnCpuTotal),
            cpus: input.host.cpus_online.value().copied(),
        }
    }

    /// Refuses runs of which one is impossible, and names the first.
    pub(super) fn check(&self, runs: &Column<'_>) -> Result<(), Refusal> {
        runs.values().find_map(|run| self.contradiction(run)).map_or(Ok(()), Err)
    }

    fn contradiction(&self, run: &Run) -> Option<Refusal> {
        let index = run.index;
        for &metric in &self.walls {
            let Some(wall) = measured(run, metric) else { continue };
            if wall < SHORTEST_NS {
                let reason = format!(
                    "run {index} took {wall} ns, and no process starts and ends within \
                     {SHORTEST_NS} ns"
                );
                return Some(Refusal::Impossible { metric: metric.id.clone(), reason });
            }
            let Some(cpus) = self.cpus else { continue };
            let most = most_on_cpu(wall, cpus);
            let mut totals = self.totals.iter().filter_map(|&one| Some((one, measured(run, one)?)));
            let over = totals.find(|(_, on_cpu)| u128::from(*on_cpu) > most);
            if let Some((total, on_cpu)) = over {
                let cpus = if cpus == 1 { "1 CPU".to_owned() } else { format!("{cpus} CPUs") };
                let reason =
                    format!("run {index} used {on_cpu} ns of CPU time in {wall} ns on {cpus}");
                return Some(Refusal::Impossible { metric: total.id.clone(), reason });
            }
        }
        None
    }
}

/// The most CPU time that a wall time leaves room for.
fn most_on_cpu(wall_ns: u64, cpus: u64) -> u128 {
    let room = u128::from(wall_ns) * u128::from(cpus);
    room.saturating_add(room / 100 * SLACK_PERCENT).saturating_add(SLACK_NS)
}

fn measured(run: &Run, metric: &Metric) -> Option<u64> {
    run.observations.get(&metric.id)?.measured()?.value.as_integer()
}
