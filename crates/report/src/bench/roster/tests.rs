use super::identity::Identity;
use super::order::natural;
use probity_model::{CaseId, CaseSettings, ErrorOutput, Hooks, Output, Parameter, Streams, Text};
use std::cmp::Ordering;

fn settings(labels: &[(&str, &str)]) -> CaseSettings {
    let parameter =
        |(name, value): &(&str, &str)| Parameter { name: (*name).into(), value: (*value).into() };
    CaseSettings {
        against: None,
        id: CaseId::at(0),
        name: Text::from("x"),
        command: Text::from("x"),
        argv: vec![Text::from("x")],
        streams: Streams { input: None, output: Output::Null, error: ErrorOutput::Captured },
        hooks: Hooks::default(),
        parameters: labels.iter().map(parameter).collect(),
    }
}

fn parts(name: &str, labels: &[(&str, &str)]) -> Vec<String> {
    Identity::of(&Text::from(name), Some(&settings(labels))).parts().map(Text::lossy).collect()
}

#[test]
fn labels_begin_where_the_first_parameter_is_named() {
    let two = [("n", "1"), ("T", "a::b")];
    assert_eq!(parts("m::f", &[]), ["m", "f"]);
    assert_eq!(parts("m::f::n=1,T=a::b", &two), ["m", "f", "n=1,T=a::b"]);
    assert_eq!(parts("m::f::n=1::T=a::b", &two), ["m", "f", "n=1::T=a::b"]);
    assert_eq!(parts("n=1", &two), ["n=1"]);
    assert_eq!(parts("m::n=f::n=1", &[]), ["m", "n=f", "n=1"]);
    assert_eq!(parts("", &two), [""]);
    assert_eq!(parts("::", &[]), ["", ""]);
    let deep = vec!["m"; 100_000].join("::");
    assert_eq!(parts(&deep, &[]).len(), 16);
}

#[test]
fn numbers_in_names_are_ordered_by_their_size() {
    let cases = [
        ("n=64", "n=1024", Ordering::Less),
        ("n=064", "n=64", Ordering::Equal),
        ("n=64", "n=64", Ordering::Equal),
        ("a", "b", Ordering::Less),
        ("a", "a1", Ordering::Less),
        ("a2b", "a2", Ordering::Greater),
        ("", "", Ordering::Equal),
        ("", "0", Ordering::Less),
        ("18446744073709551617", "9", Ordering::Greater),
    ];
    for (one, other, expected) in cases {
        assert_eq!(natural(&Text::from(one), &Text::from(other)), expected, "{one} {other}");
        assert_eq!(natural(&Text::from(other), &Text::from(one)), expected.reverse());
    }
}
