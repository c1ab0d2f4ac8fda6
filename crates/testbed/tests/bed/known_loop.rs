//! A program whose instructions are known, counted by Probity and by perf.

use crate::guest::{User, document, has_pmu, run, set_level};
use probity_testbed::skip_unless;

/// Rounds, two instructions each: a program is over in a small part of a tick. Where it took half
/// of one, each of ten runs met a tick, because the guest's time goes on in the same steps.
const ROUNDS: [u64; 2] = [50_000, 100_000];
/// Instructions besides the rounds.
const BESIDES: u64 = 5;
/// How often each is run. The tick of the kernel, each 4 ms of the guest's time, adds instructions
/// to the user's while the counter changes modes (16 or about 2900 were seen): the fewest are
/// those of a run without one.
const RUNS: usize = 10;
/// What creating and ending a program differs by in the kernel between perf and Probity, which start
/// it differently, and between two runs.
const KERNEL: u64 = 30_000;

/// What is counted, as perf and as Probity call it.
const COUNTED: [(&str, &str); 2] =
    [("instructions", "perf.instructions"), ("cycles", "perf.cycles")];

/// The fewest of each that perf counts; `mode` is its letter for a mode, or nothing.
fn by_perf(user: User, mode: &str, program: &str) -> [u64; 2] {
    let events = COUNTED.map(|(event, _)| format!("{event}{mode}")).join(",");
    let once = || -> [u64; 2] {
        let finished = run(user, &["perf", "stat", "-x", ",", "-e", &events, program], &[]);
        let lines = finished.stderr.lines().filter_map(|line| line.split(',').next());
        let counts: Vec<u64> = lines.map_while(|count| count.parse().ok()).collect();
        counts.try_into().unwrap_or_else(|_| panic!("perf does not count: {finished:?}"))
    };
    (0..RUNS)
        .map(|_| once())
        .reduce(|least, next| [0, 1].map(|at| least[at].min(next[at])))
        .unwrap()
}

/// The fewest of each that Probity counts, and what it says that it counted.
fn by_probity(user: User, program: &str) -> [(u64, String); 2] {
    let runs = RUNS.to_string();
    let words = ["stat", "-r", &runs, "--counters", "--json", "-", "--", program];
    let document = document(user, &words);
    let case = &document["cases"][0];
    COUNTED.map(|(_, metric)| {
        let observed = case["runs"].as_array().unwrap().iter();
        let observed = observed.map(|run| &run["observations"][metric]);
        let source = observed.filter_map(|found| found["source"].as_str()).next_back();
        let fewest = &case["summary"][metric]["min"];
        let fewest = fewest.as_u64().unwrap_or_else(|| panic!("{metric}: {}", case["summary"]));
        (fewest, source.unwrap_or_default().to_owned())
    })
}

pub(crate) fn in_user_mode() {
    if !skip_unless("pmu", has_pmu()) {
        return;
    }
    // The plain user may not count what happens in the kernel.
    set_level(2);
    for rounds in ROUNDS {
        let program = format!("loop-{rounds}");
        let perf = by_perf(User::Plain, ":u", &program);
        let probity = by_probity(User::Plain, &program);
        println!("{program}: perf {perf:?}, Probity {probity:?}");
        // An instruction takes one cycle here.
        assert_eq!(perf, [2 * rounds + BESIDES; 2]);
        assert_eq!([probity[0].0, probity[1].0], perf);
        assert!(probity.iter().all(|(_, source)| source.ends_with("user mode only")));
    }
}

pub(crate) fn in_both_modes() {
    if !skip_unless("pmu", has_pmu()) {
        return;
    }
    let counts = ROUNDS.map(|rounds| {
        let program = format!("loop-{rounds}");
        let [perf, _] = by_perf(User::Root, "", &program);
        let [(probity, source), (cycles, _)] = by_probity(User::Root, &program);
        println!("{program}: perf {perf}, Probity {probity} by {source}");
        assert!(probity > 2 * rounds + BESIDES, "the kernel takes some");
        assert!(perf.abs_diff(probity) < KERNEL, "{perf} and {probity}");
        assert!(cycles.abs_diff(probity) < KERNEL, "{cycles} and {probity}");
        assert!(!source.contains("user mode only"), "{source}");
        probity
    });
    let rounds = 2 * (ROUNDS[1] - ROUNDS[0]);
    assert!((counts[1] - counts[0]).abs_diff(rounds) < KERNEL, "{counts:?}");
}
