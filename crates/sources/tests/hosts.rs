//! Every source on every emulated host: a value, or a reason.
//!
//! Each host is a folder of `fixtures/hosts`: its `proc` and `sys`, an `ORIGIN` in words, and where
//! needed `refused` (paths that cannot be read), `later/` (files that are different at the end of the
//! window), `gone` (paths that are not there any more then), `lapse` (the length of the window by the
//! machine's clock, in nanoseconds), `reaped/` (files that are different
//! once the program has been reaped) and `counters` (what its kernel answers to who wants to count,
//! made up in every case) and `named` (events to ask for beside the table's). It is copied, and a session brackets a window on the copy. What
//! came out is compared with `tests/hosts/NAME.txt`; `PROBITY_REGENERATE=1` writes those files anew.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

mod emulation;

use emulation::{Counters, Stepping, usage};
use probity_host::root::Root;
use probity_model::{
    AbilityReport, Absence, Availability, MetricId, Nanoseconds, Observation, Value,
};
use probity_sources::{Context, Selection, Session, Span, Subject, SubjectKind, capabilities};
use probity_sys::usage::Usage;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            // Written in place: a file that is held open must see it.
            false => fs::write(target, fs::read(entry.path()).unwrap()).unwrap(),
        }
    }
}

/// A host that was copied to where its files may change.
struct Host {
    directory: tempfile::TempDir,
    lapse: Arc<AtomicU64>,
    context: Context,
}

impl Host {
    fn new(name: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        copy(&repository().join("fixtures/hosts").join(name), directory.path());
        let mut root = Root::at(directory.path());
        if let Ok(refused) = fs::read_to_string(directory.path().join("refused")) {
            for path in refused.lines() {
                root = root.refusing(path, io::ErrorKind::PermissionDenied);
            }
        }
        let counters = fs::read_to_string(directory.path().join("counters")).unwrap_or_default();
        let kernel = Stepping::with(Counters::parse(&counters));
        let lapse = Arc::clone(&kernel.lapse);
        Self { directory, lapse, context: Context::of(root, kernel) }
    }

    /// The window ends: files change, and those that the file `gone` lists are not there any more.
    fn later(&self) {
        self.overlay("later");
        let lapse = fs::read_to_string(self.directory.path().join("lapse")).unwrap_or_default();
        self.lapse.fetch_add(lapse.trim().parse().unwrap_or(0), Ordering::Relaxed);
        let gone = fs::read_to_string(self.directory.path().join("gone")).unwrap_or_default();
        for path in gone.lines() {
            fs::remove_file(self.context.root.path(path)).unwrap();
        }
    }

    /// The program is reaped.
    fn reap(&self) -> Result<Usage, ()> {
        self.overlay("reaped");
        Ok(usage(1))
    }

    fn overlay(&self, folder: &str) {
        let folder = self.directory.path().join(folder);
        if folder.exists() {
            copy(&folder, self.directory.path());
        }
    }
}

const ALWAYS: [&str; 3] = ["all", "syscalls.getpid", "syscalls.write"];

const CHILD: Subject = Subject::Child { pid: 4242 };

/// All of the table, of the system calls two that every architecture has, and the events that the
/// host's file `named` lists.
fn selected(host: &Host) -> Selection {
    let named = fs::read_to_string(host.directory.path().join("named")).unwrap_or_default();
    let selectors: Vec<&str> = ALWAYS.into_iter().chain(named.lines()).collect();
    Selection::parse(Some(&selectors.join(","))).unwrap()
}

fn child_window(host: &Host) -> BTreeMap<MetricId, Observation> {
    let session = Session::open(&host.context, SubjectKind::Child, &selected(host));
    let started = session.start(CHILD, Some(usage(0)));
    host.later();
    let span = Span { start: Nanoseconds(1_000), end: Nanoseconds(43_000_000) };
    session.stop(started, span, || host.reap()).unwrap()
}

fn own_window(host: &Host) -> BTreeMap<MetricId, Observation> {
    let session = Session::open(&host.context, SubjectKind::ThisProcess, &selected(host));
    let started = session.start_window();
    host.later();
    session.stop_window(started)
}

fn absence(out: &mut String, absence: &Absence) {
    let Absence { cause, reason, gate, remedy } = absence;
    write!(out, "{cause:?}: {reason}").unwrap();
    for (name, text) in [("gate", gate), ("try", remedy)] {
        if let Some(text) = text {
            write!(out, " | {name}: {text}").unwrap();
        }
    }
}

