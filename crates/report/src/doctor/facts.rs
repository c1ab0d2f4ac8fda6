//! Every fact of a machine in words, in the order in which a person wants them.

use crate::escape::Escaped;
use crate::phrase::{Phrase, listed};
use crate::quantity::{percent, quantity};
use crate::wording;
use probity_model::{
    Bound, CgroupVersion, DoctorFacts, Fact, HeldCapabilities, HostFacts, Seccomp, Steal, Swap,
    Unit, Value,
};

/// A fact's name and what is known of it.
pub(super) type Row = (&'static str, Phrase);

/// Rows under a title.
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) rows: Vec<Row>,
}

/// Every fact that evidence keeps of a host, with its name.
pub(crate) fn host_rows(host: &HostFacts) -> Vec<Row> {
    let sections = sections(host, None).into_iter();
    let fingerprint = ("fingerprint", Phrase::new().prose(&host.fingerprint));
    sections.flat_map(|section| section.rows).chain([fingerprint]).collect()
}

/// The same, and where given the doctor's own facts beside them.
pub(super) fn sections(host: &HostFacts, doctor: Option<&DoctorFacts>) -> Vec<Section> {
    let section = |title, rows| Section { title, rows };
    vec![
        section("machine", machine(host, doctor)),
        section("speed and time", speed(host, doctor)),
        section("limits", limits(host, doctor)),
        section("kernel settings", kernel(host, doctor)),
        section("now", now(host, doctor)),
    ]
}

fn machine(host: &HostFacts, doctor: Option<&DoctorFacts>) -> Vec<Row> {
    let mut rows = vec![
        ("system", Phrase::new().prose(&host.os).ours(" ").prose(&host.arch)),
        ("kernel", worded(&host.kernel)),
        ("CPU model", worded(&host.cpu_model)),
        ("CPUs online", told(&host.cpus_online, number)),
        ("CPUs allowed", told(&host.cpus_allowed, number)),
    ];
    if let Some(doctor) = doctor {
        rows.push(("CPUs of our cgroup", worded(&doctor.cpuset)));
    }
    rows.extend([
        ("SMT", told(&host.conditions.smt, on_off)),
        ("memory", told(&host.memory_bytes, bytes)),
        ("page size", told(&host.page_bytes, bytes)),
        ("virtual machine", virtual_machine(host)),
        ("container", told(&host.conditions.container_marks, |all| marks(all))),
    ]);
    if doctor.is_some() {
        // Enough to tell two machines apart by eye; JSON has it whole.
        let short = Escaped::new(&host.fingerprint).cut(17);
        rows.push(("fingerprint", Phrase::new().prose(short.as_str())));
    }
    rows
}

fn virtual_machine(host: &HostFacts) -> Phrase {
    match host.virtual_machine {
        Fact::Known { value: true } => {
            Phrase::from("yes, ").then(match &host.conditions.hypervisor {
                Fact::Known { value } => Phrase::new().prose(value),
                absent => worded(absent),
            })
        }
        _ => told(&host.virtual_machine, yes_no),
    }
}

fn speed(host: &HostFacts, doctor: Option<&DoctorFacts>) -> Vec<Row> {
    let mut rows = vec![
        ("governor", worded(&host.governor)),
        ("CPU driver", worded(&host.conditions.frequency_driver)),
        ("turbo", told(&host.conditions.turbo, on_off)),
        (
            "power",
            told(&host.conditions.on_battery, |yes| {
                if *yes { "battery" } else { "no battery in use" }.into()
            }),
        ),
        ("clock source", worded(&host.clock_source)),
    ];
    if let Some(doctor) = doctor {
        rows.push(("clock sources", told(&doctor.clock_sources, |names| words(names))));
    }
    rows
}

fn limits(host: &HostFacts, doctor: Option<&DoctorFacts>) -> Vec<Row> {
    let conditions = &host.conditions;
    let mut rows = vec![
        ("cgroups", told(&conditions.cgroup_version, |version| cgroups(*version).into())),
        ("CPU quota", told(&conditions.cpu_quota_millicpus, |quota| bound(*quota, cpus))),
    ];
    if let Some(doctor) = doctor {
        rows.push(("throttled", told(&doctor.throttled_periods, periods)));
    }
    rows.extend([
        (
            "memory limit",
            told(&conditions.memory_limit_bytes, |limit| bound(*limit, |size| bytes(&size))),
        ),
        ("seccomp", told(&conditions.seccomp, |mode| seccomp(*mode).into())),
    ]);
    rows
}

fn kernel(host: &HostFacts, doctor: Option<&DoctorFacts>) -> Vec<Row> {
    let mut rows = vec![("perf_event_paranoid", told(&host.perf_event_paranoid, signed))];
    if let Some(doctor) = doctor {
        rows.extend([
            ("perf sample rate", told(&doctor.perf_max_sample_rate, |rate| a_second(*rate))),
            ("NMI watchdog", told(&doctor.nmi_watchdog, on_off)),
            ("kptr_restrict", told(&doctor.kptr_restrict, signed)),
            ("capabilities", told(&doctor.capabilities, held)),
        ]);
    }
    let random = |level: &u64| match level {
        0 => "off".into(),
        1 => "on, but for the heap".into(),
        2 => "on".into(),
        other => number(other),
    };
    rows.extend([
        ("huge pages", worded(&host.conditions.transparent_huge_pages)),
        ("random addresses", told(&host.conditions.address_randomisation, random)),
    ]);
    rows
}

