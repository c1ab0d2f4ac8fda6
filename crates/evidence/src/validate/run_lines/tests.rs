use super::{MAX_FORMS, RunLines};
use crate::layout::{MAX_LINE_BYTES, RUNS};
use crate::validate::form::tests::LINE;
use crate::validate::{Finding, Findings, Rule, parse};
use probity_model::Run;
use proptest::prelude::*;

/// What reading these bytes in parts of this length gives.
fn read(bytes: &[u8], part: usize) -> (Option<Vec<Run>>, Vec<Finding>) {
    let mut lines = RunLines::default();
    bytes.chunks(part).for_each(|part| lines.push(part));
    let mut findings = Findings::default();
    (lines.finish(&mut findings), findings.into_list())
}

/// What parsing each line by itself gives.
fn parse_each(lines: &[Vec<u8>]) -> (Option<Vec<Run>>, Vec<Finding>) {
    let (mut runs, mut findings) = (Vec::new(), Findings::default());
    for (line, number) in lines.iter().zip(1..) {
        match parse(line) {
            Ok(run) => runs.push(run),
            Err(defect) => {
                findings.add(defect.rule, RUNS, format!("line {number}: {}", defect.detail));
            }
        }
    }
    (findings.is_empty().then_some(runs), findings.into_list())
}

fn joined(lines: &[Vec<u8>]) -> Vec<u8> {
    lines.iter().flat_map(|line| line.iter().copied().chain([b'\n'])).collect()
}

/// A line of one of a few forms, with numbers of its own, and perhaps one edit somewhere.
fn line() -> impl Strategy<Value = Vec<u8>> {
    let number = prop_oneof![0..3_u64, any::<u64>()];
    let role = prop_oneof![Just("timed"), Just("null"), Just("counted")];
    let tail = prop_oneof![4 => Just(""), 1 => Just(r#","stderr_tail":"a 1\n""#)];
    let edit = prop_oneof![
        6 => Just(None),
        4 => (any::<prop::sample::Index>(), 0..3_u8, any::<u8>()).prop_map(Some)
    ];
    let bytes = b"0019-.eE\",:{}[] cn\\\x80\n".to_vec();
    (number, -1e3..1e3_f64, role, tail, 0..300_u16, edit).prop_map(
        move |(number, real, role, tail, code, edit)| {
            let mut line = LINE
                .replace(r#""value":3"#, &format!(r#""value":{number}"#))
                .replace(r#""index":0"#, &format!(r#""index":{number}"#))
                .replace(r#""value":1.5"#, &format!(r#""value":{real:?}"#))
                .replace(r#""code":0"#, &format!(r#""code":{code}"#))
                .replace(r#""timed"}"#, &format!(r#""{role}"{tail}}}"#))
                .into_bytes();
            if let Some((at, kind, byte)) = edit {
                let (at, byte) = (at.index(line.len()), bytes[usize::from(byte) % bytes.len()]);
                match kind {
                    0 => line[at] = byte,
                    1 => line.insert(at, byte),
                    _ => drop(line.remove(at)),
                }
            }
            line.retain(|byte| *byte != b'\n');
            line
        },
    )
}

proptest! {
    /// Whatever a form takes upon itself, it says what the parser says, and finds what it finds.
    #[test]
    fn forms_read_as_the_parser_does(
        lines in prop::collection::vec(line(), 1..12),
        part in prop_oneof![1..9_usize, Just(1 << 17)],
    ) {
        prop_assert_eq!(read(&joined(&lines), part), parse_each(&lines));
    }
}

#[test]
fn a_file_ends_with_a_newline_or_is_empty() {
    assert_eq!(read(b"", 1), (Some(Vec::new()), Vec::new()));
    let (runs, findings) = read(b"{}\n{}\n{", 3);
    assert_eq!(runs, None);
    let rules: Vec<Rule> = findings.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, [Rule::JsonLine], "one defect is one finding");
    let (runs, findings) = read(b"\n", 1);
    assert!(runs.is_none() && findings[0].rule == Rule::JsonSyntax);
}

#[test]
fn a_line_is_too_long_with_its_newline() {
    let of = |length: usize| {
        let mut line = vec![b' '; length];
        line.push(b'\n');
        line
    };
    for part in [1000, 1 << 17, 1 << 22] {
        let fits = [of(MAX_LINE_BYTES - 1), b"\n".to_vec()].concat();
        let rules = |bytes: &[u8]| -> Vec<Rule> {
            read(bytes, part).1.iter().map(|finding| finding.rule).collect()
        };
        assert_eq!(rules(&fits), [Rule::JsonSyntax, Rule::JsonSyntax]);
        let longer = [of(MAX_LINE_BYTES), of(3 * MAX_LINE_BYTES), b"\n".to_vec()].concat();
        assert_eq!(rules(&longer), [Rule::JsonLine, Rule::JsonLine, Rule::JsonSyntax]);
    }
}

#[test]
fn runs_share_their_words_and_forms_are_few() {
    let mut lines = RunLines::default();
    for index in 0..3 * MAX_FORMS {
        let line = LINE.replace("2 have it", &format!("{} have it", index % (2 * MAX_FORMS)));
        lines.push(format!("{line}\n").as_bytes());
    }
    assert_eq!(lines.told.forms.len(), MAX_FORMS);
    let mut lines = RunLines::default();
    for index in 0..9 {
        let number = format!(r#""index":{index}"#);
        lines.push(LINE.replace(r#""index":0"#, &number).as_bytes());
        lines.push(b"\n");
    }
    assert_eq!((lines.told.forms.len(), lines.told.runs.len()), (1, 9));
}
