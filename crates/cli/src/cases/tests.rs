use super::*;
use crate::arguments::{Arguments, Command};
use clap::Parser;

fn parse(words: &[&str]) -> Result<Cases, String> {
    let all = ["probity", "stat"].iter().chain(words);
    let Command::Stat(arguments) = Arguments::try_parse_from(all).unwrap().command else {
        panic!("not stat")
    };
    cases(&arguments)
}

fn arguments(cases: &Cases, at: usize) -> Vec<String> {
    let text = |word: &Vec<u8>| String::from_utf8(word.clone()).unwrap();
    cases.list[at].arguments.iter().map(text).collect()
}

#[test]
fn one_program_keeps_its_arguments() {
    let one = parse(&["--", "gzip", "-9", "a b", "it's", ""]).unwrap();
    assert_eq!(arguments(&one, 0), ["gzip", "-9", "a b", "it's", ""]);
    assert_eq!(one.list[0].command, Text::from(r"gzip -9 'a b' 'it'\''s' ''"));
}

#[test]
fn command_lines_are_split_or_given_to_a_shell() {
    let two = parse(&["gzip -1 'a b'", "gzip -9 x"]).unwrap();
    assert_eq!(arguments(&two, 0), ["gzip", "-1", "a b"]);
    assert_eq!((two.list.len(), two.reference), (2, 0));
    let shell = parse(&["-S", "default", "seq 3 | wc"]).unwrap();
    assert_eq!(arguments(&shell, 0), ["sh", "-c", "seq 3 | wc"]);
    let bash = parse(&["-S", "bash --norc", "x"]).unwrap();
    assert_eq!(arguments(&bash, 0), ["bash", "--norc", "-c", "x"]);
    assert_eq!(arguments(&parse(&["-S", "none", "x y"]).unwrap(), 0), ["x", "y"]);
    assert!(parse(&["seq 3 | wc"]).unwrap_err().contains("--shell default"));
}

#[test]
fn names_outputs_and_references() {
    let named = parse(&["a", "a", "-n", "first", "-n", "second", "--reference", "second"]).unwrap();
    assert_eq!(named.reference, 1);
    assert_eq!(named.list[0].name, Text::from("first"));
    let added = parse(&["a", "b", "--reference", "c d"]).unwrap();
    assert_eq!((added.reference, added.list.len()), (0, 3));
    assert_eq!(arguments(&added, 0), ["c", "d"]);
    let wired = parse(&["a", "b", "--output", "pipe", "--output", "o", "--input", "i"]).unwrap();
    assert_eq!(wired.list[0].streams.output, Output::Pipe);
    assert_eq!(wired.list[1].streams.output, Output::File(Text::from("o")));
    assert_eq!(wired.list[1].streams.input, Some(Text::from("i")));
}

#[test]
fn what_cannot_be_followed_is_said() {
    for (words, part) in [
        (&[][..], "no command"),
        (&["a", "--", "b"], "not both"),
        (&["-S", "default", "--", "b"], "quote it as one word"),
        (&["a", "-n", "x", "-n", "y"], "2 names"),
        (&["a", "b", "c", "--output", "x", "--output", "y"], "given 2 times, commands 3"),
        (&["a", "--reference", "b;c"], "--shell default"),
        (&["-L", "n", "1,2", "a {n}", "-n", "x", "-n", "y", "-n", "z"], "3 names (-n) for 2 cases"),
        (&["-L", "n", "1,2", "a"], "'n' is used nowhere"),
        (&["-P", "n", "1", "a {n}"], "'a {n}' is no number"),
    ] {
        let error = parse(words).unwrap_err();
        assert!(error.contains(part), "{words:?}: {error}");
    }
}

fn names(cases: &Cases) -> Vec<String> {
    cases.list.iter().map(|case| case.name.lossy()).collect()
}

#[test]
fn commands_change_fastest_then_the_parameters_in_their_order() {
    let all = parse(&["-L", "a", "1,2", "-L", "b", "x,y", "one {a} {b}", "two {b}"]).unwrap();
    assert_eq!(
        names(&all),
        [
            "one 1 x",
            "two x (a = 1)",
            "one 2 x",
            "two x (a = 2)",
            "one 1 y",
            "two y (a = 1)",
            "one 2 y",
            "two y (a = 2)"
        ]
    );
    assert_eq!(arguments(&all, 2), ["one", "2", "x"]);
    assert_eq!(all.list[3].command, Text::from("two x"));
    let pairs = |at: usize| {
        let pair = |one: &Parameter| format!("{}={}", one.name, one.value.lossy());
        all.list[at].parameters.iter().map(pair).collect::<Vec<_>>()
    };
    assert_eq!(pairs(6), ["a=2", "b=y"]);
}

