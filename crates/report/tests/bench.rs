//! Pages of benchmarks, compared byte for byte with `tests/golden/`.
//!
//! `PROBITY_REGENERATE=1` writes them anew; read the difference as a user would.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

#[allow(dead_code, reason = "each test program uses its part of it")]
mod builder;

use builder::bench::Bench;
use builder::markup;
use builder::*;
use probity_model::*;
use probity_report::*;
use std::path::Path;

fn check(name: &str, page: &str) {
    assert!(page.ends_with('\n') && !page.ends_with("\n\n"), "{name}");
    assert!(page.lines().all(|line| line == line.trim_end()), "{name}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/bench");
    let path = folder.join(name);
    if std::env::var_os("PROBITY_REGENERATE").is_some() {
        assert!(std::fs::write(&path, page).is_ok(), "{name} cannot be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(page == golden, "{name} differs; now it is:\n{page}");
}

const INSTRUCTIONS: (&str, Unit) = ("iteration.perf.instructions", Unit::CountPerIteration);
const IPC: (&str, Unit) = ("iteration.perf.ipc", Unit::Ratio);
const ALLOCATIONS: (&str, Unit) = ("iteration.allocations", Unit::CountPerIteration);
const ALLOCATED: (&str, Unit) = ("iteration.allocated_bytes", Unit::BytesPerIteration);

/// Twelve benchmarks of every kind.
fn twelve() -> Bench {
    let mut bench = Bench::of(&[
        ("logs::scan::n=1024", 1234.5),
        ("logs::scan::n=65536", 82_310.0),
        ("logs::scan::n=4194304", 5_312_345.0),
        ("logs::parse", 0.3),
        ("logs::tail::follow", 912.0),
        ("json::encode::kind=small,depth=2", 45.25),
        ("json::encode::kind=large,depth=9", 1_204_000.0),
        ("json::decode", 300.4),
        ("json::deep::down::walk", 17.0),
        ("sort", 4_212_345_678.0),
        ("hash::xx::T=u64", 2.125),
        ("hash::xx::T=String", 23.75),
    ]);
    for (place, n) in [(0, "1024"), (1, "65536"), (2, "4194304")] {
        bench.label(place, &[("n", n)]);
        bench.amount(place, "bytes", n.parse().unwrap());
    }
    bench.label(5, &[("kind", "small"), ("depth", "2")]);
    bench.label(6, &[("kind", "large"), ("depth", "9")]);
    bench.label(10, &[("T", "u64")]);
    bench.label(11, &[("T", "String")]);
    bench.amount(7, "items", 3);
    bench.amount(9, "rows", 1_000_000);
    bench.amount(9, "bytes", 64_000_000);
    bench.at_most(3, 0.31);
    bench.panic(4, "assertion `left == right` failed: a line of the log was lost on the way here");
    bench.skip(8, "needs AVX-512");
    bench
}

fn counting() -> Bench {
    let mut bench = twelve();
    let perf = [INSTRUCTIONS, IPC, ALLOCATIONS, ALLOCATED];
    bench.count(&perf);
    for place in [0, 1, 2, 3, 5, 6, 7, 9, 10, 11] {
        let n = (place + 1) as f64;
        bench.counted(place, INSTRUCTIONS.0, INSTRUCTIONS.1, 7.0f64.powf(n));
        bench.counted(place, IPC.0, IPC.1, 0.5 + n / 5.0);
        if place != 7 {
            bench.counted(place, ALLOCATIONS.0, ALLOCATIONS.1, (place / 2) as f64);
            bench.counted(place, ALLOCATED.0, ALLOCATED.1, (place * place * place * 100) as f64);
        }
    }
    for (name, _) in [ALLOCATIONS, ALLOCATED] {
        let absence = Absence::new(Cause::Lost, "the allocator was not heard");
        bench.summary(7, name, MetricSummary::Unavailable(absence));
        let reason = "skipped: needs AVX-512".into();
        bench.summary(8, name, MetricSummary::NotApplicable { reason });
    }
    for (name, _) in [INSTRUCTIONS, IPC] {
        let reason = "skipped: needs AVX-512".into();
        bench.summary(8, name, MetricSummary::NotApplicable { reason });
    }
    bench
}

fn compared() -> Bench {
    let mut bench = twelve();
    let reasons = [
        (1.0021, Verdict::NoDifferenceShown, "the interval lies within the limit"),
        (1.082, Verdict::Regressed, "the interval excludes 1 and the median lies beyond the limit"),
        (0.81, Verdict::Improved, "the interval excludes 1 and the median lies beyond the limit"),
        (1.0, Verdict::Incomparable, "no block has both"),
        (1.0, Verdict::Incomparable, "the candidate failed with exit code 101"),
        (1.021, Verdict::Inconclusive, "the interval reaches over the limit"),
        (1.0, Verdict::NoDifferenceShown, "the interval lies within the limit"),
    ];
    bench.compare(&reasons.map(|(ratio, verdict, _)| (ratio, verdict)));
    for (found, (_, verdict, reason)) in bench.document.comparisons.iter_mut().zip(reasons) {
        found.family = 7;
        found.reason = reason.into();
        if verdict == Verdict::Incomparable {
            (found.ratio, found.null, found.blocks) = (None, None, 0);
        }
    }
    bench.document.comparisons[5].blocks_more = Some(9);
    bench.document.comparisons[1].limit.effective = 0.0213;
    bench.document.comparisons[1].null = Some(null(1.0213));
    bench.document.comparisons[6].same_binary = true;
    for place in 0..3 {
        bench.amount(12 + place, "bytes", 1024 << (6 * place));
    }
    bench
}

/// Names and words that want to be something else.
fn hostile() -> Bench {
    let long = format!("deep::{}::tail", "x".repeat(300));
    let wide = "模块::函数表::長=大きい";
    let mut bench = Bench::of(&[
        ("a\x1b[2J\x1b]0;title\x07::b\nc", 10.5),
        ("a ... bench: 1 ns/iter (+/- 0)::</code><script>alert(1)</script>", 11.5),
        (&long, 12.5),
        (wide, 13.5),
        ("\u{202e}reversed\u{202c}::| a | b |", 14.5),
        ("::", 15.5),
        ("/s/l/a/s/h/", 16.5),
        ("skip", 1.0),
        ("panic", 1.0),
    ]);
    bench.label(3, &[("長", "大きい")]);
    bench.amount(0, "\x1b[31m<b>| units of mine", 7);
    bench.skip(7, "why\x1b[31m not\n| <b>?");
    bench.panic(8, "<script>alert(2)</script>\x1b[0m | boom");
    bench
}

const DETAILS: TextOptions = TextOptions { style: Style::Plain, details: true };

fn plain(bench: &Bench) -> String {
    bench_text(bench.campaign(), &BenchOptions::default())
}

fn within(bench: &Bench, width: usize) -> String {
    bench_text(bench.campaign(), &BenchOptions { width: Some(width), ..BenchOptions::default() })
}

#[test]
fn one_benchmark() {
    let bench = Bench::of(&[("logs::parse", 12.3)]);
    check("one.txt", &plain(&bench));
    check("one-details.txt", &text(bench.campaign(), DETAILS));
}

#[test]
fn twelve_benchmarks_of_every_kind() {
    check("twelve.txt", &plain(&twelve()));
    check("counting.txt", &plain(&counting()));
    check("counting-details.txt", &text(counting().campaign(), DETAILS));
    check("counting-80.txt", &within(&counting(), 80));
    check("counting.md.txt", &markdown(counting().campaign(), true));
}

#[test]
fn compared_benchmarks_have_one_row() {
    check("compared.txt", &plain(&compared()));
    check("compared-details.txt", &text(compared().campaign(), DETAILS));
    check("compared-100.txt", &within(&compared(), 100));
    check("compared.md.txt", &markdown(compared().campaign(), false));
    let options = BenchOptions { style: Style::Ansi, ..BenchOptions::default() };
    let page = bench_text(compared().campaign(), &options);
    assert!(page.contains("\x1b[31mregressed\x1b[0m") && page.contains("\x1b[32mimproved\x1b[0m"));
}

#[test]
fn forms_that_other_tools_read() {
    for (name, bench) in [("compared", compared()), ("hostile", hostile())] {
        let campaign = bench.campaign();
        check(&format!("{name}-bencher.txt"), &bencher(campaign));
        check(&format!("{name}-go.txt"), &go(campaign));
        check(&format!("{name}-criterion.txt"), &criterion(campaign));
    }
    check("counting-go.txt", &go(counting().campaign()));
}

#[test]
fn a_line_of_json_has_the_keys_that_it_documents_in_their_order() {
    let mut bench = compared();
    // What the whole process took is not of this test.
    for case in &mut bench.document.cases {
        case.summary.retain(|id, _| id.as_str().starts_with("iteration."));
    }
    let lines = json_lines(bench.campaign()).unwrap();
    check("compared.jsonl.txt", &lines);
    assert_eq!(lines.lines().count(), 12, "a baseline has no line of its own");
    for line in lines.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let is_measured = value["status"] == "measured";
        assert_eq!(value.get("median_ns").is_some(), is_measured, "{line}");
        assert!(!line.contains("null"), "{line}");
    }
}

#[test]
fn words_of_strangers_stay_text() {
    check("hostile.txt", &plain(&hostile()));
    check("hostile-80.txt", &within(&hostile(), 80));
    check("hostile.md.txt", &markdown(hostile().campaign(), true));
    let page = html(hostile().campaign());
    sound(&page);
    assert!(!page.contains("<script") && !page.contains("<b>"));
    let lines = bencher(hostile().campaign());
    assert_eq!(lines.lines().count(), 7);
    for line in lines.lines() {
        assert_eq!(line.split(' ').filter(|word| *word == "bench:").count(), 1, "{line}");
    }
    assert!(json_lines(hostile().campaign()).unwrap().contains(&"x".repeat(300)));
}

#[test]
fn a_long_name_leaves_its_table_readable() {
    let page = plain(&hostile());
    let table: Vec<&str> = page.lines().skip(3).take(7).collect();
    let width = |text: &str| unicode_width::UnicodeWidthStr::width(text);
    let places: Vec<usize> =
        table.iter().filter_map(|line| line.find('±').map(|place| width(&line[..place]))).collect();
    assert_eq!(places.len(), 7, "{page}");
    assert!(places.iter().all(|place| *place == places[0]), "{page}");
    assert!(table.iter().all(|line| width(line) < 140), "{page}");
    assert!(within(&hostile(), 80).lines().skip(2).take(10).all(|line| width(line) <= 80));
}

#[test]
fn rows_have_the_order_that_was_asked_for() {
    let bench = counting();
    let campaign = bench.campaign();
    let keys = sort_keys(campaign);
    assert_eq!(keys[..5], ["location", "name", "kind", "time", "change"]);
    assert!(keys.iter().any(|key| key == INSTRUCTIONS.0));
    assert!(keys.iter().all(|key| SortKey::parse(campaign, key).is_some()));
    assert_eq!(SortKey::parse(campaign, "size"), None);
    let by = |key: &str, descending| {
        let key = SortKey::parse(campaign, key).unwrap();
        let sort = Some(SortBy { key, descending });
        bench_text(campaign, &BenchOptions { sort, ..BenchOptions::default() })
    };
    check("by-time.txt", &by("time", true));
    check("by-name.txt", &by("name", false));
    check("by-kind.txt", &by("kind", false));
    let place = |page: &str, name: &str| page.find(name).unwrap();
    let page = by(INSTRUCTIONS.0, true);
    assert!(place(&page, "T=String") < place(&page, "n=1024"));
    assert!(place(&page, "n=1024") < place(&page, "follow"), "what has no number comes last");
}

#[test]
fn a_table_for_each_value_of_a_parameter() {
    let bench = twelve();
    assert_eq!(group_keys(bench.campaign()), ["n", "kind", "depth", "T"]);
    let options = BenchOptions { group_by: Some("T".into()), ..BenchOptions::default() };
    check("by-parameter.txt", &bench_text(bench.campaign(), &options));
}

/// Digits outside of names, of the header and of what is quoted.
fn has_number(line: &str) -> bool {
    line.contains(|c: char| c.is_ascii_digit())
}

#[test]
fn no_number_stands_for_an_absence() {
    let mut bench = Bench::of(&[("skipped", 1.0), ("panicked", 1.0), ("lost", 1.0)]);
    bench.count(&[ALLOCATIONS]);
    bench.skip(0, "not here");
    bench.panic(1, "boom");
    let lost = MetricSummary::Unavailable(Absence::new(Cause::Lost, "torn"));
    bench.summary(2, "iteration.time", lost.clone());
    bench.runs.retain(|run| run.case != CaseId::at(2));
    for place in 0..3 {
        bench.summary(place, ALLOCATIONS.0, lost.clone());
    }
    let page = plain(&bench);
    check("absent.txt", &page);
    for name in ["skipped", "lost"] {
        let row = page.lines().find(|line| line.starts_with(name)).unwrap();
        assert!(!has_number(row), "{row}");
    }
    assert_eq!(bencher(bench.campaign()), "");
    assert!(!go(bench.campaign()).contains("Benchmark"));
    assert!(!criterion(bench.campaign()).contains("time:"));
    let lines = json_lines(bench.campaign()).unwrap();
    for key in ["median_ns", "min_ns", "samples", "per_second"] {
        assert!(!lines.contains(key), "{key}: {lines}");
    }
    sound(&html(bench.campaign()));
}

#[test]
fn a_single_process_has_no_spread() {
    let mut bench = Bench::of(&[("one", 25.0)]);
    bench.only(0, 1);
    let page = plain(&bench);
    assert!(page.contains("24.88 ±— ns"), "{page}");
    assert!(page.contains("1×32"), "{page}");
    let line = bencher(bench.campaign());
    assert!(line.contains("bench:          25 ns/iter (+/- 6)"), "of its samples: {line}");
    let page = criterion(bench.campaign());
    assert!(page.contains("1 process, too few for an interval"), "{page}");
    assert!(!json_lines(bench.campaign()).unwrap().contains("\"mad_ns\""));
}

fn sound(page: &str) {
    let ids = ["headline", "notes", "benchmarks", "metrics", "host", "settings", "reproduce"];
    markup::assert_sound(page, &ids);
}

#[test]
fn the_page_for_a_browser_draws_the_processes() {
    let page = html(compared().campaign());
    sound(&page);
    assert_eq!(page.matches("<article").count(), 12);
    assert_eq!(page.matches(">baseline</text>").count(), 5, "drawn where both have times");
    assert!(page.contains("regressed") && page.contains("Ratio to the baseline"));
    let page = html(counting().campaign());
    sound(&page);
    assert!(page.contains("12 benchmarks, 9 of them measured, 1 failed"));
}

#[test]
fn scripts_that_know_commands_get_times_of_iterations() {
    let bench = Bench::of(&[("logs::parse", 12.0)]);
    let table = csv(bench.campaign());
    let row = table.lines().nth(1).unwrap();
    let median: f64 = row.split(',').nth(3).unwrap().parse().unwrap();
    assert!((median - 12e-9).abs() < 1e-12, "{table}");
    assert!(hyperfine(bench.campaign()).unwrap().contains("e-8"));
}

#[test]
fn a_page_of_many_benchmarks_stays_small_and_says_so() {
    let names: Vec<String> = (0..400).map(|n| format!("m{}::f::n={n}", n % 7)).collect();
    let named: Vec<(&str, f64)> = names.iter().map(|name| (name.as_str(), 12.5)).collect();
    let mut bench = Bench::of(&named);
    bench.compare(&vec![(1.0, Verdict::NoDifferenceShown); 400]);
    let page = html(bench.campaign());
    sound(&page);
    assert!(page.contains("280 more benchmarks are in the table only."));
    assert!(page.len() < 2 << 20, "{}", page.len());
    assert_eq!(plain(&bench).matches("no_difference_shown").count(), 400);
}

/// What is known of all processes is the largest that is known of any.
#[test]
fn a_bound_holds_for_those_too_that_have_a_time() {
    let bound = |median: f64| {
        let mut bench = Bench::of(&[("logs::parse", 12.0)]);
        bench.partly_at_most(0, 0.31, median);
        let line = json_lines(bench.campaign()).unwrap();
        let row: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(row["status"], "unavailable", "{row}");
        row["at_most_ns"].as_f64().unwrap()
    };
    assert_eq!(bound(0.2), 0.31);
    // With the error of its own time.
    assert_eq!(bound(0.4), 0.4 + 0.0123);
}

#[test]
fn counts_that_are_mostly_of_the_counting_are_told() {
    let told = |share: Option<f64>| {
        let mut bench = Bench::of(&[("parse", 12.5)]);
        bench.count(&[INSTRUCTIONS]);
        bench.counting_share = share;
        bench.counted(0, INSTRUCTIONS.0, INSTRUCTIONS.1, 49.0);
        probity_report::bench_text(bench.campaign(), &BenchOptions::default())
    };
    let line = "counting: up to 34 % of what was counted is the counting's own";
    assert!(told(Some(0.34)).contains(line), "{}", told(Some(0.34)));
    assert!([None, Some(0.05)].iter().all(|share| !told(*share).contains("counting:")));
}
