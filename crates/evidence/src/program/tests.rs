use super::*;
use probity_model::protocol::{Discarded, Transcript, read_half_line, read_line};
use probity_model::{
    Aggregation, Cause, Class, Determinism, Kind, Metric, MetricId, MetricRole, Observation,
    Observed, Pass, Scope, Speech, SpeechFault, Unit, Value, Window, Work,
};
use proptest::prelude::*;

const HELLO: &str = r#"{"type":"hello","protocol":1,"program":"p","nonce":"n"}"#;

fn transcript(lines: &[&str]) -> Transcript {
    let lines = lines.iter().map(|line| read_line(line.as_bytes())).collect();
    Transcript { nonce: "n".into(), lines, discarded: Discarded::default() }
}

fn heard(transcript: &Transcript) -> (Vec<Window>, Speech) {
    let metric = MetricId::new("time.wall");
    Hearing::of(transcript).finish(RunTime { metric: &metric, wall_ns: Some(1_000_000) })
}

fn after_hello(lines: &[&str]) -> (Vec<Window>, Speech) {
    heard(&transcript(&[&[HELLO], lines].concat()))
}

fn faults(speech: &Speech) -> Vec<(SpeechFault, u64)> {
    speech.findings.iter().map(|found| (found.fault, found.count)).collect()
}

fn walls(windows: &[Window]) -> Vec<(&str, u64, Option<u64>)> {
    let wall = |window: &Window| {
        let found = window.observations.get(&MetricId::new("time.wall"))?;
        found.measured()?.value.as_integer()
    };
    windows.iter().map(|window| (&*window.name, window.id, wall(window))).collect()
}

#[test]
fn windows_nest_and_overlap_and_keep_the_order_in_which_they_began() {
    let (windows, speech) = after_hello(&[
        r#"{"type":"window_start","name":"a","id":1,"t_ns":10}"#,
        r#"{"type":"window_start","name":"b","id":2,"t_ns":20}"#,
        r#"{"type":"window_end","id":1,"t_ns":60}"#,
        r#"{"type":"window_start","name":"a","id":3,"t_ns":70}"#,
        r#"{"type":"window_end","id":3,"t_ns":70}"#,
        r#"{"type":"window_end","id":2,"t_ns":90}"#,
    ]);
    assert_eq!(walls(&windows), [("a", 1, Some(50)), ("b", 2, Some(70)), ("a", 3, Some(0))]);
    assert_eq!((faults(&speech), speech.messages, speech.speakers), (vec![], 7, 1));
}

#[test]
fn of_broken_windows_the_true_ones_stay() {
    let (windows, speech) = after_hello(&[
        r#"{"type":"window_start","name":"open","id":1,"t_ns":10}"#,
        r#"{"type":"window_end","id":9,"t_ns":60}"#,
        r#"{"type":"window_start","name":"back","id":2,"t_ns":20}"#,
        r#"{"type":"window_end","id":2,"t_ns":19}"#,
        r#"{"type":"window_end","id":2,"t_ns":25}"#,
        r#"{"type":"window_start","name":"clock","id":3,"t_ns":20}"#,
        r#"{"type":"window_end","id":3,"t_ns":30,"clock":"tsc"}"#,
        r#"{"type":"window_start","name":"doubtful","id":4,"t_ns":1}"#,
        r#"{"type":"window_start","name":"again","id":4,"t_ns":2}"#,
        r#"{"type":"window_end","id":4,"t_ns":8}"#,
        r#"{"type":"window_start","name":"long","id":5,"t_ns":0}"#,
        r#"{"type":"window_end","id":5,"t_ns":2000000}"#,
        r#"{"type":"window_start","name":"true","id":6,"t_ns":1}"#,
        r#"{"type":"window_end","id":6,"t_ns":8}"#,
        r#"{"type":"window_start","name":"other clock","id":7,"t_ns":0,"clock":"simulated"}"#,
        r#"{"type":"window_end","id":7,"t_ns":2000000,"clock":"simulated"}"#,
    ]);
    let expected = [
        ("open", 1, None),
        ("back", 2, None),
        ("clock", 3, None),
        ("doubtful", 4, None),
        ("again", 4, None),
        ("long", 5, None),
        ("true", 6, Some(7)),
        ("other clock", 7, Some(2_000_000)),
    ];
    assert_eq!(walls(&windows), expected);
    for window in windows.iter().take(6) {
        let wall = window.observations.get(&MetricId::new("time.wall"));
        assert!(matches!(wall, Some(Observed::Unavailable(_))), "{}", window.name);
    }
    assert_eq!(
        faults(&speech),
        [
            (SpeechFault::WindowNotOpen, 2),
            (SpeechFault::WindowNotEnded, 1),
            (SpeechFault::WindowBackwards, 1),
            (SpeechFault::WindowClock, 1),
            (SpeechFault::WindowIdAgain, 1),
            (SpeechFault::WindowTooLong, 1),
        ]
    );
}

