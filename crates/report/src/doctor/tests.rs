use super::cautions;
use super::paragraph::{labelled, widest, wrapped};
use crate::phrase::Phrase;
use probity_model::*;

fn untold() -> Absence {
    Absence::new(Cause::Denied, "shut")
}

fn fact<T>() -> Fact<T> {
    Fact::Unavailable(untold())
}

/// A machine of which nothing can be told.
fn silent() -> (HostFacts, DoctorFacts) {
    let host = HostFacts {
        fingerprint: String::new(),
        os: "linux".into(),
        arch: "x86_64".into(),
        kernel: fact(),
        cpu_model: fact(),
        cpus_online: fact(),
        cpus_allowed: fact(),
        memory_bytes: fact(),
        page_bytes: fact(),
        clock_source: fact(),
        governor: fact(),
        virtual_machine: fact(),
        perf_event_paranoid: fact(),
        load_1m_hundredths: fact(),
        boot_id: fact(),
        conditions: Conditions::untold(&untold()),
    };
    let doctor = DoctorFacts {
        clock_sources: fact(),
        cpuset: fact(),
        throttled_periods: fact(),
        kptr_restrict: fact(),
        perf_max_sample_rate: fact(),
        nmi_watchdog: fact(),
        capabilities: fact(),
        swap: fact(),
        steal_since_boot: fact(),
    };
    (host, doctor)
}

/// The facts that are cautioned at once `change` was made to a machine.
fn cautioned(change: impl Fn(&mut HostFacts, &mut DoctorFacts)) -> Vec<(&'static str, String)> {
    let (mut host, mut doctor) = silent();
    change(&mut host, &mut doctor);
    cautions(&host, &doctor).into_iter().map(|caution| (caution.fact, caution.meaning)).collect()
}

fn names(change: impl Fn(&mut HostFacts, &mut DoctorFacts)) -> Vec<&'static str> {
    cautioned(change).into_iter().map(|(fact, _)| fact).collect()
}

#[test]
fn nothing_is_cautioned_of_what_is_not_known_or_fine() {
    assert_eq!(names(|_, _| {}), [""; 0]);
    let fine = names(|host, doctor| {
        host.cpus_online = Fact::known(4);
        host.cpus_allowed = Fact::known(1);
        host.memory_bytes = Fact::known(8 << 30);
        host.governor = Fact::known("performance".into());
        host.clock_source = Fact::known("tsc".into());
        host.perf_event_paranoid = Fact::known(2);
        host.load_1m_hundredths = Fact::known(199);
        host.virtual_machine = Fact::known(true);
        host.conditions.turbo = Fact::known(false);
        host.conditions.on_battery = Fact::known(false);
        host.conditions.cpu_quota_millicpus = Fact::known(Bound::AtMost(1000));
        host.conditions.memory_limit_bytes = Fact::known(Bound::AtMost(8 << 30));
        host.conditions.seccomp = Fact::known(Seccomp::Off);
        host.conditions.address_randomisation = Fact::known(2);
        host.conditions.steal = Fact::known(Steal { stolen_ticks: 1, all_ticks: 20 });
        doctor.throttled_periods = Fact::known(0);
        doctor.steal_since_boot = Fact::known(Steal { stolen_ticks: 10, all_ticks: 1000 });
        doctor.swap = Fact::known(Swap { total_bytes: 0, used_bytes: 0 });
        doctor.perf_max_sample_rate = Fact::known(1000);
        doctor.nmi_watchdog = Fact::known(true);
    });
    assert_eq!(fine, [""; 0], "a guest's watchdog takes no counter");
}

#[test]
fn a_quota_is_felt_below_the_cpus_or_once_it_has_throttled() {
    let with = |millis, allowed: Fact<u64>, throttled| {
        names(move |host, doctor| {
            host.conditions.cpu_quota_millicpus = Fact::known(Bound::AtMost(millis));
            host.cpus_allowed = allowed.clone();
            doctor.throttled_periods = Fact::known(throttled);
        })
    };
    assert_eq!(with(1500, Fact::known(2), 0), ["CPU quota"]);
    assert_eq!(with(2000, Fact::known(2), 0), [""; 0]);
    assert_eq!(with(2000, Fact::known(2), 1), ["CPU quota"]);
    assert_eq!(with(2000, fact(), 0), ["CPU quota"], "enough for how many CPUs is not known");
}

