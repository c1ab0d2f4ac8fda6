use super::baseline::{Pointer, Row, SCHEMA, Set};
use super::comparison::Variant;
use super::live::Live;
use super::planning;
use super::selection::observed;
use super::store::{Store, Unusable};
use crate::arguments::{self, Command, Options};
use crate::entry::Executable;
use crate::registry::Wish;
use probity_model::{CountedRuns, RunRole};
use probity_report::Escaped;
use std::fs;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

const EXECUTABLE: Executable = Executable {
    package: "crate",
    version: "0.1.0",
    target: "parse",
    is_debug: false,
    features: &[],
    provenance: Vec::new,
};

fn options(line: &[&str]) -> Options {
    let words = line.iter().map(|word| (*word).into());
    match arguments::parse(words, &|_| None) {
        Ok(Command::Run(options)) => *options,
        other => panic!("{line:?}: {other:?}"),
    }
}

fn variant(id: &str) -> Variant {
    Variant {
        program: PathBuf::from("/bench"),
        id: id.to_owned(),
        case: id.to_owned(),
        threads: None,
        key: format!("crate/parse/{id}"),
        labels: Vec::new(),
        against: None,
    }
}

/// A store in which `main` names a set whose evidence is not there.
struct Bed {
    folder: TempDir,
    store: Store,
    set: PathBuf,
}

impl Bed {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::of(folder.path(), EXECUTABLE);
        let set = store.new_set().unwrap();
        fs::create_dir_all(&set).unwrap();
        store.save(&set, "main", vec![Row::of(&variant("f"))]).unwrap();
        Self { folder, store, set }
    }

    fn pointer(&self) -> PathBuf {
        self.set.parent().unwrap().parent().unwrap().join("main.json")
    }

    /// What stands in the way of using `main`.
    fn reason(&self) -> String {
        match self.store.find("main") {
            Ok(_) => panic!("there is no evidence"),
            Err(unusable) => unusable.to_string(),
        }
    }

    fn rewrite(&self, path: &Path, change: impl FnOnce(String) -> String) {
        fs::write(path, change(fs::read_to_string(path).unwrap())).unwrap();
    }
}

#[test]
fn a_name_that_was_never_saved_is_told_with_those_that_were() {
    let bed = Bed::new();
    let Err(Unusable::Missing { known, .. }) = bed.store.find("other") else { panic!() };
    assert_eq!(known, ["main"]);
    let empty = Store::of(bed.folder.path(), Executable { target: "write", ..EXECUTABLE });
    let Err(unusable) = empty.find("main") else { panic!("it is of another target") };
    assert!(unusable.to_string().contains("none is saved"), "{unusable}");
}

#[test]
fn what_is_not_whole_is_not_used() {
    let bed = Bed::new();
    assert!(bed.reason().contains("evidence"), "{}", bed.reason());

    let bed = Bed::new();
    bed.rewrite(&bed.pointer(), |text| text[..text.len() / 2].to_owned());
    assert!(bed.reason().contains("cannot be read"), "{}", bed.reason());

    let bed = Bed::new();
    bed.rewrite(&bed.set.join("set.json"), |text| text[..text.len() / 2].to_owned());
    assert!(bed.reason().contains("cannot be read"), "{}", bed.reason());
}

#[test]
fn a_newer_form_is_said_to_be_one() {
    let bed = Bed::new();
    bed.rewrite(&bed.pointer(), |text| text.replace("\"schema\": 2", "\"schema\": 3, \"more\": 0"));
    assert!(bed.reason().contains("form 3"), "{}", bed.reason());
}

#[test]
fn what_is_of_others_is_not_taken_for_ours() {
    // The pointer of another target, moved here.
    let bed = Bed::new();
    bed.rewrite(&bed.pointer(), |text| text.replace("\"parse\"", "\"write\""));
    assert!(bed.reason().contains("crate/write"), "{}", bed.reason());

    // One that leads elsewhere.
    let bed = Bed::new();
    let pointer = Pointer {
        schema: SCHEMA,
        name: "main".into(),
        package: "crate".into(),
        target: "parse".into(),
        set: "../../../etc".into(),
    };
    fs::write(bed.pointer(), serde_json::to_vec(&pointer).unwrap()).unwrap();
    assert!(bed.reason().contains("cannot be one"), "{}", bed.reason());

    // A row under another's hash.
    let bed = Bed::new();
    bed.rewrite(&bed.set.join("set.json"), |text| text.replace("crate/parse/f", "crate/parse/g"));
    assert!(bed.reason().contains("another's"), "{}", bed.reason());
}

