//! What only a program can tell of its run.

use probity_evidence::Hearing;
use probity_model::{Capabilities, Metric, MetricId, Observation, Observations};
use std::collections::BTreeMap;

/// Puts into the observations of a run what only the program could tell, and what follows from it.
pub(crate) fn told(
    capabilities: &Capabilities,
    hearing: &Hearing,
    observations: &mut Observations,
) {
    let metrics: Vec<&Metric> = capabilities.metrics().map(|report| &report.metric).collect();
    if !metrics.iter().any(|metric| Hearing::tells(metric)) {
        return;
    }
    let mut all: BTreeMap<MetricId, Observation> =
        observations.iter().map(|(id, one)| (id.clone(), one.to_observation())).collect();
    for metric in metrics.iter().filter(|metric| Hearing::tells(metric)) {
        if let Some(place) = all.get_mut(&metric.id)
            && let Some(observed) = hearing.observed(metric)
        {
            *place = observed;
        }
    }
    for metric in metrics {
        if let Some(derivation) = &metric.derivation
            && all.contains_key(&metric.id)
        {
            let derived = derivation.derive(|input| all.get(input));
            all.insert(metric.id.clone(), derived);
        }
    }
    *observations = all.into();
}
