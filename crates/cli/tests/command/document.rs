//! The JSON document of `probity stat`, checked against its description and against itself.

use crate::bed::document;
use probity_testbed::Scratch;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

#[test]
fn one_command_has_the_described_shape_and_no_null_control() {
    let scratch = Scratch::new();
    let document = document(&scratch, &["-r", "6", "-w", "1", "--", "true"]);
    check(&document);
    assert_eq!(document["comparisons"], Value::Array(Vec::new()));
    let roles: Vec<&str> = runs(&document["cases"][0]).iter().map(role).collect();
    let timed = ["timed"; 6];
    assert_eq!(roles, [&["warmup"][..], &timed, &["counted"]].concat());
    assert_eq!(document["settings"]["plan"]["counted"], "at_end");
}

#[test]
fn several_commands_have_it_too() {
    let scratch = Scratch::new();
    let document = document(&scratch, &["-r", "6", "true", "sleep 0.01", "sh -c :"]);
    check(&document);
    let comparisons = document["comparisons"].as_array().unwrap();
    assert_eq!(comparisons.len(), 2);
    for (comparison, candidate) in comparisons.iter().zip(["c2", "c3"]) {
        assert_eq!(comparison["reference"], "c1");
        assert_eq!(comparison["candidate"], candidate);
        assert_eq!(comparison["metric"], "time.wall");
        assert_eq!(comparison["blocks"], 6);
    }
}

#[test]
fn failures_have_it_too() {
    let scratch = Scratch::new();
    let arguments = ["-i", "-r", "2", "true", "sh -c 'exit 3'", "sh -c 'kill -9 $$'"];
    let document = document(&scratch, &arguments);
    check(&document);
    let exit = |case: usize| runs(&document["cases"][case])[0]["exit"].to_string();
    assert_eq!([exit(0), exit(1), exit(2)], [r#"{"code":0}"#, r#"{"code":3}"#, r#"{"signal":9}"#]);
}

/// Checks everything that is said of the document, and that its parts agree.
pub(crate) fn check(document: &Value) {
    let parts = "schema kind probity host settings capabilities cases comparisons";
    keys(document, parts, "");
    assert_eq!(document["schema"], 1);
    assert_eq!(document["kind"], "stat");
    no_null(document, "document");
    let metrics = Metrics::of(document);
    let cases = document["cases"].as_array().unwrap();
    for (place, case) in cases.iter().enumerate() {
        keys(case, "id name command runs summary decomposition", "failure");
        assert_eq!(case["id"], format!("c{}", place + 1));
        assert_eq!(case["id"], document["settings"]["cases"][place]["id"]);
        text(&case["name"]);
        text(&case["command"]);
        runs(case).iter().for_each(|run| check_run(run, case, &metrics));
        check_summary(case, &metrics);
    }
    let comparisons = document["comparisons"].as_array().unwrap();
    comparisons.iter().for_each(check_comparison);
    check_indices(document);
    check_counted(document);
}

/// The requested metrics, by the runs that observe them.
struct Metrics {
    /// All of them: what a counted run observes.
    all: BTreeSet<String>,
    /// Those that a counted run alone observes.
    counted: BTreeSet<String>,
}

impl Metrics {
    fn of(document: &Value) -> Self {
        let all = strings(&document["settings"]["metrics"]);
        let sources = document["capabilities"]["sources"].as_array().unwrap();
        let reports = sources.iter().flat_map(|source| source["metrics"].as_array().unwrap());
        let requested = reports.filter(|report| report["requested"] == true);
        let passes: Vec<(String, &str)> = requested
            .map(|report| &report["metric"])
            .map(|metric| (metric["id"].as_str().unwrap().to_owned(), pass(metric)))
            .collect();
        let described: BTreeSet<String> = passes.iter().map(|(id, _)| id.clone()).collect();
        assert_eq!(described, all, "the settings and the capabilities agree");
        assert!(all.contains("time.wall"));
        let counted = passes.into_iter().filter(|(_, pass)| *pass == "counted");
        Self { all, counted: counted.map(|(id, _)| id).collect() }
    }

    /// What a run of this role observes.
    fn observed(&self, role: &str) -> BTreeSet<String> {
        match role {
            "counted" => self.all.clone(),
            _ => self.all.difference(&self.counted).cloned().collect(),
        }
    }

    /// The role of the runs over which a metric is summed up.
    fn role_of(&self, metric: &str) -> &'static str {
        if self.counted.contains(metric) { "counted" } else { "timed" }
    }
}

/// Which runs observe a metric, by its descriptor.
fn pass(metric: &Value) -> &str {
    let pass = metric["pass"].as_str().unwrap();
    assert!(["every", "counted"].contains(&pass), "{metric}");
    pass
}

/// Counted runs are made as the plan says, and only where a metric needs them: one of each command
/// after the other runs of each block, or of the last one. A command that failed has fewer.
fn check_counted(document: &Value) {
    let plan = &document["settings"]["plan"];
    let is_needed = !Metrics::of(document).counted.is_empty();
    let blocks = plan["blocks"].as_u64().unwrap();
    let expected: Vec<u64> = match plan["counted"].as_str() {
        Some("none") => Vec::new(),
        Some("at_end") => vec![blocks - 1],
        Some("each_block") => (0..blocks).collect(),
        _ => panic!("{plan}"),
    };
    assert_eq!(plan["counted"] != "none", is_needed, "{plan}");
    let cases = document["cases"].as_array().unwrap();
    let last_of = |block: u64| {
        let others = cases.iter().flat_map(runs).filter(|run| {
            ["timed", "null"].contains(&role(run)) && run["block"].as_u64() == Some(block)
        });
        others.map(|run| run["index"].as_u64().unwrap()).max()
    };
    for case in cases {
        let counted = || runs(case).iter().filter(|run| role(run) == "counted");
        let found: Vec<u64> = counted().map(|run| run["block"].as_u64().unwrap()).collect();
        match case.get("failure").is_some_and(|failure| failure["ignored"] == false) {
            true => assert_eq!(found, expected[..found.len()], "{case}"),
            false => assert_eq!(found, expected, "{case}"),
        }
        for run in counted() {
            assert!(run["index"].as_u64() > last_of(run["block"].as_u64().unwrap()), "{run}");
        }
    }
}

/// The runs of a case in the order they were made.
pub(crate) fn runs(case: &Value) -> &Vec<Value> {
    case["runs"].as_array().unwrap()
}

/// The runs of a case that its times are summed up over, and that are made as often as `-r` says.
pub(crate) fn timed(case: &Value) -> Vec<&Value> {
    runs(case).iter().filter(|run| role(run) == "timed").collect()
}

/// A run's role.
pub(crate) fn role(run: &Value) -> &str {
    run["role"].as_str().unwrap()
}

/// The object has all of `required` and beyond them nothing but `optional`.
fn keys<'a>(value: &'a Value, required: &str, optional: &str) -> &'a Map<String, Value> {
    let object = value.as_object().unwrap_or_else(|| panic!("no object: {value}"));
    let found: BTreeSet<&str> = object.keys().map(String::as_str).collect();
    let required: BTreeSet<&str> = required.split(' ').collect();
    let allowed: BTreeSet<&str> = optional.split(' ').chain(required.iter().copied()).collect();
    assert!(found.is_superset(&required), "{required:?} in {found:?}");
    assert!(found.is_subset(&allowed), "only {allowed:?} in {found:?}");
    object
}

