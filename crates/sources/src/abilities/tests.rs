use super::*;
use std::collections::BTreeSet;

#[test]
fn no_ability_is_claimed_twice() {
    let claimed: Vec<Ability> =
        SOURCES.iter().flat_map(|source| source.abilities).map(|(ability, _)| *ability).collect();
    assert_eq!(claimed.iter().collect::<BTreeSet<_>>().len(), claimed.len(), "{claimed:?}");
    assert_eq!(BTreeSet::from(Ability::ALL).len(), Ability::ALL.len());
}

#[test]
fn memory_nodes_are_told_from_their_list() {
    let with = |nodes: Option<&str>| {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("sys/devices/system/node");
        std::fs::create_dir_all(&folder).unwrap();
        if let Some(nodes) = nodes {
            std::fs::write(folder.join("online"), nodes).unwrap();
        }
        numa(&Root::at(directory.path()))
    };
    assert!(matches!(with(Some("0\n")), Availability::NotApplicable { .. }));
    let several = with(Some("0-1\n"));
    let absence = several.absence().unwrap();
    assert_eq!(absence.cause, Cause::NotImplemented);
    assert!(absence.reason.contains("0-1"), "{absence:?}");
    assert_eq!(with(None).absence().unwrap().cause, Cause::NoKernelSupport);
}
