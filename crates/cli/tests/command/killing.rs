//! Death without warning, of Probity and of its launcher.

use crate::bed::{assert_valid, probity, validate};
use probity_sys::{process, signal};
use probity_testbed::{Scratch, Tool, eventually, finish, marked};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Instant;

/// The first argument with which Probity starts its launcher.
const LAUNCHER: &str = probity_host::launch::LAUNCHER_ARGUMENT;

fn marked_tool(scratch: &Scratch) -> (Tool, String) {
    // The launcher has an environment of its own, and the same directory.
    let mark = scratch.path().file_name().unwrap().to_string_lossy().into_owned();
    (probity(scratch).with("MARK", &mark), mark)
}

fn kill(pid: u32) {
    process::kill(pid, signal::KILL).unwrap();
}

/// Kills and reaps Probity, then waits until nothing of its campaign lives.
fn kill_and_wait(mut child: Child, mark: &str) {
    child.kill().unwrap();
    child.wait().unwrap();
    eventually("launcher and program are gone", || marked(mark).is_empty());
}

/// The staging directories in `scratch`. One that was just being made is not cleared for a minute.
fn staging(scratch: &Scratch) -> Vec<String> {
    let hidden = |name: &String| name.starts_with('.') && !name.contains(".making-");
    scratch.names().into_iter().filter(hidden).collect()
}

#[test]
fn killed_at_any_moment_it_leaves_all_or_nothing_and_no_program() {
    const MOMENTS: u32 = 20;
    let scratch = Scratch::new();
    let (tool, mark) = marked_tool(&scratch);
    // It is over soon, unless its parent dies: then only the launcher can end it.
    let program = "sleep 0.02; kill -0 $PPID 2>/dev/null || sleep 1000";
    let words = ["stat", "-w", "0", "-r", "3", "--out", "kept", "--", "sh", "-c", program];
    let began = Instant::now();
    assert_eq!(tool.run(words).code, Some(0));
    let life = began.elapsed();
    let (mut published, mut noted) = (0, 0);
    for moment in 0..MOMENTS {
        let aside = scratch.join(format!("kept-{moment}"));
        if scratch.join("kept").exists() {
            fs::rename(scratch.join("kept"), aside).unwrap();
        }
        // Its standard error goes to a file: a pipe would be held open by a survivor.
        let notes = scratch.join("notes");
        let child = tool
            .command(words)
            .stdout(Stdio::null())
            .stderr(fs::File::create(&notes).unwrap())
            .spawn()
            .unwrap();
        std::thread::sleep(life * moment / MOMENTS);
        kill_and_wait(child, &mark);
        noted += u32::from(fs::read_to_string(&notes).unwrap().contains("a killed campaign"));
        if scratch.join("kept").exists() {
            assert_valid(&scratch, "kept");
            published += 1;
        }
    }
    if scratch.join("kept").exists() {
        fs::rename(scratch.join("kept"), scratch.join("kept-last")).unwrap();
    }
    let finished = tool.run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_valid(&scratch, "kept");
    assert!(staging(&scratch).is_empty(), "{:?}", scratch.names());
    assert!(published < MOMENTS, "at least the first was killed before its end");
    assert!(noted > 0, "some campaign was killed with runs staged, and the next said so");
}

#[test]
fn what_a_killed_campaign_left_is_removed_by_the_next_and_told() {
    let scratch = Scratch::new();
    let (tool, mark) = marked_tool(&scratch);
    let long = ["stat", "-w", "0", "--out", "kept", "--", "sh", "-c", "echo >> log; sleep 1000"];
    let child = tool.command(long).spawn().unwrap();
    eventually("the program runs", || scratch.join("log").exists());
    assert_eq!(staging(&scratch).len(), 1, "{:?}", scratch.names());
    // Somebody else's campaign of the same name is alive: it is left alone.
    let meanwhile = tool.run(["stat", "-r", "1", "--out", "kept", "--", "true"]);
    assert_eq!(meanwhile.code, Some(0), "{meanwhile:?}");
    assert!(!meanwhile.stderr.contains("removed"), "{meanwhile:?}");
    assert_eq!(staging(&scratch).len(), 1, "{:?}", scratch.names());
    fs::rename(scratch.join("kept"), scratch.join("other")).unwrap();

    kill_and_wait(child, &mark);
    assert_eq!(staging(&scratch).len(), 1);
    assert!(!scratch.join("kept").exists());
    let left = validate(&scratch, scratch.join(&staging(&scratch)[0]));
    assert_eq!(left.code, Some(5), "what was staged is no evidence: {left:?}");
    let next = tool.run(["stat", "-r", "1", "--out", "kept", "--", "true"]);
    assert_eq!(next.code, Some(0), "{next:?}");
    assert!(next.stderr.contains("note: removed"), "{next:?}");
    assert!(next.stderr.contains("killed campaign"), "{next:?}");
    assert_eq!(scratch.names(), ["kept", "log", "other"]);
    assert_valid(&scratch, "kept");
}

#[test]
fn without_evidence_to_keep_the_temporary_place_is_cleared_the_same_way() {
    let scratch = Scratch::new();
    let (tool, mark) = marked_tool(&scratch);
    fs::create_dir(scratch.join("tmp")).unwrap();
    let tool = tool.with("TMPDIR", "tmp");
    let left = || fs::read_dir(scratch.join("tmp")).unwrap().count();
    let long = ["stat", "-w", "0", "--", "sh", "-c", "echo >> log; sleep 1000"];
    let child = tool.command(long).spawn().unwrap();
    eventually("the program runs", || scratch.join("log").exists());
    kill_and_wait(child, &mark);
    assert_eq!(left(), 1);
    let next = tool.run(["stat", "-r", "1", "--", "true"]);
    assert_eq!(next.code, Some(0), "{next:?}");
    assert_eq!(left(), 0, "{next:?}");
}

#[test]
fn without_its_launcher_it_fails_and_ends_the_program() {
    let scratch = Scratch::new();
    let (tool, mark) = marked_tool(&scratch);
    let program = "echo x >> log; test $(wc -l < log) -lt 4 || sleep 1000";
    let words = ["stat", "-w", "0", "-r", "9", "--out", "kept", "--", "sh", "-c", program];
    let child = tool.command(words).spawn().unwrap();
    let lines = || fs::read_to_string(scratch.join("log")).map_or(0, |log| log.lines().count());
    eventually("the run that stays", || lines() == 4);
    let is_launcher = |pid: &u32| {
        let words = fs::read(Path::new("/proc").join(pid.to_string()).join("cmdline"));
        words.is_ok_and(|words| String::from_utf8_lossy(&words).contains(LAUNCHER))
    };
    let launchers: Vec<u32> = marked(&mark).into_iter().filter(is_launcher).collect();
    assert_eq!(launchers.len(), 1);
    kill(launchers[0]);
    let finished = finish(child);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stderr.contains("helper processes"), "{finished:?}");
    eventually("the program is gone", || marked(&mark).is_empty());
    assert!(finished.stdout.contains("INCOMPLETE"), "{finished:?}");
    assert_eq!(scratch.names(), ["kept", "log"]);
    let runs = fs::read_to_string(scratch.join("kept").join("runs.jsonl")).unwrap();
    assert_eq!(runs.lines().count(), 3, "nothing measured is lost");
    assert!(runs.ends_with('\n'));
}
