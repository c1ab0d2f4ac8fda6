use super::parse::throttled;

const V2: &[u8] = b"usage_usec 131200\nuser_usec 110000\nsystem_usec 21200\nnr_periods 42\n\
                    nr_throttled 9\nthrottled_usec 93750\nnr_bursts 0\nburst_usec 0\n";
const V1: &[u8] = b"nr_periods 900\nnr_throttled 41\nthrottled_time 5\n";

#[test]
fn both_versions_give_nanoseconds() {
    assert_eq!(throttled(V2), Ok(Some([9, 93_750_000])));
    assert_eq!(throttled(V1), Ok(Some([41, 5])));
}

#[test]
fn a_group_without_a_count_has_none() {
    assert_eq!(throttled(b"usage_usec 5\nuser_usec 3\nsystem_usec 2\n"), Ok(None));
    assert_eq!(throttled(b""), Ok(None), "and no zero");
}

#[test]
fn what_is_cut_off_or_strange_is_refused() {
    for length in V1.len() - 4..V1.len() {
        assert!(throttled(&V1[..length]).is_err(), "cut off after {length}");
    }
    for bad in [
        &b"nr_throttled x\nthrottled_usec 5\n"[..],
        b"nr_throttled \nthrottled_usec 5\n",
        b"nr_throttled 5\nthrottled_usec -5\n",
        b"nr_throttled 5\nthrottled_usec 18446744073709551615\n",
        b"nr_throttled 5\n",
        b"nr_throttled 5\nthrottled_time 1 2\n",
    ] {
        assert!(throttled(bad).is_err(), "{}", String::from_utf8_lossy(bad));
    }
}
