//! What only an emulated guest can show: a CPU whose counts are known beforehand, every level of
//! `kernel.perf_event_paranoid`, and what the instrument says of itself there.
//!
//! `cargo xtask bed MACHINE test testbed-bed` runs it, one check after the other because they change
//! settings of the kernel; elsewhere it is skipped. A test binary with a `main` of its own
//! (`harness = false`), which is also what it runs as another user. Arguments are parts of names of
//! checks, as usual.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests may; helpers of tests are tests"
)]

#[cfg(target_os = "linux")]
mod creation;
#[cfg(target_os = "linux")]
mod crowding;
#[cfg(target_os = "linux")]
mod guest;
#[cfg(target_os = "linux")]
mod iterations;
#[cfg(target_os = "linux")]
mod known_loop;
#[cfg(target_os = "linux")]
mod permissions;
#[cfg(target_os = "linux")]
mod selftest;

#[cfg(target_os = "linux")]
const CHECKS: &[(&str, fn())] = &[
    ("programs_begin_with_the_pages_of_the_creator", creation::pages),
    ("a_known_loop_is_counted_in_user_mode_to_the_instruction", known_loop::in_user_mode),
    ("a_known_loop_is_counted_with_the_kernels_part", known_loop::in_both_modes),
    ("iterations_are_counted_to_the_instruction", iterations::are_counted_to_the_instruction),
    ("the_seventh_event_of_a_group_is_refused", crowding::the_seventh),
    ("twelve_events_are_counted_in_turns_or_estimated", crowding::twelve),
    ("who_may_count_what_at_which_level", permissions::levels),
    ("absences_name_the_level", permissions::absences),
    ("the_instrument_passes_its_own_checks", selftest::passes_here),
];

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    if std::env::var_os(permissions::ROLE).is_some() {
        permissions::answer();
        return std::process::ExitCode::SUCCESS;
    }
    if let Some(code) = iterations::asked() {
        return code;
    }
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // The number after an option such as --test-threads is no part of a name.
    let is_part = |part: &&String| !part.starts_with('-') && part.parse::<u64>().is_err();
    let parts: Vec<&String> = arguments.iter().filter(is_part).collect();
    let is_asked = |name: &str| parts.is_empty() || parts.iter().any(|part| name.contains(*part));
    let checks = CHECKS.iter().filter(|(name, _)| is_asked(name));
    if arguments.iter().any(|argument| argument == "--list") {
        checks.for_each(|(name, _)| println!("{name}: test"));
        return std::process::ExitCode::SUCCESS;
    }
    if !probity_testbed::skip_unless("bed", guest::is_bed()) {
        return std::process::ExitCode::SUCCESS;
    }
    let mut failed = 0;
    for (name, check) in checks {
        // What went wrong has been printed when a panic is caught.
        let passed = std::panic::catch_unwind(check).is_ok();
        println!("{} {name}", if passed { "PASS" } else { "FAIL" });
        failed += u8::from(!passed);
    }
    std::process::ExitCode::from(failed)
}

#[cfg(not(target_os = "linux"))]
fn main() {}
