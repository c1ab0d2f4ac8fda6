use super::parse::{Wait, wait};

#[test]
fn the_second_number_is_the_wait() {
    assert_eq!(wait(b"900000 20000 4\n"), Ok(Wait::Nanoseconds(20_000)));
    assert_eq!(wait(b"0 0 1\n"), Ok(Wait::Nanoseconds(0)), "it has run once and never waited");
    assert_eq!(wait(b"1 18446744073709551615 1\n"), Ok(Wait::Nanoseconds(u64::MAX)));
}

#[test]
fn accounting_that_is_off_is_no_wait_of_zero() {
    assert_eq!(wait(b"0 0 0\n"), Ok(Wait::Uncounted));
    assert_eq!(wait(b"5 7 0\n"), Ok(Wait::Uncounted));
}

#[test]
fn torn_or_strange_text_is_refused() {
    let whole = b"900000 20000 4\n";
    for length in 0..whole.len() {
        assert!(wait(&whole[..length]).is_err(), "cut off after {length}");
    }
    for bad in [
        &b"1 2\n"[..],
        b"1 2 3 4\n",
        b"1 -2 3\n",
        b"1 2 x\n",
        b"1  2 3\n",
        b"1 \xff 3\n",
        b"1 18446744073709551616 3\n",
    ] {
        assert!(wait(bad).is_err(), "{}", String::from_utf8_lossy(bad));
    }
}
