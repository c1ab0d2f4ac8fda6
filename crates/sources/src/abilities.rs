//! What the sources amount to on a machine: its abilities.

use crate::SOURCES;
use crate::context::Context;
use crate::descriptor::Source;
use probity_host::root::{MEMORY_NODES, Root};
use probity_model::{
    Ability, AbilityReport, Absence, Availability, Cause, MetricReport, MetricRole, SourceReport,
};

/// An ability of a source, and how it is told from what the machine shows and what the source's
/// metrics answered.
pub(crate) type Claim = (Ability, fn(&Context, &[MetricReport]) -> Availability);

/// All abilities, each once and in order. `reports` are of the same machine.
pub(crate) fn abilities(context: &Context, reports: &[SourceReport]) -> Vec<AbilityReport> {
    let report = |ability| {
        let claims = |source: &'static Source| {
            let claim = source.abilities.iter().find(|(claimed, _)| *claimed == ability)?;
            Some((source, claim.1))
        };
        let Some((source, tell)) = SOURCES.iter().find_map(claims) else {
            let availability = unclaimed(ability, &context.root);
            return AbilityReport { ability, source: None, availability };
        };
        let found = reports.iter().find(|report| report.source == source.id);
        let metrics = found.map_or(&[][..], |report| report.metrics.as_slice());
        let availability = tell(context, metrics);
        AbilityReport { ability, source: Some(source.id.to_owned()), availability }
    };
    Ability::ALL.into_iter().map(report).collect()
}

/// Whether any of the metrics can be had that `is_meant`, or why the first of them cannot.
pub(crate) fn any_of(
    metrics: &[MetricReport],
    is_meant: impl Fn(MetricRole) -> bool,
) -> Availability {
    let mut meant = metrics.iter().filter(|report| is_meant(report.metric.role)).peekable();
    let first = meant.peek().map(|report| report.availability.clone());
    let available = meant.any(|report| report.availability == Availability::Available);
    match first {
        _ if available => Availability::Available,
        Some(absent) => absent,
        None => absence(
            Cause::NotRequested,
            "no metric of it was asked for, so it was not looked at (probity doctor does)",
        ),
    }
}

pub(crate) fn absence(cause: Cause, reason: impl Into<String>) -> Availability {
    Availability::Unavailable(Absence::new(cause, reason))
}

/// An ability that no source has yet.
fn unclaimed(ability: Ability, root: &Root) -> Availability {
    match ability {
        Ability::NumaAttribution => numa(root),
        Ability::Symbolisation => {
            let why = "Probity takes no samples yet, so that there is nothing to name";
            absence(Cause::NotImplemented, why)
        }
        _ => absence(Cause::NotImplemented, "Probity has no source for it yet"),
    }
}

fn numa(root: &Root) -> Availability {
    let bytes = match root.read(MEMORY_NODES) {
        Ok(bytes) => bytes,
        Err(error) => {
            return Availability::Unavailable(error.absence(Cause::NoKernelSupport, None));
        }
    };
    let nodes = String::from_utf8_lossy(&bytes).trim().to_owned();
    match nodes.as_str() {
        "0" => Availability::NotApplicable { reason: "there is one memory node".to_owned() },
        _ => absence(
            Cause::NotImplemented,
            format!("the machine has memory nodes {nodes}; Probity does not use that yet"),
        ),
    }
}

#[cfg(test)]
mod tests;