fn now(host: &HostFacts, doctor: Option<&DoctorFacts>) -> Vec<Row> {
    let mut rows = vec![
        ("load, 1 minute", told(&host.load_1m_hundredths, |load| hundredths(*load))),
        ("stolen CPU time", told(&host.conditions.steal, |steal| stolen(*steal))),
    ];
    if let Some(doctor) = doctor {
        rows.push(("stolen since boot", told(&doctor.steal_since_boot, |steal| stolen(*steal))));
        rows.push(("swap in use", told(&doctor.swap, |swap| swapped(*swap))));
    }
    rows
}

/// What is known, or that it cannot be told and why.
pub(super) fn told<T>(fact: &Fact<T>, shown: impl Fn(&T) -> Phrase) -> Phrase {
    match fact {
        Fact::Known { value } => shown(value),
        Fact::Unavailable(absence) => Phrase::from("cannot tell: ").then(wording::absence(absence)),
    }
}

fn worded(fact: &Fact<String>) -> Phrase {
    told(fact, |text| Phrase::new().prose(text))
}

fn words(names: &[String]) -> Phrase {
    listed(names.iter().map(|name| Phrase::new().prose(name)))
}

fn number(value: &u64) -> Phrase {
    Phrase::new().number(*value)
}

fn bytes(value: &u64) -> Phrase {
    Phrase::new().figure(&quantity(Unit::Bytes, Value::Integer(*value)))
}

fn on_off(on: &bool) -> Phrase {
    if *on { "on" } else { "off" }.into()
}

fn yes_no(yes: &bool) -> Phrase {
    if *yes { "yes" } else { "no" }.into()
}

fn marks(marks: &[String]) -> Phrase {
    if marks.is_empty() {
        return "no mark of one".into();
    }
    Phrase::from("marks of one: ").then(words(marks))
}

fn cgroups(version: CgroupVersion) -> &'static str {
    match version {
        CgroupVersion::V1 => "version 1",
        CgroupVersion::V2 => "version 2",
        CgroupVersion::Hybrid => "versions 1 and 2",
    }
}

fn bound(bound: Bound, shown: impl Fn(u64) -> Phrase) -> Phrase {
    match bound {
        Bound::Unbounded => "none".into(),
        Bound::AtMost(most) => shown(most),
    }
}

/// Thousandths of a CPU.
pub(super) fn cpus(millis: u64) -> Phrase {
    let decimal = format!("{}.{:03}", millis / 1000, millis % 1000);
    let shown = decimal.trim_end_matches('0').trim_end_matches('.');
    Phrase::new().prose(shown).ours(if millis == 1000 { " CPU" } else { " CPUs" })
}

fn periods(count: &u64) -> Phrase {
    match count {
        0 => "not so far".into(),
        many => Phrase::from("in at least ").count(*many, "period", "periods").ours(" so far"),
    }
}

fn seccomp(mode: Seccomp) -> &'static str {
    match mode {
        Seccomp::Off => "off",
        Seccomp::Strict => "strict",
        Seccomp::Filter => "filter",
    }
}

fn signed(level: &i64) -> Phrase {
    let sign = Phrase::from(if *level < 0 { "-" } else { "" });
    sign.number(level.unsigned_abs())
}

fn a_second(rate: u64) -> Phrase {
    Phrase::from("at most ").number(rate).ours(" a second")
}

fn held(held: &HeldCapabilities) -> Phrase {
    let all = [
        ("CAP_PERFMON", held.perfmon),
        ("CAP_SYS_ADMIN", held.sys_admin),
        ("CAP_SYS_PTRACE", held.sys_ptrace),
        ("CAP_SYS_RESOURCE", held.sys_resource),
    ];
    let of = |wanted: bool| {
        listed(all.iter().filter(|(_, held)| *held == wanted).map(|(name, _)| (*name).into()))
    };
    match (of(true), of(false)) {
        (none, missing) if none.is_empty() => Phrase::from("without ").then(missing),
        (all, none) if none.is_empty() => all,
        (some, missing) => some.ours("; without ").then(missing),
    }
}

/// Two decimals.
pub(super) fn hundredths(number: u64) -> Phrase {
    let point = if number % 100 < 10 { ".0" } else { "." };
    Phrase::new().number(number / 100).ours(point).number(number % 100)
}

/// A share of time. Clock ticks are few in a short time, so they are given too.
pub(super) fn stolen(steal: Steal) -> Phrase {
    let ticks = Phrase::new().number(steal.all_ticks).ours(" clock ticks");
    match steal.stolen_ticks {
        0 => Phrase::from("none reported in ").then(ticks),
        some => {
            let share = percent(share(steal));
            Phrase::new().figure(&share).ours(" (").number(some).ours(" of ").then(ticks).ours(")")
        }
    }
}

/// The part that was taken. Ticks of evidence may be any numbers.
pub(super) fn share(steal: Steal) -> f64 {
    steal.stolen_ticks as f64 / steal.all_ticks.max(1) as f64
}

fn swapped(swap: Swap) -> Phrase {
    match swap.total_bytes {
        0 => "there is no swap".into(),
        total => bytes(&swap.used_bytes).ours(" of ").then(bytes(&total)),
    }
}
