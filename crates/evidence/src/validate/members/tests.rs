use super::{CHUNK, Content, Members};
use crate::digest::sha256;
use crate::layout::{HOST, RUNS};
use crate::validate::form::tests::LINE;
use crate::validate::{Findings, Rule};
use probity_sys::file::Directory;

#[test]
fn a_file_is_hashed_whole_whatever_is_kept_of_it() {
    let scratch = tempfile::tempdir().unwrap();
    std::fs::create_dir(scratch.path().join("report")).unwrap();
    let lines = 3 * CHUNK / LINE.len() + 1;
    let bytes = format!("{LINE}\n").repeat(lines);
    for path in [RUNS, HOST, "report/report.txt"] {
        std::fs::write(scratch.path().join(path), &bytes).unwrap();
    }
    let directory = Directory::open(scratch.path()).unwrap();
    let members = Members::of(&directory);
    let (mut content, mut findings) = (Content::default(), Findings::default());
    for path in [RUNS, HOST, "report/report.txt"] {
        let seal = members.read_into(&mut content, path, &mut findings).unwrap();
        assert_eq!((seal.bytes, seal.sha256), (bytes.len() as u64, sha256(bytes.as_bytes())));
    }
    assert_eq!(content.files.keys().collect::<Vec<_>>(), [HOST]);
    assert!(content.files[HOST] == bytes.as_bytes());
    let runs = content.runs.take().and_then(|runs| runs.finish(&mut findings));
    assert_eq!(runs.map(|runs| runs.len()), Some(lines));
    assert!(findings.is_empty());
    content.forget(HOST);
    assert!(content.files.is_empty());
    assert!(members.read_into(&mut content, "report/none.txt", &mut findings).is_none());
    assert_eq!(findings.into_list()[0].rule, Rule::Unreadable);
}
