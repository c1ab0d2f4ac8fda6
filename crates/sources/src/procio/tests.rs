use super::METRICS;
use super::parse::{KEYS, inherited, threads, totals};

const IO: &[u8] = b"rchar: 6982\nwchar: 6\nsyscr: 12\nsyscw: 1\nread_bytes: 512\n\
                    write_bytes: 4096\ncancelled_write_bytes: 9\n";

#[test]
fn totals_come_in_the_order_of_the_metrics() {
    let expected = [512, 4096, 6982, 6, 12, 1].map(Some);
    assert_eq!(totals(IO), Ok(expected));
    let mut lines: Vec<_> = IO.split_inclusive(|&byte| byte == b'\n').collect();
    lines.reverse();
    assert_eq!(totals(&lines.concat()), Ok(expected), "the order of lines is the kernel's");
    for (metric, key) in METRICS.iter().zip(KEYS) {
        let plain = metric.id.trim_start_matches("io.");
        let old_name = plain.replace("read_chars", "rchar").replace("write_chars", "wchar");
        let old_name = old_name.replace("read_calls", "syscr").replace("write_calls", "syscw");
        assert_eq!(old_name, key);
    }
}

#[test]
fn a_line_the_kernel_lacks_is_absent_and_not_zero() {
    assert_eq!(totals(b"rchar: 1\nsyscr: 0\n"), Ok([None, None, Some(1), None, Some(0), None]));
}

#[test]
fn torn_or_strange_text_is_refused() {
    assert!(totals(b"").is_err());
    for length in 1..IO.len() {
        if IO[length - 1] != b'\n' {
            assert!(totals(&IO[..length]).is_err(), "cut off after {length}");
        }
    }
    for bad in [
        &b"rchar: x\n"[..],
        b"rchar: -1\n",
        b"rchar:1\n",
        b"rchar\n",
        b"\n",
        b"rchar: \xff\n",
        b"rchar: 1\nrchar: 2\n",
        b"rchar: 18446744073709551616\n",
    ] {
        assert!(totals(bad).is_err(), "{}", String::from_utf8_lossy(bad));
    }
}

#[test]
fn a_reaped_child_leaves_its_totals_and_our_own_read_is_not_among_them() {
    let before = [0, 10, 1_000, 5, 7, 1].map(Some);
    let after = [512, 10, 1_800, 6, 10, 1].map(Some);
    assert_eq!(inherited(before, after, 100), [512, 0, 700, 1, 2, 0].map(Some));
    // What shrank, is not there or holds less than our own read is no number.
    let shrunk = [0, 9, 1_099, 5, 7, 1].map(Some);
    assert_eq!(inherited(before, shrunk, 100), [Some(0), None, None, Some(0), None, Some(0)]);
    assert_eq!(inherited([None; 6], after, 100), [None; 6]);
}

#[test]
fn threads_are_counted_where_status_says_so() {
    assert_eq!(threads(b"Name:\tx\nThreads:\t12\nSigQ:\t0\n"), Some(12));
    for bad in [&b""[..], b"Threads:\t1", b"Threads:\tx\n", b"NThreads:\t1\n"] {
        assert_eq!(threads(bad), None, "{}", String::from_utf8_lossy(bad));
    }
}