#[test]
fn a_row_that_leads_to_another_benchmark_is_refused() {
    for (field, other) in
        [("\"id\": \"f\"", "\"id\": \"g\""), ("\"case\": \"f\"", "\"case\": \"g\"")]
    {
        let bed = Bed::new();
        bed.rewrite(&bed.set.join("set.json"), |text| {
            assert!(text.contains(field));
            text.replace(field, other)
        });
        assert!(bed.reason().contains("which cannot be"), "{}", bed.reason());
    }
    let bed = Bed::new();
    let rows = vec![Row::of(&variant("f")), Row::of(&variant("f"))];
    let refused = bed.store.save(&bed.set, "main", rows.clone()).unwrap_err().to_string();
    assert!(refused.contains("twice"), "{refused}");
    let place = bed.set.join("set.json");
    bed.rewrite(&place, |text| {
        let mut set: Set = serde_json::from_str(&text).unwrap();
        set.rows = rows;
        serde_json::to_string(&set).unwrap()
    });
    assert!(bed.reason().contains("twice"), "{}", bed.reason());
}

#[test]
fn ids_that_differ_late_are_two_rows() {
    let long = "x".repeat(300);
    let (a, b) = (Row::of(&variant(&format!("{long}a"))), Row::of(&variant(&format!("{long}b"))));
    assert_ne!(a.hash, b.hash);
    assert!([a, b].iter().all(|row| row.contradiction().is_none()));
    // One of a library that is linked has the library's package and target.
    let linked = Row::of(&Variant { key: "other/library/f".into(), ..variant("f") });
    assert_eq!(linked.contradiction(), None);
}

#[test]
fn saving_again_moves_the_name_and_keeps_the_set() {
    let bed = Bed::new();
    let before = fs::read(bed.set.join("set.json")).unwrap();
    let second = bed.store.new_set().unwrap();
    fs::create_dir_all(&second).unwrap();
    bed.store.save(&second, "main", vec![Row::of(&variant("g"))]).unwrap();
    assert_eq!(fs::read(bed.set.join("set.json")).unwrap(), before);
    let pointer: Pointer = serde_json::from_slice(&fs::read(bed.pointer()).unwrap()).unwrap();
    assert_eq!(pointer.set, second.file_name().unwrap().to_str().unwrap());
    let set: Set = serde_json::from_slice(&fs::read(second.join("set.json")).unwrap()).unwrap();
    // The executable is kept once, by its hash.
    let programs: Vec<_> = fs::read_dir(bed.folder.path().join("programs")).unwrap().collect();
    assert_eq!(programs.len(), 1);
    assert!(bed.folder.path().join("programs").join(set.program).is_file());
}

#[test]
fn counters_are_meant_by_their_own_ids() {
    let plain = observed(&options(&["--bench"]).metrics).unwrap();
    assert_eq!(plain.counted, CountedRuns::None);
    let ids: Vec<String> = plain.selection.metrics().map(|id| id.to_string()).collect();
    assert_eq!(ids, ["time.wall", "iteration.time"]);

    let named = options(&["--bench", "--metrics", "perf.instructions,io.read_calls"]);
    let named = observed(&named.metrics).unwrap();
    assert_eq!(named.counted, CountedRuns::EachBlock);
    assert!(named.selection.contains("iteration.perf.instructions"));
    assert!(named.selection.contains("iteration.io.read_calls"));
    assert_eq!(named.counters, ["perf.instructions", "io.read_calls"]);

    let counters = observed(&options(&["--bench", "--counters"]).metrics).unwrap();
    assert!(counters.selection.contains("iteration.perf.ipc"));

    let level = options(&["--bench", "--metrics", "mem.peak_rss"]);
    assert!(observed(&level.metrics).err().unwrap().contains("no iteration"));
    let unknown = options(&["--bench", "--metrics", "perf.instrutions"]);
    assert!(observed(&unknown.metrics).err().unwrap().contains("perf.instructions"));
}

#[test]
fn efforts_follow_the_options() {
    let of = |line: &[&str]| {
        let options = options(line);
        planning::assignment(&options, &observed(&options.metrics).unwrap(), false).effort
    };
    let usual = of(&["--bench"]);
    assert_eq!((usual.time_ns, usual.warm_up_ns), (10_000_000, 2_000_000));
    assert_eq!(of(&["--bench", "--min-time", "50ms"]).time_ns, 50_000_000);
    let short = of(&["--bench", "--max-time", "5ms"]);
    assert_eq!((short.time_ns, short.most_ns), (5_000_000, 5_000_000));
    // Of all processes together.
    let all = of(&["--bench", "--measurement-time", "6", "--processes", "3"]);
    assert_eq!(all.time_ns, 2_000_000_000);
    assert!(of(&["--bench", "--sample-size", "900"]).max_samples >= 900);
}

