//! What programs say of themselves: the example of each language, and programs that misbehave.

use crate::bed::{assert_valid, document, measure, probity, validate};
use crate::document::timed;
use probity_testbed::{Scratch, has_program, skip_unless};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

#[path = "../../../marker/examples/marked.rs"]
mod marked;

/// What the example of each language comes to.
const CHECKSUM: &str = "27ad45b8";

#[test]
#[ignore = "a program that other tests start"]
fn marked_program() {
    marked::main();
}

fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../marker/examples").join(name)
}

/// The example in each language that this machine can run, as the words of a command.
fn examples(scratch: &Scratch) -> Vec<(&'static str, Vec<String>)> {
    let path = |name: &str| example(name).to_string_lossy().into_owned();
    let own = std::env::current_exe().unwrap().to_string_lossy().into_owned();
    let rust = vec![own, "--ignored".into(), "--exact".into(), "speech::marked_program".into()];
    let mut all = vec![("rust", rust), ("shell", vec!["sh".into(), path("marked.sh")])];
    if skip_unless("python3", has_program("python3")) {
        all.push(("python", vec!["python3".into(), path("marked.py")]));
    }
    if skip_unless("cc", has_program("cc")) {
        let program = scratch.join("marked-c");
        let include = example("../include");
        let mut cc = Command::new("cc");
        cc.args(["-std=c99", "-I"]).arg(include).arg(example("marked.c")).arg("-o").arg(&program);
        assert!(cc.status().unwrap().success());
        all.push(("c", vec![program.to_string_lossy().into_owned()]));
    }
    all
}

#[test]
fn the_example_of_each_language_is_heard() {
    let scratch = Scratch::new();
    for (language, words) in examples(&scratch) {
        let evidence = format!("{language}.probity");
        let words = words.iter().map(String::as_str);
        let arguments: Vec<&str> =
            ["-r", "3", "--out", &evidence, "--"].into_iter().chain(words).collect();
        let document = document(&scratch, &arguments);
        let case = &document["cases"][0];
        let windows = &case["windows"][0];
        assert_eq!((&windows["name"], &windows["windows"]), (&"scan".into(), &6.into()));
        assert_eq!(windows["summary"]["time.wall"]["n"], 3, "{language}");
        let work = &case["program"]["work"][0];
        assert_eq!((&work["units"], &work["count"]["median"]), (&"rows".into(), &2000.into()));
        assert_eq!(work["per_unit"]["time.wall"]["status"], "measured", "{language}");
        assert_eq!(case["program"]["outcome"]["checksum"], CHECKSUM, "{language}");
        assert_eq!(case["program"]["findings"], Value::Null, "{language}");
        let provenance = serde_json::json!([{"name": "rows", "value": "all"}]);
        assert_eq!(case["program"]["provenance"], provenance, "{language}");
        assert_eq!(case["summary"]["program.rounds"]["median"], 2, "{language}");
        for run in timed(case) {
            let windows = run["windows"].as_array().unwrap();
            assert_eq!(windows.len(), 2, "{language}");
            let wall = &windows[0]["observations"]["time.wall"];
            let whole = run["observations"]["time.wall"]["value"].as_u64().unwrap();
            assert!(wall["value"].as_u64().unwrap() < whole, "{language}");
        }
        assert_valid(&scratch, &evidence);
        let said = fs::read_to_string(scratch.join(&evidence).join("program.jsonl")).unwrap();
        assert!(said.lines().filter(|line| line.contains("\"hello\"")).count() >= 5, "{said}");
        for form in ["--text", "--markdown", "--html"] {
            let form = (form != "--text").then_some(form);
            let words = ["report", &evidence].into_iter().chain(form);
            let page = probity(&scratch).run(words).stdout;
            for word in ["scan", "rows", "program.rounds", CHECKSUM] {
                assert!(page.contains(word), "{language}: no {word} in {page}");
            }
        }
    }
}

