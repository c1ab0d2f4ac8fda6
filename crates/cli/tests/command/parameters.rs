//! Scans and lists of parameters.

use crate::bed::{assert_refused, assert_valid, document, json, probity, script};
use crate::document::check;
use probity_testbed::Scratch;
use serde_json::{Value, json};
use std::fs;

/// Command and parameters of each case, as the settings keep them.
fn cases(document: &Value) -> Vec<(String, Value)> {
    let cases = document["settings"]["cases"].as_array().unwrap();
    let of =
        |case: &Value| (case["command"].as_str().unwrap().to_owned(), case["parameters"].clone());
    cases.iter().map(of).collect()
}

#[test]
fn a_scan_of_twelve_cases() {
    let scratch = Scratch::new();
    script(&scratch.join("record"), r#"echo "$@" >> lines"#);
    let words = ["-w", "0", "-r", "1", "--out", "kept", "-P", "threads", "1", "12"];
    let document = document(&scratch, &[&words[..], &["./record -j {threads}"]].concat());
    check(&document);
    assert_valid(&scratch, "kept");
    let cases = cases(&document);
    assert_eq!(cases.len(), 12);
    for (place, (command, parameters)) in cases.iter().enumerate() {
        let value = (place + 1).to_string();
        assert_eq!(*command, format!("./record -j {value}"));
        assert_eq!(*parameters, json!([{"name": "threads", "value": value}]));
    }
    let lines = fs::read_to_string(scratch.join("lines")).unwrap();
    for value in 1..=12 {
        let many = lines.lines().filter(|line| *line == format!("-j {value}")).count();
        assert_eq!(many, if value == 1 { 2 } else { 1 }, "the reference runs as the null too");
    }
    assert!(document["settings"]["cases"][0].get("parameters").is_some());
    let plain = crate::bed::document(&scratch, &["-r", "1", "--", "true"]);
    assert!(plain["settings"]["cases"][0].get("parameters").is_none(), "none are not written");
}

#[test]
fn hooks_have_the_values_of_their_case() {
    let scratch = Scratch::new();
    let hooks = [
        "--setup",
        "echo setup {n} >> log",
        "--prepare",
        "echo {n} > in",
        "--conclude",
        "echo concluded {n} >> log",
        "--cleanup",
        "echo cleanup {n} >> log",
    ];
    let options = ["-w", "0", "-r", "1", "-L", "n", "1,b c", "--out", "kept"];
    let document = document(&scratch, &[&options[..], &hooks, &["sh -c 'cat in >> log'"]].concat());
    check(&document);
    assert_valid(&scratch, "kept");
    let log = fs::read_to_string(scratch.join("log")).unwrap();
    let log: Vec<&str> = log.lines().collect();
    assert_eq!(log[..2], ["setup 1", "setup b c"]);
    assert_eq!(log[log.len() - 2..], ["cleanup 1", "cleanup b c"]);
    let runs: Vec<&[&str]> = log[2..log.len() - 2].chunks(2).collect();
    // A timed run of each, and the null run of the reference.
    assert_eq!(runs.len(), 3);
    for value in ["1", "b c"] {
        let run = [value, &format!("concluded {value}")];
        let many = runs.iter().filter(|found| ***found == run).count();
        assert_eq!(many, if value == "1" { 2 } else { 1 }, "{log:?}");
    }
    let cases = document["settings"]["cases"].as_array().unwrap();
    assert_eq!(cases[1]["hooks"]["setup"], "echo setup b c >> log", "as they ran");
    assert_eq!(cases[1]["name"], "sh -c 'cat in >> log' (n = b c)");
    let empty = ["stat", "-L", "n", "touch ran,", "--prepare", "{n}", "true"];
    assert_refused(&probity(&scratch).run(empty), 2, &["--prepare of case 2", "no command"]);
    assert!(!scratch.join("ran").exists(), "nothing ran");
}

#[test]
fn decimals_are_exact() {
    let scratch = Scratch::new();
    let words = ["-w", "0", "-r", "1", "-P", "x", "0", "1", "-D", "0.1", "true {x}"];
    let commands: Vec<String> =
        cases(&document(&scratch, &words)).into_iter().map(|(command, _)| command).collect();
    let tenths = (0..=10).map(|tenth| match tenth {
        0 => String::from("true 0"),
        10 => String::from("true 1.0"),
        _ => format!("true 0.{tenth}"),
    });
    assert_eq!(commands, tenths.collect::<Vec<_>>());
}

#[test]
fn lists_are_multiplied_in_hyperfines_order() {
    let scratch = Scratch::new();
    let words = ["-w", "0", "-r", "1", "-L", "a", r"1,x\,y", "-L", "b", "p,q"];
    let document = document(&scratch, &[&words[..], &["true {a} {b}", "echo {b}"]].concat());
    check(&document);
    let commands: Vec<String> = cases(&document).into_iter().map(|(command, _)| command).collect();
    assert_eq!(
        commands,
        [
            "true 1 p",
            "echo p",
            "true x,y p",
            "echo p",
            "true 1 q",
            "echo q",
            "true x,y q",
            "echo q"
        ]
    );
    assert_eq!(document["cases"][3]["name"], "echo p (a = x,y)", "what is not in it is beside it");
    assert_eq!(
        document["settings"]["cases"][6]["parameters"],
        json!([{"name": "a", "value": "x,y"}, {"name": "b", "value": "q"}])
    );
}

#[test]
fn values_are_put_into_words_names_outputs_and_the_reference() {
    let scratch = Scratch::new();
    let words = [
        "-w",
        "0",
        "-r",
        "1",
        "-L",
        "word",
        "a b,*",
        "-n",
        "says {word}",
        "--output",
        "out {word}",
        "--",
        "printf",
        "%s|",
        "{word}",
        "{other}",
    ];
    let document = document(&scratch, &words);
    check(&document);
    // Words of a program are never split, whatever is put into them.
    assert_eq!(fs::read_to_string(scratch.join("out a b")).unwrap(), "a b|{other}|");
    assert_eq!(fs::read_to_string(scratch.join("out *")).unwrap(), "*|{other}|");
    assert_eq!(document["cases"][0]["name"], "says a b");
    let judged = ["-r", "1", "-L", "n", "1,2", "--reference", "echo {n}", "true {n}"];
    let judged = crate::bed::document(&scratch, &judged);
    assert_eq!(judged["cases"][0]["command"], "echo 1", "the first value");
    assert_eq!(judged["settings"]["reference"], "c1");
    assert_eq!(cases(&judged).len(), 3);
    let hooked = ["-r", "1", "-L", "n", "1,2", "-p", "echo {n} >> log", "--reference", "echo"];
    let hooked = crate::bed::document(&scratch, &[&hooked[..], &["true {n}"]].concat());
    let hook = |case: usize| hooked["settings"]["cases"][case]["hooks"]["prepare"].clone();
    assert_eq!([0, 1, 2].map(hook), ["echo 1 >> log", "echo 1 >> log", "echo 2 >> log"]);
    let of_reference = &hooked["settings"]["cases"][0]["parameters"];
    assert_eq!(*of_reference, json!([{"name": "n", "value": "1"}]));
    let log = fs::read_to_string(scratch.join("log")).unwrap();
    assert!(log.lines().all(|line| line == "1" || line == "2"), "{log}");
    let shell = ["-S", "default", "-r", "1", "-L", "what", "-c,-l", "echo a | wc {what} > {what}"];
    crate::bed::document(&scratch, &shell);
    assert_eq!(fs::read_to_string(scratch.join("-c")).unwrap().trim(), "2");
    assert_eq!(fs::read_to_string(scratch.join("-l")).unwrap().trim(), "1");
}

#[test]
fn what_makes_no_cases_is_refused_before_anything_runs() {
    let scratch = Scratch::new();
    let values = vec!["1"; 600].join(",");
    for (words, parts) in [
        (&["-P", "n", "2", "1"][..], &["range is empty"][..]),
        (&["-P", "n", "1", "2", "-D", "0"], &["step has to be more than 0"]),
        (&["-P", "n", "0.1", "2"], &["decimals need a step"]),
        (&["-P", "n", "1", "100000"], &["more than 1000 values"]),
        (&["-P", "n", "one", "2"], &["'one' is no number"]),
        (&["-P", "m", "1", "2"], &["'m' is used nowhere", "{m}"]),
        (&["-D", "2"], &["--parameter-scan", "there is none"]),
        (&["-L", "n", "1", "-L", "n", "2"], &["two parameters are named 'n'"]),
        (&["-L", "n", &values, "true {n}"], &["1200 cases: at most 1000"]),
        (&["-L", "n", "1,2", "-n", "a", "-n", "b", "-n", "c"], &["3 names (-n) for 2 cases"]),
        (&["-L", "n", "a,|"], &["command 'touch |'", "--shell default"]),
    ] {
        let words = ["stat"].iter().chain(words).chain(&["touch {n}"]);
        assert_refused(&probity(&scratch).run(words), 2, parts);
    }
    let both = ["stat", "-P", "n", "1", "2", "-L", "m", "1,2", "touch {n} {m}"];
    let finished = probity(&scratch).run(both);
    assert_eq!((finished.code, finished.stdout.as_str()), (Some(2), ""), "{finished:?}");
    assert!(scratch.names().is_empty(), "nothing ran");
}

#[test]
fn environment_variables_hold_parameters() {
    let scratch = Scratch::new();
    let of = |variables: &[(&str, &str)], command: &str| {
        let tool =
            variables.iter().fold(probity(&scratch), |tool, (name, value)| tool.with(name, value));
        let finished = tool.run(["stat", "-r", "1", "--json", "-", command]);
        assert_eq!(finished.code, Some(0), "{finished:?}");
        cases(&json(&finished)).into_iter().map(|(command, _)| command).collect::<Vec<_>>()
    };
    let scan = [("PROBITY_PARAMETER_SCAN", "n 1 2"), ("PROBITY_PARAMETER_STEP_SIZE", "0.5")];
    assert_eq!(of(&scan, "true {n}"), ["true 1", "true 1.5", "true 2.0"]);
    let lists = [("PROBITY_PARAMETER_LIST", "a 1,2\nb x")];
    assert_eq!(of(&lists, "true {a} {b}"), ["true 1 x", "true 2 x"]);
}

#[test]
fn redacted_values_are_nowhere() {
    let scratch = Scratch::new();
    let options = ["stat", "-r", "1", "--redact", "--out", "kept", "--csv", "table", "--markdown"];
    let rest =
        ["page", "--json", "-", "-L", "password", "hunter2,swordfish", "true", "echo {password}"];
    let finished = probity(&scratch).run(options.iter().chain(&rest));
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let document = json(&finished);
    check(&document);
    let case = &document["settings"]["cases"][1];
    let token = &case["parameters"][0]["value"];
    assert!(token.as_str().unwrap().starts_with("redacted-"), "{case}");
    assert_eq!(case["argv"][1], *token, "equal values have equal tokens");
    let kept = ["settings.json", "summary.json", "report/report.md", "report/report.html"];
    let files = kept.iter().map(|name| scratch.join("kept").join(name));
    for path in files.chain(["table", "page"].map(|name| scratch.join(name))) {
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains("hunter2") && !text.contains("swordfish"), "{}", path.display());
    }
    let named = ["stat", "--redact", "-L", "p", "hunter2", "-n", "of {p}", "echo {p}"];
    let refused = probity(&scratch).run(named);
    assert_refused(&refused, 2, &["--redact", "leave {p} out"]);
    assert!(!refused.stderr.contains("hunter2"), "{refused:?}");
}
