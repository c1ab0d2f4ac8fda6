//! Evidence that is kept without being asked for, listed, and named without a path.

use crate::bed::{PROBITY, assert_refused, assert_valid, evidence, json, probity, validate};
use probity_sys::{process, signal};
use probity_testbed::{
    Finished, Scratch, Tool, eventually, finish, is_root, skip_unless, state_of,
};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt, chown, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The directory in which Probity, run in `scratch`, keeps evidence.
fn shelf(scratch: &Scratch) -> PathBuf {
    state_of(scratch.path()).join("probity/stat")
}

/// The names of what is kept, oldest first.
fn names(scratch: &Scratch) -> Vec<String> {
    let entries = fs::read_dir(shelf(scratch)).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Measures `true` with these further options, and gives the name of what was kept.
fn keep(scratch: &Scratch, options: &[&str]) -> String {
    let before = names(scratch);
    let words = ["stat", "-w", "0", "-r", "2"].iter().chain(options).chain(&["--", "true"]);
    let finished = probity(scratch).run(words);
    assert_eq!((finished.code, &*finished.stderr), (Some(0), ""), "{finished:?}");
    let mut new = names(scratch);
    new.retain(|name| !before.contains(name));
    assert_eq!(new.len(), 1, "{new:?}");
    new.remove(0)
}

fn list(scratch: &Scratch, options: &[&str]) -> Value {
    let finished = probity(scratch).run(["list", "--json"].iter().chain(options));
    assert_eq!((finished.code, &*finished.stderr), (Some(0), ""), "{finished:?}");
    json(&finished)
}

/// The measurement went on, and one line says that and why its evidence is not kept.
fn assert_not_kept(finished: &Finished, why: &str) {
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stdout.contains("true"), "{finished:?}");
    assert_eq!(finished.stderr.lines().count(), 1, "{finished:?}");
    let told = finished.stderr.starts_with("note: the evidence is not kept: failed to ");
    assert!(told && finished.stderr.contains(why), "{finished:?}");
    assert!(finished.stderr.contains("--no-keep"), "the next step: {finished:?}");
}

#[test]
fn evidence_is_kept_unless_it_has_a_place_or_is_refused() {
    let scratch = Scratch::new();
    evidence(&scratch, "placed");
    for (options, variable) in [(&["--no-keep"][..], "0"), (&[], "1")] {
        let tool = probity(&scratch).with("PROBITY_NO_KEEP", variable);
        let words = ["stat", "-r", "2"].iter().chain(options).chain(&["--", "true"]);
        let finished = tool.run(words);
        assert_eq!((finished.code, &*finished.stderr), (Some(0), ""), "{finished:?}");
    }
    assert!(!state_of(scratch.path()).exists(), "nothing went to the state directory");
    let name = keep(&scratch, &[]);
    assert_valid(&scratch, shelf(&scratch).join(&name));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&shelf(&scratch)), 0o700);
    assert_eq!(mode(&shelf(&scratch).join(&name)), 0o555);
    assert_eq!(scratch.names(), ["placed"], "nothing is written beside the user's files");
}

#[test]
fn kept_evidence_is_named_without_a_path() {
    let scratch = Scratch::new();
    let names = [1, 2, 3].map(|seed| keep(&scratch, &["--seed", &format!("{seed}")]));
    let seed = |reference: &str| {
        let finished = probity(&scratch).run(["report", "--json", reference]);
        assert_eq!(finished.code, Some(0), "{finished:?}");
        json(&finished)["settings"]["plan"]["seed"].as_u64().unwrap()
    };
    assert_eq!((seed("last"), seed("last~0"), seed("last~1"), seed("last~2")), (3, 3, 2, 1));
    assert_eq!((seed(&names[0]), seed(&names[1])), (1, 2));
    // All but the last digit of the id: milliseconds tell campaigns of one test apart.
    assert_eq!(seed(&names[1][..names[1].len() - 1]), 2);
    let validated = probity(&scratch).run(["validate", "last", &names[0]]);
    assert_eq!(validated.code, Some(0), "{validated:?}");
    for (line, name) in validated.stdout.lines().zip([&names[2], &names[0]]) {
        let path = shelf(&scratch).join(name);
        assert!(line.starts_with(&format!("{}: valid", path.display())), "{line}");
    }
    let by_path = probity(&scratch).run([Path::new("report"), &shelf(&scratch).join(&names[2])]);
    assert_eq!(by_path.stdout, probity(&scratch).run(["report", "last"]).stdout);
}

