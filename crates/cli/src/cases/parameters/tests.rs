use super::*;
use crate::arguments::{Arguments, Command};
use clap::Parser;

fn read(words: &[&str]) -> Result<Parameters, String> {
    let all = ["probity", "stat"].iter().chain(words).chain(&["x"]);
    let Command::Stat(arguments) = Arguments::try_parse_from(all).unwrap().command else {
        panic!("not stat")
    };
    Parameters::read(&arguments.parameters)
}

fn shown(parameters: &Parameters) -> Vec<String> {
    let one = |parameter: &Parameter| format!("{}={}", parameter.name, parameter.value.lossy());
    let line = |values: &Vec<Parameter>| values.iter().map(one).collect::<Vec<_>>().join(" ");
    parameters.combinations(1).unwrap().iter().map(line).collect()
}

fn parameter(name: &str, value: &[u8]) -> Parameter {
    Parameter { name: name.to_owned(), value: Text::new(value) }
}

#[test]
fn no_parameters_make_one_combination_of_none() {
    assert_eq!(shown(&read(&[]).unwrap()), [""]);
}

#[test]
fn a_scan_has_every_value() {
    assert_eq!(shown(&read(&["-P", "n", "1", "3"]).unwrap()), ["n=1", "n=2", "n=3"]);
    let decimals = read(&["-P", "delay", "0.3", "0.7", "-D", "0.2"]).unwrap();
    assert_eq!(shown(&decimals), ["delay=0.3", "delay=0.5", "delay=0.7"]);
    assert_eq!(shown(&read(&["-P", "n", "-1", "0"]).unwrap()), ["n=-1", "n=0"]);
}

#[test]
fn lists_are_multiplied_and_the_first_changes_fastest() {
    let lists = read(&["-L", "a", "1,2", "-L", "b", "x,y"]).unwrap();
    assert_eq!(shown(&lists), ["a=1 b=x", "a=2 b=x", "a=1 b=y", "a=2 b=y"]);
}

#[test]
fn commas_and_backslashes() {
    for (text, values) in [
        ("", &[""][..]),
        ("a", &["a"]),
        ("a,,b,", &["a", "", "b", ""]),
        (r"a\,b,c", &["a,b", "c"]),
        (r"\\,\n,\", &[r"\", r"\n", r"\"]),
        (r"\\\,", &[r"\,"]),
        ("two words, x", &["two words", " x"]),
    ] {
        let expected: Vec<&[u8]> = values.iter().map(|value| value.as_bytes()).collect();
        assert_eq!(between_commas(text.as_bytes()), expected, "{text}");
    }
    assert_eq!(between_commas(b"\xff,\xfe"), [b"\xff", b"\xfe"]);
}

#[test]
fn what_is_put_in_is_not_looked_at_again() {
    let values = [parameter("a", b"{b} a"), parameter("b", b"\xff{a}")];
    assert_eq!(substitute(b"{a}-{b}-{c}-{a", &values), b"{b} a-\xff{a}-{c}-{a");
    assert_eq!(substitute(b"{{a}}", &values), b"{{b} a}");
    assert_eq!(substitute(b"", &values), b"");
    assert_eq!(substitute(b"{a}", &[]), b"{a}");
}

#[test]
fn the_environment_holds_names_and_values_in_one_text() {
    let given = [OsString::from(" a  1,2 \n\n b x y,z\n")];
    let lists = apart(&given, 2).unwrap();
    assert_eq!(lists, [[&b"a"[..], b"1,2"], [b"b", b"x y,z"]]);
    assert_eq!(apart(&[OsString::from("n\t1  4")], 3).unwrap(), [[b"n", b"1", b"4"]]);
    assert_eq!(apart(&[OsString::from("n 1")], 3), Err("n 1".into()));
    assert_eq!(apart(&["n", "1", "2", "m"].map(OsString::from), 3), Err("n 1 2 m".into()));
    assert!(apart(&[], 2).unwrap().is_empty());
}

#[test]
fn what_cannot_be_followed_is_said() {
    for (words, part) in [
        (&["-P", "n", "2", "1"][..], "the range is empty"),
        (&["-P", "n", "1", "2", "-D", "0"], "more than 0"),
        (&["-P", "n", "1", "x"], "'x' is no number"),
        (&["-P", "n", "0.5", "2"], "-D 0.1"),
        (&["-P", "n", "1", "1001"], "more than 1000 values"),
        (&["-P", "", "1", "2"], "'' cannot be the name"),
        (&["-P", "a", "1", "2", "-P", "b", "1", "2"], "given twice"),
        (&["-D", "1"], "there is none"),
        (&["-L", "a", "1", "-L", "b", "1", "-L", "a", "2"], "two parameters are named 'a'"),
        (&["-L", "a}", "1"], "'a}' cannot be the name"),
    ] {
        let error = read(words).unwrap_err();
        assert!(error.contains(part), "{words:?}: {error}");
    }
}

#[test]
fn cases_are_counted_before_they_are_made() {
    let list = |values: usize| vec!["1"; values].join(",");
    let (thousand, two) = (list(1000), list(2));
    let lists = read(&["-L", "a", &thousand]).unwrap();
    assert_eq!(lists.combinations(1).unwrap().len(), 1000);
    assert!(lists.combinations(2).unwrap_err().contains("2000 cases: at most 1000"));
    let lists = read(&["-L", "a", &thousand, "-L", "b", &thousand, "-L", "c", &two]).unwrap();
    assert!(lists.combinations(usize::MAX).unwrap_err().contains("at most 1000"));
}

#[test]
fn a_parameter_that_stands_nowhere_is_named() {
    let lists = read(&["-L", "a", "1", "-L", "b", "1"]).unwrap();
    let check = |texts: &[&'static str]| lists.check_use(texts.iter().map(|text| text.as_bytes()));
    assert_eq!(check(&["x {b}", "{a}"]), Ok(()));
    let error = check(&["{ b}", "{a}{b", "b}"]).unwrap_err();
    assert!(error.contains("'b'") && error.contains("{b}"), "{error}");
}