/// What a shell program does that says `hello` first; `say` says a line.
fn speaking(rest: &str) -> String {
    format!(
        "fd=/proc/self/fd/$PROBITY_FD\n\
         say() {{ printf '%s\\n' \"$1\" >>$fd; }}\n\
         say '{{\"type\":\"hello\",\"protocol\":1,\"program\":\"p\",\"nonce\":\"'$PROBITY_NONCE'\"}}'\n\
         {rest}"
    )
}

/// The case of a program that said this, which must have ended well unless it says otherwise.
fn heard(rest: &str) -> Value {
    let scratch = Scratch::new();
    let program = speaking(rest);
    let arguments = ["-i", "-r", "2", "--out", "kept", "--", "sh", "-c", &program];
    let document = document(&scratch, &arguments);
    assert_valid(&scratch, "kept");
    document["cases"][0].clone()
}

fn faults(case: &Value) -> Vec<&str> {
    let found = case["program"]["findings"].as_array();
    found.into_iter().flatten().map(|found| found["fault"].as_str().unwrap()).collect()
}

const WORK: &str = r#"say '{"type":"work","units":"rows","count":7}';"#;
const WINDOW: &str = r#"say '{"type":"window_start","name":"w","id":1,"t_ns":5}'
    say '{"type":"window_end","id":1,"t_ns":105}';"#;

fn assert_true_rows_stay(case: &Value) {
    assert_eq!(case["program"]["work"][0]["count"]["median"], 7, "{case}");
    assert_eq!(case["windows"][0]["summary"]["time.wall"]["median"], 100, "{case}");
    assert_eq!(case["summary"]["time.wall"]["status"], "measured", "{case}");
}

#[test]
fn a_program_that_crashes_in_a_window() {
    let open = r#"say '{"type":"window_start","name":"open","id":2,"t_ns":5}'; kill -SEGV $$"#;
    let case = heard(&format!("{WORK} {WINDOW} {open}"));
    assert_true_rows_stay(&case);
    assert_eq!(faults(&case), ["window_not_ended"]);
    assert_eq!(case["failure"]["exit"]["signal"], 11);
}

#[test]
fn garbage_half_a_line_and_a_forged_nonce() {
    let garbage = r#"say rubbish; say '{"type":"work","units":"rows","count":-1}'; say '[1]'"#;
    let forged = r#"say '{"type":"hello","protocol":1,"program":"q","nonce":"forged","pid":99}'
        say '{"type":"work","units":"rows","count":1000000,"pid":99}'
        say '{"type":"checksum","value":"x","pid":98}'"#;
    let half = r#"printf '{"type":"work","units":"rows","cou' >>$fd"#;
    let case = heard(&format!("{WORK} {WINDOW} {garbage}\n{forged}\n{half}"));
    assert_true_rows_stay(&case);
    let expected = ["garbage", "half_line", "no_hello", "wrong_nonce", "checksum_unheeded"];
    assert_eq!(faults(&case), expected);
    assert_eq!(
        case["program"]["findings"][0]["count"],
        3 * 4,
        "in a warm-up and a counted run too"
    );
    assert_eq!(case["program"]["outcome"], Value::Null);
}

#[test]
fn a_program_that_closes_the_pipe_or_never_opens_it() {
    let case = heard(&format!("{WORK} {WINDOW}\nexec 59>&- 2>/dev/null; true"));
    assert_true_rows_stay(&case);
    let scratch = Scratch::new();
    let document = document(&scratch, &["-r", "1", "--out", "kept", "--", "true"]);
    assert_eq!(document["cases"][0]["program"], Value::Null);
    assert!(!scratch.join("kept/program.jsonl").exists());
}

#[test]
fn a_child_that_outlives_the_program_and_holds_the_pipe() {
    let began = Instant::now();
    // It leaves the group and the session, keeps the pipe open, and would go on for a minute.
    let daemon = "(exec 58>>$fd; while :; do echo '{\"type\":\"ready\"}' >&58; sleep 0.01; done) &";
    let case = heard(&format!("{WORK} {WINDOW}\n{daemon}"));
    assert_true_rows_stay(&case);
    assert!(began.elapsed() < Duration::from_secs(60), "it held us up");
    let case = heard(&format!("{WORK} {WINDOW}\n(say '{{\"type\":\"ready\"}}') & wait"));
    assert_true_rows_stay(&case);
}