#[test]
fn comparisons_have_more_processes_and_shorter_ones() {
    let of = |line: &[&str], is_compared: bool| {
        let options = options(line);
        let effort =
            planning::assignment(&options, &observed(&options.metrics).unwrap(), is_compared)
                .effort;
        let processes = planning::requested(&options.effort, is_compared).min_runs;
        (processes, effort.time_ns, effort.min_samples)
    };
    assert_eq!(of(&["--bench"], false), (6, 10_000_000, 11));
    assert_eq!(of(&["--bench"], true), (40, 4_000_000, 5));
    assert_eq!(of(&["--bench", "--quick"], true), (3, 3_000_000, 11));
    // What is asked for of all processes together is divided among as many as there are.
    assert_eq!(of(&["--bench", "--measurement-time", "4s"], true).1, 100_000_000);
}

#[test]
fn a_wish_is_divided_among_processes_and_the_command_line_wins() {
    let wish = Wish {
        samples: NonZeroU32::new(100),
        measurement_time: Some(Duration::from_secs(6)),
        warm_up_time: Some(Duration::from_secs(3)),
        ..Wish::default()
    };
    let of = |line: &[&str]| planning::wished(&options(line).effort, &wish, false);
    let usual = of(&["--bench"]);
    assert_eq!(usual.min_samples, 17);
    assert_eq!((usual.time_ns, usual.warm_up_ns), (1_000_000_000, 500_000_000));
    let told = of(&["--bench", "--samples", "5", "--max-time", "5ms", "--warm-up-time", "1ms"]);
    assert_eq!((told.min_samples, told.time_ns, told.warm_up_ns), (5, 5_000_000, 1_000_000));
    let quick = of(&["--bench", "--quick"]);
    assert_eq!((quick.min_samples, quick.time_ns, quick.warm_up_ns), (11, 3_000_000, 2_000_000));
}

#[test]
fn numbers_of_processes_are_exact_where_they_are_given() {
    let of = |line: &[&str]| planning::requested(&options(line).effort, false);
    assert_eq!((of(&["--bench"]).runs, of(&["--bench"]).min_runs), (None, 6));
    assert_eq!(of(&["--bench", "--processes", "9"]).runs, Some(9));
    let budget = of(&["--bench", "--budget", "10s"]);
    assert_eq!((budget.budget_ns, budget.warmup), (Some(10_000_000_000), Some(1)));
}

#[test]
fn what_is_known_so_far_has_a_line_for_each_benchmark() {
    let mut live = Live::new(&[variant("parse"), variant("größe · 漢字"), variant("write")]);
    for (place, role, ns) in [
        (0, RunRole::Timed, Some(1.0)),
        (0, RunRole::Timed, Some(3.0)),
        (0, RunRole::Timed, Some(2.125)),
        (0, RunRole::Counted, Some(900.0)),
        (1, RunRole::Warmup, Some(900.0)),
        (1, RunRole::Timed, None),
        (2, RunRole::Timed, Some(4_125_000.0)),
        (7, RunRole::Timed, Some(1.0)),
    ] {
        live.add(place, role, ns);
    }
    let lines = live.lines(80, 24);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].starts_with("parse ") && lines[0].ends_with(" 2.125 ns"), "{lines:?}");
    assert!(lines[1].starts_with("größe · 漢字  ") && lines[1].ends_with(" …"), "{lines:?}");
    assert!(lines[2].ends_with(" 4.125 ms"), "{lines:?}");
    for (columns, rows, count) in [(80, 6, 3), (80, 5, 0), (39, 24, 0), (40, 24, 3)] {
        let lines = live.lines(columns, rows);
        assert_eq!(lines.len(), count, "{columns} × {rows}");
        assert!(lines.iter().all(|line| Escaped::new(line).width() < columns), "{lines:?}");
    }
}

#[test]
fn of_what_has_no_room_the_number_is_told() {
    let variants: Vec<Variant> =
        (0..30).map(|n| variant(&format!("{}{n}", "x".repeat(99)))).collect();
    let lines = Live::new(&variants).lines(60, 10);
    assert_eq!((lines.len(), &*lines[7]), (8, "… and 23 more"), "{lines:?}");
    assert!(lines[0].starts_with("xxx") && lines[0].contains('…'), "{lines:?}");
    assert!(lines.iter().all(|line| Escaped::new(line).width() < 60), "{lines:?}");
}

#[test]
fn a_baseline_stands_beside_its_benchmark() {
    let old = Variant { against: None, ..variant("parse") };
    let new = Variant { against: Some(0), ..variant("parse") };
    let mut live = Live::new(&[old, new]);
    live.add(0, RunRole::Timed, Some(10.0));
    live.add(0, RunRole::Null, Some(20.0));
    live.add(1, RunRole::Timed, Some(30.0));
    let lines = live.lines(80, 24);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let cells: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(cells, ["parse", "10", "ns", "30", "ns"]);
}
