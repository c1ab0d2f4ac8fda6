//! The library of events that is installed here, if any.
//!
//! A test binary with a `main` of its own (`harness = false`): a process of one thread, as the
//! command is, can have it know the events of other CPUs. An emulator of programs has threads of its
//! own: there it needs `LIBPFM_ENCODE_INACTIVE=1`.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "tests may; helpers of tests are tests"
)]

use probity_sys::counter::{Encoded, Encoding, LibraryError, encode};
use probity_testbed::skip_unless;

/// The encoding of `name`, or `None` where there is no library.
fn encoded(name: &str) -> Option<Result<Encoding, LibraryError>> {
    match encode(name) {
        Err(error @ (LibraryError::Missing(_) | LibraryError::StaticBuild)) => {
            let _ = skip_unless("libpfm4", Err(error.to_string()));
            None
        }
        answer => Some(answer),
    }
}

fn words(pmu: u32, config: u64) -> Encoded {
    Encoded { pmu, config: [config, 0, 0, 0] }
}

/// Numbers of the vendors' manuals, as libpfm 4.13 gives them.
fn names_of_other_cpus_have_their_numbers() {
    let table: &[(&str, u64)] = match cfg!(target_arch = "aarch64") {
        true => &[
            ("arm_n1::INST_RETIRED", 0x8),
            ("arm_n1::CPU_CYCLES", 0x11),
            ("arm_v2::INST_RETIRED", 0x8),
        ],
        false => &[
            ("amd64_fam19h_zen4::RETIRED_INSTRUCTIONS", 0xc0),
            ("skl::MEM_LOAD_RETIRED:L3_MISS", 0x20d1),
            ("icl::L1D:REPLACEMENT", 0x151),
            ("spr::INST_RETIRED:ANY", 0x1c0),
        ],
    };
    let mut present = 0;
    for (name, config) in table {
        let Some(answer) = encoded(name) else { return };
        let encoding = answer.unwrap_or_else(|error| panic!("{name}: {error}"));
        let own = Encoded { pmu: encoding.event.pmu, ..words(0, *config) };
        assert_eq!(encoding.event, own, "{name}");
        assert!(encoding.rest.is_empty(), "{name}: {encoding:?}");
        present += usize::from(encoding.is_present);
        assert!(encoding.name.starts_with(name.split(':').next().unwrap()), "{encoding:?}");
    }
    assert!(present <= 1, "no machine has the CPUs of several tables");
}

fn privileges_are_exclusions() {
    for (modifier, user, kernel) in [("", false, false), (":u", false, true), (":k", true, false)] {
        let Some(answer) = encoded(&format!("perf::cycles{modifier}")) else { return };
        let encoding = answer.unwrap();
        assert_eq!((encoding.event, encoding.rest.len()), (words(0, 0), 0), "{encoding:?}");
        assert_eq!((encoding.exclude_user, encoding.exclude_kernel), (user, kernel), "{modifier}");
        assert!(encoding.exclude_hypervisor && encoding.is_present, "{encoding:?}");
    }
}

fn what_is_unknown_is_told_from_what_is_refused() {
    let Some(answer) = encoded("no_such_event_at_all") else { return };
    assert_eq!(answer, Err(LibraryError::NotFound));
    assert_eq!(encode("perf::cycles\0x"), Err(LibraryError::NotFound));
    if cfg!(target_arch = "x86_64") {
        // There is no such part of the event.
        let refused = encode("skl::INST_RETIRED:ANY");
        assert!(matches!(refused, Err(LibraryError::Refused(_))), "{refused:?}");
    }
}

fn main() {
    let before = std::env::var_os("LIBPFM_ENCODE_INACTIVE");
    for check in [
        names_of_other_cpus_have_their_numbers,
        privileges_are_exclusions,
        what_is_unknown_is_told_from_what_is_refused,
    ] {
        check();
    }
    // The environment of programs that we start is what it was.
    assert_eq!(std::env::var_os("LIBPFM_ENCODE_INACTIVE"), before);
    println!("\ntest result: ok. 3 passed");
}
