use crate::escape::{Cell, Escaped};
use crate::phrase::{Colour, Phrase};
use crate::quantity::{Figure, Scale, aligned, interval, percent, quantity, ratio};
use crate::table::{Align, Column, Style, Table};
use crate::{ExitCode, findings};
use probity_model::{Text, Unit, Value};

fn shown(unit: Unit, value: f64) -> String {
    quantity(unit, Value::real(value).unwrap()).as_str().to_owned()
}

#[test]
fn quantities_pick_a_unit_after_rounding() {
    let times = [
        (0.0, "0 ns"),
        (7.0, "7 ns"),
        (999.0, "999 ns"),
        (999.7, "999.7 ns"),
        (1000.0, "1 µs"),
        (1001.0, "1.001 µs"),
        (999_700.0, "999.7 µs"),
        (999_940.0, "999.9 µs"),
        (999_960.0, "1.000 ms"),
        (9_999_600.0, "10.00 ms"),
        (12_345_678.0, "12.35 ms"),
        (999_999_999.0, "1.000 s"),
        (123_456_789_000_000.0, "123457 s"),
    ];
    for (value, text) in times {
        assert_eq!(shown(Unit::Nanoseconds, value), text);
    }
    let sizes = [
        (0.0, "0 B"),
        (1023.0, "1023 B"),
        (1024.0, "1 KiB"),
        (1025.0, "1.001 KiB"),
        (1_069_056.0, "1.020 MiB"),
        (1_048_575.0, "1.000 MiB"),
        (1_073_741_824.0, "1 GiB"),
    ];
    for (value, text) in sizes {
        assert_eq!(shown(Unit::Bytes, value), text);
    }
    let counts = [
        (0.0, "0"),
        (0.5, "0.5"),
        (9999.0, "9999"),
        (9999.5, "9999.5"),
        (10_000.0, "10 k"),
        (10_001.0, "10.00 k"),
        (999_960.0, "1.000 M"),
        (2.5e9, "2.500 G"),
    ];
    for (value, text) in counts {
        assert_eq!(shown(Unit::Count, value), text);
    }
    let physical = [
        (Unit::Microjoules, 0.0, "0 µJ"),
        (Unit::Microjoules, 0.0312, "0.0312 µJ"),
        (Unit::Microjoules, 999.0, "999 µJ"),
        (Unit::Microjoules, 31_200.0, "31.20 mJ"),
        (Unit::Microjoules, 5_312_000.0, "5.312 J"),
        (Unit::Microjoules, 41_207_115_340.0, "41.21 kJ"),
        (Unit::Microwatts, 191_000_000.0, "191 W"),
        (Unit::Millicelsius, 71_500.0, "71.50 °C"),
        (Unit::Millicelsius, 400.0, "0.400 °C"),
        (Unit::Hertz, 3_612_500_000.0, "3.612 GHz"),
        (Unit::Hertz, 800_000_000.0, "800 MHz"),
    ];
    for (unit, value, text) in physical {
        assert_eq!(shown(unit, value), text);
    }
    assert_eq!(shown(Unit::Ratio, 0.0625), "0.0625");
    let largest = quantity(Unit::Nanoseconds, Value::Integer(u64::MAX));
    assert_eq!(largest.as_str(), "18446744074 s");
}

#[test]
fn a_name_is_cut_in_its_middle() {
    let cut = |text: &str, columns| Escaped::new(text).cut_middle(columns);
    assert_eq!(cut("module::function", 16).as_str(), "module::function");
    assert_eq!(cut("module::function", 9).as_str(), "modu…tion");
    assert_eq!(cut("module::function", 8).as_str(), "modu…ion");
    assert_eq!(cut("表表表表表表", 7).as_str(), "表…表表");
    for columns in 1..12 {
        assert!(cut("表a表b表c表", columns).width() <= columns, "{columns}");
    }
}

#[test]
fn traffic_is_counted_in_powers_of_ten() {
    let shown = |bytes: f64| {
        let value = Value::real(bytes).unwrap();
        Scale::of_traffic(bytes).finely().with_unit(value).as_str().to_owned()
    };
    assert_eq!(shown(0.0), "0 B");
    assert_eq!(shown(0.25), "0.250 B");
    assert_eq!(shown(829_485_621.7), "829.5 MB");
    assert_eq!(shown(1e12), "1 TB");
}

