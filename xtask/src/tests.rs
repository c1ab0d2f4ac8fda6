use crate::artifact::{Artifact, programs};
use crate::test_pass::variables;

const MESSAGES: &str = r#"
{"reason":"compiler-artifact","manifest_path":"/t/crates/a/Cargo.toml","target":{"name":"a"},"profile":{"test":false},"executable":null}
{"reason":"compiler-artifact","manifest_path":"/t/crates/a/Cargo.toml","target":{"name":"run"},"profile":{"test":false},"executable":"/t/target/debug/run"}
warning: not a message
{"reason":"compiler-artifact","manifest_path":"/t/crates/a/Cargo.toml","target":{"name":"a"},"profile":{"test":true},"executable":"/t/target/debug/deps/a-1"}
{"reason":"build-finished","success":true}
"#;

fn artifact(target: &str, test: bool, executable: &str) -> Artifact {
    Artifact {
        folder: "/t/crates/a".into(),
        target: target.to_owned(),
        test,
        of_macro: false,
        executable: executable.into(),
    }
}

#[test]
fn programs_are_read_from_cargo_messages() {
    let expected = [
        artifact("run", false, "/t/target/debug/run"),
        artifact("a", true, "/t/target/debug/deps/a-1"),
    ];
    assert_eq!(programs(MESSAGES), expected);
}

#[test]
fn a_test_sees_its_folder_and_its_binaries() {
    let all = programs(MESSAGES);
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let expected = [
        pair("CARGO_MANIFEST_DIR", "/t/crates/a"),
        pair("CARGO_BIN_EXE_run", "/t/target/debug/run"),
    ];
    assert_eq!(variables(&all[1], &all), expected);
}