#[test]
fn a_reference_that_means_nothing_lists_what_there_is() {
    let scratch = Scratch::new();
    let report = |reference: &str| probity(&scratch).run(["report", reference]);
    assert_refused(&report("last"), 5, &["'last': nothing is kept yet", "probity list"]);
    let names = [keep(&scratch, &[]), keep(&scratch, &[])];
    for reference in ["last~2", "1999"] {
        assert_refused(&report(reference), 5, &[reference, &names[0], &names[1], "kept are"]);
    }
    assert_refused(&report("2"), 5, &["more than one", &names[0], &names[1]]);
    let both = probity(&scratch).run(["validate", "last~7", "last", "lastly"]);
    assert_eq!(both.code, Some(5), "{both:?}");
    assert!(both.stdout.contains("valid, complete"), "the others are still looked at: {both:?}");
    assert!(both.stdout.contains("lastly: INVALID"), "what is no reference is a path: {both:?}");
    assert!(both.stderr.contains("last~7") && both.stderr.lines().count() == 1, "{both:?}");
}

#[test]
fn a_path_that_exists_wins_over_a_name() {
    let scratch = Scratch::new();
    let name = keep(&scratch, &[]);
    evidence(&scratch, "last");
    let validated = validate(&scratch, "last");
    assert!(validated.stdout.starts_with("last: valid, complete"), "{validated:?}");
    fs::write(scratch.join(&name[..4]), "").unwrap();
    let validated = validate(&scratch, &name[..4]);
    assert!(validated.stdout.contains("INVALID"), "{validated:?}");
    assert_eq!(validate(&scratch, "./last~1").code, Some(5), "what has a slash is a path");
}

#[test]
fn the_list_shows_the_newest_first_and_no_more_than_asked_for() {
    let scratch = Scratch::new();
    let empty = probity(&scratch).run(["list"]);
    assert_eq!((empty.code, empty.stdout.lines().count()), (Some(0), 1), "{empty:?}");
    for part in ["nothing is kept yet", "probity stat", &*shelf(&scratch).to_string_lossy()] {
        assert!(empty.stdout.contains(part), "{empty:?}");
    }
    assert_eq!(list(&scratch, &[])["entries"], Value::Array(Vec::new()));
    let one = keep(&scratch, &[]);
    let words = ["stat", "-r", "7", "true", "sleep 0.02"];
    assert_eq!(probity(&scratch).run(words).code, Some(0));
    let report = json(&probity(&scratch).run(["report", "--json", "last"]));
    // Whatever it is on a machine that does other things too.
    let verdict = report["comparisons"][0]["verdict"].as_str().unwrap();
    let text = probity(&scratch).run(["list"]);
    let rows: Vec<&str> = text.stdout.lines().collect();
    assert_eq!(rows.len(), 3, "{text:?}");
    assert!(
        rows[1].contains(&format!("{verdict} ×")) && rows[1].ends_with("true | sleep 0.02"),
        "{text:?}"
    );
    assert!(rows[0].contains("  timed runs  "), "{text:?}");
    assert!(rows[2].starts_with(&one) && rows[2].ends_with("true"), "{text:?}");
    assert!(rows[2].contains("µs") || rows[2].contains("ms"), "the median: {text:?}");
    let document = list(&scratch, &[]);
    let entries = document["entries"].as_array().unwrap();
    assert_eq!((&document["kind"], &document["kept"]), (&"list".into(), &2.into()));
    assert_eq!(entries[1]["name"], *one);
    assert_eq!(entries[0]["comparisons"][0]["verdict"], verdict);
    assert_eq!(entries[1]["cases"][0]["summary"][0]["metric"], "time.wall");
    assert_eq!(entries[1]["cases"][0]["summary"][0]["n"], 2);
    // Without a run to warm up; one that is counted follows where counters can be had.
    assert_eq!(entries[1]["timed_runs"], 2);
    assert_eq!(entries[0]["timed_runs"], 14, "of two commands");
    assert_eq!(entries[0]["runs"], 2 + 3 * 7, "null runs and the warm-up too");
    assert!(entries[1]["bytes"].as_u64().is_some_and(|bytes| bytes > 1000));
    assert_eq!(list(&scratch, &["-n", "1"])["entries"].as_array().unwrap().len(), 1);
    assert_eq!(list(&scratch, &["--all"])["entries"].as_array().unwrap().len(), 2);
    let short = probity(&scratch).run(["list", "-n", "1"]).stdout;
    assert!(
        short.contains("1 of 2") && short.contains("--all") && !short.contains(&one),
        "{short}"
    );
}