#[test]
fn nothing_that_is_not_zero_looks_like_zero_and_nothing_has_an_exponent() {
    for unit in [
        Unit::Nanoseconds,
        Unit::Bytes,
        Unit::Count,
        Unit::Ratio,
        Unit::Microjoules,
        Unit::Microwatts,
        Unit::Millicelsius,
        Unit::Hertz,
    ] {
        for power in 0..20 {
            let scale = Scale::of(unit, 10f64.powi(power));
            for small in 0..20 {
                let value = Value::Integer(10u64.pow(small) - 1);
                let big = Value::Integer(10u64.pow(19));
                for text in [scale.figure(value), scale.figure_beside(value, big)] {
                    let text = text.as_str();
                    assert!(!text.contains('e'), "{text}");
                    let zero = !text.contains('<') && text.parse::<f64>().unwrap() == 0.0;
                    assert_eq!(zero, value == Value::Integer(0), "{text} {value:?}");
                }
            }
        }
    }
}

#[test]
fn a_row_shares_its_decimals() {
    let scale = Scale::of(Unit::Nanoseconds, 12e6);
    let median = Value::Integer(12_340_000);
    assert_eq!(scale.name(), "ms");
    assert_eq!(scale.figure(median).as_str(), "12.34");
    assert_eq!(scale.figure_beside(Value::Integer(120_000), median).as_str(), "0.12");
    assert_eq!(scale.figure_beside(Value::Integer(400), median).as_str(), "0.0004");
    assert_eq!(scale.figure_beside(Value::Integer(0), median).as_str(), "0.00");
    assert_eq!(scale.figure_beside(Value::Integer(112_300_000), median).as_str(), "112.30");
}

#[test]
fn ratios_and_intervals() {
    let ratios = [
        (1.034, "×1.034"),
        (0.9921, "×0.992"),
        (0.9997, "×1.000"),
        (0.99996, "×1.000"),
        (12.345, "×12.35"),
        (0.01234, "×0.0123"),
        (4321.9, "×4322"),
    ];
    for (value, text) in ratios {
        assert_eq!(ratio(value, 0.01).as_str(), text);
    }
    assert_eq!(interval([1.0207, 1.0502], 1.034, 0.01).as_str(), "[1.021, 1.050]");
    // Whether 1 lies inside must survive the rounding.
    assert_eq!(interval([1.0004, 1.02], 1.01, 0.01).as_str(), "[1.0004, 1.020]");
    assert_eq!(interval([0.98, 0.99996], 0.99, 0.01).as_str(), "[0.980, 0.99996]");
    assert_eq!(interval([1.0, 1.02], 1.01, 0.01).as_str(), "[1.000, 1.020]");
    assert_eq!(interval([1.0, 1.0000000001], 1.0, 0.01).as_str(), "[1.000, 1.000000]");
    assert_eq!(interval([1e-9, 2e-9], 1.5e-9, 0.01).as_str(), "[0.00000000100, 0.00000000200]");
    // A limit of 0.1 % needs the fourth digit.
    assert_eq!(ratio(1.0014, 0.001).as_str(), "×1.0014");
    assert_eq!(interval([1.0011, 1.002], 1.0014, 0.001).as_str(), "[1.0011, 1.0020]");
}

#[test]
fn percents_are_short() {
    for (value, text) in
        [(0.01, "1 %"), (0.014, "1.4 %"), (0.1, "10 %"), (0.95, "95 %"), (0.00005, "0.005 %")]
    {
        assert_eq!(percent(value).as_str(), text);
    }
    assert_eq!(percent(1.0 - 0.05 / 11.0).as_str(), "99.55 %");
    assert_eq!(percent(0.0).as_str(), "0 %");
}

#[test]
fn parts_meet_at_the_point() {
    let scale = Scale::of(Unit::Nanoseconds, 12e6);
    let row = |median: u64, mad: u64| {
        let median = Value::Integer(median);
        vec![scale.figure(median), scale.figure_beside(Value::Integer(mad), median)]
    };
    let rows = [row(12_340_000, 120_000), row(999_000, 1_000), vec![Figure::absent()]];
    let lines = aligned(&rows, " ±");
    let lines: Vec<&str> = lines.iter().map(Figure::as_str).collect();
    assert_eq!(lines, ["12.34  ±0.12 ", " 0.999 ±0.001", "            —"]);
}

#[test]
fn control_characters_are_shown_not_sent() {
    let cases: [(&[u8], &str); 8] = [
        (b"a\nb\tc\rd", r"a\nb\tc\rd"),
        (b"\x1b[31mred", r"\x1b[31mred"),
        (b"\x00\x7f", r"\x00\x7f"),
        ("\u{9b}31m\u{85}".as_bytes(), r"\u{9b}31m\u{85}"),
        ("\u{202e}evil\u{2069}".as_bytes(), r"\u{202e}evil\u{2069}"),
        ("a\u{2028}b\u{feff}".as_bytes(), r"a\u{2028}b\u{feff}"),
        (b"a\xff\xfeb", r"a\xff\xfeb"),
        ("größe 表 sed 's/\\n//'".as_bytes(), "größe 表 sed 's/\\n//'"),
    ];
    for (bytes, text) in cases {
        assert_eq!(Escaped::of_bytes(bytes).as_str(), text);
    }
}

