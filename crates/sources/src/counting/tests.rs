use super::shortfall::Shortfall;
use probity_model::{Absence, Cause};

/// What was judged of counted and charged time, switches to wait, counted and charged faults.
fn judged(seen: [u64; 5], with_kernel: bool) -> Result<(), Absence> {
    let [counted_ns, charged_ns, voluntary_switches, counted_faults, charged_faults] = seen;
    Shortfall {
        counted_ns,
        charged_ns,
        voluntary_switches,
        counted_faults,
        charged_faults,
        with_kernel,
    }
    .judged()
}

/// All as seen on Linux 6.18 in a busy virtual machine.
#[test]
fn ordinary_programs_keep_their_counters() {
    for (seen, with_kernel, what) in [
        ([3_729_763, 6_755_000, 302, 52, 53], true, "300 sleeps"),
        ([900_000, 6_800_000, 302, 52, 53], true, "the same, with 13 % of its time counted"),
        ([198_000, 682_000, 2, 25, 26], true, "a static program that only ends"),
        ([500_000, 1_900_000, 1, 25, 26], true, "the same, when its end was disturbed"),
        ([80_000, 92_000, 2, 1, 2], true, "an assembler program that only ends"),
        ([7_000_000, 9_000_000, 2, 1_649, 1_652], true, "a compiler"),
        ([450_000, 550_000, 2, 64, 164], true, "a hundred pages populated"),
        ([3_900_000, 6_700_000, 302, 60, 900], true, "a sleeper with its memory locked"),
        ([800_000, 950_000, 2, 80, 1_000], false, "in user mode, where reads map most pages"),
        ([500_000_000, 100_000, 2, 5_000, 60], true, "a descendant that nobody waited for"),
    ] {
        assert_eq!(judged(seen, with_kernel), Ok(()), "{what}");
    }
}

#[test]
fn counters_that_were_taken_away_give_no_counts() {
    for (seen, what) in [
        ([67_370, 141_720, 2, 0, 3], "an assembler program"),
        ([119_968, 730_658, 3, 0, 51], "true"),
        ([97_194, 5_795_629, 303, 0, 56], "sleeps"),
        ([109_031, 31_118_238, 18, 0, 54], "a spin"),
    ] {
        for with_kernel in [true, false] {
            let absence = judged(seen, with_kernel).unwrap_err();
            assert_eq!(absence.cause, Cause::Denied, "{what}: {absence}");
            assert!(absence.reason.contains("counted none of the"), "{what}: {absence}");
            assert!(absence.gate.is_some() && absence.remedy.is_some(), "{what}");
        }
    }
}

#[test]
fn a_part_that_was_taken_away_needs_both_witnesses_or_many_faults() {
    let part = judged([31_500_000, 62_300_000, 40, 170, 225], true).unwrap_err();
    assert_eq!(part.cause, Cause::Denied, "{part}");
    assert!(part.reason.contains("counted 31.5 of 62.3 ms of CPU time"), "{part}");
    assert!(part.reason.contains("and 170 of 225 page faults"), "{part}");
    assert!(judged([1_500_000, 62_300_000, 40, 57, 117], false).is_err(), "in user mode too");
    // A fault or two may always be missing, and time where threads are switched.
    assert_eq!(judged([31_500_000, 62_300_000, 40, 170, 171], true), Ok(()));
    assert_eq!(judged([31_500_000, 62_300_000, 300, 170, 225], true), Ok(()));

    let either = judged([82_000_000, 91_700_000, 35, 115, 3_172], true).unwrap_err();
    assert_eq!((either.cause, either.gate.as_ref()), (Cause::Lost, None), "{either}");
    for possibility in ["counted 115 of 3172 page faults", "set-uid", "MAP_POPULATE"] {
        assert!(either.reason.contains(possibility), "{either}");
    }
    assert_eq!(judged([82_000_000, 91_700_000, 35, 115, 3_172], false), Ok(()), "not seen");
}
