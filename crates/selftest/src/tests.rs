use crate::{CHECKS, Place, Work};
use std::collections::BTreeSet;

#[test]
fn work_is_what_its_arguments_say() {
    for place in Place::ALL {
        let work = Work { calls: 7, steps: u64::MAX, place };
        assert_eq!(Work::parse(&work.arguments()), Some(work));
    }
    let words = |words: &[&str]| words.iter().map(Into::into).collect::<Vec<_>>();
    for none in [
        words(&[]),
        words(&["stat"]),
        words(&[crate::WORK_ARGUMENT]),
        words(&[crate::WORK_ARGUMENT, "nowhere", "1", "2"]),
        words(&[crate::WORK_ARGUMENT, "main thread", "-1", "2"]),
        words(&[crate::WORK_ARGUMENT, "main thread", "1", "2", "3"]),
    ] {
        assert_eq!(Work::parse(&none), None, "{none:?}");
    }
}

#[test]
fn checks_have_names_of_their_own() {
    let ids: BTreeSet<&str> = CHECKS.iter().map(|check| check.id).collect();
    assert_eq!(ids.len(), CHECKS.len());
    assert!(CHECKS.iter().all(|check| !check.shows.is_empty()));
}
