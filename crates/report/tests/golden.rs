//! Whole pages, compared byte for byte with `tests/golden/`.
//!
//! `PROBITY_REGENERATE=1` writes them anew; read the difference as a user would.

mod builder;

use builder::*;
use probity_model::*;
use probity_report::*;
use std::path::Path;

const DETAILS: TextOptions = TextOptions { style: Style::Plain, details: true };

fn check(name: &str, page: &str) {
    assert!(page.ends_with('\n') && !page.ends_with("\n\n"), "{name}");
    assert!(page.lines().all(|line| line == line.trim_end()), "{name}");
    let coloured = name.contains("colour");
    assert!(coloured || page.chars().all(|c| c == '\n' || !c.is_control()), "{name}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let path = folder.join(name);
    if std::env::var_os("PROBITY_REGENERATE").is_some() {
        assert!(std::fs::write(&path, page).is_ok(), "{name} cannot be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(page == golden, "{name} differs; now it is:\n{page}");
}

fn whole(document: &Document) -> Campaign<'_> {
    Campaign { document, runs: &[], incomplete: None, unit: None }
}

fn plain(document: &Document) -> String {
    text(whole(document), TextOptions::default())
}

fn two() -> Document {
    let mut document =
        document(&[(b"gzip -1 -kc in", 12_345_678), (b"gzip -9 -kc in", 40_123_456)]);
    judge(&mut document, 1, Verdict::Regressed, 3.2514, 0.95);
    document
}

#[test]
fn one_command() {
    let document = document(&[(b"gzip -1 -kc in", 12_345_678)]);
    check("one.txt", &plain(&document));
    check("one-details.txt", &text(whole(&document), DETAILS));
    check("one.md.txt", &markdown(whole(&document), false));
}

/// One command whose counted run, that nobody asked for, counted this.
fn counted_at_end(observed: Observation, summary: Option<MetricSummary>) -> String {
    let mut document = document(&[(b"gzip -1 -kc in", 12_345_678)]);
    document.settings.plan.counted = CountedRuns::AtEnd;
    let metrics = document.capabilities.sources.iter_mut().flat_map(|source| &mut source.metrics);
    for report in metrics.filter(|report| report.metric.id.as_str() == "mem.minor_faults") {
        report.metric.pass = Pass::Counted;
    }
    if let Some(summary) = summary {
        document.cases[0].summary.insert(id("mem.minor_faults"), summary);
    }
    let mut counted = run(0, 12, observed, Vec::new());
    counted.role = RunRole::Counted;
    let campaign = Campaign { document: &document, runs: &[counted], incomplete: None, unit: None };
    text(campaign, TextOptions::default())
}

#[test]
fn a_counted_run_that_nobody_asked_for_says_what_it_counted_or_why_nothing() {
    let taken = Absence::new(Cause::Denied, "the kernel took the counters away")
        .with_remedy("measure a copy");
    let page = counted_at_end(
        Observation::Unavailable(taken.clone()),
        Some(MetricSummary::Unavailable(taken)),
    );
    check("uncounted.txt", &page);
    let zero = Observation::NotApplicable { reason: "it is another test".into() };
    let page = counted_at_end(zero, None);
    assert!(page.contains("counted in a run of its own: mem.minor_faults"), "{page}");
    assert!(!page.contains("nothing was counted"), "{page}");
}

#[test]
fn two_commands_regressed() {
    let document = two();
    check("two.txt", &plain(&document));
    check("two-details.txt", &text(whole(&document), DETAILS));
    check("two.md.txt", &markdown(whole(&document), true));
    check("two.json.txt", &json(&document).unwrap());
    let ansi = TextOptions { style: Style::Ansi, details: false };
    check("two-colour.txt", &text(whole(&document), ansi));
}

#[test]
fn twelve_commands() {
    let names: Vec<String> = (1..=12).map(|level| format!("zstd -{level} -c in")).collect();
    let walls = [2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 1_440, 14_400];
    let commands: Vec<(&[u8], u64)> = names
        .iter()
        .zip(walls)
        .map(|(name, wall)| (name.as_bytes(), wall * 1_000_000 + 123_456))
        .collect();
    let mut document = document(&commands);
    let verdicts = [Verdict::Regressed, Verdict::NoDifferenceShown, Verdict::Improved];
    for place in 1..12 {
        let verdict = if place > 8 { Verdict::Inconclusive } else { verdicts[place % 3] };
        let ratio = [1.002, 0.953, 1.5, 10.25, 123.4][place % 5];
        judge(&mut document, place, verdict, ratio, 1.0 - 0.05 / (12 - place) as f64);
    }
    for comparison in document.comparisons.iter_mut().skip(8) {
        comparison.reason = "12 of 13 blocks, too few for 11 comparisons".into();
        comparison.blocks_more = Some(1);
    }
    check("twelve.txt", &plain(&document));
}

#[test]
fn a_failure() {
    let mut document = two();
    fail(&mut document, 1, Exit::Code(3), Some(b"gzip: in: \x1b[31mNo such file\nsecond\n"));
    let comparison = &mut document.comparisons[0];
    comparison.ratio = None;
    comparison.null = None;
    comparison.blocks = 0;
    comparison.verdict = Verdict::Incomparable;
    comparison.reason = "the candidate failed with exit code 3".into();
    check("failure.txt", &plain(&document));
    check("failure.md.txt", &markdown(whole(&document), false));
}

#[test]
fn a_single_failure_by_signal_and_a_flood() {
    let mut document = document(&[(b"./crash", 1)]);
    let flood: String = (0..40).map(|line| format!("line {line} {}\n", "x".repeat(300))).collect();
    fail(&mut document, 0, Exit::Signal(11), Some(flood.as_bytes()));
    check("crash.txt", &plain(&document));
}

#[test]
fn ignored_failures() {
    let mut document = two();
    document.cases[0].failure = Some(CaseFailure {
        run: 2,
        exit: Exit::Code(1),
        stderr_tail: None,
        failed_runs: 13,
        ignored: true,
    });
    check("ignored.txt", &plain(&document));
}

#[test]
fn an_incomplete_campaign() {
    let mut document = two();
    let comparison = &mut document.comparisons[0];
    comparison.blocks = 4;
    comparison.ratio.as_mut().unwrap().interval =
        RatioInterval::absent(Absence::new(Cause::TooFew, "4 of 6 blocks"));
    comparison.verdict = Verdict::Inconclusive;
    comparison.reason = "the campaign was interrupted after 4 of 12 blocks".into();
    let incomplete = Some("interrupted after 4 of 12 blocks");
    let campaign = Campaign { incomplete, ..whole(&document) };
    check("incomplete.txt", &text(campaign, TextOptions::default()));
    check("incomplete.md.txt", &markdown(campaign, false));
}

#[test]
fn hostile_names() {
    let names: [&[u8]; 4] = [
        b"innocent\nreference  x1  \x1b[2J\x1b]0;title\x07",
        b"a | b `c` <script>alert(1)</script> [link](http://x) \\| @you",
        b"not utf-8: \xff\xfe \xe2\x82",
        "\u{202e}reversed\u{202c} wide 表表 \u{9b}31m".as_bytes(),
    ];
    let mut document = document(&names.map(|name| (name, 12_000_000)));
    for place in 1..4 {
        judge(&mut document, place, Verdict::Inconclusive, 1.004, 0.95);
        document.comparisons[place - 1].reason = format!("reason {place}\n| <b> \x1b[1m");
    }
    document.host.kernel = Fact::known("6.1\n| x | <img src=x>".into());
    fail(&mut document, 3, Exit::Code(1), Some(b"```\n</details>\n~~~\x1b[0m\n\r\n"));
    let page = plain(&document);
    check("hostile.txt", &page);
    let page = markdown(whole(&document), false);
    assert!(
        !page
            .replace("<code>", "")
            .replace("</code>", "")
            .split("```")
            .next()
            .unwrap()
            .contains('<')
    );
    check("hostile.md.txt", &page);
}

#[test]
fn absences() {
    let mut document = two();
    let off = Absence::new(Cause::NoKernelSupport, "scheduler statistics are switched off")
        .with_remedy("sysctl kernel.sched_schedstats=1");
    make_absent(&mut document.capabilities, "sched.run_queue_wait", &off);
    let gone = Absence::new(Cause::NoKernelSupport, "there is no /proc/pressure");
    make_absent(&mut document.capabilities, "psi.io.some", &gone);
    make_absent(&mut document.capabilities, "psi.cpu.full", &gone);
    let denied = Absence::new(Cause::Denied, "/proc/PID/io may not be read")
        .with_gate("ptrace access to the process")
        .with_remedy("run it as the same user");
    for case in &mut document.cases {
        case.summary.insert(id("sched.run_queue_wait"), MetricSummary::Unavailable(off.clone()));
        case.summary.insert(id("psi.io.some"), MetricSummary::Unavailable(gone.clone()));
        case.summary.insert(id("psi.cpu.full"), MetricSummary::Unavailable(gone.clone()));
    }
    let second = &mut document.cases[1];
    second.summary.insert(id("io.read_bytes"), MetricSummary::Unavailable(denied));
    second.summary.insert(
        id("mem.peak_rss"),
        MetricSummary::Unavailable(Absence::new(Cause::Implausible, "a peak of 0 bytes")),
    );
    if let Some(MetricSummary::Measured(found)) = second.summary.get_mut(&id("mem.minor_faults")) {
        (found.n, found.absent) = (10, 2);
    }
    check("absences.txt", &plain(&document));
    check("absences-details.txt", &text(whole(&document), DETAILS));
}

#[test]
fn counters_in_each_block() {
    let mut document = two();
    count(&mut document, CountedRuns::EachBlock);
    let lost = Absence::new(Cause::Lost, "the counter could not be read: Input/output error");
    let second = &mut document.cases[1];
    // Absent in all of its counted runs, and in two of them.
    let absent = MetricSummary::Unavailable(lost.clone());
    second.summary.insert(id("perf.cpu_migrations"), absent);
    let faults = second.summary.get_mut(&id("perf.page_faults"));
    if let Some(MetricSummary::Measured(found)) = faults {
        (found.n, found.processes, found.absent) = (10, 10, 2);
    }
    let mut torn = run(1, 9, Observation::unavailable(Cause::Lost, "torn"), vec![]);
    torn.role = RunRole::Counted;
    torn.observations.insert(id("perf.page_faults"), lost.into());
    let runs = [torn];
    let campaign = Campaign { runs: &runs, ..whole(&document) };
    let page = text(campaign, TextOptions::default());
    check("counted.txt", &page);
    assert_eq!(page.matches("perf.cycles").count(), 1, "one line for what the machine lacks");
    assert_eq!(page.matches("this machine offers no core PMU").count(), 1);
    assert_eq!(page.matches("perf.cpu_migrations").count(), 2, "its row, and its line");
    check("counted-details.txt", &text(campaign, DETAILS));
    check("counted.md.txt", &markdown(campaign, true));
    check("counted-short.md.txt", &markdown(campaign, false));
}

/// Some system calls by name: of `many`, those that were made are few.
fn system_calls(document: &mut Document, many: usize) {
    document.settings.plan.counted = CountedRuns::EachBlock;
    let name = |place: usize| match place {
        0 => id("syscalls.total"),
        place => MetricId(format!("syscalls.n{place}").into()),
    };
    let mut reports = Vec::new();
    for place in 0..=many {
        let role = if place == 0 { MetricRole::SystemCalls } else { MetricRole::SystemCall };
        let mut metric = builder::counted_metric("syscalls.total", Unit::Count, role);
        metric.id = name(place);
        let availability = Availability::Available;
        reports.push(MetricReport { metric, requested: true, availability });
        document.settings.metrics.push(name(place));
        // The second command makes one that the first does not.
        for (case, counts) in document.cases.iter_mut().zip([[90, 7, 0, 80], [95, 3, 2, 90]]) {
            let count = counts.get(place).copied().unwrap_or(0);
            case.summary.insert(name(place), builder::statistics(Unit::Count, count, 0));
        }
    }
    document.capabilities.sources.push(SourceReport {
        source: "syscalls".into(),
        summary: "system calls".into(),
        reads: "perf_event_open".into(),
        metrics: reports,
    });
}

/// The first word of each row and line that tells of system calls.
fn told(page: &str) -> Vec<&str> {
    let ours =
        page.lines().filter(|line| line.contains("syscalls.") || line.contains("never made"));
    ours.filter_map(|line| line.split(' ').next()).collect()
}

#[test]
fn system_calls_are_in_the_order_of_their_counts_and_zeros_are_left_out_of_many() {
    let mut few = two();
    system_calls(&mut few, 4);
    let rows = ["syscalls.total", "syscalls.n3", "syscalls.n1", "syscalls.n2", "syscalls.n4"];
    assert_eq!(told(&plain(&few)), rows, "few are all there");
    let mut many = two();
    system_calls(&mut many, 30);
    assert_eq!(told(&plain(&many)), [&rows[..4], &["27"]].concat());
    let all = text(whole(&many), DETAILS);
    assert_eq!(told(&all), [&rows[..4], &["27"]].concat());
    let page = plain(&many);
    assert!(page.contains("27 system calls were never made"), "{page}");

    let burden = "system calls were counted in the same runs";
    assert!(!page.contains(burden), "there is nothing that they would burden: {page}");
    let mut both = two();
    count(&mut both, CountedRuns::EachBlock);
    assert!(!plain(&both).contains(burden));
    system_calls(&mut both, 4);
    assert!(plain(&both).contains(burden), "{}", plain(&both));

    // What cannot be had at all is one short line.
    let closed = Absence::new(Cause::Denied, "tracefs may not be read");
    for place in 1..=30 {
        make_absent(&mut many.capabilities, &format!("syscalls.n{place}"), &closed);
        for case in &mut many.cases {
            let absent = MetricSummary::Unavailable(closed.clone());
            case.summary.insert(MetricId(format!("syscalls.n{place}").into()), absent);
        }
    }
    let page = plain(&many);
    let line = "not measured here: syscalls.n1, syscalls.n2, syscalls.n3 and 27 more — tracefs may";
    assert!(page.contains(line), "{page}");
    assert_eq!(told(&page), ["syscalls.total", "not"]);
}

#[test]
fn counters_once_in_the_end() {
    let mut document = document(&[(b"gzip -1 -kc in", 12_345_678)]);
    count(&mut document, CountedRuns::AtEnd);
    let page = plain(&document);
    check("counted-once.txt", &page);
    assert!(!page.contains("core PMU"), "nobody asked for it");
    let mut estimated = document.clone();
    for case in &mut estimated.cases {
        if let Some(MetricSummary::Measured(found)) = case.summary.get_mut(&id("perf.page_faults"))
        {
            found.estimated = 1;
        }
    }
    let line = "perf.page_faults ≈";
    assert!(plain(&estimated).contains(line) && !page.contains(line), "{}", plain(&estimated));
    check("counted-once-details.txt", &text(whole(&document), DETAILS));
    check("counted-once.md.txt", &markdown(whole(&document), false));
    for name in
        ["perf.task_clock", "perf.page_faults", "perf.context_switches", "perf.cpu_migrations"]
    {
        let absence = Absence::new(Cause::Denied, "unprivileged users may count nothing");
        document.cases[0].summary.insert(id(name), MetricSummary::Unavailable(absence));
    }
    assert!(!plain(&document).contains("counted in a run of its own"), "no line without a number");
}

#[test]
fn what_only_runs_can_tell() {
    let mut document = two();
    let leftover =
        |pid, name: &[u8], escaped| Leftover { pid, name: Text::new(name), escaped, ended: true };
    let estimated = Observation::Measured(Measured {
        value: Value::Integer(141),
        unit: Unit::Count,
        quality: Quality::Estimated { enabled_ns: 10, running_ns: 5 },
        scope: Scope::ProcessAndWaitedDescendants,
        source: "wait4".into(),
    });
    let lost = Observation::unavailable(Cause::Lost, "the reading was torn");
    let left = vec![leftover(7, b"sleep", false), leftover(8, b"da\nemon", true)];
    let runs = [run(0, 3, estimated, left), run(1, 4, lost, vec![])];
    for (case, n, estimated, absent) in [(0, 12, 1, 0), (1, 11, 0, 1)] {
        let faults = document.cases[case].summary.get_mut(&id("mem.minor_faults"));
        if let Some(MetricSummary::Measured(found)) = faults {
            (found.n, found.estimated, found.absent) = (n, estimated, absent);
        }
    }
    let campaign = Campaign { runs: &runs, ..whole(&document) };
    check("runs.txt", &text(campaign, DETAILS));
}

#[test]
fn a_void_null_and_namesakes() {
    let mut document = document(&[(b"./a", 812), (b"./a", 825), (b"./b", 901)]);
    for place in 1..3 {
        judge(&mut document, place, Verdict::Inconclusive, 1.016, 0.95);
    }
    for comparison in &mut document.comparisons {
        let void = NullControl { void: true, ..null(1.0312) };
        comparison.null = Some(void);
        comparison.limit.effective = 0.0312;
        comparison.same_binary = true;
        comparison.reason = "the null control strays beyond the limit, the campaign is void".into();
    }
    check("void.txt", &plain(&document));
    for comparison in &mut document.comparisons {
        comparison.verdict = Verdict::NoDifferenceShown;
    }
    check("twins.txt", &plain(&document));
}

#[test]
fn two_judged_metrics() {
    let mut document = two();
    document.settings.policy.metrics.push(id("mem.peak_rss"));
    let mut other = document.comparisons[0].clone();
    other.metric = id("mem.peak_rss");
    other.verdict = Verdict::Inconclusive;
    other.reason = "the interval reaches over the limit".into();
    other.blocks_more = Some(14);
    document.comparisons.push(other);
    check("two-metrics.txt", &plain(&document));
}

#[test]
fn doctors() {
    let (mut host, mut capabilities) = (host(), capabilities());
    host.cpu_model = Fact::known("evil\x1b[2J\nCPU".into());
    let off = Absence::new(Cause::NoKernelSupport, "scheduler statistics are switched off")
        .with_remedy("sysctl kernel.sched_schedstats=1");
    make_absent(&mut capabilities, "sched.run_queue_wait", &off);
    let denied = Absence::new(Cause::Denied, "/proc/pressure/io may not be read")
        .with_gate("mode of the file");
    make_absent(&mut capabilities, "psi.io.some", &denied);
    let facts = doctor_facts();
    let (capabilities, costs, calibration) = (&capabilities, None, None);
    let seen = Examination { host: &host, doctor: &facts, capabilities, costs, calibration };
    check("doctor.txt", &doctor(seen));
    let producer = Producer { version: "0.1.0".into() };
    let page = doctor_json(&producer, seen).unwrap();
    let value: serde_json::Value = serde_json::from_str(&page).unwrap();
    assert_eq!(value["kind"], "doctor");
    let keys: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("  \"")).collect();
    assert_eq!(
        keys.iter().filter_map(|line| line.split('"').next()).collect::<Vec<_>>(),
        ["schema", "kind", "probity", "host", "doctor", "cautions", "capabilities"]
    );
}

fn repeatability(values: [u64; 2], rsd: Option<f64>, absence: Option<Absence>) -> Repeatability {
    let [n, median] = values;
    let median = (n > 0).then_some(Value::Integer(median));
    Repeatability { n, median, rsd, quality: Steadiness::of(rsd), absence }
}

#[test]
fn a_doctor_who_calibrates() {
    let (host, capabilities, facts) = (host(), capabilities(), doctor_facts());
    let page = |calibration: &EnergyCalibration| {
        let (capabilities, costs, calibration) = (&capabilities, None, Some(calibration));
        let seen = Examination { host: &host, doctor: &facts, capabilities, costs, calibration };
        let json = doctor_json(&Producer { version: "0.1.0".into() }, seen).unwrap();
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let text = doctor(seen);
        let start = text.find("energy calibration").unwrap();
        (text[start..].to_owned(), json["energy_calibration"].clone())
    };
    let still = Absence::new(Cause::Implausible, "it stood still: it does not count");
    let counter = |id, idle, known_work| CounterCalibration {
        metric: MetricId::new(id),
        unit: Unit::Microjoules,
        idle,
        known_work,
    };
    let calibration = EnergyCalibration::Measured {
        window_ns: 200_000_000,
        counters: vec![
            counter(
                "energy.package",
                repeatability([5, 812_345], Some(0.0831), None),
                repeatability([5, 5_312_000], Some(0.0123), None),
            ),
            counter(
                "energy.uncore",
                repeatability([5, 0], None, None),
                repeatability([0, 0], None, Some(still)),
            ),
        ],
    };
    let (text, json) = page(&calibration);
    check("calibration.txt", &text);
    assert_eq!(json["status"], "measured");
    let package = &json["counters"][0];
    assert_eq!((&package["idle"]["quality"], &package["idle"]["n"]), (&"noisy".into(), &5.into()));
    assert_eq!(package["known_work"]["quality"], "stable");
    let uncore = &json["counters"][1];
    assert_eq!(uncore["idle"]["quality"], "indeterminate");
    assert!(uncore["idle"].get("rsd").is_none() && uncore["known_work"].get("median").is_none());
    assert_eq!(uncore["known_work"]["absence"]["cause"], "implausible");

    let none = Absence::new(Cause::NoHardware, "no energy counters (virtual machine)");
    let (text, json) = page(&EnergyCalibration::Unavailable(none));
    assert_eq!(
        text.lines().next(),
        Some("energy calibration: not possible, no hardware: no energy counters (virtual")
    );
    assert_eq!(json["status"], "unavailable");
}

/// One command on a machine that tells energy, which did so many rows.
fn energetic() -> Document {
    let mut document = document(&[(b"./scan", 812_345_678)]);
    add_energy(&mut document);
    let per_unit = [
        ("time.wall", statistics(Unit::Nanoseconds, 812_345, 9_000)),
        ("energy.package", statistics(Unit::Microjoules, 31_200, 410)),
        ("energy.core", statistics(Unit::Microjoules, 25_100, 300)),
    ];
    let work = WorkSummary {
        units: "rows".into(),
        count: statistics(Unit::Count, 1_000, 0),
        per_unit: per_unit.map(|(name, found)| (id(name), found)).into(),
    };
    document.cases[0].program = Some(CaseSpeech {
        program: None,
        revision: None,
        provenance: Vec::new(),
        runs: 12,
        work: vec![work],
        metrics: Vec::new(),
        outcome: None,
        names_beyond: 0,
        errors: None,
        unknown: Vec::new(),
        findings: Vec::new(),
    });
    document
}

#[test]
fn energy_of_the_whole_machine() {
    let document = energetic();
    check("energy.txt", &plain(&document));
    check("energy-details.txt", &text(whole(&document), DETAILS));
}

#[test]
fn costs_are_shown_where_they_were_measured() {
    let (host, capabilities, facts, costs) = (host(), capabilities(), doctor_facts(), costs());
    let (capabilities, costs, calibration) = (&capabilities, Some(&costs), None);
    let seen = Examination { host: &host, doctor: &facts, capabilities, costs, calibration };
    let page = doctor(seen);
    let (_, table) = page.split_once("costs of looking").unwrap();
    check("doctor-costs.txt", table);
    let page = doctor_json(&Producer { version: "0.1.0".into() }, seen).unwrap();
    let value: serde_json::Value = serde_json::from_str(&page).unwrap();
    let costs = value["costs"].as_object().unwrap();
    assert_eq!(costs["clock_read"]["value"]["median_ns"], 23.5);
    assert_eq!(costs["user_read"]["gate"], "kernel.perf_user_access is 0");
    let names: Vec<_> = seen.costs.unwrap().all().iter().map(|(name, _)| *name).collect();
    assert_eq!(costs.len(), names.len());
    assert!(names.iter().all(|name| costs.contains_key(*name)), "{names:?}");
}

#[test]
fn catalogs() {
    let mut capabilities = capabilities();
    let denied = Absence::new(Cause::Denied, "/proc/PID/io may not be read\x1b[2J")
        .with_gate("ptrace access")
        .with_remedy("measure programs of your own");
    for id in ["io.read_bytes", "sched.run_queue_wait"] {
        make_absent(&mut capabilities, id, &denied);
    }
    let reports = || capabilities.sources.iter().flat_map(|source| &source.metrics);
    let asked = reports().filter(|report| report.requested).count();
    check("catalog.txt", &catalog(&capabilities, false));
    check("catalog-details.txt", &catalog(&capabilities, true));
    let producer = Producer { version: "0.1.0".into() };
    let page = catalog_json(&producer, &capabilities).unwrap();
    let value: serde_json::Value = serde_json::from_str(&page).unwrap();
    assert_eq!((&value["schema"], &value["kind"]), (&1.into(), &"metrics".into()));
    assert_eq!(value["metrics"].as_array().unwrap().len(), asked);
    for metric in value["metrics"].as_array().unwrap() {
        for key in ["id", "unit", "kind", "class", "scope", "source", "reads", "needs", "summary"] {
            assert!(metric[key].is_string(), "{key} in {metric}");
        }
        assert!(metric["availability"]["status"].is_string(), "{metric}");
    }
}
/// Two runs of each case; the times of a case are around its wall median, so they differ.
fn runs_of(document: &Document) -> Vec<Run> {
    let wall = |case: &Case| match case.summary.get(&id("time.wall")) {
        Some(MetricSummary::Measured(found)) => found.median.as_integer(),
        _ => None,
    };
    let cases = document.cases.iter().enumerate();
    let walls = cases.filter_map(|(place, case)| Some((place, wall(case)?)));
    let runs = walls.flat_map(|(place, wall)| {
        [
            timed(place, 2 * place as u64, wall - 8_000),
            timed(place, 2 * place as u64 + 1, wall + 8_000),
        ]
    });
    runs.collect()
}

#[test]
fn a_table_for_a_spreadsheet() {
    let mut document = two();
    parametrise(&mut document, 0, &[("level", b"1"), ("file", b"in")]);
    parametrise(&mut document, 1, &[("level", b"9"), ("file", b"in, out")]);
    let runs = runs_of(&document);
    let campaign = Campaign { runs: &runs, ..whole(&document) };
    let page = csv(campaign);
    check("two.csv.txt", &page);
    assert!(page.starts_with(
        "command,mean,stddev,median,user,system,min,max,parameter_file,parameter_level,"
    ));
    let unit = Some(TimeUnit::Millisecond);
    check("two-milliseconds.csv.txt", &csv(Campaign { unit, ..campaign }));
}

#[test]
fn a_spreadsheet_computes_nothing() {
    let names: [&[u8]; 8] = [
        b"<script>alert(1)</script>",
        b"two\nlines, \"quoted\"\r\n=1+1",
        b"=cmd|' /C calc'!A0",
        b"  +SUM(1;2)",
        b"-2+3",
        b"@import",
        b"\t=1\x1b[31m",
        b"\xef\xbc\x9d1 \xff",
    ];
    let mut document = document(&names.map(|name| (name, 12_000_000)));
    for (place, value) in [(0, &b"-5"[..]), (1, b"-5+1"), (2, b"=A1"), (3, b""), (4, b"+0.5")] {
        parametrise(&mut document, place, &[("=n\",", value)]);
    }
    fail(&mut document, 7, Exit::Signal(9), None);
    let runs = runs_of(&document);
    let page = csv(Campaign { runs: &runs, ..whole(&document) });
    check("hostile.csv.txt", &page);
    assert_eq!(page.lines().count(), 9);
    let columns = page.lines().next().unwrap().split(',').count();
    for line in page.lines() {
        assert!(!line.contains(",,") && !line.ends_with(','), "{line}");
        let fields = fields(line);
        // The one comma inside a name of the head is quoted.
        assert_eq!(fields.len(), columns - 1, "{line}");
        for field in fields {
            let is_formula = field.trim_start().starts_with(['=', '+', '-', '@', '\u{ff1d}']);
            assert!(!is_formula || field.parse::<f64>().is_ok(), "{field}");
        }
    }
}

/// Splits a line as a spreadsheet does.
fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    fields.push(field);
    fields
}

