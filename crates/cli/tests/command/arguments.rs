//! From the words of the command line to the words of a program.

use crate::bed::{assert_refused, assert_valid, document, probity, script};
use crate::document::check;
use probity_testbed::Scratch;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;

#[test]
fn nothing_that_only_a_shell_obeys_is_passed_on() {
    let scratch = Scratch::new();
    for line in [
        "echo a | cat",
        "touch a; touch b",
        "touch a & touch b",
        "cat < in",
        "touch a > out",
        "echo $HOME",
        "echo *.rs",
        "echo a?c",
        "echo `date`",
        "echo \"$HOME\"",
        "echo \"`date`\"",
    ] {
        let finished = probity(&scratch).run(["stat", "-r", "1", line]);
        assert_refused(&finished, 2, &["--shell default", line]);
    }
    assert!(scratch.names().is_empty(), "nothing ran");
}

#[test]
fn lines_that_are_no_words_are_refused() {
    let scratch = Scratch::new();
    for (line, why) in [
        ("", "no command"),
        ("  ", "no command"),
        ("echo 'a", "never closed"),
        ("echo \\", "backslash"),
    ] {
        assert_refused(&probity(&scratch).run(["stat", line]), 2, &[why]);
    }
    assert_refused(&probity(&scratch).run(["stat"]), 2, &["no command", "probity stat -- PROGRAM"]);
    assert_refused(&probity(&scratch).run(["stat", "true", "--", "true"]), 2, &["not both"]);
    let both = ["stat", "-S", "default", "--", "true"];
    assert_refused(&probity(&scratch).run(both), 2, &["--shell", "--"]);
}

