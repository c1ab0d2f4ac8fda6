//! What runs around the runs: when, how often, for whom, and what its failing does.

use crate::bed::{assert_refused, assert_valid, document, json, probity, validate};
use crate::document::{check, role, runs};
use probity_sys::{process, signal};
use probity_testbed::{Finished, Scratch, Tool, eventually, finish, marked};
use std::fs;
use std::process::Child;

/// What hooks and programs wrote to `log`.
fn log(scratch: &Scratch) -> Vec<String> {
    let text = fs::read_to_string(scratch.join("log")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn mark(scratch: &Scratch) -> String {
    format!("hook-{}", scratch.path().file_name().unwrap().to_string_lossy())
}

fn marked_tool(scratch: &Scratch) -> Tool {
    probity(scratch).with("MARK", &mark(scratch))
}

/// One hook of each kind, each of which says so in the log.
const ALL: [&str; 8] = [
    "-s",
    "echo setup >> log",
    "-p",
    "echo prepare $PROBITY_ITERATION >> log",
    "-C",
    "echo conclude $HYPERFINE_ITERATION >> log",
    "-c",
    "echo cleanup >> log",
];

#[test]
fn they_run_in_their_order_and_as_often_as_they_should() {
    let scratch = Scratch::new();
    let program = "sh -c 'echo run ${PROBITY_ITERATION-${HYPERFINE_ITERATION-none}} >> log'";
    let options = ["-w", "2", "-r", "3", "--out", "kept"];
    let words: Vec<&str> = options.into_iter().chain(ALL).chain([program]).collect();
    let document = document(&scratch, &words);
    check(&document);
    let mut expected = vec![String::from("setup")];
    // Two runs to warm up, three timed ones, and one that is counted.
    for iteration in 0..6 {
        expected.push(format!("prepare {iteration}"));
        expected.push(String::from("run none"));
        expected.push(format!("conclude {iteration}"));
    }
    expected.push(String::from("cleanup"));
    assert_eq!(log(&scratch), expected);
    let roles: Vec<&str> = runs(&document["cases"][0]).iter().map(role).collect();
    assert_eq!(roles, ["warmup", "warmup", "timed", "timed", "timed", "counted"]);
    let hooks = &document["settings"]["cases"][0]["hooks"];
    assert_eq!(hooks["setup"], "echo setup >> log");
    assert_eq!(hooks["conclude"], "echo conclude $HYPERFINE_ITERATION >> log");
    assert_valid(&scratch, "kept");
    let report = probity(&scratch).run(["report", "kept"]);
    assert!(report.stdout.contains("hooks: --setup 'echo setup >> log'"), "{report:?}");
    let page = probity(&scratch).run(["report", "kept", "--html"]).stdout;
    assert!(page.contains("--setup &#39;echo setup &gt;&gt; log&#39; --prepare"), "{page}");
}

#[test]
fn each_command_has_its_own_and_equal_setups_are_one() {
    let scratch = Scratch::new();
    let words = [
        "-w",
        "0",
        "-r",
        "2",
        "-s",
        "echo s1 >> log",
        "-s",
        "echo s2 >> log",
        "-s",
        "echo s1 >> log",
        "-p",
        "echo $PROBITY_ITERATION > at; echo p1 >> log",
        "-p",
        "echo p2 >> log",
        "-p",
        "echo p3 >> log",
        "-c",
        "echo c >> log",
        "true",
        "sh -c 'echo r2 >> log'",
        "sh -c 'echo r3 >> log'",
    ];
    let document = document(&scratch, &words);
    let log = log(&scratch);
    assert_eq!(log[..2], ["s1", "s2"]);
    assert_eq!(log.last().unwrap(), "c");
    assert_eq!(log.iter().filter(|line| *line == "c").count(), 1);
    for (prepare, run) in [("p2", "r2"), ("p3", "r3")] {
        let at: Vec<usize> = (0..log.len()).filter(|&at| log[at] == prepare).collect();
        assert_eq!(at.len(), 2);
        assert!(at.iter().all(|&at| log[at + 1] == run), "{log:?}");
    }
    // The null runs are runs of the reference too.
    assert_eq!(log.iter().filter(|line| *line == "p1").count(), 4);
    assert_eq!(fs::read_to_string(scratch.join("at")).unwrap(), "3\n");
    assert_eq!(document["settings"]["cases"][2]["hooks"]["prepare"], "echo p3 >> log");
    let words = ["stat", "-r", "1", "-s", ":", "-s", "true", "--out", "kept", "true", "true"];
    let told = probity(&scratch).run(words);
    assert!(told.stderr.contains("different setups"), "{told:?}");
    for form in
        [&["report", "kept"][..], &["report", "kept", "--markdown"], &["report", "kept", "--html"]]
    {
        let report = probity(&scratch).run(form);
        assert!(report.stdout.contains("different setups: all ran before"), "{report:?}");
    }
    let told = probity(&scratch).run(["stat", "-r", "1", "-s", ":", "true", "true"]);
    assert!(!told.stderr.contains("different setups"), "{told:?}");
    assert!(!told.stdout.contains("different setups"), "{told:?}");
}

#[test]
fn a_list_that_fits_no_commands_is_refused() {
    let scratch = Scratch::new();
    for option in ["--setup", "--prepare", "--conclude", "--cleanup"] {
        let hook = "touch ran";
        let words = ["stat", option, hook, option, hook, "true", "true", "true"];
        let parts = [option, "2 times", "3 commands"];
        assert_refused(&probity(&scratch).run(words), 2, &parts);
        assert_refused(&probity(&scratch).run(["stat", option, "", "true"]), 2, &[option]);
    }
    let two = ["stat", "-p", ":", "-p", ":", "--reference", "true", "false", "false"];
    assert_refused(&probity(&scratch).run(two), 2, &["--prepare", "3 commands"]);
    assert!(scratch.names().is_empty(), "nothing ran");
    let both = ["-r", "1", "-p", ": one", "-p", ": more", "--reference", "true", "sleep 0"];
    let cases = document(&scratch, &both)["settings"]["cases"].clone();
    assert_eq!(cases[0]["command"], "true");
    assert_eq!(cases[0]["hooks"]["prepare"], ": one", "the reference comes first");
    assert_eq!(cases[1]["hooks"]["prepare"], ": more");
}

#[test]
fn what_a_hook_does_is_there_for_the_run() {
    let scratch = Scratch::new();
    let words = ["-p", "echo fresh > in", "-r", "3", "sh -c 'grep -q fresh in && rm in'"];
    document(&scratch, &words);
    // By sh, and with the programs' directory and environment, whatever runs the commands.
    let tool = probity(&scratch).with("COLOUR", "blue");
    let words = ["stat", "-S", "cat", "-N", "-s", "echo $COLOUR | cat > out", "-r", "1", "true"];
    let finished = tool.run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(fs::read_to_string(scratch.join("out")).unwrap(), "blue\n");
}

#[test]
fn a_failing_hook_ends_the_campaign_and_the_cleanup_still_runs() {
    for (kind, hook, name) in [
        ("-s", "echo the reason >&2; exit 3", ""),
        ("-p", "echo the reason >&2; exit 3", "for 'false'"),
        ("-C", "echo the reason >&2; exit 3", "for 'false'"),
    ] {
        let scratch = Scratch::new();
        let cleanup = ["-c", "echo cleanup >> log"];
        let words = ["stat", "--out", "kept", kind, hook].into_iter().chain(cleanup);
        let finished = probity(&scratch).run(words.chain(["false", "true"]));
        let parts = [hook, "exit code 3", "|| true", "standard error:\n    the reason\n", name];
        assert_refused(&finished, 1, &parts);
        assert_eq!(log(&scratch), ["cleanup"]);
        assert!(!scratch.join("kept").exists());
    }
}

#[test]
fn without_a_shell_for_them_nothing_is_measured() {
    let scratch = Scratch::new();
    let tool = probity(&scratch).with("PATH", "/nonexistent");
    let words = ["stat", "-p", ":", "--out", "kept", "--", "/bin/true"];
    assert_refused(&tool.run(words), 1, &["'sh'", "hooks", "PATH"]);
    assert!(scratch.names().is_empty(), "nothing is left");
}

#[test]
fn warm_up_runs_before_a_hook_failed_are_kept_and_are_no_evidence() {
    let scratch = Scratch::new();
    let hook = "test $PROBITY_ITERATION -lt 3 || kill -9 $$";
    let words = ["stat", "-w", "5", "-r", "9", "--out", "kept", "--prepare", hook, "true"];
    let finished = probity(&scratch).run(words);
    assert_refused(&finished, 1, &["signal 9", hook, "the runs before it are kept in"]);
    let kept: Vec<String> = scratch.names();
    assert!(kept.len() == 1 && kept[0].starts_with("kept.incomplete-"), "{kept:?}");
    let runs = fs::read_to_string(scratch.join(&kept[0]).join("runs.jsonl")).unwrap();
    assert_eq!(runs.lines().count(), 3);
}

#[test]
fn a_failing_cleanup_costs_no_evidence() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "2", "--out", "kept", "-c", "echo why >&2; false", "--", "true"];
    let finished = probity(&scratch).run(words);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.contains("true"), "the table is shown: {finished:?}");
    assert!(finished.stderr.contains("--cleanup"), "{finished:?}");
    assert!(finished.stderr.contains("    why\n"), "{finished:?}");
    assert_valid(&scratch, "kept");
}

