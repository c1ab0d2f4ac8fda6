use super::parse::total_ns;

const IO: &[u8] = b"some avg10=1.03 avg60=0.22 avg300=0.11 total=1572785\n\
                    full avg10=1.03 avg60=0.22 avg300=0.10 total=1445281\n";

#[test]
fn totals_are_microseconds() {
    assert_eq!(total_ns(IO, "some"), Ok(1_572_785_000));
    assert_eq!(total_ns(IO, "full"), Ok(1_445_281_000));
    assert_eq!(total_ns(b"some total=0\n", "some"), Ok(0), "a zero is a zero");
    assert_eq!(total_ns(b"some total=7 later=9\n", "some"), Ok(7_000), "fields may be added");
}

#[test]
fn a_torn_number_is_no_shorter_number() {
    for length in 0..IO.len() {
        let torn = &IO[..length];
        match total_ns(torn, "full") {
            Ok(total) => panic!("cut off after {length} it says {total}"),
            Err(why) => assert!(!why.is_empty()),
        }
    }
    assert!(total_ns(&IO[..IO.len() - 1], "full").is_err(), "the last digit may not be the last");
    assert_eq!(total_ns(&IO[..IO.len() - 20], "some"), Ok(1_572_785_000), "that line is whole");
}

#[test]
fn strange_text_is_refused() {
    for bad in [
        &b""[..],
        b"some\n",
        b"some avg10=0.00\n",
        b"some total=\n",
        b"some total=-1\n",
        b"some total=1.5\n",
        b"some total=x\n",
        b"something total=5\n",
        b"some subtotal=5\n",
        b"full total=5\n",
        b"some total=18446744073709551615\n",
        b"some total=99999999999999999999\n",
        b"some avg10=0.00\nfull total=5\n",
    ] {
        assert!(total_ns(bad, "some").is_err(), "{}", String::from_utf8_lossy(bad));
    }
}