#[test]
fn the_document_of_hyperfine() {
    let mut document = two();
    parametrise(&mut document, 1, &[("level", b"9"), ("file", b"in\xff")]);
    let mut runs = runs_of(&document);
    // A run that failed, one that only warmed up, one without a time: none of them counts.
    let failed = Run { exit: Exit::Code(1), ..timed(0, 90, 1) };
    let warmed = Run { role: RunRole::Warmup, ..timed(0, 91, 1) };
    let lost = Observation::unavailable(Cause::Lost, "we were stopped");
    let mut untimed = timed(0, 92, 1);
    untimed.observations.insert(id("time.wall"), lost.clone());
    runs.extend([failed.clone(), warmed, untimed]);
    check(
        "two-hyperfine.json.txt",
        &hyperfine(Campaign { runs: &runs, ..whole(&document) }).unwrap(),
    );
    let read = |campaign: Campaign<'_>| -> serde_json::Value {
        serde_json::from_str(&hyperfine(campaign).unwrap()).unwrap()
    };
    document.settings.ignore_failure = IgnoredFailures::All;
    let mut one = timed(1, 3, 2_000_000_000);
    one.exit = Exit::Signal(15);
    one.observations.insert(id("mem.peak_rss"), lost.clone());
    one.observations.insert(id("time.cpu_user"), lost);
    let value = read(Campaign { runs: &[failed, one], ..whole(&document) });
    let [first, second] = &value["results"].as_array().unwrap()[..] else { panic!("{value}") };
    assert_eq!(first["exit_codes"], serde_json::json!([1]));
    assert_eq!(second["exit_codes"], serde_json::json!([143]));
    assert_eq!(second["times"], serde_json::json!([2.0]));
    assert!(second["stddev"].is_null() && second["user"].is_null(), "{second}");
    assert_eq!(second["system"], 0.25);
    assert!(second.get("memory_usage_byte").is_none(), "{second}");
    assert!(first.get("parameters").is_none(), "{first}");
    let nothing = read(whole(&document));
    assert_eq!(nothing, serde_json::json!({"results": []}));
}

