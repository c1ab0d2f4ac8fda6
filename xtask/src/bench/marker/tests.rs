use super::measured::Measured;
use super::reader::Reader;
use super::rounds::measure;
use crate::bench::load::{Load, parse};
use crate::bench::outcome::Outcome;
use crate::bench::quantity::{Bound, Quantity};
use crate::scratch::Scratch;
use std::io::Write;

const CALLS: &str = "echo ready 1.5; echo window 0.5";
const PAIRS: &str = "echo {} >&0; echo {} >&0; echo pair 4000; echo cpu 9000; echo lines 2";
const TALLY: &str = "echo floor 10; echo tally 13; echo ratio 1.3";

/// The outcome of three rounds of a shell script in the place of the program.
fn outcome(calls: &str, pairs: &str, tally: &str) -> Result<Outcome, String> {
    let scratch = Scratch::new()?;
    let body =
        format!("case $1 in\ncalls) {calls} ;;\npairs) {pairs} ;;\ntally) {tally} ;;\nesac\n");
    let script = scratch.write("fake.sh", &body)?;
    measure(&Measured::other(["sh".into(), script.into()]), 3)
}

fn missed(calls: &str, pairs: &str, tally: &str) -> usize {
    let outcome = outcome(calls, pairs, tally).unwrap();
    let missed = outcome.table.matches("MISSED").count();
    assert_eq!(outcome.met, missed == 0, "{}", outcome.table);
    missed
}

#[test]
fn bounds_are_met_or_missed_each_by_itself() {
    assert_eq!(missed(CALLS, PAIRS, TALLY), 0);
    assert_eq!(missed(&CALLS.replace("1.5", "2"), PAIRS, TALLY), 1);
    // With either reader that is promised; the third is shown only.
    assert_eq!(missed(CALLS, &PAIRS.replace("4000", "5000"), TALLY), 2);
    assert_eq!(missed(CALLS, PAIRS, &TALLY.replace("1.3", "1.31")), 1);
}

#[test]
fn variables_are_given_only_where_somebody_reads() {
    let silent = r#"[ -z "$PROBITY_FD$PROBITY_NONCE" ] || exit 1"#;
    let asked =
        r#"[ "$PROBITY_FD" = 0 ] && [ -n "$PROBITY_NONCE" ] && [ -p /dev/stdin ] || exit 1"#;
    let (calls, tally) = (format!("{silent}; {CALLS}"), format!("{silent}; {TALLY}"));
    assert_eq!(missed(&calls, &format!("{asked}; {PAIRS}"), &tally), 0);
}

#[test]
fn what_was_not_measured_is_an_error() {
    let none = "true";
    for (calls, pairs, tally, part) in [
        (none, PAIRS, TALLY, "measured none"),
        ("exit 3", PAIRS, TALLY, "exit status: 3"),
        ("echo ready NaN", PAIRS, TALLY, "it printed"),
        ("echo ready", PAIRS, TALLY, "it printed"),
        ("echo r$$ 1", PAIRS, TALLY, "the same in every round"),
        (CALLS, none, TALLY, "`pair`"),
        (CALLS, "echo pair 1; echo lines 2", TALLY, "`cpu`"),
        (CALLS, "echo pair 1; echo cpu 1; echo lines 2", TALLY, "0 lines of 2"),
        (CALLS, PAIRS, none, "ratio"),
        (CALLS, PAIRS, "echo other 1", "`other`"),
    ] {
        let error = outcome(calls, pairs, tally).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn nothing_meets_no_bound() {
    let row = Quantity::ratio("x".to_owned(), Bound::AtMost(1.0)).row();
    assert!(!row.met && row.seen == "nothing");
    assert!(!Quantity::time("x".to_owned(), Bound::Below(1.0)).row().met);
}

#[test]
fn every_reader_reads_to_the_end() {
    for reader in [Reader::Prompt, Reader::Patient, Reader::PatientNarrow] {
        let (pipe, mut writer) = reader.pipe().unwrap();
        let reading = std::thread::spawn(move || reader.lines(pipe));
        writer.write_all(&b"{}\n".repeat(50_000)).unwrap();
        drop(writer);
        assert_eq!(reading.join().unwrap(), Ok(50_000), "{reader:?}");
    }
}

#[test]
fn a_machine_is_crowded_from_half_of_its_cpus_on() {
    let load = |last_minute, cpus| Load { last_minute, cpus };
    assert!(load(parse("1.00 0.50 0.20 1/99 7\n"), Some(2)).is_crowded());
    assert!(!load(Some(0.99), Some(2)).is_crowded());
    assert!(!load(parse(""), Some(2)).is_crowded());
    assert_eq!(load(Some(0.5), Some(2)).to_string(), "load of the last minute 0.5 on 2 CPUs");
    assert_eq!(load(None, None).to_string(), "load unknown on an unknown number of CPUs");
}