#[test]
fn quoted_characters_are_ordinary() {
    let scratch = Scratch::new();
    let line = r#"./record 'a | b' "c; d" e\&f '$HOME' "g\$h" '*' """#;
    script(&scratch.join("record"), r#"for word; do printf '[%s]' "$word"; done > words"#);
    document(&scratch, &["-r", "1", line]);
    let words = fs::read_to_string(scratch.join("words")).unwrap();
    assert_eq!(words, "[a | b][c; d][e&f][$HOME][g$h][*][]");
}

#[test]
fn a_shell_obeys_what_it_is_asked_to() {
    let scratch = Scratch::new();
    let line = "printf 'b\\na\\n' | sort > sorted; test -s sorted";
    let document = document(&scratch, &["-S", "default", "-r", "1", line]);
    check(&document);
    assert_eq!(fs::read_to_string(scratch.join("sorted")).unwrap(), "a\nb\n");
    assert_eq!(document["cases"][0]["command"], line);
    let named = probity(&scratch).run(["stat", "-S", "sh -e", "-r", "1", "false; true"]);
    assert_eq!(named.code, Some(7), "the shell's own words count: {named:?}");
    let none = probity(&scratch).run(["stat", "-S", "none", "-r", "1", "true | true"]);
    assert_eq!(none.code, Some(2), "{none:?}");
}

#[test]
fn words_after_two_dashes_arrive_byte_for_byte() {
    let scratch = Scratch::new();
    let odd = OsStr::from_bytes(b"a b|$\xff\n*\x1b'\"\\");
    let program = ["-c", r#"printf %s "$1" > got"#, "x"].map(OsStr::new);
    let arguments: Vec<&OsStr> = ["-r", "1", "--out", "kept", "--", "sh"]
        .into_iter()
        .map(OsStr::new)
        .chain(program)
        .chain([odd])
        .collect();
    let document = document(&scratch, &arguments);
    check(&document);
    assert_eq!(fs::read(scratch.join("got")).unwrap(), odd.as_bytes());
    let last = &document["settings"]["cases"][0]["argv"][4];
    let hex: String = odd.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(last["hex"], hex);
    assert_eq!(last["text"], odd.to_string_lossy().as_ref());
    let command = &document["cases"][0]["command"];
    assert!(command["hex"].as_str().unwrap().contains(&hex[..16]), "{command}");
    assert_eq!(document["settings"]["cases"][0]["argv"][0], "sh", "UTF-8 stays a plain string");
    assert_valid(&scratch, "kept");
    let shown = probity(&scratch).run(["report", "kept"]);
    assert_eq!(shown.code, Some(0), "{shown:?}");
    assert!(!shown.stdout.contains('\x1b'), "{}", shown.stdout);
}

#[test]
fn options_after_two_dashes_belong_to_the_program() {
    let scratch = Scratch::new();
    script(&scratch.join("record"), r#"echo "$@" > words"#);
    document(&scratch, &["-r", "1", "--", "./record", "-r", "7", "--json", "-"]);
    assert_eq!(fs::read_to_string(scratch.join("words")).unwrap(), "-r 7 --json -\n");
}

#[test]
fn a_program_may_have_any_name() {
    let scratch = Scratch::new();
    let folder = scratch.join("some folder");
    fs::create_dir(&folder).unwrap();
    for name in
        [&b"with space"[..], b"new\nline", b"\x1b[31mred", b"not\xffutf8", b"'quoted\"", b"-r"]
    {
        let name = OsStr::from_bytes(name);
        script(&folder.join(name), "exit 0");
        let mut path = OsString::from("some folder/");
        path.push(name);
        let words = ["stat", "-r", "1", "--out", "kept", "--"].map(OsStr::new);
        let finished = probity(&scratch).run(words.into_iter().chain([path.as_os_str()]));
        assert_eq!(finished.code, Some(0), "{finished:?}");
        assert!(!finished.stdout.contains('\x1b'), "escaped: {finished:?}");
        assert!(
            finished.stdout.lines().nth(2).is_some_and(|row| row.contains("some folder/")),
            "one line: {finished:?}"
        );
        assert_valid(&scratch, "kept");
        let report = probity(&scratch).run(["report", "kept", "--markdown"]);
        assert!(report.code == Some(0) && !report.stdout.contains('\x1b'), "{report:?}");
        crate::validate::make_writable(&scratch.join("kept"));
        fs::remove_dir_all(scratch.join("kept")).unwrap();
    }
}

#[test]
fn a_missing_program_may_have_any_name_too() {
    let scratch = Scratch::new();
    for name in [&b"./a/b c"[..], b"./new\nline", b"./\x1b[31mred", b"./not\xffutf8"] {
        let finished = probity(&scratch)
            .run(["stat", "--"].map(OsStr::new).into_iter().chain([OsStr::from_bytes(name)]));
        assert_refused(&finished, 7, &["no such file"]);
        assert!(!finished.stderr.contains('\x1b'), "{finished:?}");
        assert_eq!(finished.stderr.lines().count(), 1, "{finished:?}");
    }
}

#[test]
fn evidence_may_have_any_name() {
    let scratch = Scratch::new();
    for name in [&b"with space"[..], b"new\nline\x1b[31m", b"not\xffutf8", b"-x"] {
        let name = OsStr::from_bytes(name);
        let mut out = OsString::from("--out=");
        out.push(name);
        let words = [OsStr::new("stat"), OsStr::new("-r"), OsStr::new("1"), &out];
        let finished =
            probity(&scratch).run(words.into_iter().chain(["--", "true"].map(OsStr::new)));
        assert_eq!(finished.code, Some(0), "{finished:?}");
        assert!(!finished.stderr.contains('\x1b'), "{finished:?}");
        assert_eq!(finished.stderr.lines().count(), 1, "{finished:?}");
        let validated = probity(&scratch).run([OsStr::new("validate"), OsStr::new("--"), name]);
        assert_eq!(validated.code, Some(0), "{validated:?}");
        assert_eq!(validated.stdout.lines().count(), 1, "{validated:?}");
    }
}

#[test]
fn help_and_version_are_results_and_mistakes_are_not() {
    let scratch = Scratch::new();
    for words in [&["--help"][..], &["--version"], &["stat", "--help"], &["validate", "-h"]] {
        let finished = probity(&scratch).run(words);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{words:?}");
        assert!(!finished.stdout.is_empty());
    }
    for words in [&[][..], &["stta"], &["stat", "--rnus", "3"], &["validate"], &["report"]] {
        let finished = probity(&scratch).run(words);
        assert_eq!((finished.code, finished.stdout.as_str()), (Some(2), ""), "{words:?}");
        assert!(!finished.stderr.is_empty());
    }
}