#[test]
fn hostile_names_are_data_for_hyperfine() {
    let names: [&[u8]; 3] = [b"<script>\"\\\n\x1b[2J</script>", b"=1+1", b"\xff\xe2\x82"];
    let document = document(&names.map(|name| (name, 12_000_000)));
    let runs = runs_of(&document);
    let page = hyperfine(Campaign { runs: &runs, ..whole(&document) }).unwrap();
    check("hostile-hyperfine.json.txt", &page);
    let value: serde_json::Value = serde_json::from_str(&page).unwrap();
    for (place, name) in names.iter().enumerate() {
        assert_eq!(value["results"][place]["command"], String::from_utf8_lossy(name).as_ref());
    }
}

#[test]
fn rows_are_ordered_and_ids_stay() {
    let mut document =
        document(&[(b"slow", 30_000), (b"failed", 1), (b"fast", 10_000), (b"even", 20_000)]);
    fail(&mut document, 1, Exit::Code(1), None);
    // The median of `fast` is the smallest, its mean the largest.
    let mut runs = runs_of(&document);
    runs.push(timed(2, 50, 900_000));
    let campaign = Campaign { runs: &runs, ..whole(&document) };
    let order = |order| {
        let document = ordered(campaign, order);
        assert_eq!(document.settings, campaign.document.settings);
        document.cases.iter().map(|case| case.id.0.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(order(Order::Command), "c1 c2 c3 c4");
    assert_eq!(order(Order::MeanTime), "c4 c1 c3 c2");
    assert_eq!(order(Order::MedianTime), "c3 c4 c1 c2");
    let sorted = ordered(campaign, Order::MedianTime);
    check("sorted.txt", &text(Campaign { document: &sorted, ..campaign }, TextOptions::default()));
}

#[test]
fn times_in_the_unit_that_was_asked_for() {
    let document = two();
    for (unit, name) in
        [(TimeUnit::Microsecond, "two-microseconds.txt"), (TimeUnit::Second, "two-seconds.txt")]
    {
        let campaign = Campaign { unit: Some(unit), ..whole(&document) };
        check(name, &text(campaign, DETAILS));
    }
    let unit = Some(TimeUnit::Second);
    check("two-seconds.md.txt", &markdown(Campaign { unit, ..whole(&document) }, false));
}

#[test]
fn modes_are_not_told_apart_in_short_runs() {
    let mut document = two();
    for report in &mut document.capabilities.sources[1].metrics {
        if report.metric.id.as_str().starts_with("time.") {
            report.metric.class = Class::Diagnostic;
        }
    }
    let with = |document: &mut Document, medians: [u64; 2]| {
        for (case, median) in document.cases.iter_mut().zip(medians) {
            let Decomposition::Divided(parts) = &mut case.decomposition else { unreachable!() };
            parts.on_cpu_ns = parts.runs * median;
        }
        text(whole(document), TextOptions::default())
    };
    let head = |page: &str| page.lines().next().unwrap_or_default().to_owned();
    let both = with(&mut document, [50_000_000, 80_000_000]);
    assert!(head(&both).contains("kernel") && both.contains('≈'), "{both}");
    assert!(!both.contains("not told apart"), "{both}");
    let one = with(&mut document, [50_000_000, 49_999_999]);
    assert!(head(&one).contains("kernel") && one.contains('—'), "{one}");
    assert!(one.contains("not told apart in runs of less than 50 ms"), "{one}");
    // What was not measured has another reason.
    let mut failed = document.clone();
    with(&mut failed, [50_000_000, 50_000_000]);
    fail(&mut failed, 1, Exit::Code(1), None);
    let failed = text(whole(&failed), TextOptions::default());
    assert!(head(&failed).contains("kernel") && !failed.contains("not told apart"), "{failed}");
    let none = with(&mut document, [1_000_000, 49_999_999]);
    assert!(!head(&none).contains("kernel") && !none.contains('≈'), "{none}");
    assert!(none.contains("not told apart in runs of less than 50 ms"), "{none}");
}
