use super::Form;
use probity_model::{Exit, Run};

/// A canonical line of each kind of number, with one of every kind of observation.
pub(in crate::validate) const LINE: &str = concat!(
    r#"{"block":0,"case":"c1","exit":{"code":0},"index":0,"observations":{"#,
    r#""a.estimate":{"enabled_ns":7,"quality":"estimated","running_ns":5,"scope":"process","#,
    r#""source":"a \"2\" file","status":"measured","unit":"count","value":3},"#,
    r#""b.absent":{"cause":"busy","reason":"2 have it","status":"unavailable"},"#,
    r#""c.real":{"quality":"exact","scope":"process","source":"0","status":"measured","#,
    r#""unit":"ratio","value":1.5},"#,
    r#""d.none":{"reason":"no 2nd thread","status":"not_applicable"}},"#,
    r#""position":0,"process":{"pid":4000,"start_ticks":900},"role":"timed"}"#
);

fn parsed(line: &str) -> Run {
    serde_json::from_str(line).unwrap()
}

fn form() -> Form {
    Form::of(LINE.as_bytes(), &parsed(LINE)).unwrap()
}

/// What the form makes of its own line with one part replaced.
fn read(part: &str, other: &str) -> Option<Run> {
    assert_eq!(LINE.matches(part).count(), 1, "{part}");
    form().read(LINE.replace(part, other).as_bytes(), &mut Vec::new())
}

#[test]
fn other_numbers_in_the_same_words_are_read() {
    for (part, other) in [
        (r#""block":0"#, r#""block":18446744073709551615"#),
        (r#""c1""#, r#""c1000""#),
        (r#""code":0"#, r#""code":255"#),
        (r#""index":0"#, r#""index":10"#),
        (r#""enabled_ns":7"#, r#""enabled_ns":0"#),
        (r#""running_ns":5"#, r#""running_ns":99"#),
        (r#""value":3"#, r#""value":0"#),
        (r#""value":1.5"#, r#""value":0.1"#),
        (r#""value":1.5"#, r#""value":-1e-7"#),
        (r#""value":1.5"#, r#""value":2.0"#),
        (r#""position":0"#, r#""position":3"#),
        (r#""pid":4000"#, r#""pid":4294967295"#),
        (r#""start_ticks":900"#, r#""start_ticks":901"#),
    ] {
        let expected = parsed(&LINE.replace(part, other));
        assert_eq!(read(part, other), Some(expected), "{other}");
    }
}

#[test]
fn what_is_spelt_otherwise_is_left_to_the_parser() {
    for (part, other) in [
        (r#""block":0"#, r#""block":00"#),
        (r#""block":0"#, r#""block":-0"#),
        (r#""block":0"#, r#""block":0.0"#),
        (r#""block":0"#, r#""block":18446744073709551616"#),
        (r#""block":0"#, r#""block": 0"#),
        (r#""block":0"#, r#""block":"#),
        (r#""c1""#, r#""c01""#),
        (r#""c1""#, r#""c""#),
        (r#""c1""#, r#""c1x""#),
        (r#""code":0"#, r#""code":256"#),
        (r#""code":0"#, r#""signal":9"#),
        (r#""pid":4000"#, r#""pid":4294967296"#),
        (r#""value":3"#, r#""value":3.5"#),
        (r#""value":3"#, r#""value":null"#),
        (r#""value":1.5"#, r#""value":1.50"#),
        (r#""value":1.5"#, r#""value":15e-1"#),
        (r#""value":1.5"#, r#""value":2"#),
        (r#""value":1.5"#, r#""value":1e999"#),
        ("2 have it", "3 have it"),
        ("no 2nd thread", "no 3rd thread"),
        (r#""role":"timed"}"#, r#""role":"null"}"#),
        (r#""role":"timed"}"#, r#""role":"timed"} "#),
        (r#""role":"timed"}"#, r#""role":"timed","stderr_tail":""}"#),
    ] {
        assert_eq!(read(part, other), None, "{other}");
    }
}

#[test]
fn a_signal_is_not_an_exit_code() {
    let line = LINE.replace(r#""code":0"#, r#""signal":9"#);
    let form = Form::of(line.as_bytes(), &parsed(&line)).unwrap();
    let other = LINE.replace(r#""code":0"#, r#""signal":11"#);
    let run = form.read(other.as_bytes(), &mut Vec::new()).unwrap();
    assert_eq!(run.exit, Exit::Signal(11));
    assert_eq!(form.read(LINE.as_bytes(), &mut Vec::new()), None);
}

#[test]
fn a_run_with_texts_or_a_name_of_its_own_has_no_form() {
    for (part, other) in [
        (r#""role":"timed"}"#, r#""role":"timed","stderr_tail":"gone"}"#),
        (
            r#""observations""#,
            r#""leftovers":[{"ended":true,"escaped":false,"name":"x","pid":1}],"observations""#,
        ),
        (r#""c1""#, r#""d1""#),
        (r#""c1""#, r#""c""#),
        (r#""c1""#, r#""c01""#),
    ] {
        let line = LINE.replace(part, other);
        assert!(Form::of(line.as_bytes(), &parsed(&line)).is_none(), "{other}");
    }
    let other = parsed(&LINE.replace(r#""index":0"#, r#""index":1"#));
    assert!(Form::of(LINE.as_bytes(), &other).is_none(), "not the run of this line");
}