fn render(name: &str) -> String {
    let mut out = String::new();
    for (kind, title) in
        [(SubjectKind::Child, "launched program"), (SubjectKind::ThisProcess, "this process")]
    {
        let host = Host::new(name);
        let report = capabilities(&host.context, kind, &selected(&host));
        let observations = match kind {
            SubjectKind::Child => child_window(&host),
            SubjectKind::ThisProcess => own_window(&host),
        };
        assert_eq!(observations.len(), report.metrics().count(), "exactly the selected metrics");
        writeln!(out, "## {title}").unwrap();
        for metric in report.metrics() {
            let id = &metric.metric.id;
            write!(out, "{id}\n    can: ").unwrap();
            match &metric.availability {
                Availability::Available => out.push_str("yes"),
                Availability::Unavailable(reason) => absence(&mut out, reason),
                Availability::NotApplicable { reason } => {
                    write!(out, "not applicable: {reason}").unwrap();
                }
            }
            out.push_str("\n    got: ");
            match &observations[id] {
                Observation::Measured(measured) => {
                    assert_eq!(measured.unit, metric.metric.unit);
                    assert_eq!(measured.scope, metric.metric.scope);
                    match measured.value {
                        Value::Integer(value) => write!(out, "{value}").unwrap(),
                        Value::Real(value) => write!(out, "{value}").unwrap(),
                    }
                    let (unit, scope) = (measured.unit.name(), measured.scope.name());
                    write!(out, " {unit} of {scope}").unwrap();
                    write!(out, ", by {}", measured.source).unwrap();
                }
                Observation::Unavailable(reason) => absence(&mut out, reason),
                Observation::NotApplicable { reason } => {
                    write!(out, "not applicable: {reason}").unwrap();
                }
            }
            out.push('\n');
        }
        if kind == SubjectKind::Child {
            able(&mut out, &report.abilities);
        }
    }
    out
}

fn able(out: &mut String, abilities: &[AbilityReport]) {
    out.push_str("## abilities\n");
    for AbilityReport { ability, source, availability } in abilities {
        let by = source.as_deref().unwrap_or("no source");
        write!(out, "{}, by {by}: ", ability.name()).unwrap();
        match availability {
            Availability::Available => out.push_str("yes"),
            Availability::Unavailable(reason) => absence(out, reason),
            Availability::NotApplicable { reason } => {
                write!(out, "not applicable: {reason}").unwrap();
            }
        }
        out.push('\n');
    }
}