#[test]
fn what_strangers_named_stays_text_in_the_list() {
    let scratch = Scratch::new();
    let name = "<b>\x1b[31mred\nline\u{202e} | ".repeat(9);
    let words = ["stat", "-r", "2", "-n", &name, "true"];
    assert_eq!(probity(&scratch).run(words).code, Some(0));
    let text = probity(&scratch).run(["list"]).stdout;
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(!text.contains(['\x1b', '\u{202e}']) && text.contains("\\x1b[31mred"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() < 160), "cut: {text}");
    assert_eq!(list(&scratch, &[])["entries"][0]["cases"][0]["name"], *name);
}

#[test]
fn a_state_directory_that_cannot_be_written_costs_one_line() {
    let scratch = Scratch::new();
    fs::write(scratch.join("file"), "").unwrap();
    let file = scratch.join("file").to_string_lossy().into_owned();
    let words = ["stat", "-r", "2", "--", "true"];
    // Below /proc nobody can make a directory, not even root.
    for (state, why) in [(&*file, "Not a directory"), ("/proc/state", "/proc/state")] {
        let tool = probity(&scratch).with("XDG_STATE_HOME", state);
        assert_not_kept(&tool.run(words), why);
        let quiet = tool.run(["stat", "--quiet", "-r", "2", "--", "true"]);
        assert_eq!((quiet.code, &*quiet.stdout, &*quiet.stderr), (Some(0), "", ""), "{quiet:?}");
        let failing = tool.run(["stat", "-r", "2", "--", "false"]);
        assert_eq!(failing.code, Some(7), "the exit code is the same: {failing:?}");
        let document = json(&tool.run(["stat", "--json", "-", "-r", "2", "--", "true"]));
        assert_eq!(document["cases"][0]["summary"]["time.wall"]["n"], 2);
    }
    assert_eq!(scratch.names(), ["file"]);
}

#[test]
fn a_read_only_state_directory_costs_one_line() {
    if !skip_unless("unprivileged", is_root().map_or(Ok(()), |()| Err("run as root".into()))) {
        return;
    }
    let scratch = Scratch::new();
    fs::create_dir_all(shelf(&scratch)).unwrap();
    crate::bed::mode(&shelf(&scratch), 0o555);
    let finished = probity(&scratch).run(["stat", "-r", "2", "--", "true"]);
    assert_not_kept(&finished, "Permission denied");
}

#[test]
fn the_home_of_another_user_is_left_alone() {
    if !skip_unless("root", is_root()) {
        return;
    }
    let scratch = Scratch::new();
    let home = scratch.join("home");
    fs::create_dir(&home).unwrap();
    chown(&home, Some(65534), Some(65534)).unwrap();
    let tool = probity(&scratch).with("XDG_STATE_HOME", "").with("HOME", &home.to_string_lossy());
    assert_not_kept(&tool.run(["stat", "-r", "2", "--", "true"]), "belongs to another user");
    assert_eq!(fs::read_dir(&home).unwrap().count(), 0);
}

#[test]
fn without_a_home_nothing_is_kept() {
    let scratch = Scratch::new();
    let run = |words: &[&str], state: &str, home: Option<&Path>| {
        let mut command = probity(&scratch).command(words);
        command.env_remove("HOME").env("XDG_STATE_HOME", state);
        home.map(|home| command.env("HOME", home));
        finish(command.spawn().unwrap())
    };
    let words = ["stat", "-r", "2", "--", "true"];
    for state in ["", "relative"] {
        assert_not_kept(&run(&words, state, None), "XDG_STATE_HOME");
        assert_refused(&run(&["list"], state, None), 1, &["XDG_STATE_HOME", "HOME"]);
        let home = scratch.join(format!("home{state}"));
        fs::create_dir(&home).unwrap();
        let finished = run(&words, state, Some(&home));
        assert_eq!((finished.code, &*finished.stderr), (Some(0), ""), "{finished:?}");
        assert_eq!(fs::read_dir(home.join(".local/state/probity/stat")).unwrap().count(), 1);
    }
    assert!(!scratch.join("relative").exists());
}