#[test]
fn stolen_time_counts_above_a_percent() {
    let now = |stolen_ticks| {
        names(move |host, _| {
            host.conditions.steal = Fact::known(Steal { stolen_ticks, all_ticks: 20 });
        })
    };
    assert_eq!(now(1), [""; 0], "one tick of a short look");
    assert_eq!(now(2), ["stolen CPU time"]);
    let boot = |stolen_ticks| {
        names(move |_, doctor| {
            doctor.steal_since_boot = Fact::known(Steal { stolen_ticks, all_ticks: 1000 });
        })
    };
    assert_eq!((boot(10), boot(11)), (vec![], vec!["stolen since boot"]));
}

#[test]
fn powersave_means_two_things() {
    let meaning = |governor: &str, driver: Fact<String>| {
        let found = cautioned(|host, _| {
            host.governor = Fact::known(governor.into());
            host.conditions.frequency_driver = driver.clone();
        });
        found.first().map(|(_, meaning)| meaning.clone()).unwrap_or_default()
    };
    let lowest = meaning("powersave", Fact::known("acpi-cpufreq".into()));
    assert!(lowest.contains("lowest frequency"), "{lowest}");
    let ranging = meaning("powersave", Fact::known("intel_pstate".into()));
    assert!(ranging.starts_with("powersave changes"), "{ranging}");
    assert!(meaning("schedutil", fact()).starts_with("schedutil changes"));
    assert_eq!(meaning("performance", fact()), "");
}

#[test]
fn each_other_bad_fact_is_given() {
    let held = HeldCapabilities {
        perfmon: false,
        sys_admin: false,
        sys_ptrace: false,
        sys_resource: false,
    };
    let paranoid = |level, held: Fact<HeldCapabilities>| {
        names(move |host, doctor| {
            host.perf_event_paranoid = Fact::known(level);
            doctor.capabilities = held.clone();
        })
    };
    assert_eq!(paranoid(3, Fact::known(held)), ["perf_event_paranoid"]);
    assert_eq!(paranoid(4, Fact::known(HeldCapabilities { perfmon: true, ..held })), [""; 0]);
    assert_eq!(paranoid(4, fact()), ["perf_event_paranoid"]);
    let bad = names(|host, doctor| {
        host.cpus_online = Fact::known(4);
        host.load_1m_hundredths = Fact::known(200);
        host.memory_bytes = Fact::known(2);
        host.clock_source = Fact::known("hpet".into());
        host.virtual_machine = Fact::known(false);
        host.conditions.turbo = Fact::known(true);
        host.conditions.on_battery = Fact::known(true);
        host.conditions.memory_limit_bytes = Fact::known(Bound::AtMost(1));
        host.conditions.seccomp = Fact::known(Seccomp::Filter);
        host.conditions.address_randomisation = Fact::known(0);
        doctor.swap = Fact::known(Swap { total_bytes: 100, used_bytes: 11 });
        doctor.perf_max_sample_rate = Fact::known(1);
        doctor.nmi_watchdog = Fact::known(true);
    });
    let all = [
        "load, 1 minute",
        "turbo",
        "power",
        "clock source",
        "memory limit",
        "swap in use",
        "seccomp",
        "random addresses",
        "perf sample rate",
        "NMI watchdog",
    ];
    assert_eq!(bad, all);
}

#[test]
fn text_keeps_to_eighty_columns_and_loses_no_word() {
    let long = "word ".repeat(60) + &"x".repeat(90) + " end";
    let text = wrapped(&Phrase::new().prose(&long), 30);
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words, long.split_whitespace().collect::<Vec<_>>());
    for (place, line) in text.lines().enumerate() {
        let margin = if place == 0 { 30 } else { 0 };
        assert!(margin + line.len() <= 80 || line.trim() == "x".repeat(90), "{line}");
        assert!(place == 0 || line.starts_with(&" ".repeat(30)), "{line}");
    }
    let rows = [("a".into(), "one".into()), ("longer".into(), Phrase::new())];
    assert_eq!(labelled(&rows, widest(&rows)), "  a       one\n  longer\n");
}
