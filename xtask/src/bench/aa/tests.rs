use super::bound::{lower, upper};
use super::campaign::judged;
use super::journal::Journal;
use super::kind::Kind;
use super::plan::{Size, plan};
use super::record::{Identity, Record, Row};
use super::summary::{Share, summaries};
use super::table::{outcome, value};
use crate::scratch::Scratch;
use std::collections::{BTreeMap, BTreeSet};

fn row(verdict: &str, ratio: f64) -> Row {
    let interval = Some([ratio - 0.01, ratio + 0.01]);
    Row { verdict: verdict.to_owned(), ratio: Some(ratio), interval }
}

fn record(kind: Kind, number: u64, rows: &[(&str, &str)]) -> Record {
    let rows = rows.iter().map(|(id, verdict)| ((*id).to_owned(), row(verdict, 1.02)));
    Record {
        identity: Identity { processes: Some(12), kind, number },
        seconds: 2.5,
        blocks: 12,
        load: Some(0.5),
        rows: rows.collect(),
        failed: None,
    }
}

#[test]
fn bounds_are_those_of_clopper_and_pearson() {
    let near = |value: f64, expected: f64| assert!((value - expected).abs() < 5e-5, "{value}");
    // Of R: binom.test(x, n)$conf.int.
    near(upper(0, 400), 0.00918);
    near(upper(6, 400), 0.03237);
    near(lower(6, 400), 0.00552);
    near(upper(0, 1), 0.975);
    near(lower(54, 60), 0.79493);
    assert_eq!((upper(60, 60), lower(0, 60)), (1.0, 0.0));
    // Far from what a power of a double can say.
    near(upper(5_000, 10_000), 0.50985);
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let mut written = record(Kind::Two, 7, &[("hash", "regressed"), ("fib", "inconclusive")]);
    let none = Row { verdict: "incomparable".to_owned(), ratio: None, interval: None };
    written.rows.insert("chain".to_owned(), none);
    let bare = Row { verdict: "inconclusive".to_owned(), ratio: Some(1.5), interval: None };
    written.rows.insert("sort".to_owned(), bare);
    assert_eq!(Record::parse(&written.line()), Some(written.clone()));
    let failed = Record {
        identity: Identity { processes: None, ..written.identity },
        load: None,
        rows: BTreeMap::new(),
        failed: Some("run it: exit status: 5".to_owned()),
        ..written
    };
    assert_eq!(Record::parse(&failed.line()), Some(failed));
}

#[test]
fn lines_that_are_no_records_are_none() {
    let line = record(Kind::Same, 1, &[("hash", "regressed")]).line();
    for (from, to) in [
        ("units\":1000", "units\":1001"),
        ("\"number\"", "\"n\""),
        ("[\"regressed\"", "[1"),
        ("{", ""),
    ] {
        let other = line.replacen(from, to, 1);
        assert_ne!(other, line);
        assert_eq!(Record::parse(&other), None, "{other}");
    }
}

#[test]
fn a_journal_is_gone_on_with() {
    let scratch = Scratch::new().unwrap();
    let path = scratch.path().join("campaigns.jsonl");
    let [one, two] = [1, 2].map(|number| record(Kind::Same, number, &[("hash", "improved")]));
    let mut journal = Journal::open(&path).unwrap();
    journal.add(one.clone()).unwrap();
    journal.add(two.clone()).unwrap();
    drop(journal);
    // Broken off while the second was being written.
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() - 3]).unwrap();
    let mut journal = Journal::open(&path).unwrap();
    assert!(journal.has(one.identity) && !journal.has(two.identity));
    journal.add(two.clone()).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    assert_eq!(Journal::open(&path).unwrap().records(), [one, two]);
    std::fs::write(&path, format!("{text}nonsense\n")).unwrap();
    assert!(Journal::open(&path).err().unwrap().contains("line 3"));
}