#[test]
fn strange_things_on_the_shelf_are_rows_and_stay() {
    let scratch = Scratch::new();
    let real = keep(&scratch, &[]);
    let at = |digit: u32| shelf(&scratch).join(format!("20000101T000000.000Z-0000000{digit}"));
    symlink(shelf(&scratch).join(&real), at(1)).unwrap();
    assert!(Command::new("mkfifo").arg(at(2)).status().unwrap().success());
    fs::create_dir(at(3)).unwrap();
    fs::write(at(3).join("manifest.json"), "{}").unwrap();
    fs::File::create(at(3).join("runs.jsonl")).unwrap().set_len(10 << 30).unwrap();
    fs::create_dir(at(4)).unwrap();
    fs::write(shelf(&scratch).join("notes.txt"), "mine").unwrap();
    let newer = keep(&scratch, &[]);
    let document = list(&scratch, &[]);
    let entries = document["entries"].as_array().unwrap();
    let status: Vec<&str> = entries.iter().map(|entry| entry["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["valid", "valid", "invalid", "invalid", "invalid", "invalid"]);
    assert_eq!((&entries[0]["name"], &entries[1]["name"]), (&(*newer).into(), &(*real).into()));
    for broken in &entries[2..] {
        assert!(!broken["findings"].as_array().unwrap().is_empty(), "{broken}");
        assert!(broken.get("bytes").is_none(), "no number stands for an absence: {broken}");
    }
    let text = probity(&scratch).run(["list"]);
    assert_eq!((text.code, text.stdout.lines().count()), (Some(0), 7), "{text:?}");
    assert_eq!(text.stdout.matches("INVALID").count(), 4, "{text:?}");
    assert_eq!(names(&scratch).len(), 7, "all of them are still there");
    // The link leads to valid evidence, and is still not what it says.
    let linked = at(1).file_name().unwrap().to_owned();
    assert_eq!(validate(&scratch, linked).code, Some(5));
}

#[test]
fn two_at_once_both_keep_theirs() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "3", "--", "true"];
    let tool = probity(&scratch);
    let children = [(); 4].map(|()| tool.command(words).spawn().unwrap());
    for child in children {
        let finished = finish(child);
        assert_eq!((finished.code, &*finished.stderr), (Some(0), ""), "{finished:?}");
    }
    let names = names(&scratch);
    assert_eq!(names.len(), 4, "{names:?}");
    names.iter().for_each(|name| assert_valid(&scratch, shelf(&scratch).join(name)));
}

#[test]
fn an_interrupted_campaign_is_kept_as_incomplete() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "10000", "--", "sh", "-c", "echo x >> log; sleep 0.01"];
    let child = probity(&scratch).command(words).spawn().unwrap();
    let lines = || fs::read_to_string(scratch.join("log")).map_or(0, |log| log.lines().count());
    eventually("some judged runs", || lines() >= 5);
    process::kill(child.id(), signal::INTERRUPT).unwrap();
    assert_eq!(finish(child).code, Some(130));
    assert_eq!(list(&scratch, &[])["entries"][0]["complete"], false);
    assert!(probity(&scratch).run(["list"]).stdout.contains("INCOMPLETE"));
    let report = probity(&scratch).run(["report", "last"]);
    assert_eq!(report.code, Some(5), "{report:?}");
    assert!(report.stdout.contains("INCOMPLETE"), "{report:?}");
}

#[test]
fn a_killed_campaign_leaves_nothing_there() {
    let scratch = Scratch::new();
    let inner = format!("{PROBITY} stat -r 1000 -- sh -c 'echo x >> log; sleep 0.01' & echo $!");
    let tool = Tool::new("sh", scratch.path()).with("TMPDIR", &scratch.path().to_string_lossy());
    let child = tool.command(["-c", &format!("{inner} > pid; wait")]).spawn().unwrap();
    let lines = || fs::read_to_string(scratch.join("log")).map_or(0, |log| log.lines().count());
    eventually("some runs", || lines() >= 3);
    let pid = fs::read_to_string(scratch.join("pid")).unwrap().trim().parse().unwrap();
    process::kill(pid, signal::KILL).unwrap();
    finish(child);
    assert_eq!(names(&scratch), [""; 0]);
}