#[test]
fn more_lines_than_are_kept() {
    let scratch = Scratch::new();
    // 40 MB in each run: some 600,000 lines; `yes` and `head` write them in large pieces.
    let flood = "yes '{\"type\":\"counter\",\"name\":\"c\",\"unit\":\"x\",\"kind\":\"gauge\",\"value\":1}' \
                 | head -c 40000000 >>$fd";
    let program = speaking(&format!("{WORK} {WINDOW}\n{flood}"));
    let arguments = ["-r", "2", "--out", "kept", "--", "sh", "-c", &program];
    let document = document(&scratch, &arguments);
    let case = &document["cases"][0];
    // Every line of the flood may be a claim: so what else was said is not all of it.
    assert_eq!(case["program"]["work"], Value::Null);
    assert_eq!(case["windows"][0]["summary"]["time.wall"]["status"], Value::Null);
    assert_eq!(case["summary"]["time.wall"]["status"], "measured", "{case}");
    let found = case["program"]["findings"].as_array().unwrap();
    let discarded = found.iter().find(|found| found["fault"] == "discarded").unwrap();
    assert!(discarded["count"].as_u64().unwrap() > 4 * 500_000, "{discarded}");
    let kept = fs::metadata(scratch.join("kept/program.jsonl")).unwrap().len();
    assert!(kept < 8 << 20, "{kept} bytes are kept");
    assert_valid(&scratch, "kept");
}

#[test]
fn of_thousands_of_windows_the_claims_stay() {
    let scratch = Scratch::new();
    let window = r#"{"type":"window_start","name":"w","id":9,"t_ns":5}"#;
    let flood = format!("yes '{window}' | head -n 9000 >>$fd; {WORK}");
    let program = speaking(&flood);
    let arguments = ["-r", "2", "--out", "kept", "--", "sh", "-c", &program];
    let document = document(&scratch, &arguments);
    let case = &document["cases"][0];
    assert_eq!(case["program"]["work"][0]["count"]["median"], 7, "{case}");
    assert_eq!(case["windows"][0]["windows"], 0, "a part of them is no median");
    assert_eq!(faults(case), ["window_id_again", "discarded"]);
    assert_valid(&scratch, "kept");
}

