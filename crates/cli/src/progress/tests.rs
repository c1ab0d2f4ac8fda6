use super::{LATEST, Latest, line, seconds};
use probity_model::Value;
use std::time::Duration;

const HEADS: [&str; 2] = ["run 3 of 40, 12 s left: ", "3/40: "];

#[test]
fn a_line_never_fills_its_columns_beyond_the_last() {
    let names = ["gzip -9", "", &"long ".repeat(50), "日本語のコマンド", "new\nline\x1b[2J"];
    for columns in [0, 1, 2, 10, 20, 40, 79, 300] {
        for name in names {
            let line = line(HEADS, name, ": 12.3 ms", columns);
            // At least the sign that something was cut.
            assert!(line.width() <= columns.max(1), "{line} in {columns}");
            assert!(!line.as_str().contains(['\n', '\x1b']), "{line}");
        }
    }
}

#[test]
fn the_name_is_cut_first_then_the_head_is_short() {
    let name = "gzip ".repeat(20);
    let shown = |name: &str, columns| line(HEADS, name, ": 12.3 ms", columns).to_string();
    assert_eq!(shown(&name, 50), "run 3 of 40, 12 s left: gzip gzip gzip g…: 12.3 ms");
    assert_eq!(shown("gzip", 50), "run 3 of 40, 12 s left: gzip: 12.3 ms");
    assert_eq!(shown("gzip", 37), "run 3 of 40, 12 s left: gzip: 12.3 ms");
    assert_eq!(shown(&name, 40), "3/40: gzip gzip gzip gzip gzip…: 12.3 ms");
    assert_eq!(shown("gzip", 36), "3/40: gzip: 12.3 ms");
    assert_eq!(shown(&name, 20), "3/40: gzip…: 12.3 ms");
}

#[test]
fn the_median_is_of_the_latest_runs() {
    let mut latest = Latest::default();
    assert_eq!(latest.median(), None);
    for time in [3, 1, 2] {
        latest.add(time);
    }
    assert_eq!(latest.median(), Some(Value::Integer(2)));
    for _ in 0..LATEST {
        latest.add(70);
    }
    assert_eq!(latest.median(), Some(Value::Integer(70)));
    assert_eq!(latest.times.len(), LATEST);
}

#[test]
fn waiting_times_are_short() {
    for (millis, text) in
        [(400, "0 s"), (1500, "2 s"), (119_000, "119 s"), (150_000, "3 min"), (10_000_000, "3 h")]
    {
        assert_eq!(seconds(Duration::from_millis(millis)), text);
    }
}
