//! The metric that is made for a named event.

use super::{EventName, Found, Reach, event_name, found};
use crate::context::Context;
use crate::descriptor::Column;
use crate::perf::event::HARDWARE_NEEDS;
use crate::selection::Extra;
use probity_model::{Aggregation, Class, Determinism, Kind, Metric, MetricRole, Pass, Scope, Unit};
use std::borrow::Cow;

/// The PMUs that are the kernel's own work.
const SOFTWARE: [&str; 5] = ["software", "tracepoint", "breakpoint", "kprobe", "uprobe"];

/// Describes the event as it is on this machine; one that is not there is described as it would
/// be for a program.
pub(in crate::perf) fn describe(context: &Context, extra: &Extra) -> Column {
    let name = event_name(&extra.selector).and_then(Result::ok);
    let found = name
        .as_ref()
        .and_then(|name| found(name, &context.root, |name| context.kernel.encode_event(name)).ok());
    let scope = match found.as_ref().map(|found| &found.reach) {
        Some(Reach::System(_)) => Scope::System,
        Some(Reach::Tasks | Reach::TasksOn(_)) | None => Scope::ProcessTree,
    };
    let is_software = matches!(&name, Some(EventName::Pmu { pmu, .. })
        if SOFTWARE.contains(&pmu.as_str()));
    let metric = Metric {
        id: extra.id.clone(),
        unit: Unit::Count,
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        class: Class::Diagnostic,
        scope,
        role: if is_software { MetricRole::SoftwareEvent } else { MetricRole::HardwareEvent },
        pass: Pass::Counted,
        determinism: Determinism::Varies,
        derivation: None,
        needs: Cow::Owned(needs(name.as_ref(), scope)),
        summary: Cow::Owned(summary(extra, found.as_ref())),
    };
    let reads = match found {
        Some(Found { reads, reach: Reach::System(cpus), .. }) => {
            format!("{reads} on CPU {}", listed(&cpus))
        }
        Some(Found { reads, .. }) => reads,
        None => format!("perf_event_open({})", extra.selector),
    };
    Column { metric, reads: Cow::Owned(reads) }
}

fn needs(name: Option<&EventName>, scope: Scope) -> String {
    match name {
        Some(EventName::Pmu { pmu, .. }) => {
            // Most PMUs but a core's tell no modes apart: what they count is the kernel's too.
            let level = if scope == Scope::System {
                "0"
            } else {
                "1 (2 with /u, where it tells modes apart)"
            };
            format!("the PMU {pmu}; kernel.perf_event_paranoid ≤ {level}")
        }
        Some(EventName::Library { .. }) => format!("libpfm4; {HARDWARE_NEEDS}"),
        Some(EventName::Raw { .. }) | None => HARDWARE_NEEDS.to_owned(),
    }
}

fn summary(extra: &Extra, found: Option<&Found>) -> String {
    match found.and_then(|found| found.unit.as_ref()) {
        Some((scale, unit)) => format!("the event {}, in steps of {scale} {unit}", extra.selector),
        None => format!("the event {}", extra.selector),
    }
}

/// CPUs by their numbers, the first few.
fn listed(cpus: &[u32]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<String> = cpus.iter().take(SHOWN).map(u32::to_string).collect();
    match cpus.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