#[test]
fn kinds_are_mixed_evenly_and_no_seed_is_used_twice() {
    let size = Size::new(false, Some(40));
    assert_eq!(size, Size { same: 40, different: 10 });
    let all = plan(size, &[Some(8), Some(30)]);
    assert_eq!(all.len(), 2 * (40 + 2 * 10));
    assert_eq!(all.iter().map(|one| one.seed()).collect::<BTreeSet<_>>().len(), all.len());
    let half = all[..all.len() / 2].iter().filter(|one| one.kind == Kind::Five).count();
    assert_eq!(half, 10);
    assert_eq!(plan(Size::new(true, Some(0)), &[None]), []);
}

#[test]
fn verdicts_are_read_of_lines_of_json() {
    let ratio = r#","ratio":{"median":1.5,"interval":[1.25,2]}"#;
    let judged_time = r#"{"metric":"iteration.time","verdict":"regressed","blocks":8"#;
    let other = r#"{"metric":"time.wall","verdict":"x"}"#;
    let line = format!(r#"{{"id":"hash","comparisons":[{other},{judged_time}{ratio}}}]}}"#);
    let short = line.replace("[1.25,2]", r#"{"status":"unavailable"}"#);
    let none = line.replace(ratio, "");
    let expected =
        Row { verdict: "regressed".to_owned(), ratio: Some(1.5), interval: Some([1.25, 2.0]) };
    let read = |line: &str| judged(line).unwrap()["hash"].clone();
    assert_eq!(read(&line), (8, expected.clone()));
    assert_eq!(read(&short).1, Row { interval: None, ..expected.clone() });
    assert_eq!(read(&none).1, Row { interval: None, ratio: None, ..expected });
    for bad in ["", "{}", "text", &line.replace("iteration.time", "other")] {
        assert!(judged(bad).is_err(), "{bad}");
    }
}

#[test]
fn what_does_the_same_in_every_build_is_not_to_be_found() {
    let records = [
        record(Kind::Same, 1, &[("hash", "improved"), ("same_chain_4", "no_difference_shown")]),
        record(Kind::Same, 2, &[("hash", "inconclusive"), ("same_chain_4", "inconclusive")]),
        record(Kind::Five, 1, &[("hash", "regressed"), ("fib", "regressed")]),
        record(Kind::Five, 2, &[("hash", "regressed"), ("fib", "inconclusive")]),
        record(Kind::Five, 3, &[("fib", "improved"), ("same_chain_4", "regressed")]),
        Record { failed: Some("x".to_owned()), ..record(Kind::Five, 4, &[]) },
    ];
    let [same, five] = &summaries(&records)[..] else { panic!("two kinds") };
    assert_eq!((same.campaigns, same.failed, same.false_alarms), (2, 0, 1));
    assert_eq!(same.unchanged, Share { seen: 1, all: 4 });
    assert_eq!((five.campaigns, five.failed, five.false_alarms), (3, 1, 1));
    assert_eq!(five.unchanged, Share { seen: 1, all: 1 });
    assert_eq!((five.found_all, five.found_any), (1, 2));
    let fib = &five.rows["fib"];
    assert_eq!((fib.regressed, fib.improved, fib.inconclusive, fib.all()), (1, 1, 1, 3));
}

#[test]
fn the_table_says_whether_there_are_too_many_false_alarms() {
    let verdicts = |alarms: u64| {
        let records = (1..=40).map(|number| {
            let verdict = if number <= alarms { "improved" } else { "inconclusive" };
            record(Kind::Same, number, &[("hash", verdict)])
        });
        summaries(&records.collect::<Vec<_>>())
    };
    let (few, many) = (verdicts(2), verdicts(3));
    assert!(outcome(&few).met && !outcome(&many).met);
    let table = outcome(&few).table;
    for part in ["2 of 40 (5.0 %, at most 16.9 %)", "| 12 ", "38 (95 %)", "| 1.0200 ", "| 1.00 "] {
        assert!(table.contains(part), "{part} in {table}");
    }
    let value = value(&few[0]);
    assert_eq!(value["processes"], 12);
    assert_eq!(value["false_alarm_in_campaign"]["seen"], 2);
    assert_eq!(value["benchmarks"]["hash"]["inconclusive"], 38);
}
