use super::options::Options;
use super::outcome::{Outcome, Row};
use super::peak_memory::{self, peak};
use super::program::Program;
use super::spread::{mad, median};
use super::verdicts::{Size, run, verdict};
use crate::scratch::Scratch;
use probity_testbed::skip_unless;
use serde_json::json;

/// A command in the place of `probity`: the script gets `stat` and its arguments, and `$seed`,
/// `$last` (the candidate).
fn fake(scratch: &Scratch, body: &str) -> Program {
    let head = "for last; do :; done\nseed=$5\n";
    let script = scratch.write("fake.sh", &format!("{head}{body}\n")).unwrap();
    Program::other(["sh".into(), script.into()])
}

const SIZE: Size = Size { different: 4, same: 5 };
const BY_CANDIDATE: &str = r#"case $last in *-9*) v=regressed ;; *) v=no_difference_shown ;; esac"#;
const ANSWER: &str = r#"printf '{"comparisons":[{"verdict":"%s"}]}' $v"#;

#[test]
fn bounds_are_met_when_verdicts_are_right() {
    let scratch = Scratch::new().unwrap();
    let program = fake(&scratch, &format!("[ $1 = stat ] || exit 9\n{BY_CANDIDATE}\n{ANSWER}"));
    let outcome = run(&program, &scratch, SIZE).unwrap();
    assert!(outcome.met, "{}", outcome.table);
    let input = std::fs::read_to_string(scratch.path().join("in")).unwrap();
    assert!(input.starts_with("1\n2\n") && input.ends_with("\n300000\n"));
}

#[test]
fn one_wrong_verdict_is_allowed_two_are_not() {
    for (wrong, met) in [("1", true), ("[12]", false)] {
        let scratch = Scratch::new().unwrap();
        let turn = format!("case $seed in {wrong}) v=improved ;; esac");
        let program = fake(&scratch, &format!("{BY_CANDIDATE}\n{turn}\n{ANSWER}"));
        let outcome = run(&program, &scratch, SIZE).unwrap();
        assert_eq!(outcome.met, met, "{}", outcome.table);
        assert_eq!(outcome.table.matches("MISSED").count(), if met { 0 } else { 2 });
    }
}

#[test]
fn a_command_that_fails_or_prints_no_document_is_an_error() {
    for (body, part) in [
        ("echo broken >&2; exit 1", "broken"),
        ("echo text", "no document"),
        ("echo '{}'", "has 0"),
        ("echo '{\"comparisons\":[{\"verdict\":\"better\"}]}'", "better"),
    ] {
        let scratch = Scratch::new().unwrap();
        let error = run(&fake(&scratch, body), &scratch, SIZE).unwrap_err();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn documents_are_read_as_documented() {
    let document = json!({"comparisons": [{"verdict": "inconclusive"}]});
    assert_eq!(verdict(&document), Ok("inconclusive"));
    let two = json!({"comparisons": [{"verdict": "improved"}, {"verdict": "improved"}]});
    assert!(verdict(&two).is_err());
    let summary = |peak| json!({"cases": [{"summary": {"mem.peak_rss": peak}}]});
    let measured = json!({"status": "measured", "median": 1_044_480, "unit": "bytes"});
    assert_eq!(peak(&summary(measured)), Ok(1_044_480));
    assert!(peak(&summary(json!({"status": "unavailable", "reason": "x"}))).is_err());
    let unit = json!({"status": "measured", "median": 1_020, "unit": "KiB"});
    assert!(peak(&summary(unit)).is_err());
}

/// The outcome when the command reports a peak memory of so many bytes.
fn peak_memory_of(bytes: u64) -> Result<Outcome, String> {
    let scratch = Scratch::new()?;
    let measured = json!({"status": "measured", "median": bytes, "unit": "bytes"});
    let document = json!({"cases": [{"summary": {"mem.peak_rss": measured}}]});
    let program = fake(&scratch, &format!("printf '%s' '{document}'"));
    peak_memory::run(&program, &scratch)
}

#[test]
fn an_inherited_peak_is_seen() {
    let large = match peak_memory_of(400 << 20) {
        Err(error) if error.starts_with("run cc") || error.starts_with("compile") => {
            assert!(!skip_unless("cc", Err(error)));
            return;
        }
        outcome => outcome.unwrap(),
    };
    assert!(!large.met, "{}", large.table);
    let words: Vec<&str> = large.table.split_whitespace().collect();
    let under = words.iter().position(|word| *word == "under").unwrap();
    let small: u64 = words[under - 2].parse().unwrap();
    assert!(peak_memory_of(small).unwrap().met);
}

#[test]
fn a_table_is_aligned_and_says_what_is_missed() {
    let row = |what: &str, met| Row {
        what: what.to_owned(),
        bound: "b".to_owned(),
        seen: "s".to_owned(),
        met,
    };
    let outcome = Outcome::of(&[row("short", true), row("much longer", false)]);
    let expected = "what         promised  seen  result\n\
                    short        b         s     met\n\
                    much longer  b         s     MISSED\n";
    assert!(!outcome.met);
    assert_eq!(outcome.table, expected);
}

#[test]
fn middles_and_distances_from_them() {
    assert_eq!((median(&[]), mad(&[])), (None, None));
    assert_eq!(median(&[4.0, 1.0]), Some(2.5));
    assert_eq!(median(&[4.0, 1.0, 3.0]), Some(3.0));
    assert_eq!(mad(&[4.0, 1.0, 3.0, 9.0, 3.0]), Some(1.0));
}

#[test]
fn options_are_understood_or_refused() {
    let options = Options::parse(&["--quick", "--processes", "8,12", "--out", "x"]).unwrap();
    let processes: Vec<u64> = options.processes.iter().map(|number| number.get()).collect();
    assert!(options.quick && !options.check && processes == [8, 12]);
    assert_eq!(options.out.unwrap().to_str(), Some("x"));
    assert_eq!(Options::parse(&[]), Some(Options::default()));
    for bad in [&["--fast"][..], &["--campaigns"], &["--campaigns", "x"], &["--processes", "8,0"]] {
        assert_eq!(Options::parse(bad), None, "{bad:?}");
    }
}
