//! The JSON Schemas of the specification, which are generated from the types.

use crate::repository::{assert_stored, root};
use probity_evidence::Manifest;
use probity_model::protocol::Record;
use probity_model::{Capabilities, Cohort, Document, HostFacts, Run, SelfTest, Settings};
use schemars::{Schema, schema_for};
use std::collections::BTreeSet;

fn schemas() -> [(&'static str, Schema); 9] {
    [
        ("manifest", schema_for!(Manifest)),
        ("settings", schema_for!(Settings)),
        ("host", schema_for!(HostFacts)),
        ("capabilities", schema_for!(Capabilities)),
        ("cohort", schema_for!(Cohort)),
        ("run", schema_for!(Run)),
        ("program", schema_for!(Record)),
        ("document", schema_for!(Document)),
        ("selftest", schema_for!(SelfTest)),
    ]
}

#[test]
fn stored_schemas_are_those_of_the_types() {
    let folder = root().join("docs/spec/schemas");
    let mut expected = BTreeSet::new();
    for (name, schema) in schemas() {
        let name = format!("{name}.schema.json");
        let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        assert_stored(&folder.join(&name), text.as_bytes());
        expected.insert(name);
    }
    let stored: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(stored, expected);
}