#[test]
fn no_byte_sequence_steers_a_terminal_or_a_page() {
    for first in 0..=u8::MAX {
        for second in [b'a', b'|', b'`', 0x80, 0x9b, 0xa8, 0xff] {
            let escaped = Escaped::of_bytes(&[first, second, b'<', b'_']);
            assert!(!escaped.as_str().chars().any(char::is_control), "{first} {second}");
            let cell = Cell::of(&escaped);
            let structure = |c: char| matches!(c, '|' | '`' | '<' | '>' | '[' | ']' | '*' | '\\');
            assert!(!cell.as_str().contains(structure), "{cell}");
        }
    }
}

#[test]
fn markdown_cells_hold_no_structure() {
    let cases = [
        ("<script>", "&lt;script&gt;"),
        (r"a\|b", "a&#92;&#124;b"),
        ("`x`", "&#96;x&#96;"),
        ("[a](b)", "&#91;a&#93;(b)"),
        ("peak_rss _a_", "peak_rss &#95;a&#95;"),
        ("line\nline", "line&#92;nline"),
        ("&amp;", "&amp;amp;"),
        ("@you 2 @ 3 #4 # 5", "&#64;you 2 @ 3 &#35;4 # 5"),
    ];
    for (text, cell) in cases {
        assert_eq!(Cell::new(text).as_str(), cell);
    }
}

#[test]
fn cutting_counts_columns() {
    assert_eq!(Escaped::new("abcdef").cut(4).as_str(), "abc…");
    assert_eq!(Escaped::new("abcd").cut(4).as_str(), "abcd");
    let wide = Escaped::new("表表表").cut(4);
    assert!(wide.width() <= 4 && wide.as_str().ends_with('…'), "{wide}");
}

#[test]
fn phrases_escape_only_what_is_not_ours() {
    let line = Phrase::from("a_b | ").name(&Text::from("x|\n")).ours(" ").prose("<y>");
    assert_eq!(line.terminal().as_str(), r"a_b | x|\n <y>");
    assert_eq!(line.markdown().as_str(), "a_b | <code>x&#124;&#92;n</code> &lt;y&gt;");
    assert_eq!(Phrase::new().name(&Text::from("")).terminal().as_str(), "''");
}

#[test]
fn tables_line_up_and_colour_does_not_shift_them() {
    let column = |head: &'static str, unit, align, cells: &[&'static str]| Column {
        head: head.into(),
        unit,
        align,
        cells: cells.iter().map(|cell| Phrase::from(*cell)).collect(),
    };
    let mut table = Table {
        columns: vec![
            column("word", "", Align::Left, &["a", "表表表"]),
            column("n", "ms", Align::Right, &["1", "234"]),
            column("last", "", Align::Left, &["x", "a very long command is never cut"]),
        ],
    };
    let plain = table.text(Style::Plain, "");
    assert_eq!(
        plain,
        "word      n  last\n         ms\na         1  x\n\
         表表表  234  a very long command is never cut\n"
    );
    table.columns[0].cells[0] = Phrase::from("a").coloured(Some(Colour::Red));
    let coloured = table.text(Style::Ansi, "");
    assert!(coloured.contains("\x1b[31ma\x1b[0m   "));
    assert_eq!(coloured.replace("\x1b[31m", "").replace("\x1b[0m", ""), plain);
    assert_eq!(table.text(Style::Plain, ""), plain);
}

#[test]
fn findings_are_one_line_each() {
    let found = [
        ("hash-mismatch", "runs.jsonl", "the bytes have another hash"),
        ("extra-file", "a\nb", "not in the table \x1b[2J"),
    ];
    assert_eq!(
        findings(found),
        "hash-mismatch  runs.jsonl: the bytes have another hash\n\
         extra-file     a\\nb: not in the table \\x1b[2J\n\
         2 findings\n"
    );
    assert!(findings([("r", "p", "d")]).ends_with("\n1 finding\n"));
    assert_eq!(findings([]), "no findings\n");
}

#[test]
fn the_book_lists_every_exit_code() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/exit-codes.md");
    let page = std::fs::read_to_string(path).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| code"));
    let expected = ExitCode::ALL.map(|code| format!("| {} | {} |", code.code(), code.meaning()));
    assert_eq!(rows.collect::<Vec<_>>(), expected);
    assert!(ExitCode::ALL.is_sorted_by_key(|code| code.code()));
}
