//! It can move: every metric leaves zero under a workload that ought to move it.
//!
//! A test binary with a `main` of its own (`harness = false`): the programs measured are copies of
//! it, which work on their first thread, and it measures them from a single thread, as the command
//! does; only so can their I/O be had without privileges. What a machine cannot show is skipped
//! with its reason; `PROBITY_REQUIRE=storage,page-cache,pressure,accounting` makes the skips
//! failures. Arguments are parts of names of checks, as usual.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests may; helpers of tests are tests"
)]

#[cfg(target_os = "linux")]
mod checks;
#[cfg(target_os = "linux")]
mod counters;
#[cfg(target_os = "linux")]
mod measurement;
#[cfg(target_os = "linux")]
mod program;

#[cfg(target_os = "linux")]
const CHECKS: &[(&str, fn())] = &[
    ("every_metric_says_how_it_moves", checks::every_metric_says_how_it_moves),
    ("every_metric_can_move", checks::every_metric_can_move),
    (
        "what_moves_on_an_emulated_host_is_in_its_table",
        checks::what_moves_on_an_emulated_host_is_in_its_table,
    ),
    (
        "spinning_is_time_on_a_cpu_and_sleeping_is_not",
        checks::spinning_is_time_on_a_cpu_and_sleeping_is_not,
    ),
    ("windows_in_this_process_move_too", checks::windows_in_this_process_move_too),
    (
        "the_io_of_a_program_holds_its_waited_for_descendants",
        checks::the_io_of_a_program_holds_its_waited_for_descendants,
    ),
    (
        "a_calibrated_window_does_not_count_the_sessions_own_reads",
        checks::a_calibrated_window_does_not_count_the_sessions_own_reads,
    ),
    (
        "threads_and_descendants_that_nobody_waits_for_are_counted",
        counters::threads_and_descendants_that_nobody_waits_for_are_counted,
    ),
    ("the_task_clock_is_the_cpu_time", counters::the_task_clock_is_the_cpu_time),
    (
        "a_loop_of_known_length_is_counted_as_it_is",
        counters::a_loop_of_known_length_is_counted_as_it_is,
    ),
    (
        "system_calls_of_threads_and_children_are_counted_exactly",
        counters::system_calls_of_threads_and_children_are_counted_exactly,
    ),
    ("system_calls_that_nobody_makes_are_zero", counters::system_calls_that_nobody_makes_are_zero),
    (
        "what_a_cpu_cannot_count_at_once_takes_turns_or_is_estimated",
        counters::what_a_cpu_cannot_count_at_once_takes_turns_or_is_estimated,
    ),
    ("an_event_by_its_number_is_the_tables", counters::an_event_by_its_number_is_the_tables),
    (
        "a_window_of_this_thread_counts_it_and_what_it_starts",
        counters::a_window_of_this_thread_counts_it_and_what_it_starts,
    ),
    (
        "system_calls_of_a_window_of_this_thread_are_exact",
        counters::system_calls_of_a_window_of_this_thread_are_exact,
    ),
    ("counters_that_the_kernel_takes_away_are_absent", counters::taken_away),
    ("no_counter_outlives_its_window", counters::no_counter_outlives_its_window),
    ("a_timed_session_opens_no_counter", counters::a_timed_session_opens_no_counter),
];

#[cfg(target_os = "linux")]
fn main() {
    if let Ok(role) = std::env::var(program::ROLE) {
        return program::run(&role);
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // The number after an option such as --test-threads is no part of a name.
    let is_part = |part: &&String| !part.starts_with('-') && part.parse::<u64>().is_err();
    let parts: Vec<&String> = arguments.iter().filter(is_part).collect();
    let mut passed = 0;
    for (name, check) in CHECKS {
        if !parts.is_empty() && !parts.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        if arguments.iter().any(|argument| argument == "--list") {
            println!("{name}: test");
            continue;
        }
        check();
        println!("test {name} ... ok");
        passed += 1;
    }
    println!("\ntest result: ok. {passed} passed; {} filtered out", CHECKS.len() - passed);
}

#[cfg(not(target_os = "linux"))]
fn main() {}
