//! The catalog of metrics.

use crate::bed::{assert_refused, document, json, probity};
use probity_testbed::Scratch;
use serde_json::Value;

fn ids(catalog: &Value) -> Vec<&str> {
    let metrics = catalog["metrics"].as_array().unwrap().iter();
    metrics.map(|metric| metric["id"].as_str().unwrap()).collect()
}

#[test]
fn it_lists_what_stat_measures_one_line_each() {
    let scratch = Scratch::new();
    let measured = document(&scratch, &["-r", "1", "--metrics", "all", "--", "true"]);
    let all: Vec<&str> = measured["settings"]["metrics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_str().unwrap())
        .collect();
    let finished = probity(&scratch).run(["metrics", "--json"]);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
    let catalog = json(&finished);
    assert_eq!((&catalog["schema"], &catalog["kind"]), (&1.into(), &"metrics".into()));
    assert_eq!(ids(&catalog), all, "in column order");
    for metric in catalog["metrics"].as_array().unwrap() {
        for key in [
            "unit",
            "kind",
            "aggregation",
            "class",
            "scope",
            "role",
            "determinism",
            "needs",
            "summary",
        ] {
            assert!(metric[key].is_string(), "{key} in {metric}");
        }
        for key in ["source", "reads"] {
            assert!(metric[key].as_str().is_some_and(|text| !text.is_empty()), "{key}: {metric}");
        }
    }
    let text = probity(&scratch).with("NO_COLOR", "1").run(["metrics"]);
    assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""), "{text:?}");
    assert!(!text.stdout.contains(['\x1b', '\r']));
    for metric in catalog["metrics"].as_array().unwrap() {
        let sign = match metric["availability"]["status"].as_str() {
            Some("available") => '✓',
            Some("unavailable") => '✗',
            _ => '–',
        };
        let id = metric["id"].as_str().unwrap();
        let line = format!("{sign}  {id} ");
        let summary = metric["summary"].as_str().unwrap();
        let mut lines = text.stdout.lines().filter(|text| text.starts_with(&line));
        assert!(lines.next().is_some_and(|line| line.ends_with(summary)), "{id}: {text:?}");
    }
    let count = format!("{} metrics: ", all.len());
    assert!(text.stdout.lines().last().unwrap().starts_with(&count), "{text:?}");
}

#[test]
fn patterns_are_those_of_stat() {
    let scratch = Scratch::new();
    let listed = |patterns: &[&str]| {
        let words = ["metrics", "--json"].iter().chain(patterns).copied();
        let catalog = json(&probity(&scratch).run(words));
        ids(&catalog).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(listed(&["mem.peak_rss"]), ["mem.peak_rss"], "and no other");
    assert_eq!(listed(&["mem.*_faults", "time.wall"]).len(), 3);
    assert_eq!(listed(&["mem.*_faults,time.wall"]), listed(&["time.wall", "mem.*_faults"]));
    assert_eq!(listed(&["all"]), listed(&[]));
    assert_eq!(listed(&["psi", "perf"]), listed(&["psi.*,perf.*"]), "groups");
    let text = probity(&scratch).run(["metrics", "io.read_calls", "time.cpu_user"]).stdout;
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "io.read_calls: a counter in count, its end minus its start (delta); the same for the same \
         work (exact); role: call traffic; from procio (/proc/PID/io); needs: CONFIG_TASK_IO",
        "time.cpu_user: a counter in ns,",
        "(varies); role: on cpu user;",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn an_unknown_pattern_offers_the_nearest_name() {
    let scratch = Scratch::new();
    for (pattern, nearest) in [("mem.peak_rs", "mem.peak_rss"), ("time.wal,all", "time.wall")] {
        for words in [vec!["metrics", pattern], vec!["metrics", pattern, "--json"]] {
            assert_refused(&probity(&scratch).run(words), 2, &[nearest]);
        }
    }
    assert_refused(&probity(&scratch).run(["metrics", ""]), 2, &["no metric is called"]);
}
