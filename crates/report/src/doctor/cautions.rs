//! What a fact means for the numbers, where it is bad for them, and what to do.

use super::facts::{cpus, hundredths, share, stolen};
use crate::phrase::Phrase;
use probity_model::{Bound, DoctorFacts, Fact, HeldCapabilities, HostFacts, Seccomp};
use serde::Serialize;

/// One fact that makes numbers worth less.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Caution {
    /// Which fact, as the report names it.
    pub fact: &'static str,
    /// What it is here, and what that does to numbers; a lower-case fragment.
    pub meaning: String,
    /// What the user can do about it, where something is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remedy: Option<&'static str>,
}

/// Above this part of the time, others on the host are felt.
const STEAL: f64 = 0.01;
/// Drivers whose `powersave` is a range and not the lowest frequency.
const RANGING: [&str; 4] = ["intel_pstate", "intel_cpufreq", "amd-pstate", "amd-pstate-epp"];
/// Clock sources whose reading leaves the processor, or that tick only.
const SLOW_CLOCKS: [&str; 5] = ["hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"];
/// A sample rate below this was set by somebody; the kernel starts at 100,000.
const FEW_SAMPLES: u64 = 1000;

/// Everything that is worth a warning, what weighs most first.
pub fn cautions(host: &HostFacts, doctor: &DoctorFacts) -> Vec<Caution> {
    let found = [
        quota(host, doctor),
        steal(host, doctor),
        load(host),
        governor(host),
        turbo(host),
        battery(host),
        clock(host, doctor),
        memory(host),
        swap(doctor),
        seccomp(host),
        addresses(host),
        paranoid(host, doctor),
        sample_rate(doctor),
        watchdog(host, doctor),
    ];
    found.into_iter().flatten().collect()
}

fn caution(fact: &'static str, meaning: impl Into<String>, remedy: &'static str) -> Caution {
    Caution { fact, meaning: meaning.into(), remedy: Some(remedy) }
}

fn text(phrase: &Phrase) -> String {
    phrase.terminal().as_str().to_owned()
}

fn is<T: PartialEq>(fact: &Fact<T>, value: &T) -> bool {
    fact.value() == Some(value)
}

fn quota(host: &HostFacts, doctor: &DoctorFacts) -> Option<Caution> {
    let Some(&Bound::AtMost(millis)) = host.conditions.cpu_quota_millicpus.value() else {
        return None;
    };
    let throttled = doctor.throttled_periods.value().is_some_and(|&count| count > 0);
    let enough =
        host.cpus_allowed.value().is_some_and(|&allowed| millis >= allowed.saturating_mul(1000));
    if enough && !throttled {
        return None;
    }
    let meaning = format!(
        "{} on average, no more: a program that uses more is stopped until the next period, and \
         its wall time jumps",
        text(&cpus(millis))
    );
    Some(caution("CPU quota", meaning, "measure in a control group without a CPU quota"))
}

fn steal(host: &HostFacts, doctor: &DoctorFacts) -> Option<Caution> {
    // One tick in a short look is chance.
    let now = host.conditions.steal.value().filter(|steal| steal.stolen_ticks > 1);
    let facts = [("stolen CPU time", now), ("stolen since boot", doctor.steal_since_boot.value())];
    let much = |(_, steal): &(_, Option<&_>)| steal.is_some_and(|steal| share(*steal) > STEAL);
    let (fact, steal) = facts.into_iter().find(much)?;
    let meaning = format!(
        "{}: the hypervisor gives our CPUs to others, which lengthens wall times",
        text(&stolen(*steal?))
    );
    Some(caution(
        fact,
        meaning,
        "measure on a host without neighbours, and compare interleaved runs",
    ))
}

fn load(host: &HostFacts) -> Option<Caution> {
    // The load is that of the whole machine, also where we may use few of its CPUs.
    let (load, online) = (*host.load_1m_hundredths.value()?, *host.cpus_online.value()?);
    (load >= online.saturating_mul(50)).then(|| {
        let shown = hundredths(load).ours(" on ").count(online, "CPU", "CPUs");
        let meaning = format!(
            "{}: other programs run and will share CPUs and caches with what is measured",
            text(&shown)
        );
        caution("load, 1 minute", meaning, "wait until the machine is quiet")
    })
}

fn governor(host: &HostFacts) -> Option<Caution> {
    let governor = host.governor.value()?;
    let driver = host.conditions.frequency_driver.value().map_or("", String::as_str);
    let meaning = match governor.as_str() {
        "performance" => return None,
        "powersave" if !RANGING.contains(&driver) => {
            "powersave keeps the CPU at its lowest frequency: every time is too long".to_owned()
        }
        other => format!(
            "{other} changes the CPU's frequency by load: short programs may run slower than long \
             ones"
        ),
    };
    Some(caution("governor", meaning, "cpupower frequency-set -g performance"))
}