#[test]
fn every_source_on_every_host() {
    let mut hosts: Vec<String> = fs::read_dir(repository().join("fixtures/hosts"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    hosts.sort();
    assert!(hosts.len() >= 3, "{hosts:?}");
    for host in hosts {
        let origin = repository().join("fixtures/hosts").join(&host).join("ORIGIN");
        assert!(origin.exists(), "{host} does not say where it comes from");
        let expected =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/hosts/{host}.txt"));
        let text = render(&host);
        if std::env::var_os("PROBITY_REGENERATE").is_some() {
            fs::write(&expected, &text).unwrap();
        }
        let expected = fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(text, expected, "{host} differs; PROBITY_REGENERATE=1 writes it anew");
    }
}

#[test]
fn a_host_without_anything_gives_reasons_only() {
    let empty = tempfile::tempdir().unwrap();
    let context = Context::of(Root::at(empty.path()), Stepping::default());
    for kind in [SubjectKind::Child, SubjectKind::ThisProcess] {
        let report = capabilities(&context, kind, &Selection::all());
        for metric in report.metrics().filter(|metric| metric.metric.id.as_str() < "mem") {
            assert!(metric.availability != Availability::Available, "{}", metric.metric.id);
        }
    }
    let session = Session::open(&context, SubjectKind::Child, &Selection::all());
    let started = session.start(CHILD, None);
    let span = Span { start: Nanoseconds(1), end: Nanoseconds(2) };
    let observations = session.stop(started, span, || Ok::<_, ()>(usage(1))).unwrap();
    let measured: Vec<&str> = observations
        .iter()
        .filter(|(_, observation)| observation.measured().is_some())
        .map(|(id, _)| id.as_str())
        .collect();
    assert_eq!(measured, ["mem.peak_rss", "time.wall"], "what needs neither file nor baseline");
}

#[test]
fn a_selection_opens_and_returns_itself_alone() {
    let host = Host::new("bare-x86");
    let selection = Selection::parse(Some("psi.io.some,mem.peak_rss")).unwrap();
    // Had the session touched another file, there would be a reason and no value.
    let mut root = Root::at(host.directory.path());
    for path in ["/proc/4242/io", "/proc/4242/schedstat", "/proc/pressure/cpu"] {
        root = root.refusing(path, io::ErrorKind::PermissionDenied);
    }
    let context = Context::of(root, Stepping::default());
    let session = Session::open(&context, SubjectKind::Child, &selection);
    let started = session.start(CHILD, Some(usage(0)));
    let span = Span { start: Nanoseconds(1), end: Nanoseconds(2) };
    let observations = session.stop(started, span, || Ok::<_, ()>(usage(1))).unwrap();
    let ids: Vec<&str> = observations.keys().map(|id| id.as_str()).collect();
    assert_eq!(ids, ["mem.peak_rss", "psi.io.some", "time.wall"]);
    assert!(observations.values().all(|observation| observation.measured().is_some()));
}

#[test]
fn a_reaping_that_fails_is_an_error_and_no_observation() {
    let host = Host::new("bare-x86");
    let session = Session::open(&host.context, SubjectKind::Child, &Selection::all());
    let started = session.start(CHILD, Some(usage(0)));
    let span = Span { start: Nanoseconds(1), end: Nanoseconds(2) };
    assert_eq!(session.stop(started, span, || Err("no child")), Err("no child"));
}

#[test]
fn calibration_counts_its_brackets_and_nets_its_own_reads() {
    let host = Host::new("bare-x86");
    let mut session = Session::open(&host.context, SubjectKind::ThisProcess, &Selection::all());
    let cost = session.calibrate();
    assert!(cost.brackets >= 9 && cost.edges_ns > 0 && cost.inside_window);
    let started = session.start_window();
    host.later();
    let observations = session.stop_window(started);
    let source = |id| &observations[&MetricId::new(id)].measured().unwrap().source;
    // The files of this host stand still while nothing happens: the charge is known, and 0.
    assert!(source("io.read_chars").ends_with("less 0 for the session's own reads"));
    assert!(!source("time.cpu_user").contains("less"));

    let mut session = Session::open(&host.context, SubjectKind::Child, &Selection::all());
    assert!(!session.calibrate().inside_window);
}

/// All files below `folder`; none where it is not there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let entries = entries.map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Whatever file cannot be read, nothing becomes possible by that, and what is not says why.
#[test]
fn a_file_less_makes_no_ability() {
    for name in ["bare-x86", "hybrid-x86", "server-arm64"] {
        let fixture = repository().join("fixtures/hosts").join(name);
        let counters = fs::read_to_string(fixture.join("counters")).unwrap_or_default();
        let abilities = |root: Root| {
            let context = Context::of(root, Stepping::with(Counters::parse(&counters)));
            capabilities(&context, SubjectKind::Child, &Selection::all()).abilities
        };
        let whole = abilities(Root::at(&fixture));
        let paths = ["sys", "proc"].into_iter().flat_map(|folder| files(&fixture.join(folder)));
        for path in paths {
            let path = format!("/{}", path.strip_prefix(&fixture).unwrap().display());
            let less =
                abilities(Root::at(&fixture).refusing(&path, io::ErrorKind::PermissionDenied));
            for (now, with) in less.iter().zip(&whole) {
                let is_possible = now.availability == Availability::Available;
                let was = with.availability == Availability::Available;
                // A switch that cannot be read is taken for one that is on: the read itself tells.
                let is_switch = path.ends_with("rdpmc") || path.ends_with("perf_user_access");
                assert!(!is_possible || was || is_switch, "{name}: {path}: {now:?}");
                if let Availability::Unavailable(absence) = &now.availability {
                    assert!(!absence.reason.is_empty(), "{name}: {path}: {now:?}");
                }
            }
        }
    }
}

/// Whatever file cannot be read, what counters still give is what they gave with it.
#[test]
fn a_file_less_changes_reasons_of_counters_and_no_number() {
    for name in ["bare-x86", "hybrid-x86"] {
        let host = Host::new(name);
        let named = fs::read_to_string(host.directory.path().join("named")).unwrap();
        let selectors: Vec<&str> = std::iter::once("perf").chain(named.lines()).collect();
        let selection = Selection::parse(Some(&selectors.join(","))).unwrap();
        let fixture = repository().join("fixtures/hosts").join(name);
        let counters = fs::read_to_string(fixture.join("counters")).unwrap();
        let window = |root: Root| {
            let context = Context::of(root, Stepping::with(Counters::parse(&counters)));
            let session = Session::open(&context, SubjectKind::Child, &selection);
            let started = session.start(CHILD, Some(usage(0)));
            let span = Span { start: Nanoseconds(1), end: Nanoseconds(2) };
            session.stop(started, span, || Ok::<_, ()>(usage(1))).unwrap()
        };
        let whole = window(Root::at(&fixture));
        let folders = ["sys/bus", "proc/sys", "proc/self"];
        let paths: Vec<PathBuf> =
            folders.iter().flat_map(|folder| files(&fixture.join(folder))).collect();
        assert!(paths.len() > 20, "{paths:?}");
        let paths = paths.iter().map(|path| path.strip_prefix(&fixture).unwrap().display());
        let mut changed = 0;
        for path in paths.map(|path| format!("/{path}")).chain(["/proc/cpuinfo".into()]) {
            let less = Root::at(&fixture).refusing(&path, io::ErrorKind::PermissionDenied);
            for (id, observation) in window(less) {
                match (&observation, &whole[&id]) {
                    (Observation::Unavailable(absence), with) => {
                        assert!(!absence.reason.is_empty(), "{path}: {id}");
                        changed += usize::from(with != &observation);
                    }
                    (Observation::Measured(now), Observation::Measured(with)) => {
                        assert_eq!(
                            (now.value, now.scope),
                            (with.value, with.scope),
                            "{path}: {id}"
                        );
                    }
                    other => panic!("{path}: {id}: {other:?}"),
                }
            }
        }
        assert!(changed > 10, "{changed} reasons changed on {name}");
    }
}

#[test]
fn energy_is_usual_where_it_can_be_had_and_levels_are_not() {
    let usual = |name: &str| {
        let host = Host::new(name);
        let all = Selection::all().timed();
        let usual = all.usual(&host.context, SubjectKind::Child);
        let left_out = all.metrics().filter(|id| !usual.contains(id.as_str()));
        let left_out: Vec<String> = left_out.map(|id| id.to_string()).collect();
        for id in all.metrics().filter(|id| !left_out.contains(&id.to_string())) {
            let is_level = ["thermal.", "throttle.", "cpufreq.", "power."];
            assert!(!is_level.iter().any(|family| id.as_str().starts_with(family)), "{id}");
        }
        let energy = left_out.into_iter().filter(|id| id.starts_with("energy."));
        energy.collect::<Vec<String>>()
    };
    let all =
        ["package", "core", "uncore", "dram", "psys", "sensor"].map(|it| format!("energy.{it}"));
    assert_eq!(usual("bare-x86"), ["energy.dram"]);
    assert_eq!(
        usual("server-x86"),
        ["energy.core", "energy.uncore", "energy.psys", "energy.sensor"]
    );
    // Nobody asked for it: what a user may not read, a machine has not or a hypervisor feigns.
    for name in ["laptop-x86", "guest-x86", "plain-arm64"] {
        assert_eq!(usual(name), all, "{name}");
    }
    assert!(usual("mirage-x86").contains(&"energy.package".to_owned()));
}

fn is_energy(id: &MetricId) -> bool {
    id.as_str().starts_with("energy.") && id.as_str() != "energy.sensor"
}

#[test]
fn a_file_less_makes_reasons_and_no_other_energy() {
    for name in ["bare-x86", "server-x86"] {
        let zones = repository().join("fixtures/hosts").join(name).join("sys/class/powercap");
        let whole = child_window(&Host::new(name));
        let mut absent = 0;
        for file in files(&zones) {
            let host = Host::new(name);
            let file = Path::new("/sys/class/powercap").join(file.strip_prefix(&zones).unwrap());
            let file = file.to_str().unwrap();
            fs::remove_file(host.context.root.path(file)).unwrap();
            let _ = fs::remove_file(host.directory.path().join("later").join(&file[1..]));
            let less = child_window(&host);
            for (id, observation) in less.iter().filter(|(id, _)| is_energy(id)) {
                match observation {
                    Observation::Measured(_) => assert_eq!(observation, &whole[id], "{id}, {file}"),
                    Observation::Unavailable(reason) => {
                        assert!(!reason.reason.is_empty());
                        absent += u32::from(whole[id].measured().is_some());
                    }
                    Observation::NotApplicable { .. } => panic!("{id}, {file}"),
                }
            }
        }
        assert!(absent >= 12, "{name}: {absent}");
    }
}
