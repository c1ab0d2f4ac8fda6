use crate::digest::{hex, is_sha256, sha256};
use crate::layout::{self, MAX_CASES, MAX_DERIVED, is_canonical_name, is_member, too_large};
use crate::sums;
use crate::timestamp::{is_rfc3339, rfc3339};
use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds)
}

#[test]
fn timestamps_have_the_form_of_rfc_3339() {
    for (seconds, text) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400, "2000-02-29T00:00:00Z"),
        (1_709_251_199, "2024-02-29T23:59:59Z"),
        (1_709_251_200, "2024-03-01T00:00:00Z"),
        (1_767_225_599, "2025-12-31T23:59:59Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
        (253_402_300_799, "9999-12-31T23:59:59Z"),
    ] {
        assert_eq!(rfc3339(at(seconds)).as_deref(), Some(text));
        assert!(is_rfc3339(text), "{text}");
    }
    assert_eq!(rfc3339(at(253_402_300_800)), None);
    assert_eq!(rfc3339(UNIX_EPOCH - Duration::from_secs(1)), None);
    assert_eq!(rfc3339(at(1) + Duration::from_millis(999)).unwrap(), "1970-01-01T00:00:01Z");
}

#[test]
fn every_day_of_four_centuries_is_the_one_after_the_day_before() {
    let mut before = rfc3339(at(0)).unwrap();
    for day in 1..146_097 {
        let next = rfc3339(at(day * 86_400)).unwrap();
        assert!(next > before && is_rfc3339(&next), "{before} {next}");
        before = next;
    }
    assert_eq!(rfc3339(at(146_097 * 86_400)).unwrap(), "2370-01-01T00:00:00Z");
}

#[test]
fn other_timestamps_are_refused() {
    for text in [
        "",
        "2026-02-29T00:00:00Z",
        "2100-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:60Z",
        "2026-01-01t00:00:00Z",
        "2026-01-01T00:00:00z",
        "2026-01-01T00:00:00+00:00",
        "2026-01-01T00:00:00.0Z",
        "+026-01-01T00:00:00Z",
        "1969-12-31T23:59:59Z",
        "２026-01-01T00:00Z",
    ] {
        assert!(!is_rfc3339(text), "{text}");
    }
}

#[test]
fn digests_are_lower_case() {
    // FIPS 180-4's own example.
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(sha256(b"abc"), abc);
    assert!(is_sha256(abc) && !is_sha256(&abc.to_uppercase()) && !is_sha256(&abc[1..]));
    assert_eq!(hex(&[0x00, 0x9f, 0xff]), "009fff");
}

#[test]
fn checksums_round_trip_and_other_forms_are_refused() {
    let sums = BTreeMap::from([
        ("host.json".to_owned(), "a".repeat(64)),
        ("report/a.txt".to_owned(), "0".repeat(64)),
    ]);
    let bytes = sums::write(&sums);
    assert_eq!(sums::parse(&bytes).unwrap(), sums);
    let text = String::from_utf8(bytes).unwrap();
    for bad in [
        String::new(),
        text.trim_end().to_owned(),
        text.replace('a', "A"),
        text.replace('\n', "\r\n"),
        text.replace("  ", " "),
        text.replace("  ", " *"),
        format!("{text}\n"),
        format!("{text}{text}"),
        text.replace("host.json", "./host.json"),
        text.replace("host.json", "/host.json"),
        text.replace("report/a.txt", "report/../a.txt"),
        text.replace("report/a.txt", "report/a/b.txt"),
        text.replace("report/a.txt", "SHA256SUMS"),
        text.lines().rev().map(|line| format!("{line}\n")).collect(),
        format!("\\{text}"),
    ] {
        assert!(sums::parse(bad.as_bytes()).is_err(), "{bad:?}");
    }
    assert!(sums::parse(b"\xff\n").is_err());
}

#[test]
fn names_are_plain() {
    for good in ["a", "A-1_b.json", "0"] {
        assert!(is_canonical_name(good), "{good}");
    }
    for bad in ["", ".", "..", ".a", "-a", "_a", "a b", "a/b", "a\n", "é", &"a".repeat(101)] {
        assert!(!is_canonical_name(bad), "{bad:?}");
    }
    assert!(is_member("runs.jsonl") && is_member("report/a.txt"));
    assert!(!is_member("report") && !is_member("report/") && !is_member("other.json"));
    assert!(layout::REQUIRED.is_sorted());
}

#[test]
fn products_of_cases_and_metrics_are_bounded() {
    for (cases, metrics, judged) in [(1, 18, 1), (1_000, 50, 50), (1_000, 99, 1), (1, 100_000, 1)] {
        assert_eq!(too_large(cases, metrics, judged), None, "{cases} {metrics} {judged}");
    }
    for (cases, metrics, judged) in [
        (MAX_CASES + 1, 1, 1),
        (1_000, 100, 1),
        (1_000, 50, 51),
        (0, MAX_DERIVED + 1, 0),
        (1, 1, MAX_DERIVED + 1),
        (2, usize::MAX, usize::MAX),
    ] {
        assert!(too_large(cases, metrics, judged).is_some(), "{cases} {metrics} {judged}");
    }
}

#[test]
fn the_first_differences_are_named_and_the_rest_counted() {
    let line = |value: &str| format!("{{\"a\":[{value}],\"b\":1}}\n");
    let told = |stored: &str, derived: &str| {
        crate::check::difference(line(stored).as_bytes(), line(derived).as_bytes())
    };
    let many = "1,".repeat(100_000) + "1";
    assert_eq!(
        told("1,2", &many),
        "differs from what the runs say at /a/1 (2 instead of 1); /a/2 (missing); /a/3 (missing); \
         99997 more"
    );
    assert_eq!(told("1,1", "1"), "differs from what the runs say at /a/1 (should not be there)");
    let long = format!("\"{}\"", "é".repeat(500));
    assert!(told(&long, "1").chars().count() < 150);
}
