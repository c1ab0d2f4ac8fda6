use super::growth::Bounds;
use super::parse::{Domain, ceiling_uw, counts_single_cores, is_zone, outermost};
use probity_model::Cause;

const SECOND: u64 = 1_000_000_000;
/// 262 kJ, the range of most packages.
const RANGE: u64 = 262_143_328_850;
const PACKAGE: Bounds = Bounds { range_uj: RANGE, ceiling_uw: 250_000_000, is_always_moving: true };

fn cause(bounds: Bounds, readings: [u64; 2], elapsed_ns: u64) -> (Cause, String) {
    let absence = bounds.grown("it", readings, elapsed_ns).unwrap_err();
    (absence.cause, absence.reason)
}

#[test]
fn growth_is_the_difference() {
    assert_eq!(PACKAGE.grown("it", [1_000, 50_001_000], SECOND), Ok(50_000_000));
    assert_eq!(PACKAGE.grown("it", [7, RANGE], 2 * 3600 * SECOND).unwrap_err().cause, Cause::Lost);
}

#[test]
fn a_fall_is_one_turn() {
    assert_eq!(PACKAGE.grown("it", [RANGE - 5, 10], SECOND), Ok(15));
    assert_eq!(PACKAGE.grown("it", [RANGE, 0], 10_000_000), Ok(0), "the slack of one step");
    // At 250 W and less the range lasts 1,048 s and more.
    assert_eq!(
        PACKAGE.grown("it", [RANGE / 2, RANGE / 4], 1_040 * SECOND),
        Ok(RANGE - RANGE / 4 - 1)
    );
}

#[test]
fn a_fall_that_no_turn_explains_is_implausible() {
    // The counter was set back, or is another one: as a turn it would be 250 kW.
    let (cause, reason) = cause(PACKAGE, [12_000_000_000, 5], SECOND);
    assert_eq!(cause, Cause::Implausible);
    assert!(reason.contains("fell"), "{reason}");
}

#[test]
fn a_rise_beyond_all_power_is_implausible() {
    assert!(PACKAGE.grown("it", [0, 252_000_000], SECOND).is_ok());
    let (cause, reason) = cause(PACKAGE, [0, 253_000_000], SECOND);
    assert_eq!(cause, Cause::Implausible);
    assert!(reason.contains("rose"), "{reason}");
}

#[test]
fn more_turns_than_one_leave_no_value() {
    // As far as the ceiling allows no second turn, there is one answer.
    assert!(PACKAGE.grown("it", [0, 1_000_000], 1_048 * SECOND).is_ok());
    let (cause, reason) = cause(PACKAGE, [0, 1_000_000], 1_049 * SECOND);
    assert_eq!(cause, Cause::Lost);
    assert!(reason.contains("262143 J"), "{reason}");
    // The same time with more counted leaves room for no other turn.
    assert!(PACKAGE.grown("it", [0, 200_000_000_000], 1_049 * SECOND).is_ok());
}

#[test]
fn what_stands_still_does_not_count() {
    assert_eq!(cause(PACKAGE, [9, 9], SECOND).0, Cause::Implausible);
    assert_eq!(PACKAGE.grown("it", [9, 9], 99_000_000), Ok(0), "not for long enough to say so");
    let uncore = Bounds { is_always_moving: false, ..PACKAGE };
    assert_eq!(uncore.grown("it", [9, 9], SECOND), Ok(0), "graphics may be off");
}

#[test]
fn a_window_of_few_steps_has_no_value() {
    assert_eq!(cause(PACKAGE, [0, 1_000], 4_999_999).0, Cause::WindowTooShort);
    assert_eq!(cause(PACKAGE, [0, 1_000], 0).0, Cause::WindowTooShort);
    assert_eq!(PACKAGE.grown("it", [0, 1_000], 5_000_000), Ok(1_000));
}

#[test]
fn a_reading_beyond_its_range_is_implausible() {
    assert_eq!(cause(PACKAGE, [0, RANGE + 1], SECOND).0, Cause::Implausible);
    assert_eq!(cause(PACKAGE, [RANGE + 1, 5], SECOND).0, Cause::Implausible);
    let none = Bounds { range_uj: 0, ..PACKAGE };
    assert_eq!(cause(none, [1, 2], SECOND).0, Cause::Implausible);
}

#[test]
fn no_arithmetic_overflows() {
    let wide = Bounds { range_uj: u64::MAX, ceiling_uw: u64::MAX, is_always_moving: true };
    assert!(wide.grown("it", [0, u64::MAX], u64::MAX).is_err());
    assert_eq!(wide.grown("it", [u64::MAX, 0], SECOND).unwrap_err().cause, Cause::Lost);
    assert_eq!(wide.grown("it", [u64::MAX, 9], 5_000_000), Ok(9));
}

#[test]
fn zones_are_told_apart_by_name() {
    let domains = [
        ("package-0", Some(Domain::Package)),
        ("package-1-die-0", Some(Domain::Package)),
        ("core", Some(Domain::Core)),
        ("uncore", Some(Domain::Uncore)),
        ("dram", Some(Domain::Dram)),
        ("psys", Some(Domain::Platform)),
        ("package", None),
        ("dram-0", None),
        ("", None),
    ];
    for (name, domain) in domains {
        assert_eq!(Domain::named(name), domain, "{name}");
    }
    for (place, domain) in Domain::ALL.into_iter().enumerate() {
        assert_eq!(domain as usize, place);
        assert!(super::METRICS[place].id.ends_with(domain.name()));
    }
    assert!(is_zone("intel-rapl:0") && is_zone("intel-rapl:0:1"));
    assert!(!is_zone("intel-rapl") && !is_zone("intel-rapl-mmio:0") && !is_zone("dtpm:0"));
    assert_eq!(outermost("intel-rapl:0:1"), "intel-rapl:0");
    assert_eq!(outermost("intel-rapl:12"), "intel-rapl:12");
}

#[test]
fn the_core_of_amd_is_one_core() {
    for (vendor, is_single) in
        [("AuthenticAMD", true), ("HygonGenuine", true), ("GenuineIntel", false), ("", false)]
    {
        let cpuinfo = format!("processor\t: 0\nvendor_id\t: {vendor}\ncpu family\t: 25\n");
        assert_eq!(counts_single_cores(&cpuinfo), is_single, "{vendor}");
    }
    assert!(!counts_single_cores(""));
}

#[test]
fn limits_only_lower_the_ceiling() {
    let ceiling = |limits: &[u64]| ceiling_uw(Domain::Package, limits.iter().copied());
    assert_eq!(ceiling(&[28_000_000, 0, 64_000_000]), 128_000_000, "twice the highest");
    assert_eq!(ceiling(&[]), Domain::Package.most_uw());
    assert_eq!(ceiling(&[0, 0]), Domain::Package.most_uw(), "0 is no limit");
    assert_eq!(ceiling(&[4_095_875_000]), Domain::Package.most_uw(), "nor is 4 kW");
    assert_eq!(ceiling(&[u64::MAX]), Domain::Package.most_uw());
}
