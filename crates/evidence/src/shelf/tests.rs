use super::entry::{is_name, is_name_start, name};
use super::{Entry, NoEntry, Reference, Shelf, state_directory};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

#[test]
fn names_sort_by_time_and_have_the_form_that_is_looked_for() {
    let id = "0123456789abcdef0123456789abcdef";
    let at = |millis| name(UNIX_EPOCH + Duration::from_millis(millis), id).unwrap();
    assert_eq!(at(951_782_400_007), "20000229T000000.007Z-01234567");
    assert!(at(1) < at(10) && at(10) < at(1000) && at(999) < at(86_400_000));
    for millis in [0, 1, 951_782_400_007, 253_402_300_799_999] {
        let name = at(millis);
        assert!(is_name(&name), "{name}");
        for end in 1..name.len() {
            assert!(is_name_start(&name[..end]) && !is_name(&name[..end]), "{name} {end}");
        }
    }
    assert_eq!(name(UNIX_EPOCH - Duration::from_secs(1), id), None);
    assert_eq!(name(UNIX_EPOCH, "0123"), None);
}

#[test]
fn other_names_are_not_ours() {
    for other in [
        "",
        "20000229T000000.007Z-0123456",
        "20000229T000000.007Z-012345678",
        "20000229T000000.007Z-0123456A",
        "20000229t000000.007Z-01234567",
        "20000229T000000,007Z-01234567",
        "20000229T000000.007Z_01234567",
        "2000-02-29T00:00:00Z-01234567",
        ".kept.staging-0123456789abcdef",
        "２0000229T000000.007Z-0123456",
        "20000229T000000.007Z-0123456é",
    ] {
        assert!(!is_name(other), "{other}");
    }
    for start in ["", "x", "2x", "last", ".", "20000229T000000.007Z-012345678", "２"] {
        assert!(!is_name_start(start), "{start}");
    }
}

#[test]
fn the_state_directory_is_the_one_of_the_specification() {
    let found = |state: Option<&str>, home: Option<&str>| {
        state_directory(state.map(OsStr::new), home.map(OsStr::new))
    };
    let path = |path: &str| Some(PathBuf::from(path));
    assert_eq!(found(Some("/s"), Some("/h")), path("/s"));
    assert_eq!(found(Some("/s"), None), path("/s"));
    for ignored in [None, Some(""), Some("relative"), Some("./s"), Some("~/s")] {
        assert_eq!(found(ignored, Some("/h")), path("/h/.local/state"));
        for home in [None, Some(""), Some("home")] {
            assert_eq!(found(ignored, home), None);
        }
    }
}

#[test]
fn references_are_last_or_the_beginning_of_a_name() {
    assert_eq!(Reference::parse("last"), Some(Reference::Last(0)));
    assert_eq!(Reference::parse("last~12"), Some(Reference::Last(12)));
    let name = |text: &str| Some(Reference::Name(text.to_owned()));
    assert_eq!(Reference::parse("2026"), name("2026"));
    for path in ["", "last~", "last~x", "last~-1", "last~+1", "lastly", "./last", "a", "2026/x"] {
        assert_eq!(Reference::parse(path), None, "{path}");
    }
}

#[test]
fn one_entry_is_meant_or_the_error_lists_what_there_is() {
    let entry = |name: &str| Entry { name: name.to_owned(), is_directory: true };
    let entries = [entry("20260102"), entry("20260101-b"), entry("20260101-a")];
    let find = |text: &str| {
        let found = Shelf::find(&entries, &Reference::parse(text).unwrap());
        found.map(|entry| entry.name.as_str()).map_err(|error| error.to_string())
    };
    assert_eq!(find("last"), Ok("20260102"));
    assert_eq!(find("last~2"), Ok("20260101-a"));
    assert_eq!(find("20260102"), Ok("20260102"));
    assert_eq!(
        find("20260101").unwrap_err(),
        "it begins more than one name: 20260101-b, 20260101-a"
    );
    let all = "kept are 20260102, 20260101-b, 20260101-a";
    assert_eq!(find("last~3").unwrap_err(), all);
    assert_eq!(find("3").unwrap_err(), all);
    assert_eq!(Shelf::find(&[], &Reference::Last(0)), Err(NoEntry::Empty));
    let many = NoEntry::Unknown { names: (0..9).map(|place| place.to_string()).collect() };
    assert_eq!(many.to_string(), "kept are 0, 1, 2, 3, 4 and 4 older ones");
}
