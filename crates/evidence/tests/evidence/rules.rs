//! The rules and the specification.

use crate::repository::root;
use probity_evidence::Rule;
use std::collections::BTreeSet;

#[test]
fn ids_are_kebab_case_and_unique_and_numbers_have_no_gap() {
    let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(ids.len(), Rule::ALL.len());
    // In the order of the checks, and not of the numbers: a later rule has a larger one.
    let numbers: BTreeSet<usize> =
        Rule::ALL.iter().map(|rule| usize::try_from(rule.number()).unwrap()).collect();
    assert_eq!(numbers, (1..=Rule::ALL.len()).collect());
    for rule in Rule::ALL {
        let is_word =
            |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
        assert!(rule.id().split('-').all(is_word), "{rule}");
        assert_eq!(rule.id(), rule.id().to_lowercase());
        assert!(!rule.meaning().is_empty() && !rule.meaning().ends_with('.'), "{rule}");
    }
}

#[test]
fn the_specification_numbers_exactly_these_rules() {
    let text = std::fs::read_to_string(root().join("docs/spec/evidence.md")).unwrap();
    let required: Vec<&str> = text.lines().filter(|line| line.starts_with("- **EV-")).collect();
    let expected: Vec<String> = Rule::ALL
        .iter()
        .map(|rule| format!("- **EV-{}** `{}`", rule.number(), rule.id()))
        .collect();
    assert_eq!(required.len(), expected.len());
    for (line, expected) in required.iter().zip(&expected) {
        assert!(line.starts_with(expected.as_str()), "{line}\nshould begin with {expected}");
    }
}
