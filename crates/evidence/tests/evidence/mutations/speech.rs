//! What programs said of themselves.

use super::{MADE, Row, STORED};
use crate::mutation::Broken;
use probity_evidence::Rule;
use serde_json::Value;

const PROGRAM: &str = "program.jsonl";

pub const ALL: &[Row] = &[
    (Rule::ProgramOrder, "a-run-twice", STORED, |broken| {
        edit(broken, |lines| lines.extend(lines.clone()));
    }),
    (Rule::ProgramOrder, "not-begun", MADE, |broken| edit(broken, |lines| drop(lines.remove(0)))),
    (Rule::ProgramOrder, "another-run-inside", MADE, |broken| {
        edit(broken, |lines| lines[3] = lines[3].replace("\"run\":0", "\"run\":1"));
    }),
    (Rule::ProgramOrder, "empty", MADE, |broken| edit(broken, Vec::clear)),
    (Rule::ProgramLine, "name-without-a-letter", STORED, |broken| {
        edit(broken, |lines| lines[2] = lines[2].replace("\"scan\"", "\"\""));
    }),
    (Rule::ProgramLine, "shorter-than-its-beginning", MADE, |broken| {
        edit(broken, |lines| lines[8] = lines[8].replace("\"bytes\":7", "\"bytes\":6"));
    }),
    (Rule::RunProgram, "more-work", STORED, |broken| {
        edit(broken, |lines| lines[4] = lines[4].replace("1000", "2000"));
    }),
    (Rule::RunProgram, "other-nonce", MADE, |broken| {
        edit(broken, |lines| lines[0] = lines[0].replace("00ff", "00fe"));
    }),
    (Rule::RunProgram, "longer-window", MADE, |broken| {
        edit(broken, |lines| lines[3] = lines[3].replace("900100", "900101"));
    }),
    (Rule::RunProgram, "a-line-less", MADE, |broken| {
        edit(broken, |lines| drop(lines.pop()));
    }),
    (Rule::RunProgram, "all-of-it-missing", MADE, |broken| {
        broken.remove(PROGRAM);
        broken.reseal();
    }),
    (Rule::RunProgram, "of-no-run", MADE, |broken| {
        edit(broken, |lines| {
            let line = lines[0].replace("\"run\":0", "\"run\":4000");
            lines.push(line);
        });
    }),
    (Rule::RunProgram, "window-of-a-run", MADE, |broken| {
        edit_run(broken, |run| run["windows"][0]["name"] = "other".into());
    }),
    (Rule::RunProgram, "checksum-of-a-run", MADE, |broken| {
        edit_run(broken, |run| run["program"]["checksum"] = "00".into());
    }),
    (Rule::JsonCanonical, "spaces-in-what-was-said", MADE, |broken| {
        edit(broken, |lines| lines[1] = lines[1].replace(":{", ": {"));
    }),
    (Rule::JsonLine, "half-a-record", MADE, |broken| {
        let bytes = broken.read(PROGRAM);
        broken.write(PROGRAM, &bytes[..bytes.len() - 4]);
        broken.reseal();
    }),
];

/// Changes the lines and seals again.
fn edit(broken: &Broken, change: impl FnOnce(&mut Vec<String>)) {
    let text = String::from_utf8(broken.read(PROGRAM)).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let before = lines.clone();
    change(&mut lines);
    assert_ne!(lines, before, "nothing was changed");
    broken.write(PROGRAM, lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    broken.reseal();
}

fn edit_run(broken: &Broken, change: impl FnOnce(&mut Value)) {
    broken.edit_run(0, change);
    broken.reseal();
}
