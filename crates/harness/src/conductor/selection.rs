//! What is observed of benchmarks.

use crate::arguments::Metrics;
use crate::{console, entry};
use probity_model::{CountedRuns, Kind, MetricId, MetricRole, Unit};
use probity_report::ExitCode;
use probity_sources::{Context, Selection, SubjectKind, capabilities};

/// What the benchmark's own allocator tells.
const ALLOCATIONS: [MetricRole; 3] =
    [MetricRole::Allocations, MetricRole::AllocatedBytes, MetricRole::AllocatedPeak];

/// What a campaign of benchmarks observes.
pub(crate) struct Observed {
    /// By the campaign.
    pub(crate) selection: Selection,
    /// When counted runs are made.
    pub(crate) counted: CountedRuns,
    /// What workers count, as windows in their process.
    pub(crate) counters: Vec<String>,
    /// Whether they count allocations.
    pub(crate) allocations: bool,
}

/// What is asked for on the command line. Whatever a window of a thread can count is meant by its
/// own id, and observed for an iteration.
///
/// # Errors
/// What cannot be followed, in words that continue the name of the option.
pub(crate) fn observed(asked: &Metrics) -> Result<Observed, String> {
    let mut chosen = Chosen::new();
    if let Some(named) = &asked.metrics {
        chosen.take(named)?;
    }
    let mut more = Selection::exactly(Selection::elapsed().as_str())
        .map_err(|error| format!("failed to {error}"))?;
    if asked.counters {
        more = more.with_counters();
    }
    if let Some(names) = &asked.syscalls {
        more = more
            .with_system_calls(names)
            .map_err(|error| format!("--syscalls: failed to {error}"))?;
    }
    more.metrics().for_each(|id| {
        chosen.add(&id);
    });
    if asked.allocations {
        chosen.own.extend(ALLOCATIONS.into_iter().flat_map(Selection::of_role));
    }
    let ids = chosen.own.iter().chain(&chosen.iterations).map(MetricId::as_str);
    let selection = Selection::parse(Some(&ids.collect::<Vec<_>>().join(",")))
        .map_err(|error| format!("--metrics: failed to {error}"))?
        .estimating(asked.estimate);
    let counted = match selection.is_counting() {
        true => CountedRuns::EachBlock,
        false => CountedRuns::None,
    };
    let allocations = ALLOCATIONS.into_iter().flat_map(Selection::of_role);
    let allocations = allocations.into_iter().any(|id| selection.contains(id.as_str()));
    Ok(Observed { selection, counted, counters: chosen.bases, allocations })
}

/// What was asked for so far.
struct Chosen {
    /// Metrics of iterations that are in the table.
    own: Vec<MetricId>,
    /// Metrics of windows in a worker.
    bases: Vec<String>,
    /// The same for an iteration.
    iterations: Vec<MetricId>,
}

impl Chosen {
    fn new() -> Self {
        let own = Selection::of_role(MetricRole::IterationTime).collect();
        Self { own, bases: Vec::new(), iterations: Vec::new() }
    }

    /// Takes a metric of windows; whether an iteration has a part of it.
    fn add(&mut self, id: &MetricId) -> bool {
        let Some(iteration) = Selection::of_iteration(id.as_str()) else { return false };
        if !self.iterations.contains(&iteration) {
            self.iterations.push(iteration);
            self.bases.push(id.to_string());
        }
        true
    }

    /// Takes what is written in `--metrics`: whatever windows have is meant for an iteration.
    fn take(&mut self, named: &str) -> Result<(), String> {
        for name in named.split(',').map(str::trim) {
            let selection = Selection::exactly(name)
                .map_err(|error| format!("--metrics: failed to {error}"))?;
            let mut is_had = false;
            for id in selection.metrics() {
                let told = ALLOCATIONS.into_iter().chain([MetricRole::IterationTime]);
                if told.flat_map(Selection::of_role).any(|own| own == id) {
                    is_had = true;
                    if !self.own.contains(&id) {
                        self.own.push(id);
                    }
                } else {
                    let base = id.as_str().strip_prefix("iteration.").unwrap_or(id.as_str());
                    is_had |= self.add(&MetricId(base.to_owned().into()));
                }
            }
            if !is_had {
                return Err(format!("--metrics: no iteration has a part of `{name}`"));
            }
        }
        Ok(())
    }
}

/// Prints what can be observed of an iteration here, and why the rest cannot.
pub(crate) fn metrics() -> ExitCode {
    let report = capabilities(&Context::live(), SubjectKind::ThisProcess, &Selection::all());
    let mut text = String::new();
    for found in report.metrics() {
        let metric = &found.metric;
        let is_amount = metric.kind == Kind::Counter
            && matches!(metric.unit, Unit::Count | Unit::Bytes | Unit::Nanoseconds);
        if !is_amount {
            continue;
        }
        text += &match found.availability.absence() {
            None => format!("{:28} {}\n", metric.id.as_str(), metric.summary),
            Some(absence) => format!("{:28} unavailable: {absence}\n", metric.id.as_str()),
        };
    }
    match console::print(&text) {
        Ok(()) => ExitCode::Ok,
        Err(error) => entry::failed(&format!("write to standard output: {error}")),
    }
}
