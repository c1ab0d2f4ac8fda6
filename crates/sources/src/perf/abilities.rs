//! What counters are good for on a machine, beyond the events of the table.

use crate::abilities::{Claim, absence, any_of};
use probity_host::root::{PMUS, Root, USER_READ_SWITCHES};
use probity_model::{Ability, Absence, Availability, Cause, MetricReport, MetricRole};

pub(super) static ABILITIES: [Claim; 7] = [
    (Ability::Counting, |_, metrics| counting(metrics)),
    // Both need the counters of the core and nothing else.
    (Ability::Raw, |_, metrics| counting(metrics)),
    (Ability::Estimated, |_, metrics| counting(metrics)),
    (Ability::Named, |context, metrics| named(&context.root, metrics)),
    (Ability::SelfMonitoring, |context, metrics| self_monitoring(&context.root, metrics)),
    (Ability::IpSampling, |_, metrics| ip_sampling(metrics)),
    (Ability::PreciseMemory, |context, _| precise_memory(&context.root)),
];

fn counting(metrics: &[MetricReport]) -> Availability {
    any_of(metrics, |role| {
        matches!(role, MetricRole::Cycles | MetricRole::Instructions | MetricRole::HardwareEvent)
    })
}

/// PMUs whose events sysfs describes. One of the kernel's own is always there where any is.
fn named(root: &Root, metrics: &[MetricReport]) -> Availability {
    // Most PMUs tell no modes apart, so that what is named counts the kernel's part too; and so do
    // the events of the kernel.
    let opened = any_of(metrics, |role| role == MetricRole::SoftwareEvent);
    match root.names(PMUS) {
        _ if opened != Availability::Available => opened,
        Ok(names) if names.is_empty() => {
            absence(Cause::NoKernelSupport, format!("{PMUS} is empty"))
        }
        Ok(_) => Availability::Available,
        Err(error) => Availability::Unavailable(error.absence(Cause::NoKernelSupport, None)),
    }
}

/// A counter can be read by the thread that it counts where the kernel lets user mode read the
/// registers. Only the harness will: a launched program's counters are inherited, and such cannot
/// be mapped.
fn self_monitoring(root: &Root, metrics: &[MetricReport]) -> Availability {
    let counting = counting(metrics);
    if counting != Availability::Available {
        return counting;
    }
    for (path, remedy) in USER_READ_SWITCHES {
        let Ok(bytes) = root.read(path) else { continue };
        if String::from_utf8_lossy(&bytes).trim() == "0" {
            let why = "the kernel does not let user mode read the counters";
            let absence = Absence::new(Cause::Denied, why).with_gate(path).with_remedy(remedy);
            return Availability::Unavailable(absence);
        }
    }
    Availability::Available
}

fn ip_sampling(metrics: &[MetricReport]) -> Availability {
    let by = match counting(metrics) {
        Availability::Available => "cycles of the CPU could be sampled here",
        _ => "without counters of the CPU only a clock of the kernel could be sampled here",
    };
    absence(Cause::NotImplemented, format!("Probity does not sample yet; {by}"))
}

/// Hardware that samples memory accesses, by the name of its PMU or event.
fn precise_memory(root: &Root) -> Availability {
    let names = match root.names(PMUS) {
        Ok(names) => names,
        Err(error) => {
            return Availability::Unavailable(error.absence(Cause::NoKernelSupport, None));
        }
    };
    let is_sampler = |name: &&String| *name == "ibs_op" || name.starts_with("arm_spe_");
    let of_intel = ["cpu", "cpu_core"].into_iter().find_map(|pmu| {
        root.has(&format!("{PMUS}/{pmu}/events/mem-loads")).then(|| format!("{pmu}/mem-loads/"))
    });
    match names.iter().find(is_sampler).cloned().or(of_intel) {
        Some(found) => absence(
            Cause::NotImplemented,
            format!("hardware is there ({found}), and Probity does not use it yet"),
        ),
        None => absence(
            Cause::NoHardware,
            "no PMU here samples memory accesses (ibs_op, arm_spe, mem-loads)",
        ),
    }
}
