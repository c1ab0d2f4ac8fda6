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
    ] {
        let error = parse(words).unwrap_err();
        assert!(error.contains(part), "{words:?}: {error}");
    }
}