#[test]
fn unknown_messages_and_hostile_names_are_kept_and_shown_harmlessly() {
    let scratch = Scratch::new();
    let rest = r#"say '{"type":"span","name":"x"}'
        say '{"type":"window_start","name":"\u001b[31m<b>|`w`","id":1,"t_ns":5}'
        say '{"type":"window_end","id":1,"t_ns":105}'
        say '{"type":"error","message":"\u0007<script>"}'"#;
    let program = speaking(rest);
    let finished =
        probity(&scratch).run(["stat", "-r", "2", "--out", "kept", "--", "sh", "-c", &program]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(!finished.stdout.contains(['\u{1b}', '\u{7}']), "{finished:?}");
    assert!(finished.stdout.contains("error said by"), "{finished:?}");
    let page = probity(&scratch).run(["report", "kept", "--html"]).stdout;
    assert!(!page.contains("<b>|") && !page.contains("<script>"), "{page}");
    let summary: Value =
        serde_json::from_slice(&fs::read(scratch.join("kept/summary.json")).unwrap()).unwrap();
    assert_eq!(summary["cases"][0]["program"]["unknown"][0]["kind"], "span");
}

/// Two commands that sleep differently long, and say these things.
fn compared(first: &str, second: &str) -> (Value, Value) {
    let scratch = Scratch::new();
    let program = |what: &str, sleep: &str| {
        let path = scratch.join(format!("p{sleep}"));
        fs::write(&path, speaking(&format!("{what}\nsleep {sleep}"))).unwrap();
        format!("sh {}", path.display())
    };
    let (one, other) = (program(first, "0.001"), program(second, "0.03"));
    let arguments = ["-r", "8", "--out", "kept", &one, &other];
    let document = document(&scratch, &arguments);
    assert_valid(&scratch, "kept");
    let comparison = document["comparisons"][0].clone();
    (comparison, document)
}

#[test]
fn different_outcomes_are_never_faster_or_slower() {
    let checksum = |value: &str| format!("say '{{\"type\":\"checksum\",\"value\":\"{value}\"}}'");
    let work =
        |count: u64| format!("say '{{\"type\":\"work\",\"units\":\"rows\",\"count\":{count}}}'");
    let verdict = |first: &str, second: &str| {
        // On a busy machine even this may be too noisy to decide, and a null control strays by
        // chance once in 128 times: what was compared and not decided is tried again.
        let decided = (0..4).find_map(|_| {
            let (comparison, _) = compared(first, second);
            let has_ratio = comparison["ratio"] != Value::Null;
            let verdict = comparison["verdict"].as_str().unwrap().to_owned();
            (verdict != "inconclusive" || !has_ratio).then_some((verdict, has_ratio))
        });
        decided.expect("one of four campaigns decides")
    };
    let (a, b) = (checksum("a"), checksum("b"));
    assert_eq!(verdict(&a, &b), ("invalid".into(), false));
    assert_eq!(verdict(&format!("{a};{}", work(3)), &b), ("invalid".into(), false));
    assert_eq!(verdict(&a, &a).0, "regressed");
    assert_eq!(verdict(&a, "true").0, "regressed", "who says nothing claims nothing");
    assert_eq!(verdict(&work(3), &work(4)), ("incomparable".into(), false));
    assert_eq!(verdict(&work(3), "true").0, "regressed");
    let unheeded = r#"say '{"type":"checksum","value":17}'"#;
    assert_eq!(verdict(unheeded, &a), ("inconclusive".into(), false));
    let twice = format!("{a}; {b}");
    assert_eq!(verdict(&twice, &a), ("invalid".into(), false));
    let other = r#"say '{"type":"work","units":"retries","count":1}'"#;
    assert_eq!(verdict(&work(3), &format!("{};{other}", work(3))).0, "regressed");
    let changing = "say '{\"type\":\"checksum\",\"value\":\"'$$'\"}'";
    let (comparison, document) = compared(changing, &a);
    assert_eq!(comparison["verdict"], "invalid");
    assert_eq!(document["cases"][0]["program"]["outcome"]["status"], "different");
}

#[test]
fn provenance_that_commands_or_runs_differ_in_is_told() {
    let scratch = Scratch::new();
    let said = |name: &str, value: &str| {
        format!("say '{{\"type\":\"provenance\",\"name\":\"{name}\",\"value\":\"'{value}'\"}}'")
    };
    let program = |file: &str, what: &[String]| {
        fs::write(scratch.join(file), speaking(&what.join("\n"))).unwrap();
        format!("sh {file}")
    };
    let one = program("one", &[said("input", "a"), said("both", "x"), said("own", "$$")]);
    let other = program("other", &[said("input", "b"), said("both", "x")]);
    let words = ["stat", "-r", "2", "--out", "kept", &one, &other];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_valid(&scratch, "kept");
    for line in [
        "provenance: both = 'x'\n",
        "provenance: input: 'a' for sh one and 'b' for sh other\n",
        "provenance: own: changes from run to run of sh one and not said by sh other\n",
    ] {
        assert!(finished.stdout.contains(line), "no '{line}': {}", finished.stdout);
    }
    assert!(!finished.stdout.contains("incomparable"), "{finished:?}");
}

#[test]
fn with_redaction_free_texts_are_not_kept() {
    let scratch = Scratch::new();
    let rest = r#"say '{"type":"error","message":"hunter2"}'
        say '{"type":"result","value":"hunter2"}'
        say '{"type":"provenance","name":"input","value":"hunter2"}'
        say 'rubbish hunter2'; say '{"type":"secret kind","x":"hunter2"}'"#;
    let program = speaking(&format!("{WORK} {WINDOW}\n{rest}"));
    let words = ["stat", "-r", "1", "--redact", "--out", "kept", "--", "sh", "-c", &program];
    assert_eq!(probity(&scratch).run(words).code, Some(0));
    assert_valid(&scratch, "kept");
    for file in ["program.jsonl", "runs.jsonl", "summary.json", "report/report.html"] {
        let text = fs::read_to_string(scratch.join("kept").join(file)).unwrap();
        assert!(!text.contains("hunter2") && !text.contains("secret kind"), "{file}");
    }
    assert!(validate(&scratch, "kept").code == Some(0));
    // Nor does what is told of differences.
    let told = |value: &str| {
        let said =
            format!("say '{{\"type\":\"provenance\",\"name\":\"input\",\"value\":\"{value}\"}}'");
        fs::write(scratch.join(value), speaking(&said)).unwrap();
        format!("sh {value}")
    };
    let commands = ["one", "other"].map(told);
    let words = ["stat", "--redact", "-r", "1", "--no-keep", &commands[0], &commands[1]];
    let shown = probity(&scratch).run(words).stdout;
    assert!(shown.contains("provenance: input: 'redacted-"), "{shown}");
    assert!(shown.contains(" and 'redacted-"), "two that differ: {shown}");
    // What is decided does not depend on what is kept.
    let unheeded = speaking(r#"say '{"type":"checksum","value":17}'"#);
    fs::write(scratch.join("unheeded"), unheeded).unwrap();
    let words = ["--redact", "-r", "8", "sh unheeded", "sh -c 'sleep 0.03'"];
    let document = document(&scratch, &words);
    assert_eq!(document["comparisons"][0]["verdict"], "inconclusive", "{document}");
}

#[test]
fn we_listen_to_our_programs_and_not_to_those_of_whoever_listens_to_us() {
    let scratch = Scratch::new();
    let inner = speaking(&format!("{WORK} {WINDOW}"));
    let own = crate::bed::PROBITY;
    let words =
        ["stat", "--json", "in.json", "--quiet", "--no-keep", "-r", "1", "--", "sh", "-c", &inner];
    let outer: Vec<&str> = ["-r", "1", "--", own].into_iter().chain(words).collect();
    let (document, finished) = measure(&scratch, &outer);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(document["cases"][0]["program"], Value::Null);
    let inner: Value = serde_json::from_slice(&fs::read(scratch.join("in.json")).unwrap()).unwrap();
    assert_true_rows_stay(&inner["cases"][0]);
}

#[test]
fn where_there_is_no_room_for_the_pipe_programs_are_mute_and_we_say_so() {
    let scratch = Scratch::new();
    let words = format!("ulimit -n 50; exec {} stat -r 1 --no-keep -- true", crate::bed::PROBITY);
    let finished = probity_testbed::Tool::new("/bin/sh", scratch.path()).run(["-c", &words]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stderr.contains("cannot say anything of themselves"), "{finished:?}");
}

#[test]
fn files_that_are_passed_on_do_not_collide_with_the_pipe() {
    let scratch = Scratch::new();
    for last in 50..60 {
        let opened: String =
            (3..=last).map(|number| format!("exec {number}</dev/null\n")).collect();
        let own = crate::bed::PROBITY;
        let words = format!("{opened}exec {own} stat -w 0 -r 1 --no-keep -- true");
        let bash = probity_testbed::Tool::new("/bin/bash", scratch.path());
        if !skip_unless("bash", has_program("bash")) {
            return;
        }
        let finished = bash.run(["-c", &words]);
        assert_eq!(finished.code, Some(0), "{last}: {finished:?}");
        assert_eq!(finished.stderr.contains("number 59 is passed on"), last == 59, "{finished:?}");
    }
}