#[test]
fn who_has_not_said_hello_as_it_should_is_not_heeded() {
    let work = r#"{"type":"work","units":"rows","count":5,"pid":1}"#;
    let forged = r#"{"type":"hello","protocol":1,"program":"q","nonce":"other","pid":1}"#;
    let newer = r#"{"type":"hello","protocol":2,"program":"q","nonce":"n","pid":1}"#;
    let right = r#"{"type":"hello","protocol":1,"program":"q","nonce":"n","pid":1}"#;
    for (lines, fault) in [
        (vec![work], SpeechFault::NoHello),
        (vec![forged, work], SpeechFault::WrongNonce),
        (vec![newer, work], SpeechFault::OtherProtocol),
    ] {
        let (_, speech) = heard(&transcript(&lines));
        assert_eq!(faults(&speech), [(fault, 1)], "{lines:?}");
        assert_eq!((speech.work, speech.speakers, speech.program), (vec![], 0, None));
    }
    // Late is a finding; what comes after it counts.
    let (_, speech) = heard(&transcript(&[work, right, work]));
    assert_eq!(faults(&speech), [(SpeechFault::NoHello, 1)]);
    assert_eq!(speech.work, [Work { units: "rows".into(), count: 5 }]);
    // Nobody loses its standing by another's forgery, and the same hello may come again.
    let (_, speech) = heard(&transcript(&[right, forged, right, work]));
    assert_eq!(faults(&speech), [(SpeechFault::WrongNonce, 1)]);
    assert_eq!((speech.work.len(), speech.speakers), (1, 1));
}

#[test]
fn speakers_have_ids_of_their_own_and_their_work_adds_up() {
    let (windows, speech) = heard(&transcript(&[
        r#"{"type":"hello","protocol":1,"program":"p","nonce":"n","pid":1}"#,
        r#"{"type":"hello","protocol":1,"program":"p","nonce":"n","pid":2}"#,
        r#"{"type":"window_start","name":"a","id":1,"t_ns":10,"pid":1}"#,
        r#"{"type":"window_start","name":"a","id":1,"t_ns":20,"pid":2}"#,
        r#"{"type":"window_end","id":1,"t_ns":30,"pid":1}"#,
        r#"{"type":"window_end","id":1,"t_ns":90,"pid":2}"#,
        r#"{"type":"work","units":"rows","count":3,"pid":1}"#,
        r#"{"type":"work","units":"rows","count":4,"pid":2}"#,
    ]));
    assert_eq!(walls(&windows), [("a", 1, Some(20)), ("a", 1, Some(70))]);
    assert_eq!(windows.iter().map(|one| one.pid).collect::<Vec<_>>(), [Some(1), Some(2)]);
    assert_eq!(speech.work, [Work { units: "rows".into(), count: 7 }]);
    assert_eq!((faults(&speech), speech.speakers), (vec![], 2));
}