#[test]
fn parameters_are_put_in_everywhere() {
    let words =
        ["-P", "n", "1", "2", "-n", "n is {n}", "--output", "out-{n}", "--", "p{n}", "{n} a"];
    let cases = parse(&words).unwrap();
    assert_eq!(names(&cases), ["n is 1", "n is 2"]);
    assert_eq!(arguments(&cases, 1), ["p2", "2 a"]);
    assert_eq!(cases.list[1].command, Text::from("p2 '2 a'"));
    assert_eq!(cases.list[0].streams.output, Output::File(Text::from("out-1")));
    let shell = parse(&["-S", "default", "-L", "c", "wc,cat -n", "seq 3 | {c}"]).unwrap();
    assert_eq!(arguments(&shell, 1), ["sh", "-c", "seq 3 | cat -n"]);
    let wired = parse(&["-L", "to", "null,pipe", "x", "--output", "{to}"]).unwrap();
    assert_eq!(wired.list[1].streams.output, Output::Pipe);
    let each = parse(&["-L", "n", "1,2", "x {n}", "-n", "first", "-n", "second {n}"]).unwrap();
    assert_eq!(names(&each), ["first", "second 2"]);
}

/// The hooks of a case, in the order in which they run; `-` where there is none.
fn hooks(cases: &Cases, at: usize) -> String {
    let Hooks { setup, prepare, conclude, cleanup } = &cases.list[at].hooks;
    let text = |hook: &Option<Text>| hook.as_ref().map_or("-".into(), Text::lossy);
    [setup, prepare, conclude, cleanup].map(text).join(" | ")
}

#[test]
fn parameters_are_put_into_hooks() {
    let each = ["-s", "s{n}", "-p", "p {n}{n}", "-C", "c", "-c", "{n}"];
    let cases = parse(&[&["-L", "n", "1,2"][..], &each, &["x {n}"]].concat()).unwrap();
    assert_eq!(hooks(&cases, 0), "s1 | p 11 | c | 1");
    assert_eq!(hooks(&cases, 1), "s2 | p 22 | c | 2");
    let lists = ["-L", "n", "1,2", "-p", "one {n}", "-p", "two {n} {m}", "x {n}"];
    let cases = parse(&lists).unwrap();
    assert_eq!(hooks(&cases, 0), "- | one 1 | - | -");
    assert_eq!(hooks(&cases, 1), "- | two 2 {m} | - | -", "what is no parameter stays");
    let plain = parse(&["-p", "echo {n}", "x"]).unwrap();
    assert_eq!(hooks(&plain, 0), "- | echo {n} | - | -");
}

#[test]
fn a_parameter_may_stand_in_a_hook_alone() {
    for hook in ["-s", "-p", "-C", "-c"] {
        let cases = parse(&["-L", "n", "1,2", hook, "touch {n}", "x"]).unwrap();
        assert_eq!(names(&cases), ["x (n = 1)", "x (n = 2)"], "{hook}");
        assert!(hooks(&cases, 1).contains("touch 2"), "{hook}");
    }
    let error = parse(&["-L", "n", "1,2", "-p", "touch n", "x"]).unwrap_err();
    assert!(error.contains("'n' is used nowhere"), "{error}");
}

#[test]
fn a_hook_of_which_nothing_is_left_is_refused() {
    for (hook, option) in
        [("-s", "--setup"), ("-p", "--prepare"), ("-C", "--conclude"), ("-c", "--cleanup")]
    {
        let error = parse(&["-L", "n", "a,,b", hook, "{n}", "x {n}"]).unwrap_err();
        assert_eq!(error, format!("{option} of case 2: there is no command in it"));
    }
}

#[test]
fn hooks_of_an_added_reference_have_the_first_values() {
    let hook = ["-L", "n", "1,2", "-p", "make {n}", "x {n}", "--reference"];
    for reference in ["y", "y {n}"] {
        let added = parse(&[&hook[..], &[reference]].concat()).unwrap();
        let all: Vec<String> = (0..3).map(|at| hooks(&added, at)).collect();
        assert_eq!(all, ["- | make 1 | - | -", "- | make 1 | - | -", "- | make 2 | - | -"]);
    }
}

#[test]
fn a_reference_with_parameters_has_their_first_values() {
    let found = parse(&["-L", "n", "1,2", "x {n}", "--reference", "x 2"]).unwrap();
    assert_eq!((found.reference, found.list.len()), (1, 2));
    let first = parse(&["-L", "n", "1,2", "x {n}", "--reference", "x {n}"]).unwrap();
    assert_eq!((first.reference, first.list.len()), (0, 2));
    let added = parse(&["-L", "n", "1,2", "x {n}", "--reference", "y {n}"]).unwrap();
    assert_eq!((added.reference, added.list.len()), (0, 3));
    assert_eq!(arguments(&added, 0), ["y", "1"]);
    assert_eq!(added.list[0].parameters, added.list[1].parameters);
    let plain = parse(&["-L", "n", "1,2", "x {n}", "--reference", "y"]).unwrap();
    assert!(plain.list[0].parameters.is_empty());
}

#[test]
fn redacted_values_may_stand_in_no_name() {
    let hidden = parse(&["-L", "n", "1,2", "x", "true {n}", "--redact"]).unwrap();
    assert_eq!(names(&hidden), ["x", "true 1", "x", "true 2"]);
    for place in [["-n", "is {n}"], ["--output", "o{n}"]] {
        let words = ["-L", "n", "1,2", "x", "--redact", place[0], place[1]];
        let error = parse(&words).unwrap_err();
        assert!(error.contains(place[0]) && error.contains("leave {n} out"), "{error}");
    }
}
