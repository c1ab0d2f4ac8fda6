//! Where results are written: names of standard output, links, files that are there already, and
//! places that take none.

use crate::bed::{PROBITY, assert_refused, mode, probity, script};
use probity_testbed::{Scratch, Tool};
use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};

#[test]
fn names_of_standard_output_are_standard_output() {
    let scratch = Scratch::new();
    symlink("/dev/stdout", scratch.join("link")).unwrap();
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"] {
        let finished = probity(&scratch).run(["stat", "-r", "2", "--csv", name, "--", "true"]);
        assert_eq!(finished.code, Some(0), "{finished:?}");
        assert_eq!(finished.stdout.lines().count(), 2, "the table for people is not there");
        assert!(finished.stdout.starts_with("command,mean,"), "{finished:?}");
        let both = ["stat", "--csv", name, "--json", "-", "--", "touch", "ran"];
        assert_refused(&probity(&scratch).run(both), 2, &["would mix on standard output"]);
    }
    // Redirected into a file it is a regular file behind the link.
    let line = format!("{PROBITY} stat -r 2 --csv link -- true > file");
    let finished = Tool::new("sh", scratch.path()).run(["-c", &line]);
    assert_eq!((finished.code, finished.stdout.as_str()), (Some(0), ""), "{finished:?}");
    let written = fs::read_to_string(scratch.join("file")).unwrap();
    assert_eq!(written.lines().count(), 2, "{written}");
    assert!(fs::symlink_metadata(scratch.join("link")).unwrap().is_symlink());
    // What stands in a file that a descriptor was opened for stays there.
    let line = format!("echo before >&3; {PROBITY} stat -r 2 --csv /dev/fd/3 -- true");
    let finished = Tool::new("sh", scratch.path()).run(["-c", &format!("{{ {line}; }} 3> log")]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let log = fs::read_to_string(scratch.join("log")).unwrap();
    assert!(log.starts_with("before\ncommand,mean,"), "{log}");
}

#[test]
fn what_a_link_leads_to_is_replaced_and_keeps_its_mode() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.join("far")).unwrap();
    fs::write(scratch.join("far/file"), "old").unwrap();
    mode(&scratch.join("far/file"), 0o600);
    symlink("far/file", scratch.join("link")).unwrap();
    symlink("far/new", scratch.join("dangling")).unwrap();
    let words = ["stat", "-r", "2", "--csv", "link", "--markdown", "dangling", "--", "true"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    for name in ["link", "dangling"] {
        assert!(fs::symlink_metadata(scratch.join(name)).unwrap().is_symlink(), "{name}");
    }
    let file = fs::symlink_metadata(scratch.join("far/file")).unwrap();
    assert_eq!((file.is_file(), file.mode() & 0o777), (true, 0o600));
    assert!(fs::read_to_string(scratch.join("far/file")).unwrap().starts_with("command,"));
    assert!(fs::read_to_string(scratch.join("far/new")).unwrap().starts_with("Probity "));
    assert_eq!(fs::read_dir(scratch.join("far")).unwrap().count(), 2, "nothing else is left");
    let same = ["stat", "--csv", "link", "--html", "far/file", "--", "touch", "ran"];
    assert_refused(&probity(&scratch).run(same), 2, &["--csv and --html name one file"]);
}

#[test]
fn a_place_that_cannot_be_written_is_found_before_anything_runs() {
    let scratch = Scratch::new();
    // No user makes files there.
    let words = ["stat", "--csv", "/proc/probity.csv", "--", "touch", "ran"];
    assert_refused(&probity(&scratch).run(words), 1, &["failed to write /proc/probity.csv: "]);
    assert!(scratch.names().is_empty(), "nothing ran");
}

#[test]
fn a_place_that_is_gone_later_is_named_and_so_is_the_result() {
    let scratch = Scratch::new();
    let run = |options: &[&str]| {
        fs::create_dir(scratch.join("gone")).unwrap();
        let words = ["stat", "-r", "2", "--csv", "gone/table", "--json", "gone/all"];
        let words = [&words[..], options, &["--", "rm", "-rf", "gone"]].concat();
        let finished = probity(&scratch).run(words);
        assert_eq!(finished.code, Some(1), "{finished:?}");
        assert!(finished.stdout.contains("rm -rf gone"), "the table is printed: {finished:?}");
        for name in ["gone/table", "gone/all"] {
            let part = format!("failed to write {name}: No such file or directory");
            assert!(finished.stderr.contains(&part), "{finished:?}");
        }
        assert!(!finished.stderr.contains(".probity-"), "{finished:?}");
        finished.stderr
    };
    let kept = run(&["--out", "kept"]);
    let hint = "; the result is kept: probity report 'kept' --csv > FILE\n";
    assert!(kept.contains(hint), "{kept}");
    assert!(run(&[]).contains("probity report last --csv > FILE"));
    assert!(!run(&["--no-keep"]).contains("is kept"));
    let again = probity(&scratch).run(["report", "kept", "--csv"]);
    assert!(again.stdout.starts_with("command,"), "{again:?}");
}

#[test]
fn a_result_never_replaces_what_the_campaign_uses() {
    let scratch = Scratch::new();
    script(&scratch.join("prg"), "echo ran > ran");
    fs::write(scratch.join("inn"), "input").unwrap();
    symlink("inn", scratch.join("link")).unwrap();
    let before = scratch.names();
    for (words, parts) in [
        (&["--output", "same", "--csv", "./same", "./prg"][..], &["--csv", "an --output"][..]),
        (&["--csv", "prg", "./prg"], &["--csv prg", "a program to be measured"]),
        (&["--markdown", "prg", "true", "--reference", "./prg"], &["--markdown prg", "a program"]),
        (&["--input", "inn", "--json", "link", "./prg"], &["--json link", "the --input"]),
        (&["--out", "kept", "--html", "kept", "./prg"], &["--html kept", "--out"]),
    ] {
        let finished = probity(&scratch).run(["stat"].iter().chain(words));
        assert_refused(&finished, 2, parts);
        assert_eq!(scratch.names(), before, "nothing ran");
    }
    assert_eq!(fs::read(scratch.join("inn")).unwrap(), b"input");
    let null = ["stat", "-r", "1", "--output", "/dev/null", "--csv", "/dev/null", "true"];
    assert_eq!(probity(&scratch).run(null).code, Some(0), "a device is shared");
}
