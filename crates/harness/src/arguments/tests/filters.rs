//! Which benchmarks are run and listed.

use super::*;

const ALL: &[(&str, bool)] =
    &[("parse::json", false), ("parse::json::big", true), ("write", false), ("re::write", false)];

/// What a line selects, and what it lists.
fn names(text: &str, chosen: impl Fn(&Filter, &str, bool) -> bool) -> Vec<&'static str> {
    let filter = run(text).filter;
    let kept = ALL.iter().filter(|(id, ignored)| chosen(&filter, id, *ignored));
    kept.map(|(id, _)| *id).collect()
}

#[test]
fn filters_select_as_those_of_libtest() {
    for (text, expected) in [
        ("", &["parse::json", "write", "re::write"][..]),
        ("json", &["parse::json"]),
        ("parse write", &["parse::json", "write", "re::write"]),
        ("write --skip re::", &["write"]),
        ("--skip=json --skip re", &["write"]),
        ("write --exact", &["write"]),
        ("--exact", &["parse::json", "write", "re::write"]),
        ("--exact --skip write", &["parse::json", "re::write"]),
        ("json --exact", &[]),
        ("re::write", &["re::write"]),
        ("--ignored", &["parse::json::big"]),
        ("--ignored write", &[]),
        ("--include-ignored json", &["parse::json", "parse::json::big"]),
        ("nothing", &[]),
        ("-- write", &["write", "re::write"]),
        ("-- --bench", &[]),
    ] {
        assert_eq!(names(text, Filter::selects), expected, "{text}");
    }
}

#[test]
fn lists_name_ignored_benchmarks_too_and_on_demand_only_them() {
    assert_eq!(names("", Filter::lists).len(), ALL.len());
    assert_eq!(names("--ignored", Filter::lists), ["parse::json::big"]);
    assert_eq!(names("json", Filter::lists), ["parse::json", "parse::json::big"]);
}

#[test]
fn the_fate_of_each_is_told() {
    let filter = run("json").filter;
    assert_eq!(filter.fate("parse::json", false), Fate::Run);
    assert_eq!(filter.fate("parse::json::big", true), Fate::Ignored);
    assert_eq!(filter.fate("write", false), Fate::FilteredOut);
    assert_eq!(run("--ignored").filter.fate("write", false), Fate::FilteredOut);
}

#[test]
fn whole_names_are_told_so_that_nobody_has_to_look_at_all() {
    let exact = run("write --exact --nocapture").filter;
    assert_eq!(exact.exact_names(), Some(&[String::from("write")][..]));
    assert_eq!(run("write").filter.exact_names(), None);
    assert_eq!(run("--exact").filter.exact_names(), None);
    // A whole name is taken as it is.
    assert!(run("re:x --exact").filter.selects("re:x", false));
}

#[test]
fn words_of_another_spelling_select_beside_those_given() {
    let spelled = |word: &str| word.contains('/').then(|| word.replace('/', "::"));
    let mut filter = run("parse/json write --skip json/big").filter;
    filter.respell(&spelled);
    for (id, expected) in [("parse::json", true), ("write", true), ("parse::json::big", false)] {
        assert_eq!(filter.selects(id, false), expected, "{id}");
    }
    let mut exact = run("parse/json --exact").filter;
    exact.respell(&spelled);
    assert!(exact.selects("parse::json", false) && !exact.selects("parse::json::big", false));
    assert!(exact.exact_names().unwrap().contains(&String::from("parse::json")));
}

#[test]
fn regular_expressions_select_beside_parts_of_names() {
    for (text, expected) in [
        ("re:^write$", &["write"][..]),
        ("re:^re::", &["re::write"]),
        ("re:^write$ json", &["parse::json", "write"]),
        ("--regex ^write$", &["write"]),
        ("--regex=^parse|^re", &["parse::json", "re::write"]),
        ("--regex ^parse --regex ^re", &["parse::json", "re::write"]),
        ("--skip re:^(parse|write)", &["re::write"]),
        ("re:.* --skip write", &["parse::json"]),
        ("re:nothing", &[]),
    ] {
        assert_eq!(names(text, Filter::selects), expected, "{text}");
    }
    // Nobody can say beforehand which names it selects.
    assert_eq!(run("write --exact --regex x").filter.exact_names(), None);
    assert_eq!(run("re:a").filter, run("--regex a").filter);
    assert_ne!(run("re:a").filter, run("re:b").filter);
}

#[test]
fn what_is_no_regular_expression_is_refused_with_its_reason() {
    for (text, origin) in [("re:a(", "re:"), ("--skip re:a(", "re:"), ("--regex a(", "--regex")] {
        let shown = error(text);
        let expected = format!("{origin} 'a(': it is no regular expression: ");
        assert!(shown.starts_with(&expected) && shown.len() > expected.len(), "{shown}");
    }
    for text in ["re:", "--skip re:", "--regex="] {
        assert!(error(text).ends_with("an empty one fits every name"), "{}", error(text));
    }
}
