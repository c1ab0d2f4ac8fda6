use super::parse::{Account, account};

fn counted(on_cpu_ns: u64, waited_ns: u64) -> Result<Account, &'static str> {
    Ok(Account::Counted { on_cpu_ns, waited_ns })
}

#[test]
fn the_first_number_is_the_time_on_a_cpu_and_the_second_the_wait() {
    assert_eq!(account(b"900000 20000 4\n"), counted(900_000, 20_000));
    assert_eq!(account(b"0 0 1\n"), counted(0, 0), "it has run once and never waited");
    assert_eq!(account(b"1 18446744073709551615 1\n"), counted(1, u64::MAX));
}

#[test]
fn accounting_that_is_off_is_no_wait_of_zero() {
    assert_eq!(account(b"0 0 0\n"), Ok(Account::Uncounted));
    assert_eq!(account(b"5 7 0\n"), Ok(Account::Uncounted));
}

#[test]
fn torn_or_strange_text_is_refused() {
    let whole = b"900000 20000 4\n";
    for length in 0..whole.len() {
        assert!(account(&whole[..length]).is_err(), "cut off after {length}");
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
        assert!(account(bad).is_err(), "{}", String::from_utf8_lossy(bad));
    }
}