#[test]
fn counters_are_taken_by_their_kind() {
    let said = |name: &str, kind: &str, value: &str, pid: u32| {
        format!(
            r#"{{"type":"counter","name":"{name}","unit":"x","kind":"{kind}","value":{value},"pid":{pid}}}"#
        )
    };
    let hello = |pid| format!("{},\"pid\":{pid}}}", HELLO.strip_suffix('}').unwrap());
    let lines = [
        hello(1),
        hello(2),
        said("sum", "counter", "3", 1),
        said("sum", "counter", "5", 1),
        said("fell", "counter", "4", 1),
        said("fell", "counter", "3", 1),
        said("sum", "counter", "10", 2),
        said("most", "high_water", "7", 1),
        said("most", "high_water", "2", 1),
        said("most", "high_water", "6", 2),
        said("level", "gauge", "9", 2),
        said("level", "gauge", "0.5", 1),
        said("changed", "gauge", "8", 1),
        said("changed", "counter", "8", 1),
        said("full", "duration", "18446744073709551615", 1),
        said("full", "duration", "1", 2),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (_, speech) = heard(&transcript(&lines));
    let found: Vec<(&str, Value)> =
        speech.counters.iter().map(|one| (one.name.as_str(), one.value)).collect();
    let expected =
        [("sum", Value::Integer(15)), ("most", Value::Integer(7)), ("level", Value::Real(0.5))];
    assert_eq!(found, expected, "what contradicts itself is left out");
    let expected = [(SpeechFault::CounterContradicts, 2), (SpeechFault::TooLarge, 1)];
    assert_eq!(faults(&speech), expected);
}

#[test]
fn what_is_said_once_is_taken_once() {
    let (_, speech) = after_hello(&[
        r#"{"type":"checksum","value":"a"}"#,
        r#"{"type":"checksum","value":"b"}"#,
        r#"{"type":"result","value":"1"}"#,
        r#"{"type":"result","value":"1"}"#,
        r#"{"type":"error","message":"table not found"}"#,
        r#"{"type":"error","message":"again"}"#,
        r#"{"type":"span","x":1}"#,
    ]);
    assert_eq!((speech.checksum.as_deref(), speech.result.as_deref()), (Some("a"), Some("1")));
    let expected = [(SpeechFault::ChecksumContradicts, 1), (SpeechFault::ResultAgain, 1)];
    assert_eq!(faults(&speech), expected);
    let errors = speech.errors.unwrap();
    assert_eq!((errors.count, errors.first.as_str()), (2, "table not found"));
    assert_eq!((speech.unknown[0].kind.as_str(), speech.unknown[0].count), ("span", 1));
}

#[test]
fn provenance_is_said_as_often_as_one_likes_and_never_otherwise() {
    let said = |name: &str, value: &str| {
        format!(r#"{{"type":"provenance","name":"{name}","value":"{value}"}}"#)
    };
    let mut lines = vec![said("a", "1"), said("b", ""), said("a", "1"), said("a", "2")];
    // What is compared must not be cut.
    lines.push(said("long", &"x".repeat(256)));
    lines.extend((0..40).map(|number| said(&format!("more {number}"), "x")));
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (_, speech) = after_hello(&lines);
    let found: Vec<(&str, &str)> =
        speech.provenance.iter().map(|one| (&*one.name, &*one.value)).collect();
    assert_eq!((&found[..3], found.len()), (&[("a", "1"), ("b", ""), ("more 0", "x")][..], 32));
    let expected = [
        (SpeechFault::Garbage, 1),
        (SpeechFault::ProvenanceContradicts, 1),
        (SpeechFault::TooMany, 10),
    ];
    assert_eq!(faults(&speech), expected);
}

#[test]
fn garbage_half_lines_and_what_was_discarded_are_findings() {
    let mut said = transcript(&[HELLO, "rubbish", "{}"]);
    said.lines.push(read_half_line(b"{\"type\":\"wo", 11));
    said.discarded = Discarded { lines: 40, bytes: 4000, claims: 0 };
    let (_, speech) = heard(&said);
    assert!(!speech.claims_lost);
    let expected =
        [(SpeechFault::Garbage, 2), (SpeechFault::HalfLine, 1), (SpeechFault::Discarded, 40)];
    assert_eq!(faults(&speech), expected);
    assert!(
        speech.findings[0].first.contains("line 2")
            && speech.findings[0].first.contains("'rubbish'")
    );
}

#[test]
fn names_are_bounded() {
    let starts: Vec<String> = (0..70)
        .map(|id| format!(r#"{{"type":"window_start","name":"w{id}","id":{id},"t_ns":1}}"#))
        .chain((0..70).map(|id| format!(r#"{{"type":"window_end","id":{id},"t_ns":2}}"#)))
        .collect();
    let (windows, speech) = after_hello(&starts.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(windows.len(), 64);
    assert_eq!(faults(&speech), [(SpeechFault::TooMany, 6)], "their ends are no fault");
}

#[test]
fn where_claims_were_lost_nothing_stands_for_the_sum() {
    let work = r#"{"type":"work","units":"rows","count":5}"#;
    let counter = r#"{"type":"counter","name":"c","unit":"x","kind":"counter","value":1}"#;
    let mut said = transcript(&[HELLO, work, counter]);
    said.discarded = Discarded { lines: 9, bytes: 400, claims: 1 };
    let (_, speech) = heard(&said);
    assert!(speech.claims_lost && speech.work.is_empty() && speech.counters.is_empty());
    let most = format!(r#"{{"type":"work","units":"rows","count":{}}}"#, u64::MAX);
    let (_, speech) = after_hello(&[&most, work]);
    assert_eq!((faults(&speech), speech.work), (vec![(SpeechFault::TooLarge, 1)], vec![]));
}

#[test]
fn what_is_said_before_and_after_a_program_began_anew() {
    let counter = r#"{"type":"counter","name":"c","unit":"x","kind":"counter","value":4}"#;
    let gauge = r#"{"type":"counter","name":"g","unit":"x","kind":"gauge","value":4}"#;
    let start = r#"{"type":"window_start","name":"a","id":1,"t_ns":10}"#;
    let end = r#"{"type":"window_end","id":1,"t_ns":30}"#;
    let (windows, speech) =
        after_hello(&[counter, gauge, start, end, HELLO, start, end, gauge, counter]);
    assert_eq!(walls(&windows), [("a", 1, Some(20)), ("a", 1, Some(20))]);
    assert_eq!(faults(&speech), [(SpeechFault::CounterContradicts, 1)]);
    assert_eq!(speech.counters.iter().map(|one| &*one.name).collect::<Vec<_>>(), ["g"]);
}

#[test]
fn a_checksum_that_is_not_heeded_is_told() {
    for line in [r#"{"type":"checksum","value":17}"#, r#"{"type":"checksum","value":"a","pid":9}"#]
    {
        let (_, speech) = after_hello(&[line]);
        let found = faults(&speech);
        assert!(found.contains(&(SpeechFault::ChecksumUnheeded, 1)), "{line}: {found:?}");
        assert_eq!(speech.checksum, None);
    }
}

proptest! {
    /// Whatever is said, what is heard of it is bounded and can be written and read again.
    #[test]
    fn anything_can_be_heard(lines in proptest::collection::vec(0..12_u8, 0..60), ids in 0..4_u64) {
        let line = |(place, kind): (usize, &u8)| match kind {
            0 => HELLO.to_owned(),
            1..4 => format!(r#"{{"type":"window_start","name":"a","id":{},"t_ns":{place}}}"#, place as u64 % (ids + 1)),
            4..7 => format!(r#"{{"type":"window_end","id":{},"t_ns":{}}}"#, place as u64 % (ids + 1), place * 40_000),
            7 => format!(r#"{{"type":"work","units":"u","count":{}}}"#, u64::MAX / 3),
            8 => r#"{"type":"counter","name":"c","unit":"ns","kind":"counter","value":1.5}"#.to_owned(),
            9 => r#"{"type":"checksum","value":"x"}"#.to_owned(),
            10 => r#"{"type":"later"}"#.to_owned(),
            _ => "{".to_owned(),
        };
        let lines: Vec<String> = lines.iter().enumerate().map(line).collect();
        let (windows, speech) = heard(&transcript(&lines.iter().map(String::as_str).collect::<Vec<_>>()));
        for window in &windows {
            let wall = window.observations.get(&MetricId::new("time.wall")).and_then(Observed::measured);
            prop_assert!(wall.is_none_or(|wall| wall.value.as_integer() <= Some(1_010_000)));
        }
        let text = serde_json::to_string(&(&windows, &speech)).unwrap();
        let read: (Vec<Window>, Speech) = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(read, (windows, speech));
    }
}

const CLOCK: &str = r#"{"type":"clock","name":"tsc","hz":1000000000,"step":2}"#;
const OVERHEAD: &str = r#"{"type":"overhead","sample_mt":50000,"sample_error_mt":1000,"iteration_mt":1000,"iteration_error_mt":10}"#;

fn metric(id: &'static str, role: MetricRole, unit: Unit) -> Metric {
    Metric {
        id: MetricId::new(id),
        unit,
        kind: Kind::Gauge,
        aggregation: Aggregation::Boundary,
        class: Class::Quantitative,
        scope: Scope::Iteration,
        role,
        pass: Pass::Every,
        determinism: Determinism::Varies,
        derivation: None,
        needs: "".into(),
        summary: "".into(),
    }
}

fn time() -> Metric {
    metric("iteration.time", MetricRole::IterationTime, Unit::NanosecondsPerIteration)
}

fn instructions() -> Metric {
    let id = "iteration.perf.instructions";
    metric(id, MetricRole::IterationCount, Unit::CountPerIteration)
}

fn observed(lines: &[&str], metric: &Metric) -> Option<Observation> {
    Hearing::of(&transcript(&[&[HELLO], lines].concat())).observed(metric)
}

fn value(observation: Option<Observation>) -> Option<f64> {
    Some(observation?.measured()?.value.as_f64())
}

#[test]
fn a_time_follows_from_the_samples() {
    let first = r#"{"type":"samples","iterations":100,"ticks":"1150 1250"}"#;
    let more = r#"{"type":"samples","iterations":100,"ticks":"1350"}"#;
    let lines = [CLOCK, OVERHEAD, first, more];
    // (1,250 - 50) / 100 - 1 ticks of a nanosecond.
    assert_eq!(value(observed(&lines, &time())), Some(11.0));
    let (_, speech) = after_hello(&lines);
    let said = speech.iterations.unwrap().time.unwrap();
    assert_eq!((said.samples, said.iterations, said.min, said.max), (3, 100, 10.0, 12.0));
    // Without what is to be subtracted there is no time.
    assert_eq!(observed(&[CLOCK, first], &time()), None);
    assert_eq!(observed(&[], &time()), None);
}

#[test]
fn a_time_near_nothing_is_a_bound() {
    let samples = r#"{"type":"samples","iterations":100,"ticks":"151 150 152"}"#;
    let found = observed(&[CLOCK, OVERHEAD, samples], &time());
    let Some(Observation::Unavailable(absence)) = found else { panic!("{found:?}") };
    assert_eq!(absence.cause, Cause::WindowTooShort);
}

#[test]
fn counts_are_divided_by_their_iterations() {
    let counted = r#"{"type":"counted","metric":"iteration.perf.instructions","iterations":10,"value":130,"bracket_value":20,"loop_value":30}"#;
    assert_eq!(value(observed(&[counted], &instructions())), Some(8.0));
    // More of the loop's than there is in all.
    let drowned = counted.replace("130", "40");
    let found = observed(&[&drowned], &instructions());
    assert!(matches!(found, Some(Observation::Unavailable(_))), "{found:?}");
    let absent = r#"{"type":"absent","metric":"iteration.perf.instructions","cause":"no_hardware","reason":"none"}"#;
    let found = observed(&[absent], &instructions());
    let Some(Observation::Unavailable(absence)) = found else { panic!("{found:?}") };
    assert_eq!((absence.cause, &*absence.reason), (Cause::NoHardware, "none"));
    // It is of no use to anything else.
    let wall = metric("time.wall", MetricRole::Wall, Unit::Nanoseconds);
    assert_eq!(observed(&[counted], &wall), None);
}

#[test]
fn what_contradicts_itself_is_no_time() {
    let samples = r#"{"type":"samples","iterations":100,"ticks":"1150 1250"}"#;
    let twice = [CLOCK, OVERHEAD, samples];
    for other in [
        CLOCK,
        OVERHEAD,
        r#"{"type":"samples","iterations":10,"ticks":"115"}"#,
        r#"{"type":"samples","iterations":100,"ticks":"11a"}"#,
        r#"{"type":"samples","iterations":100,"ticks":"1  2"}"#,
        r#"{"type":"samples","iterations":0,"ticks":"1"}"#,
        r#"{"type":"absent","metric":"iteration.x","cause":"lost","reason":" "}"#,
        r#"{"type":"counted","metric":"iteration.x","iterations":1,"value":1,"enabled_ns":5,"running_ns":0}"#,
        r#"{"type":"counted","metric":"iteration.x","iterations":1,"value":1,"enabled_ns":5,"running_ns":6}"#,
    ] {
        let lines = [&twice[..], &[other]].concat();
        let found = observed(&lines, &time());
        assert!(
            matches!(&found, Some(Observation::Unavailable(why)) if why.cause == Cause::Implausible),
            "{other}: {found:?}"
        );
        let (_, speech) = after_hello(&lines);
        assert_eq!(faults(&speech), [(SpeechFault::BenchmarkContradicts, 1)], "{other}");
        assert_eq!(speech.iterations, None);
    }
}

#[test]
fn what_is_skipped_has_no_time_and_no_counts() {
    let skipped = r#"{"type":"skipped","reason":"needs more"}"#;
    for metric in [time(), instructions()] {
        let found = observed(&[skipped], &metric);
        let Some(Observation::NotApplicable { reason }) = found else { panic!("{found:?}") };
        assert_eq!(reason, "skipped: needs more");
    }
}

#[test]
fn a_time_that_is_claimed_without_samples_is_none() {
    let claimed = r#"{"type":"counted","metric":"iteration.time","iterations":10,"value":130}"#;
    let found = observed(&[claimed], &time());
    let Some(Observation::Unavailable(absence)) = found else { panic!("{found:?}") };
    assert_eq!(absence.cause, Cause::Implausible);
}