fn turbo(host: &HostFacts) -> Option<Caution> {
    is(&host.conditions.turbo, &true).then(|| Caution {
        fact: "turbo",
        meaning: "on: the speed depends on temperature and on what the other CPUs do".to_owned(),
        remedy: Some("switch it off in the firmware or the frequency driver while measuring"),
    })
}

fn battery(host: &HostFacts) -> Option<Caution> {
    let meaning = "the machine runs from its battery: firmware may lower the speed";
    is(&host.conditions.on_battery, &true).then(|| caution("power", meaning, "plug it in"))
}

fn clock(host: &HostFacts, doctor: &DoctorFacts) -> Option<Caution> {
    let source = host.clock_source.value()?;
    if !SLOW_CLOCKS.contains(&source.as_str()) {
        return None;
    }
    let has_tsc =
        doctor.clock_sources.value().is_some_and(|all| all.iter().any(|name| name == "tsc"));
    let remedy = if has_tsc {
        "select tsc: the kernel log says why it was not"
    } else {
        "look into the kernel log for why tsc was given up"
    };
    let meaning = format!(
        "{source} is slow to read or coarse: programs that often ask for the time are held up, or \
         see it jump"
    );
    Some(caution("clock source", meaning, remedy))
}

fn memory(host: &HostFacts) -> Option<Caution> {
    let Some(&Bound::AtMost(limit)) = host.conditions.memory_limit_bytes.value() else {
        return None;
    };
    (limit < *host.memory_bytes.value()?).then(|| Caution {
        fact: "memory limit",
        meaning: "less than the machine has: programs and the files they read share it, and are \
                  slowed down near it"
            .to_owned(),
        remedy: None,
    })
}

fn swap(doctor: &DoctorFacts) -> Option<Caution> {
    let swap = doctor.swap.value()?;
    (swap.used_bytes > swap.total_bytes / 10).then(|| Caution {
        fact: "swap in use",
        meaning: "memory has been short: pages may have to come back from storage during a run"
            .to_owned(),
        remedy: Some("end what needs the memory, then swapoff -a && swapon -a"),
    })
}

fn seccomp(host: &HostFacts) -> Option<Caution> {
    is(&host.conditions.seccomp, &Seccomp::Filter).then(|| Caution {
        fact: "seccomp",
        meaning: "each system call of a program passes a filter, which costs time, and some are \
                  refused"
            .to_owned(),
        remedy: Some("compare only with numbers from behind the same filter"),
    })
}

fn addresses(host: &HostFacts) -> Option<Caution> {
    is(&host.conditions.address_randomisation, &0).then(|| {
        let meaning = "off: all runs have one memory layout, and a difference may be the layout's";
        caution("random addresses", meaning, "sysctl kernel.randomize_va_space=2")
    })
}

/// Level 3 and above are of Debian's, Ubuntu's and Android's kernels (seen on Debian's 6.1 and
/// 6.12): no counters at all without a privilege.
fn paranoid(host: &HostFacts, doctor: &DoctorFacts) -> Option<Caution> {
    let level = *host.perf_event_paranoid.value()?;
    let may = |held: &HeldCapabilities| held.perfmon || held.sys_admin;
    if level < 3 || doctor.capabilities.value().is_some_and(may) {
        return None;
    }
    let meaning = format!("{level} refuses every counter to users without CAP_PERFMON");
    Some(caution(
        "perf_event_paranoid",
        meaning,
        "sysctl kernel.perf_event_paranoid=1, or setcap cap_perfmon+ep for the probity program",
    ))
}

fn sample_rate(doctor: &DoctorFacts) -> Option<Caution> {
    let rate = *doctor.perf_max_sample_rate.value()?;
    (rate < FEW_SAMPLES).then(|| {
        let meaning = format!(
            "{rate} a second is too few for a profile; a tuning tool or an overloaded kernel left \
             it so"
        );
        caution("perf sample rate", meaning, "sysctl kernel.perf_event_max_sample_rate=100000")
    })
}

/// A guest mostly has no counter that could be taken.
fn watchdog(host: &HostFacts, doctor: &DoctorFacts) -> Option<Caution> {
    let meaning = "on: it keeps one hardware counter for itself, so that fewer fit at once";
    (is(&doctor.nmi_watchdog, &true) && is(&host.virtual_machine, &false))
        .then(|| caution("NMI watchdog", meaning, "sysctl kernel.nmi_watchdog=0"))
}