/// A setup that leaves a process, which writes to its standard error for as long as it lives.
const SERVER: &str = "while :; do echo x >&2; sleep 0.01; done & echo $! > server";

fn server(scratch: &Scratch) -> u32 {
    fs::read_to_string(scratch.join("server")).unwrap().trim().parse().unwrap()
}

#[test]
fn what_setup_started_lives_through_the_runs_and_not_longer() {
    let scratch = Scratch::new();
    let alive = "kill -0 $(cat server) && echo alive >> log";
    let program = format!("sh -c '{alive}; sleep 1000 & exit 0'");
    let hooks = ["-s", SERVER, "-p", alive, "-C", alive, "-c", alive];
    let words = ["stat", "--json", "-", "-w", "1", "-r", "2"].into_iter().chain(hooks);
    let finished = marked_tool(&scratch).run(words.chain([program.as_str()]));
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(log(&scratch).len(), 4 * 3 + 1, "it was there each time, in the counted run too");
    let document = json(&finished);
    check(&document);
    for run in runs(&document["cases"][0]) {
        let left = run["leftovers"].as_array().unwrap();
        assert_eq!(left.len(), 1, "what the run left is a finding, the server is none: {run}");
        assert_ne!(left[0]["pid"], server(&scratch));
    }
    assert!(finished.stderr.contains("left running by --setup"), "{finished:?}");
    assert!(finished.stderr.contains(&server(&scratch).to_string()), "{finished:?}");
    assert_eq!(marked(&mark(&scratch)), [0_u32; 0]);
}

