//! The header: compiled without a warning, and what it does with hard input.

use crate::bed::{Given, bytes_of, has, kinds, of_marker, said, windows};
use probity_model::protocol::{Message, MessageKind as Kind};
use probity_testbed::Scratch;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::process::Command;

/// The program of these sources; none where there is no compiler.
pub(crate) fn compiled(scratch: &Scratch, sources: &[OsString]) -> Option<OsString> {
    if !has("cc") {
        return None;
    }
    let program = scratch.join("program").into_os_string();
    let output = Command::new("cc")
        .args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-I"])
        .arg(of_marker("include"))
        .args(sources)
        .arg("-o")
        .arg(&program)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(program)
}

fn written(scratch: &Scratch, name: &str, text: &str) -> OsString {
    let path = scratch.join(name);
    std::fs::write(&path, text).unwrap();
    path.into_os_string()
}

#[test]
fn a_forked_child_is_a_speaker_of_its_own() {
    let scratch = Scratch::new();
    let Some(program) = compiled(&scratch, &[of_marker("examples/marked.c")]) else { return };
    let said = said(&[program, "fork".into()]);
    let hellos: Vec<_> = said.iter().filter(|said| said.message.kind() == Kind::Hello).collect();
    let speakers: BTreeSet<_> = said.iter().map(|said| said.pid).collect();
    assert_eq!((hellos.len(), speakers.len()), (2, 2), "{said:?}");
    assert_eq!(hellos[0].message, hellos[1].message);
    assert_ne!(hellos[0].pid, hellos[1].pid);
    assert_eq!(windows(&said), [("child".into(), 1), ("scan".into(), 2)].into());
}

const HARD: &str = r#"
#include "probity_marker.h"
struct probity_window elsewhere(void);
int main(void)
{
    static char longer[5000];
    memset(longer, 'x', sizeof longer - 1);
    if (probity_window_end(elsewhere()) != PROBITY_SENT) return 1;
    if (probity_window_end(probity_window_start("here")) != PROBITY_SENT) return 2;
    if (probity_result(longer) != PROBITY_REFUSED) return 3;
    if (probity_window_start(longer).id != 0) return 4;
    longer[4000] = 0;
    if (probity_result(longer) != PROBITY_SENT) return 5;
    if (probity_checksum("a\"\\\n\x01\xc3\xa4\xff\xed\xa0\x80\xe2\x82") != PROBITY_SENT) return 6;
    if (probity_error(NULL) != PROBITY_SENT) return 7;
    return 0;
}
"#;

const ELSEWHERE: &str = r#"
#include "probity_marker.h"
struct probity_window elsewhere(void);
struct probity_window elsewhere(void) { return probity_window_start("elsewhere"); }
"#;

#[test]
fn two_translation_units_long_texts_and_bytes_that_are_no_text() {
    let scratch = Scratch::new();
    let sources = [written(&scratch, "hard.c", HARD), written(&scratch, "elsewhere.c", ELSEWHERE)];
    let Some(program) = compiled(&scratch, &sources) else { return };
    let said = said(&[program]);
    assert_eq!(windows(&said), [("elsewhere".into(), 1), ("here".into(), 1)].into());
    let window = [Kind::WindowStart, Kind::WindowEnd];
    let rest = [Kind::Error, Kind::Error, Kind::Result, Kind::Checksum, Kind::Error];
    assert_eq!(kinds(&said), [&[Kind::Hello][..], &window, &window, &rest].concat());
    let value = String::from("a\"\\\n\u{1}ä\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}");
    assert_eq!(said[8].message, Message::Checksum { value });
    assert_eq!(said[9].message, Message::Error { message: String::new() });
}

const ABSENT: &str = r#"
#include "probity_marker.h"
#include <dirent.h>
static int descriptors(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    if (folder == NULL) return -1;
    while (readdir(folder) != NULL) count++;
    closedir(folder);
    return count;
}
int main(int argc, char **argv)
{
    int before = descriptors(), expected = argc > 1 ? before + 1 : before;
    enum probity_outcome outcome = argc > 1 ? PROBITY_SENT : PROBITY_ABSENT;
    (void)argv;
    if (before < 3) return 1;
    if (probity_ready() != outcome) return 2;
    if (probity_work("rows", 1) != outcome) return 3;
    if (probity_window_end(probity_window_start("w")) != outcome) return 4;
    return descriptors() == expected ? 0 : 5;
}
"#;

#[test]
fn without_the_variables_no_descriptor_is_opened() {
    let scratch = Scratch::new();
    let source = [written(&scratch, "absent.c", ABSENT)];
    let Some(program) = compiled(&scratch, &source) else { return };
    for given in [Given::NoNonce, Given::NoNumber] {
        assert!(bytes_of(std::slice::from_ref(&program), given).is_empty());
    }
    // It can tell: with them there is one more.
    assert!(!bytes_of(&[program, "given".into()], Given::Both).is_empty());
}
