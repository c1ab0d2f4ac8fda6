use super::json::{Defect, lines, parse, parse_file};
use super::{Finding, Findings, Rule};
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Pair {
    a: u64,
    b: f64,
}

fn rule(text: &[u8]) -> Option<Rule> {
    parse::<Pair>(text).err().map(|defect| defect.rule)
}

#[test]
fn each_defect_of_json_has_its_rule() {
    assert_eq!(rule(br#"{"a":18446744073709551615,"b":0.1}"#), None);
    assert_eq!(rule(b"{\"a\":1,\"b\":0.1,\"\xff\":0}"), Some(Rule::JsonUtf8));
    for (text, expected) in [
        (r#"{"a":1,"b":0.1"#, Rule::JsonSyntax),
        (r#"{"a":1,"b":0.1}}"#, Rule::JsonSyntax),
        (r#"{"a":1,"b":NaN}"#, Rule::JsonSyntax),
        (r#"{"a":01,"b":0.1}"#, Rule::JsonSyntax),
        ("", Rule::JsonSyntax),
        (r#"{"a":1,"a":1,"b":0.1}"#, Rule::JsonDuplicateKey),
        (r#"{"a":1,"b":0.1,"c":{"d":0,"d":0}}"#, Rule::JsonDuplicateKey),
        (r#"{"a":1,"\u0061":1,"b":0.1}"#, Rule::JsonDuplicateKey),
        (r#"{"a":null,"b":0.1}"#, Rule::JsonType),
        (r#"{"a":-1,"b":0.1}"#, Rule::JsonType),
        (r#"{"a":18446744073709551616,"b":0.1}"#, Rule::JsonType),
        (r#"[]"#, Rule::JsonType),
        (r#"{"b":0.1,"a":1}"#, Rule::JsonCanonical),
        (r#"{"a":1, "b":0.1}"#, Rule::JsonCanonical),
        (r#"{"a":1,"b":1}"#, Rule::JsonCanonical),
        (r#"{"a":1,"b":1e-1}"#, Rule::JsonCanonical),
        (r#"{"a":1,"b":0.1,"c":0}"#, Rule::JsonCanonical),
    ] {
        assert_eq!(rule(text.as_bytes()), Some(expected), "{text}");
    }
}

#[test]
fn defects_name_a_place_in_the_line_once() {
    let detail = |text: &[u8]| parse::<Pair>(text).unwrap_err().detail;
    assert_eq!(detail(br#"{"a":1}"#), "missing field `b` at byte 7");
    assert!(detail(br#"{"a":1,,"b":0.1}"#).ends_with(" at byte 8"));
    for text in [&br#"{"a":1}"#[..], b"", b"{", br#"{"a":-1,"b":0.1}"#] {
        assert!(!detail(text).contains(" line "), "{}", detail(text));
    }
}

#[test]
fn depth_is_counted_outside_of_strings_only() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let deep = format!(r#"{{"a":1,"b":0.1,"c":{}}}"#, nested(16));
    assert_eq!(rule(deep.as_bytes()), Some(Rule::JsonDepth));
    let shallow = format!(r#"{{"a":1,"b":0.1,"c":{}}}"#, nested(15));
    assert_eq!(rule(shallow.as_bytes()), Some(Rule::JsonCanonical));
    let quoted = format!(r#"{{"a":1,"b":0.1,"c":"\"{}"}}"#, nested(40));
    assert_eq!(rule(quoted.as_bytes()), Some(Rule::JsonCanonical));
    assert_eq!(rule("[".repeat(1_000_000).as_bytes()), Some(Rule::JsonDepth));
}

#[test]
fn files_are_whole_lines() {
    let file = |text: &str| parse_file::<u64>(text.as_bytes()).map_err(|defect| defect.rule);
    assert_eq!(file("1\n"), Ok(1));
    for text in ["", "1", "1\n2\n", "1\n\n"] {
        assert_eq!(file(text), Err(Rule::JsonLine), "{text:?}");
    }
    let count = |text: &str| lines(text.as_bytes()).map(Iterator::count);
    assert_eq!(count(""), Ok(0));
    assert_eq!(count("1\n2\n"), Ok(2));
    assert!(matches!(count("1\n2"), Err(Defect { rule: Rule::JsonLine, .. })));
}

#[test]
fn findings_are_safe_and_bounded() {
    let mut findings = Findings::default();
    assert!(findings.is_empty() && !findings.has("a"));
    for index in 0..50 {
        findings.add(Rule::RunPlan, "a", index);
    }
    findings.add(
        Rule::FileName,
        "b\n",
        "\u{1b}[31m\u{202e}\u{2028}é".to_owned() + &"x".repeat(999),
    );
    assert!(findings.has("a") && findings.has("b\n"));
    assert_eq!(findings.count(), 51);
    let list = findings.into_list();
    assert_eq!(list.len(), 22);
    assert_eq!(list[21], Finding::new(Rule::RunPlan, "a", "and 30 more like these"));
    let hostile = &list[20];
    assert_eq!(hostile.path, "b\\n");
    assert!(hostile.detail.starts_with("\\u{1b}[31m\\u{202e}\\u{2028}éxxx"), "{hostile}");
    assert!(hostile.detail.ends_with('…') && hostile.detail.chars().count() < 450);
    assert!(hostile.to_string().starts_with("file-name b\\n: "));
}
