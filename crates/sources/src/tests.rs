use crate::SOURCES;
use crate::descriptor::Offered;
use crate::reading::{Outcome, Reading, Stated, combine};
use probity_model::{Absence, Aggregation, Cause, Pass, Unasked};
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn the_table_and_the_folders_agree() {
    let folders: BTreeSet<String> =
        std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
            .unwrap()
            .map(|entry| entry.unwrap())
            .filter(|entry| entry.path().join("mod.rs").exists())
            .filter(|entry| entry.file_name() != "session" && entry.file_name() != "counting")
            .map(|entry| entry.file_name().into_string().unwrap())
            .collect();
    let table: BTreeSet<String> = SOURCES.iter().map(|source| source.id.to_owned()).collect();
    assert_eq!(table, folders);
    assert_eq!(table.len(), SOURCES.len(), "a source is there once");
}

#[test]
fn ids_are_unique_and_well_formed() {
    let mut seen = BTreeSet::new();
    for metric in SOURCES.iter().flat_map(|source| source.metrics) {
        assert!(seen.insert(metric.id), "{} is there twice", metric.id);
        let plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._".contains(&byte);
        assert!(metric.id.bytes().all(plain) && metric.id.contains('.'), "{}", metric.id);
        assert!(!metric.summary.is_empty(), "{}", metric.id);
    }
}

#[test]
fn what_is_offered_goes_by_what_it_means() {
    for metric in SOURCES.iter().flat_map(|source| source.metrics) {
        if metric.pass == Pass::Every {
            let is_unasked = metric.role.unasked() != Unasked::Never;
            assert_eq!(metric.offered == Offered::Unasked, is_unasked, "{}", metric.id);
        }
    }
}

#[test]
fn a_delta_subtracts_and_never_goes_back() {
    let delta = |start, end| combine(Aggregation::Delta, "it", &start, &end);
    assert_eq!(delta(Reading::Total(5), Reading::Total(12)), Outcome::Value(7, Stated::default()));
    assert_eq!(delta(Reading::Total(5), Reading::Total(5)), Outcome::Value(0, Stated::default()));
    assert_eq!(
        delta(Reading::Total(0), Reading::Total(u64::MAX)),
        Outcome::Value(u64::MAX, Stated::default())
    );
    let Outcome::Missing(absence) = delta(Reading::Total(5), Reading::Total(4)) else {
        panic!("a decrease has no value")
    };
    assert_eq!(absence.cause, Cause::Implausible);
    assert!(absence.reason.contains("from 5 to 4"), "{absence}");
}

#[test]
fn an_edge_that_is_missing_gives_its_reason_and_no_number() {
    let gone = |reason: &str| Reading::Missing(Absence::new(Cause::Denied, reason));
    for (start, end, reason) in [
        (gone("start"), Reading::Total(1), "start"),
        (Reading::Total(1), gone("end"), "end"),
        (gone("start"), gone("end"), "start"),
        (Reading::NotTaken, Reading::Total(1), "one edge was never read"),
        (Reading::Total(1), Reading::NotTaken, "one edge was never read"),
    ] {
        let Outcome::Missing(absence) = combine(Aggregation::Delta, "it", &start, &end) else {
            panic!("{reason}: a value")
        };
        assert_eq!(absence.reason, reason);
    }
    let inapplicable = Reading::Inapplicable("why");
    let outcome = combine(Aggregation::Delta, "it", &inapplicable, &inapplicable);
    assert_eq!(outcome, Outcome::Inapplicable("why"));
}

#[test]
fn a_boundary_value_is_the_end_alone() {
    let boundary = |start, end| combine(Aggregation::Boundary, "it", &start, &end);
    assert_eq!(
        boundary(Reading::Total(9), Reading::Total(4)),
        Outcome::Value(4, Stated::default())
    );
    let gone = Reading::Missing(Absence::new(Cause::Lost, "gone"));
    assert_eq!(boundary(gone.clone(), Reading::Total(4)), Outcome::Value(4, Stated::default()));
    assert!(matches!(boundary(Reading::Total(4), gone), Outcome::Missing(_)));
}
