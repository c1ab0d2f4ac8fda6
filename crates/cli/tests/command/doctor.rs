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
    let words = words(&text.stdout);
    for report in listed {
        let metric = id(&report["metric"]["id"]);
        let availability = &report["availability"];
        let said = match availability["status"].as_str() {
            Some("available") => format!("✓ {metric} available; "),
            Some("unavailable") => format!("✗ {metric} "),
            Some(_) => format!("– {metric} not applicable: "),
            None => panic!("no answer: {report}"),
        };
        assert!(words.contains(&said), "{said} in {}", text.stdout);
        if let Some(reason) = availability["reason"].as_str() {
            assert!(words.contains(&self::words(reason)), "{reason} in {}", text.stdout);
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
    let text = words(&probity(&scratch).run(["doctor"]).stdout);
    let mut facts = Vec::new();
    for place in [&doctor["host"], &doctor["host"]["conditions"], &doctor["doctor"]] {
        facts.extend(
            place
                .as_object()
                .unwrap()
                .iter()
                .filter(|(name, fact)| fact.is_object() && *name != "conditions"),
        );
    }
    assert!(facts.len() >= 30, "{facts:?}");
    let guest = doctor["host"]["virtual_machine"]["value"] == true;
    for (name, fact) in facts {
        if !shown(name, guest) {
            continue;
        }
        match fact["status"].as_str() {
            Some("known") => assert!(!fact["value"].is_null(), "{name}: {fact}"),
            Some("unavailable") => {
                let reason = fact["reason"].as_str().unwrap();
                assert!(!reason.is_empty() && !id(&fact["cause"]).is_empty(), "{name}: {fact}");
                let told = format!("cannot tell: {}", words(reason));
                assert!(text.contains(&told), "{reason}: {text}");
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

#[test]
fn it_answers_in_the_same_words_whoever_reads() {
    let scratch = Scratch::new();
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "dumb"), ("COLUMNS", "20")] {
        let finished = probity(&scratch).with(name, value).run(["doctor"]);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
        assert!(finished.stdout.lines().all(|line| line == line.trim_end()));
        for line in finished.stdout.lines() {
            let one_word = line.split_whitespace().count() == 1;
            assert!(line.chars().count() <= 80 || one_word, "too long: {line}");
        }
        assert!(!finished.stdout.contains(['\x1b', '\r']), "{finished:?}");
    }
}

#[test]
fn what_to_watch_comes_first() {
    let scratch = Scratch::new();
    let doctor = json(&probity(&scratch).run(["doctor", "--json"]));
    for caution in doctor["cautions"].as_array().unwrap() {
        assert!(
            !id(&caution["fact"]).is_empty() && !id(&caution["meaning"]).is_empty(),
            "{caution}"
        );
    }
    let text = probity(&scratch).run(["doctor"]).stdout;
    assert!(text.starts_with("to watch\n") || text.starts_with("nothing to watch:"), "{text}");
}

#[test]
fn evidence_keeps_the_conditions_and_the_stolen_time_of_the_campaign() {
    let scratch = Scratch::new();
    let measured = document(&scratch, &["-r", "2", "--", "sleep", "0.1"]);
    let doctor = json(&probity(&scratch).run(["doctor", "--json"]));
    let (kept, now) = (&measured["host"]["conditions"], &doctor["host"]["conditions"]);
    for name in ["smt", "turbo", "cgroup_version", "cpu_quota_millicpus", "seccomp", "hypervisor"] {
        assert_eq!(kept[name], now[name], "{name}");
    }
    assert_eq!(measured["host"]["fingerprint"], doctor["host"]["fingerprint"]);
    if kept["steal"]["status"] == "known" {
        let steal = &kept["steal"]["value"];
        let (stolen, all) = (steal["stolen_ticks"].as_u64(), steal["all_ticks"].as_u64());
        assert!(all >= Some(1) && stolen <= all, "{steal}");
    }
}

/// Whether the text has a line for a fact of its own: the boot is for programs alone, and a
/// hypervisor is told of guests.
fn shown(name: &str, guest: bool) -> bool {
    name != "boot_id" && (name != "hypervisor" || guest)
}

/// Text without its line breaks and alignment.
pub(crate) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn id(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn reports(doctor: &Value) -> Vec<&Value> {
    let sources = doctor["capabilities"]["sources"].as_array().unwrap();
    sources.iter().flat_map(|source| source["metrics"].as_array().unwrap()).collect()
}

#[test]
fn costs_are_measured_when_they_are_asked_for() {
    let scratch = Scratch::new();
    let plain = json(&probity(&scratch).run(["doctor", "--json"]));
    assert!(plain.get("costs").is_none());
    let doctor = json(&probity(&scratch).run(["doctor", "--costs", "--json"]));
    let costs = doctor["costs"].as_object().unwrap();
    assert_eq!(costs.len(), 9, "{costs:?}");
    for (name, cost) in costs {
        match cost["status"].as_str() {
            Some("known") => {
                let value = &cost["value"];
                assert!(value["n"].as_u64() > Some(0) && !id(&value["what"]).is_empty(), "{name}");
                assert!(value["min_ns"].as_f64() > Some(0.0), "{name}: {value}");
                assert!(value["median_ns"].as_f64() >= value["min_ns"].as_f64(), "{name}: {value}");
                assert!(value["mad_ns"].as_f64() >= Some(0.0), "{name}: {value}");
            }
            Some("unavailable") => assert!(!id(&cost["reason"]).is_empty(), "{name}: {cost}"),
            _ => panic!("{name} is neither known nor absent: {cost}"),
        }
    }
    for name in ["system_call", "clock_read", "clock_step"] {
        assert_eq!(costs[name]["status"], "known", "{name}");
    }
    let text = probity(&scratch).with("PROBITY_COSTS", "1").run(["doctor"]);
    assert_eq!((text.code, text.stderr.as_str()), (Some(0), ""), "{text:?}");
    for name in costs.keys() {
        assert!(text.stdout.contains(&name.replace('_', " ")), "{name} in {}", text.stdout);
    }
}

#[test]
fn energy_is_calibrated_where_it_is_asked_for() {
    let scratch = Scratch::new();
    let plain = probity(&scratch).run(["doctor", "--json"]);
    assert!(json(&plain).get("energy_calibration").is_none(), "{}", plain.stdout);
    let finished = probity(&scratch).run(["doctor", "--json", "--calibrate"]);
    let doctor = json(&finished);
    let calibration = &doctor["energy_calibration"];
    let energies = reports(&doctor).into_iter().filter(|report| {
        report["metric"]["role"] == "energy" && report["availability"]["status"] == "available"
    });
    let energies: Vec<&str> = energies.map(|report| id(&report["metric"]["id"])).collect();
    if energies.is_empty() {
        assert_eq!(calibration["status"], "unavailable", "{calibration}");
        assert!(!calibration["reason"].as_str().unwrap().is_empty());
    } else {
        let counters = calibration["counters"].as_array().unwrap();
        let calibrated: Vec<&str> = counters.iter().map(|one| id(&one["metric"])).collect();
        assert_eq!(calibrated, energies);
        let qualities = ["stable", "noisy", "indeterminate"];
        for part in counters.iter().flat_map(|one| [&one["idle"], &one["known_work"]]) {
            assert!(qualities.contains(&part["quality"].as_str().unwrap()), "{part}");
        }
    }
    let text = words(&probity(&scratch).run(["doctor", "--calibrate"]).stdout);
    assert!(text.contains("energy calibration: "), "{text}");
    let said = text.contains("energy calibration: not possible, ");
    assert_eq!(said, energies.is_empty(), "one line with the reason");
}

#[test]
fn a_campaign_that_asks_for_nothing_has_energy_only_where_there_is_some() {
    let scratch = Scratch::new();
    let measured = document(&scratch, &["-r", "1", "--", "true"]);
    let metrics = measured["settings"]["metrics"].as_array().unwrap();
    let asked: Vec<&str> = metrics.iter().map(id).collect();
    for report in reports(&measured) {
        let metric = id(&report["metric"]["id"]);
        let is_asked = asked.contains(&metric);
        match report["metric"]["role"].as_str().unwrap() {
            "energy" => {
                let is_available = report["availability"]["status"] == "available";
                assert_eq!(is_asked, is_available, "{metric}");
            }
            "temperature" | "power" | "frequency" | "throttling" => {
                assert!(!is_asked, "{metric} was not asked for");
            }
            _ => {}
        }
    }
}