#[test]
fn a_daemon_that_setup_started_is_known_by_its_session() {
    let scratch = Scratch::new();
    let daemon = "setsid sh -c '(sleep 0.02; echo $$ > server; sleep 1000) & sleep 0.005' &";
    let wait = "until test -s server; do sleep 0.01; done; cat server >> log";
    let words = ["stat", "--json", "-", "-r", "5", "-s", daemon, "-c", wait];
    let finished = marked_tool(&scratch).run(words.into_iter().chain(["sleep 0.02"]));
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert_eq!(log(&scratch).len(), 1, "it came to its work");
    let document = json(&finished);
    assert!(runs(&document["cases"][0]).iter().all(|run| run.get("leftovers").is_none()));
    assert_eq!(marked(&mark(&scratch)), [0_u32; 0]);
}

#[test]
fn what_prepare_started_lives_until_its_run_is_concluded() {
    let scratch = Scratch::new();
    let prepare = format!("{SERVER}; echo $! >> pids");
    let alive = "kill -0 $(cat server)";
    let conclude = format!("{alive}; test $PROBITY_ITERATION -gt 0 || kill $(cat server)");
    let program = format!("sh -c '{alive}'");
    let words = ["stat", "--json", "-", "-r", "2", "-p", &prepare, "-C", &conclude, &program];
    let finished = marked_tool(&scratch).run(words);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let document = json(&finished);
    assert!(runs(&document["cases"][0]).iter().all(|run| run.get("leftovers").is_none()));
    let pids = fs::read_to_string(scratch.join("pids")).unwrap();
    assert_eq!(pids.lines().count(), 4, "to warm up, twice timed, and counted");
    let told = "left running by --prepare";
    assert_eq!(finished.stderr.matches(told).count(), 1, "once, of four: {finished:?}");
    assert_eq!(marked(&mark(&scratch)), [0_u32; 0]);
}

/// Starts a campaign that is to be disturbed, with a server and a cleanup.
fn start(scratch: &Scratch, options: &[&str], program: &str) -> Child {
    let words = ["stat", "--out", "kept", "-s", SERVER, "-c", "echo cleanup >> log"];
    let words = words.into_iter().chain(options.iter().copied()).chain([program]);
    marked_tool(scratch).command(words).spawn().unwrap()
}

fn interrupt(scratch: &Scratch, child: Child) -> Finished {
    process::kill(child.id(), signal::INTERRUPT).unwrap();
    let finished = finish(child);
    eventually("nothing is left", || marked(&mark(scratch)).is_empty());
    finished
}

