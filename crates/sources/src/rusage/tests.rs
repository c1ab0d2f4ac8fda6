use super::parse::{faults, switches};

const STAT: &[u8] =
    b"42 (a (b) c\n) S 1 42 42 0 -1 4194304 61 7 2 8 0 0 0 0 20 0 1 0 90210 238 2\n";

#[test]
fn faults_are_found_behind_any_name() {
    assert_eq!(faults(STAT), Ok([61, 2]));
    assert_eq!(faults(b"1 (x) R 0 0 0 0 -1 0 18446744073709551615 0 0 0\n"), Ok([u64::MAX, 0]));
    // The name is the program's choice; only the last parenthesis ends it.
    assert_eq!(faults(b"1 (x) S 1 1 1 1 1 1 9 9 9) R 0 0 0 0 -1 0 5 0 6 0\n"), Ok([5, 6]));
}

#[test]
fn torn_or_strange_stat_is_refused() {
    assert!(faults(b"").is_err());
    assert!(faults(b"42 x S 1 42 42 0 -1 0 61 7 2\n").is_err(), "no parentheses");
    assert!(faults(b"42 (x) S 1 42 42 0 -1 0 61 7\n").is_err(), "too few fields");
    assert!(faults(b"42 (x) S 1 42 42 0 -1 0 -1 7 2 8\n").is_err(), "negative");
    assert!(faults(b"42 (x) S 1 42 42 0 -1 0 18446744073709551616 7 2 8\n").is_err(), "overflow");
    assert!(faults(b"42 (x) S \xff\n").is_err(), "not text");
    for length in 0..STAT.len() {
        assert!(faults(&STAT[..length]).is_err(), "cut off after {length}");
    }
}

const STATUS: &[u8] =
    b"Name:\tx\nThreads:\t1\nvoluntary_ctxt_switches:\t31\nnonvoluntary_ctxt_switches:\t4\n";

#[test]
fn switches_are_two_lines() {
    assert_eq!(switches(STATUS), Ok([31, 4]));
    // The kernel escapes a line end in the name, so a name cannot pose as a line.
    let named = [b"Name:\tvoluntary_ctxt_switches:\\n7\n", &STATUS[8..]].concat();
    assert_eq!(switches(&named), Ok([31, 4]));
}

#[test]
fn torn_or_strange_status_is_refused() {
    for length in 0..STATUS.len() {
        assert!(switches(&STATUS[..length]).is_err(), "cut off after {length}");
    }
    assert!(switches(b"voluntary_ctxt_switches:\t1\n").is_err(), "one line");
    assert!(
        switches(b"voluntary_ctxt_switches:\t\nnonvoluntary_ctxt_switches:\t1\n").is_err(),
        "empty"
    );
    assert!(
        switches(b"voluntary_ctxt_switches:\t-1\nnonvoluntary_ctxt_switches:\t1\n").is_err(),
        "negative"
    );
}