fn strings(value: &Value) -> BTreeSet<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

fn no_null(value: &Value, path: &str) {
    match value {
        Value::Null => panic!("null at {path}"),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(at, inner)| no_null(inner, &format!("{path}[{at}]")));
        }
        Value::Object(map) => {
            map.iter().for_each(|(key, inner)| no_null(inner, &format!("{path}.{key}")));
        }
        Value::String(text) => {
            assert!(!["NaN", "nan", "inf", "Infinity"].contains(&text.as_str()), "{path}: {text}");
        }
        Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A text is a string, or both forms where it is not UTF-8.
fn text(value: &Value) {
    if !value.is_string() {
        keys(value, "text hex", "");
        assert!(value["text"].is_string() && value["hex"].is_string());
    }
}

fn reasoned(value: &Value) {
    keys(value, "status cause reason", "remedy gate");
    assert!(!value["cause"].as_str().unwrap().is_empty());
    assert!(!value["reason"].as_str().unwrap().is_empty());
}

fn check_run(run: &Value, case: &Value, metrics: &Metrics) {
    keys(
        run,
        "case index block position role exit process observations",
        "windows program stderr_tail leftovers",
    );
    assert_eq!(run["case"], case["id"]);
    for number in ["index", "block", "position"] {
        assert!(run[number].is_u64(), "{run}");
    }
    assert!(["warmup", "timed", "null", "counted"].contains(&role(run)), "{run}");
    let exit = run["exit"].as_object().unwrap();
    let is_exit = |(kind, number): (&String, &Value)| {
        ["code", "signal"].contains(&kind.as_str()) && number.is_u64()
    };
    assert!(exit.len() == 1 && exit.iter().all(is_exit), "{run}");
    let observed: BTreeSet<String> =
        run["observations"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(observed, metrics.observed(role(run)), "exactly what such a run observes");
    run["observations"].as_object().unwrap().values().for_each(check_observation);
}

fn check_observation(observation: &Value) {
    match observation["status"].as_str() {
        Some("measured") => {
            keys(observation, "status value unit quality scope source", "enabled_ns running_ns");
            let value = &observation["value"];
            assert!(value.is_u64() || observation["unit"] == "ratio", "{observation}");
            assert!(value.as_f64().is_some_and(|value| value >= 0.0), "{observation}");
            assert_eq!(observation["quality"], "exact");
            assert!(!observation["source"].as_str().unwrap().is_empty());
        }
        Some("unavailable") => reasoned(observation),
        Some("not_applicable") => {
            keys(observation, "status reason", "");
            assert!(!observation["reason"].as_str().unwrap().is_empty());
        }
        _ => panic!("no observation: {observation}"),
    }
}

fn check_summary(case: &Value, metrics: &Metrics) {
    let summary = case["summary"].as_object().unwrap();
    let summarised: BTreeSet<String> = summary.keys().cloned().collect();
    assert_eq!(summarised, metrics.all);
    for (metric, found) in summary {
        match found["status"].as_str() {
            Some("measured") => check_statistics(case, metric, metrics.role_of(metric), found),
            Some("unavailable") => reasoned(found),
            Some("not_applicable") => drop(keys(found, "status reason", "")),
            _ => panic!("no summary: {found}"),
        }
    }
}

/// The statistics once more, from the runs and from their textbook definitions.
fn check_statistics(case: &Value, metric: &str, of: &str, found: &Value) {
    let fields = "status n processes estimated absent median mad min max quartiles interval unit";
    keys(found, fields, "");
    // The run that ended the measuring is the last of the case; failed ones before were ignored.
    let stopping = case.get("failure").filter(|failure| failure["ignored"] == false);
    let stops = |run: &Value| stopping.is_some_and(|failure| failure["run"] == run["index"]);
    let counts = |run: &&Value| role(run) == of && !stops(run);
    let observed = runs(case).iter().filter(counts).map(|run| &run["observations"][metric]);
    let mut values: Vec<f64> = observed
        .filter(|observation| observation["status"] == "measured")
        .map(|observation| {
            assert_eq!(observation["unit"], found["unit"]);
            observation["value"].as_f64().unwrap()
        })
        .collect();
    values.sort_unstable_by(f64::total_cmp);
    assert_eq!(found["n"], values.len(), "{metric}");
    assert_eq!(found["processes"], values.len(), "every run is a process");
    assert_eq!(found["estimated"], 0, "a count is exact or absent, never scaled");
    assert_eq!(found["min"].as_f64(), values.first().copied());
    assert_eq!(found["max"].as_f64(), values.last().copied());
    let half = |values: &[f64]| {
        let n = values.len();
        (values[(n - 1) / 2] + values[n / 2]) / 2.0
    };
    let median = found["median"].as_f64().unwrap();
    // Integers are rounded.
    let near = if found["unit"] == "ratio" { 1e-9 } else { 0.5 };
    assert!((median - half(&values)).abs() <= near, "{metric}: {found}, {values:?}");
    if ["ns", "bytes"].contains(&found["unit"].as_str().unwrap()) {
        for field in ["median", "mad", "min", "max"] {
            assert!(found[field].is_u64(), "{metric} {field}: integers only: {found}");
        }
    }
    for (field, enough) in [("quartiles", 4), ("interval", 6)] {
        match found[field].as_array() {
            Some(bounds) if values.len() >= enough => {
                assert_eq!(bounds.len(), 2);
                let bound = |at: usize| bounds[at].as_f64().unwrap();
                assert!(bound(0) <= median && median <= bound(1), "{metric}: {found}");
            }
            None if values.len() < enough => reasoned(&found[field]),
            _ => panic!("{field} of {} samples: {found}", values.len()),
        }
    }
}

fn check_comparison(comparison: &Value) {
    keys(
        comparison,
        "metric reference candidate blocks blocks_required family wins limit same_binary verdict \
         reason",
        "ratio null blocks_more",
    );
    let verdicts =
        ["regressed", "improved", "no_difference_shown", "inconclusive", "incomparable", "invalid"];
    let verdict = comparison["verdict"].as_str().unwrap();
    assert!(verdicts.contains(&verdict), "{comparison}");
    assert!(!comparison["reason"].as_str().unwrap().is_empty());
    keys(&comparison["limit"], "practical effective", "");
    let wins = keys(&comparison["wins"], "candidate reference ties", "");
    let sum: u64 = wins.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(comparison["blocks"], sum, "each block is won once or tied");
    for ratio in [comparison.get("ratio"), comparison.get("null").map(|null| &null["ratio"])] {
        let Some(ratio) = ratio else { continue };
        keys(ratio, "median interval level", "");
        let median = ratio["median"].as_f64().unwrap();
        assert!(median > 0.0);
        match ratio["interval"].as_array() {
            Some(bounds) => {
                let bound = |at: usize| bounds[at].as_f64().unwrap();
                assert!(bound(0) <= median && median <= bound(1), "{ratio}");
            }
            None => reasoned(&ratio["interval"]),
        }
    }
}

/// Runs are numbered over the whole campaign, without a gap.
fn check_indices(document: &Value) {
    let cases = document["cases"].as_array().unwrap();
    let mut indices: Vec<u64> =
        cases.iter().flat_map(runs).map(|run| run["index"].as_u64().unwrap()).collect();
    indices.sort_unstable();
    let expected: Vec<u64> = (0..indices.len() as u64).collect();
    assert_eq!(indices, expected);
}