#[test]
fn after_an_interruption_the_cleanup_runs() {
    let scratch = Scratch::new();
    let options = ["-w", "0", "-r", "9", "-C", "echo conclude >> log"];
    let program = "sh -c 'echo run >> log; test $(wc -l < log) -lt 5 || exec sleep 1000'";
    let child = start(&scratch, &options, program);
    eventually("the run that stays", || log(&scratch).len() == 5);
    let finished = interrupt(&scratch, child);
    assert_eq!(finished.code, Some(130), "{finished:?}");
    assert_eq!(log(&scratch)[5..], ["conclude", "cleanup"]);
    assert!(finished.stderr.contains("left running by --setup"), "{finished:?}");
    let validated = validate(&scratch, "kept");
    assert!(validated.stdout.contains("otherwise valid"), "{validated:?}");
}

#[test]
fn a_hook_is_interrupted_like_a_program() {
    for hook in ["-s", "-p", "-C"] {
        let scratch = Scratch::new();
        // A second setup would have to be one for each command.
        let stays = format!("{SERVER}; echo hook >> log; sleep 1000");
        let words = ["stat", "-w", "0", "-r", "9", "-c", "echo cleanup >> log", hook, &stays];
        let child = marked_tool(&scratch).command(words.into_iter().chain(["true"]));
        let child = { child }.spawn().unwrap();
        eventually("the hook runs", || log(&scratch).len() == 1);
        let finished = interrupt(&scratch, child);
        assert_eq!(finished.code, Some(130), "{hook}: {finished:?}");
        assert_eq!(log(&scratch), ["hook", "cleanup"], "{hook}");
    }
}

#[test]
fn a_second_interruption_ends_the_cleanup() {
    let scratch = Scratch::new();
    let words =
        ["stat", "-c", "echo cleanup >> log; sleep 1000", "sh -c 'echo >> log; sleep 1000'"];
    let child = marked_tool(&scratch).command(words).spawn().unwrap();
    eventually("the program runs", || log(&scratch).len() == 1);
    process::kill(child.id(), signal::INTERRUPT).unwrap();
    eventually("the cleanup runs", || log(&scratch).len() == 2);
    let finished = interrupt(&scratch, child);
    assert_eq!(finished.code, Some(130), "{finished:?}");
}

#[test]
fn an_interrupted_cleanup_costs_no_evidence() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "2", "--out", "kept", "-c", "echo >> log; sleep 1000", "true"];
    let child = marked_tool(&scratch).command(words).spawn().unwrap();
    eventually("the cleanup runs", || log(&scratch).len() == 1);
    let finished = interrupt(&scratch, child);
    assert_eq!(finished.code, Some(130), "{finished:?}");
    assert!(finished.stderr.contains("interrupted in --cleanup"), "{finished:?}");
    assert_valid(&scratch, "kept");
}

#[test]
fn a_kill_leaves_nothing_of_what_setup_started() {
    let scratch = Scratch::new();
    let child = start(&scratch, &["-r", "9"], "sh -c 'echo run >> log; sleep 1000'");
    eventually("the program runs", || !log(&scratch).is_empty());
    process::kill(child.id(), signal::KILL).unwrap();
    finish(child);
    eventually("nothing is left", || marked(&mark(&scratch)).is_empty());
    assert_eq!(log(&scratch), ["run"], "there is nobody left to clean up");
}

#[test]
fn redacted_hooks_are_nowhere() {
    let scratch = Scratch::new();
    let words = ["stat", "-r", "1", "--redact", "--out", "kept", "--json", "-"];
    let hooks =
        ["-s", ": secret", "-p", ": secret", "-C", ": secret", "-c", "echo secret >&2; false"];
    let finished = probity(&scratch).run(words.into_iter().chain(hooks).chain(["true", "true"]));
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(!finished.stdout.contains("secret"), "{finished:?}");
    assert!(!finished.stderr.contains("secret"), "{finished:?}");
    let hooks = &json(&finished)["settings"]["cases"][0]["hooks"];
    assert_eq!(hooks["setup"], hooks["prepare"]);
    assert!(hooks["setup"].as_str().unwrap().starts_with("redacted-"), "{hooks}");
    for path in ["settings.json", "summary.json", "report/report.html", "report/report.txt"] {
        let text = fs::read_to_string(scratch.join("kept").join(path)).unwrap();
        assert!(!text.contains("secret"), "{path}");
    }
    assert_eq!(validate(&scratch, "kept").code, Some(0));
}
