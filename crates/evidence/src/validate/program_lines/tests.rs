use super::*;
use crate::validate::Finding;

const HEARD: &str = r#"{"heard":{"nonce":"n"},"run":0}"#;
const READY: &str = r#"{"line":{"said":{"type":"ready"}},"run":0}"#;

fn read(lines: &[&str], part: usize) -> (Option<usize>, Vec<Rule>) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut reader = ProgramLines::default();
    text.as_bytes().chunks(part).for_each(|part| reader.push(part));
    let mut findings = Findings::default();
    let heard = reader.finish(&mut findings).map(|heard| heard.len());
    (heard, findings.into_list().iter().map(|found: &Finding| found.rule).collect())
}

#[test]
fn runs_come_in_their_order_and_begin_once() {
    for part in [1, 7, 1000] {
        let second = HEARD.replace("\"run\":0", "\"run\":3");
        assert_eq!(read(&[HEARD, READY, &second], part), (Some(2), vec![]));
        for lines in
            [vec![HEARD, HEARD], vec![&second, HEARD], vec![READY], vec![&second, READY], vec![]]
        {
            assert_eq!(read(&lines, part), (None, vec![Rule::ProgramOrder]), "{lines:?}");
        }
    }
}

#[test]
fn no_more_lines_than_a_reader_keeps() {
    let mut lines = vec![HEARD];
    lines.extend([READY; Transcript::LINES + Transcript::CLAIMS]);
    assert_eq!(read(&lines, 10_000).0, Some(1));
    lines.push(READY);
    assert_eq!(read(&lines, 10_000), (None, vec![Rule::ProgramOrder]));
}

#[test]
fn lines_that_no_reader_could_have_read() {
    let long = "x".repeat(257);
    for line in [
        r#"{"line":{"said":{"name":"","type":"phase"}},"run":0}"#.to_owned(),
        format!(r#"{{"line":{{"said":{{"name":"{long}","type":"phase"}}}},"run":0}}"#),
        format!(
            r#"{{"line":{{"unknown":{{"kind":"k","line":{{"bytes":300,"text":"{long}"}}}}}},"run":0}}"#
        ),
        r#"{"line":{"unknown":{"kind":"k","line":{"bytes":1,"text":"xx"}}},"run":0}"#.to_owned(),
        format!(
            r#"{{"line":{{"garbage":{{"detail":"{long}","fault":"not_json","line":{{"bytes":1,"text":"x"}}}}}},"run":0}}"#
        ),
    ] {
        assert_eq!(read(&[HEARD, &line], 100), (None, vec![Rule::ProgramLine]), "{line}");
    }
    let heard = r#"{"heard":{"nonce":""},"run":0}"#;
    assert_eq!(read(&[heard], 100), (None, vec![Rule::ProgramLine]));
    let spaced = HEARD.replace(":{", ": {");
    assert_eq!(read(&[&spaced], 100), (None, vec![Rule::JsonCanonical]));
    let more = HEARD.replace("\"run\"", "\"more\":1,\"run\"");
    assert!(!read(&[&more], 100).1.is_empty());
}
