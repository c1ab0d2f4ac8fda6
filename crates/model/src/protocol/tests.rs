use super::*;
use crate::{Nanoseconds, Text, Value};
use proptest::prelude::*;

fn said(line: &str) -> Said {
    match read_line(line.as_bytes()) {
        Line::Said(said) => said,
        other => panic!("{line}: {other:?}"),
    }
}

fn fault(line: &[u8]) -> LineFault {
    match read_line(line) {
        Line::Garbage { fault, .. } => fault,
        other => panic!("{:?}: {other:?}", Text::new(line)),
    }
}

/// The specification's examples: they are read, and written again byte for byte.
#[test]
fn the_lines_of_the_specification() {
    let page = include_str!("../../../../docs/spec/protocol.md");
    let lines: Vec<&str> =
        page.lines().map(str::trim).filter(|line| line.starts_with("{\"type\"")).collect();
    let mut kinds: Vec<MessageKind> = Vec::new();
    for line in &lines {
        let said = said(line);
        kinds.push(said.message.kind());
        assert_eq!(said.to_line().unwrap(), format!("{line}\n"));
    }
    for kind in MessageKind::ALL {
        assert!(kinds.contains(&kind), "no example of {}", kind.name());
    }
}

#[test]
fn what_may_be_left_out_has_its_meaning() {
    let start = said(r#"{"type":"window_start","name":"scan","id":1,"t_ns":5}"#);
    let clock = String::from("monotonic");
    let (name, t_ns) = (String::from("scan"), Nanoseconds(5));
    assert_eq!(start.message, Message::WindowStart { name, id: 1, t_ns, clock });
    assert_eq!(start.pid, None);
    assert_eq!(
        said(r#"{"pid":7,"type":"ready"}"#),
        Said { message: Message::Ready {}, pid: Some(7) }
    );
}

#[test]
fn fields_that_a_newer_writer_adds_are_passed_over() {
    assert_eq!(said(r#"{"type":"ready","more":1,"yet":"x"}"#).message, Message::Ready {});
}

#[test]
fn a_kind_that_is_not_known_is_kept() {
    let line = r#"{"type":"span","name":"x"}"#;
    let Line::Unknown { kind, line: unread } = read_line(line.as_bytes()) else { panic!() };
    assert_eq!((kind, unread.text, unread.bytes), ("span".into(), line.into(), 26));
    let long = format!(r#"{{"type":"{}"}}"#, "ä".repeat(2000));
    let Line::Unknown { kind, line } = read_line(long.as_bytes()) else { panic!() };
    assert!(kind.0.len() <= Unread::BYTES && line.text.0.len() <= Unread::BYTES);
    assert_eq!(line.bytes, long.len() as u64);
}

#[test]
fn garbage_says_why() {
    let long = format!(r#"{{"type":"result","value":"{}"}}"#, "x".repeat(4096));
    let name = format!(r#"{{"type":"phase","name":"{}"}}"#, "x".repeat(256));
    let deep = "[".repeat(4000);
    for (line, expected) in [
        (long.as_bytes(), LineFault::TooLong),
        (b"{\"type\":\"ready\xff\"}", LineFault::NotUtf8),
        (b"", LineFault::NotJson),
        (b"hello", LineFault::NotJson),
        (b"{\"type\":\"ready\"", LineFault::NotJson),
        (b"{\"type\":\"ready\"} {}", LineFault::NotJson),
        (b"[1]", LineFault::NotJson),
        (b"7", LineFault::NotJson),
        (deep.as_bytes(), LineFault::NotJson),
        (br#"{"type":"ready","x":null}"#, LineFault::NotFlat),
        (br#"{"type":"ready","x":[]}"#, LineFault::NotFlat),
        (br#"{"type":"ready","x":{"y":1}}"#, LineFault::NotFlat),
        (br#"{"type":"ready","type":"ready"}"#, LineFault::NotFlat),
        (b"{}", LineFault::NoType),
        (br#"{"type":7}"#, LineFault::NoType),
        (br#"{"type":"work","units":"rows"}"#, LineFault::BadField),
        (br#"{"type":"work","units":"rows","count":-1}"#, LineFault::BadField),
        (br#"{"type":"work","units":"rows","count":1.5}"#, LineFault::BadField),
        (br#"{"type":"work","units":"","count":1}"#, LineFault::BadField),
        (br#"{"type":"checksum","value":7}"#, LineFault::BadField),
        (br#"{"type":"ready","pid":"7"}"#, LineFault::BadField),
        (
            br#"{"type":"counter","name":"x","unit":"ns","kind":"odd","value":1}"#,
            LineFault::BadField,
        ),
        (name.as_bytes(), LineFault::BadField),
    ] {
        assert_eq!(fault(line), expected, "{:?}", Text::new(line));
    }
}

#[test]
fn the_newline_counts_to_the_longest_line() {
    let frame = r#"{"type":"result","value":""}"#.len();
    let line = |bytes: usize| format!(r#"{{"type":"result","value":"{}"}}"#, "x".repeat(bytes));
    said(&line(Line::BYTES - 1 - frame));
    assert_eq!(fault(line(Line::BYTES - frame).as_bytes()), LineFault::TooLong);
}

fn name() -> impl Strategy<Value = String> {
    any::<String>().prop_filter("a name", |name| (1..=255).contains(&name.len()))
}

fn kind() -> impl Strategy<Value = CounterKind> {
    prop_oneof![
        Just(CounterKind::Counter),
        Just(CounterKind::Gauge),
        Just(CounterKind::HighWater),
        Just(CounterKind::Duration),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let real = any::<f64>().prop_filter_map("finite", Value::real);
    prop_oneof![any::<u64>().prop_map(Value::Integer), real]
}

fn message() -> impl Strategy<Value = Message> {
    let time = || any::<u64>().prop_map(Nanoseconds);
    prop_oneof![
        (any::<u32>(), name(), name(), proptest::option::of(any::<String>())).prop_map(
            |(protocol, program, nonce, revision)| Message::Hello {
                protocol,
                program,
                nonce,
                revision
            }
        ),
        Just(Message::Ready {}),
        (name(), any::<u64>(), time(), name())
            .prop_map(|(name, id, t_ns, clock)| Message::WindowStart { name, id, t_ns, clock }),
        (any::<u64>(), time(), name()).prop_map(|(id, t_ns, clock)| Message::WindowEnd {
            id,
            t_ns,
            clock
        }),
        (name(), proptest::option::of(time()), name())
            .prop_map(|(name, t_ns, clock)| Message::Phase { name, t_ns, clock }),
        (name(), any::<u64>()).prop_map(|(units, count)| Message::Work { units, count }),
        any::<String>().prop_map(|value| Message::Checksum { value }),
        (name(), name(), kind(), value()).prop_map(|(name, unit, kind, value)| Message::Counter {
            name,
            unit,
            kind,
            value
        }),
        (name(), any::<String>()).prop_map(|(name, value)| Message::Provenance { name, value }),
        any::<String>().prop_map(|value| Message::Result { value }),
        any::<String>().prop_map(|message| Message::Error { message }),
    ]
}

proptest! {
    #[test]
    fn every_message_is_read_as_it_was_written(
        message in message(),
        pid in proptest::option::of(any::<u32>()),
    ) {
        let said = Said { message, pid };
        let line = said.to_line().unwrap();
        prop_assume!(line.len() <= Line::BYTES);
        prop_assert_eq!(read_line(line.trim_end_matches('\n').as_bytes()), Line::Said(said));
    }

    #[test]
    fn no_bytes_are_too_odd(bytes in proptest::collection::vec(any::<u8>(), 0..6000)) {
        bounded(&bytes)?;
    }

    #[test]
    fn no_line_of_nearly_json_is_too_odd(line in r#"[{}\[\]:,"\\a-zu0-9eE.+\- ]{0,200}"#) {
        bounded(line.as_bytes())?;
    }

    #[test]
    fn a_message_with_one_byte_changed_is_read_or_is_garbage(
        message in message(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut line = Said { message, pid: Some(1) }.to_line().unwrap().into_bytes();
        let at = at.index(line.len());
        line[at] = byte;
        bounded(&line)?;
    }
}

/// What is kept of a line that is no known message is bounded, and survives being written.
fn bounded(bytes: &[u8]) -> Result<(), TestCaseError> {
    let line = read_line(bytes);
    if let Line::Garbage { line: unread, .. } | Line::Unknown { line: unread, .. } = &line {
        prop_assert!(unread.text.0.len() <= Unread::BYTES);
        prop_assert_eq!(unread.bytes, bytes.len() as u64);
    }
    if let Line::Garbage { detail, .. } = &line {
        prop_assert!(detail.len() <= Unread::BYTES);
    }
    let text = serde_json::to_string(&line).unwrap();
    prop_assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), line);
    Ok(())
}
