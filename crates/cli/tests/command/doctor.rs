//! What can be measured here, and why the rest cannot.

use crate::bed::{document, json, probity};
use probity_testbed::Scratch;
use serde_json::Value;

#[test]
fn every_metric_of_stat_appears() {
    let scratch = Scratch::new();
    let measured = document(&scratch, &["-r", "1", "--metrics", "all", "--", "true"]);
    let metrics: Vec<&str> =
        measured["settings"]["metrics"].as_array().unwrap().iter().map(id).collect();
    let text = probity(&scratch).run(["doctor"]);
    assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""), "{text:?}");
    assert!(!text.stdout.contains(['\x1b', '\r']));
    let doctor = json(&probity(&scratch).run(["doctor", "--json"]));
    let listed: Vec<&Value> = reports(&doctor);
    let ids: Vec<&str> = listed.iter().map(|report| id(&report["metric"]["id"])).collect();
    assert_eq!(ids, metrics, "in column order");
    for report in listed {
        let metric = id(&report["metric"]["id"]);
        let line = text.stdout.lines().find(|line| line.contains(&format!(" {metric} ")));
        let line = line.unwrap_or_else(|| panic!("{metric} in {}", text.stdout));
        let availability = &report["availability"];
        match availability["status"].as_str() {
            Some("available") => assert!(line.contains("✓") && line.contains("available")),
            Some(status) => {
                assert!(!line.contains("✓"), "{line}");
                assert_eq!(line.contains("✗"), status == "unavailable", "{line}");
                assert!(line.contains(availability["reason"].as_str().unwrap()), "{line}");
            }
            None => panic!("no answer: {report}"),
        }
    }
}

#[test]
fn yes_no_and_cannot_tell_are_three_answers() {
    let scratch = Scratch::new();
    let finished = probity(&scratch).run(["doctor", "--json"]);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
    let doctor = json(&finished);
    assert_eq!(doctor["schema"], 1);
    assert_eq!(doctor["kind"], "doctor");
    assert!(!finished.stdout.contains("null"), "{}", finished.stdout);
    let text = probity(&scratch).run(["doctor"]).stdout;
    let host = doctor["host"].as_object().unwrap();
    let facts: Vec<(&String, &Value)> = host.iter().filter(|(_, fact)| fact.is_object()).collect();
    assert!(facts.len() >= 10, "{host:?}");
    for (name, fact) in facts {
        match fact["status"].as_str() {
            Some("known") => assert!(!fact["value"].is_null(), "{name}: {fact}"),
            Some("unavailable") => {
                let reason = fact["reason"].as_str().unwrap();
                assert!(!reason.is_empty() && !id(&fact["cause"]).is_empty(), "{name}: {fact}");
                assert!(text.contains(&format!("cannot tell: {reason}")), "{reason}: {text}");
            }
            _ => panic!("{name} is no fact: {fact}"),
        }
    }
}

#[test]
fn what_stat_finds_absent_doctor_has_announced() {
    let scratch = Scratch::new();
    let measured = document(&scratch, &["-r", "1", "--metrics", "all", "--", "true"]);
    let doctor = json(&probity(&scratch).run(["doctor", "--json"]));
    for report in reports(&doctor) {
        let metric = id(&report["metric"]["id"]);
        let summary = &measured["cases"][0]["summary"][metric];
        let announced = &report["availability"]["status"];
        if announced != "available" {
            assert_eq!(&summary["status"], announced, "{metric}: {summary}");
        }
    }
}

fn id(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn reports(doctor: &Value) -> Vec<&Value> {
    let sources = doctor["capabilities"]["sources"].as_array().unwrap();
    sources.iter().flat_map(|source| source["metrics"].as_array().unwrap()).collect()
}
