use crate::*;
use core::mem::size_of;
use serde_json::{Value, json};
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, thread};

fn line(message: &Message<'_>) -> String {
    let mut buffer = [0; LINE_BYTES];
    String::from_utf8(message.line(None, &mut buffer).unwrap().to_vec()).unwrap()
}

#[test]
fn lines_have_the_form_of_the_protocol() {
    let clock = None;
    for (message, expected) in [
        (
            Message::Hello { program: "p", revision: None, nonce: "n" },
            r#"{"type":"hello","protocol":1,"program":"p","nonce":"n"}"#,
        ),
        (
            Message::Hello { program: "p", revision: Some("r"), nonce: "n" },
            r#"{"type":"hello","protocol":1,"program":"p","nonce":"n","revision":"r"}"#,
        ),
        (Message::Ready, r#"{"type":"ready"}"#),
        (
            Message::WindowStart { name: "scan", id: 1, t_ns: 5, clock },
            r#"{"type":"window_start","name":"scan","id":1,"t_ns":5}"#,
        ),
        (
            Message::WindowEnd { id: 1, t_ns: 9, clock: Some("tsc") },
            r#"{"type":"window_end","id":1,"t_ns":9,"clock":"tsc"}"#,
        ),
        (Message::Phase { name: "load", t_ns: None }, r#"{"type":"phase","name":"load"}"#),
        (
            Message::Work { units: "rows", count: u64::MAX },
            r#"{"type":"work","units":"rows","count":18446744073709551615}"#,
        ),
        (Message::Checksum { value: "a\"b" }, r#"{"type":"checksum","value":"a\"b"}"#),
        (
            Message::Counter {
                name: &["hit", "s"],
                unit: "count",
                kind: Kind::HighWater,
                value: Number::Real(1.0),
            },
            r#"{"type":"counter","name":"hits","unit":"count","kind":"high_water","value":1.0}"#,
        ),
        (
            Message::Provenance { name: "corpus", value: "silesia \"2003\"" },
            r#"{"type":"provenance","name":"corpus","value":"silesia \"2003\""}"#,
        ),
        (Message::Result { value: "" }, r#"{"type":"result","value":""}"#),
        (Message::Error { message: "no\n" }, r#"{"type":"error","message":"no\n"}"#),
    ] {
        assert_eq!(line(&message), format!("{expected}\n"));
    }
}

#[test]
fn every_character_survives_escaping() {
    let text: String = (0..0x250).filter_map(char::from_u32).chain("\u{2028}𝄞".chars()).collect();
    let read: Value = serde_json::from_str(&line(&Message::Checksum { value: &text })).unwrap();
    assert_eq!(read, json!({"type": "checksum", "value": text}));
}

#[test]
fn a_line_fits_or_is_refused_whole() {
    let frame = line(&Message::Checksum { value: "" }).len();
    let longest = "x".repeat(LINE_BYTES - frame);
    assert_eq!(line(&Message::Checksum { value: &longest }).len(), LINE_BYTES);
    let mut large = [0; LINE_BYTES + 100];
    let longer = format!("{longest}x");
    let message = Message::Checksum { value: &longer };
    assert_eq!(message.line(None, &mut large), Err(Refusal::TooLong));
    let mut small = [0; 17];
    assert_eq!(Message::Ready.line(None, &mut small).unwrap(), b"{\"type\":\"ready\"}\n");
    assert_eq!(Message::Ready.line(None, &mut small[..16]), Err(Refusal::TooLong));
    assert_eq!(Message::Ready.line(None, &mut []), Err(Refusal::TooLong));
    assert_eq!(Message::Ready.line(Some(1), &mut small), Err(Refusal::TooLong));
}

#[test]
fn what_json_cannot_say_is_refused() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let (kind, value) = (Kind::Gauge, Number::Real(value));
        let message = Message::Counter { name: &["x"], unit: "ratio", kind, value };
        assert_eq!(message.line(None, &mut [0; 200]), Err(Refusal::NotFinite));
    }
}

#[test]
fn a_tally_says_what_it_has() {
    let tally = Tally::new("parse", "ns");
    assert_eq!(tally.totals().to_string(), "parse 0 - -");
    tally.add(0);
    tally.between(10, 17);
    assert_eq!(tally.totals().to_string(), "parse 2 7 0");
    tally.between(17, 10);
    assert_eq!(tally.totals().to_string(), "parse 2 7 0 lost 1");
    let mut lines = Vec::new();
    tally.totals().say(|message| lines.push(line(message)));
    let names: Vec<Value> = lines
        .iter()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|read| json!([read["name"], read["unit"], read["kind"], read["value"]]))
        .collect();
    let expected = [
        json!(["parse.count", "count", "counter", 2]),
        json!(["parse.total", "ns", "counter", 7]),
        json!(["parse.minimum", "ns", "gauge", 0]),
        json!(["parse.lost", "count", "counter", 1]),
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_count_has_neither_total_nor_minimum() {
    let count = Count::new("miss");
    count.one();
    count.one();
    assert_eq!(count.totals().to_string(), "miss 2 - -");
    let mut lines = 0;
    count.totals().say(|_| lines += 1);
    assert_eq!(lines, 1);
}

#[test]
fn under_contention_sums_are_exact_and_the_minimum_is_true_or_counted_as_lost() {
    const THREADS: u64 = 8;
    const EACH: u64 = 20_000;
    let tally = Tally::new("contended", "ns");
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let tally = &tally;
            // Falling values, so that nearly every one is a new minimum.
            scope.spawn(move || {
                for value in (1..=EACH).rev() {
                    tally.add(value * THREADS + thread);
                }
            });
        }
    });
    let totals = tally.totals();
    assert_eq!(totals.count, THREADS * EACH);
    let sum: u64 = (1..=EACH).sum::<u64>() * THREADS * THREADS + EACH * (0..THREADS).sum::<u64>();
    let (total, minimum) = totals.timed.unwrap();
    assert_eq!(total, sum);
    assert!(minimum >= THREADS, "no such value was added: {minimum}");
    assert!(minimum == THREADS || totals.lost > 0, "{totals}");
}

/// The calls that a program makes, with either form.
macro_rules! calls {
    ($tally:ident, $count:ident) => {{
        static TALLY: $tally = $tally::new("x", "ns");
        static COUNT: $count = $count::new("y");
        TALLY.add(1);
        TALLY.between(1, 2);
        COUNT.one();
        let mut lines = 0;
        TALLY.totals().say(|_| lines += 1);
        COUNT.totals().say(|_| lines += 1);
        #[cfg(feature = "std")]
        assert_eq!(tally(&TALLY.totals()), Outcome::Absent);
        (lines, format!("{}|{}", TALLY.totals(), COUNT.totals()))
    }};
}

#[test]
fn a_tally_that_is_compiled_out_is_nothing() {
    assert_eq!(calls!(Tally, Count), (4, String::from("x 2 2 1|y 1 - -")));
    assert_eq!(calls!(NoTally, NoCount), (0, String::from("|")));
    assert_eq!(size_of::<(NoTally, NoCount, NoTotals)>(), 0);
    assert_eq!(<Option<&Totals>>::from(&NoTotals), None);
}

/// The public functions of a type in a source, as `new(name: &'static str) -> Self`.
fn functions(source: &str, of: &str) -> Vec<String> {
    let (_, body) = source.split_once(&format!("impl {of} {{\n")).unwrap();
    let (body, _) = body.split_once("\n}\n").unwrap();
    let head = |line: &str| {
        let function = line.trim().strip_prefix("pub ")?.trim_start_matches("const ");
        let (head, _) = function.strip_prefix("fn ")?.split_once(" {")?;
        Some(head.replace('_', "").replace("NoTotals", "Totals").replace("mut ", ""))
    };
    body.lines().filter_map(head).collect()
}

#[test]
fn what_is_compiled_out_has_every_function_of_what_it_replaces() {
    let nothing = include_str!("tally/nothing.rs");
    for (source, of, expected) in [
        (include_str!("tally/timed.rs"), "Tally", 4),
        (include_str!("tally/count.rs"), "Count", 3),
        (include_str!("tally/totals.rs"), "Totals", 1),
    ] {
        let there = functions(source, of);
        assert_eq!(there.len(), expected, "{there:?}");
        assert_eq!(there, functions(nothing, &format!("No{of}")));
    }
}
