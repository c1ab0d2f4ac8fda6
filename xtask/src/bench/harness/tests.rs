use super::bodies::{Body, all, floor};
use super::counting::rows;
use super::floor::{Told, intercept, nothing, off_line};
use super::interval::{TAIL, interval, rank, reach};
use super::package::unique;
use super::precision::other;
use super::reading::{Figure, counts, divan, estimated, probity};
use super::row::{Aim, Row, outcome};
use super::tool::{Invocation, Tool};
use std::collections::{BTreeMap, BTreeSet};

/// As divan 0.1.21 prints it.
const TABLE: &str = "\
Timer precision: 20 ns
work              fastest       │ slowest       │ median        │ mean          │ samples │ iters
├─ chain_1        0.541 ns      │ 0.544 ns      │ 0.543 ns      │ 0.543 ns      │ 100     │ 409600
├─ chain_1000     68.25 ns      │ 68.6 ns       │ 68.26 ns      │ 68.33 ns      │ 100     │ 3200
├─ fib            3.464 µs      │ 3.835 µs      │ 3.474 µs      │ 3.475 µs      │ 100     │ 100
╰─ nothing        0 ns          │ 0.007 ns      │ 0.001 ns      │ 0.001 ns      │ 100     │ 819200
";

#[test]
fn there_are_fifty_bodies_of_different_names() {
    let names: BTreeSet<String> = all(false).into_iter().map(|body| body.name).collect();
    assert_eq!(names.len(), 50);
    assert_eq!(all(true).len(), 8);
    assert!(all(true).iter().all(|body| names.contains(&body.name)));
}

#[test]
fn each_tool_has_each_body() {
    for tool in Tool::ALL {
        let source = tool.source(&floor());
        for part in ["nothing", "chain_8000", "bodies::chain(8000)", tool.name()] {
            assert!(source.contains(part), "{part} in {source}");
        }
    }
    let source = Tool::Divan.source(&floor());
    assert!(source.contains("fn nothing() {  }\n") && source.contains("fn chain_1() -> u64 {"));
}

#[test]
fn tables_of_divan_are_read_by_whole_names() {
    let of = |name| divan(TABLE, name).map(|figure| figure.ns);
    assert_eq!(of("chain_1"), Some(0.543));
    assert_eq!(of("chain_1000"), Some(68.26));
    assert_eq!(of("fib"), Some(3474.0));
    assert_eq!(of("nothing"), Some(0.001));
    assert_eq!((of("chain"), of("other")), (None, None));
}

#[test]
fn what_criterion_keeps_is_read_as_it_prints() {
    let slope = r#"{"mean":{"point_estimate":2.0},"slope":{"point_estimate":1.5}}"#;
    let mean = r#"{"mean":{"point_estimate":2.0},"slope":null}"#;
    assert_eq!(estimated(slope), Some(Figure::exactly(1.5)));
    assert_eq!(estimated(mean), Some(Figure::exactly(2.0)));
    assert_eq!((estimated("{}"), estimated("")), (None, None));
}

#[test]
fn lines_of_ours_are_read() {
    let text = "{\"id\":\"a\",\"median_ns\":3,\"interval_ns\":[2,4.5]}\n{\"id\":\"b\",\"median_ns\":1}\n\
                {\"id\":\"c\",\"status\":\"unavailable\",\"at_most_ns\":0.5}\n{\"id\":\"d\"}\n";
    assert_eq!(probity(text, "a").unwrap().interval, Some([2.0, 4.5]));
    assert_eq!(probity(text, "b"), Some(Figure::exactly(1.0)));
    let bound = probity(text, "c").unwrap();
    assert!(bound.is_bound && bound.ns == 0.5);
    assert_eq!((probity(text, "d"), probity(text, "e")), (None, None));
}

#[test]
fn ranks_are_those_of_the_sign_test() {
    let ranks = [5, 6, 8, 9, 12, 20, 30].map(|count| rank(count, TAIL));
    assert_eq!(ranks, [None, Some(0), Some(0), Some(1), Some(2), Some(5), Some(9)]);
    assert_eq!(interval(&[3.0, 1.0, 2.0, 6.0, 5.0, 4.0]), Some([1.0, 6.0]));
    assert_eq!(interval(&[1.0; 5]), None);
    assert_eq!(reach(100.0, [99.0, 100.5]), Some(0.01));
    assert_eq!(reach(0.0, [0.0, 0.0]), None);
}

/// What is told of chains, and of nothing.
fn told(of: impl Fn(u64) -> f64) -> Told {
    let name = |steps| Body::chain(steps).name;
    let chains = [1, 1_000, 2_000, 4_000, 8_000].map(|n| (name(n), vec![Figure::exactly(of(n))]));
    chains.into_iter().collect()
}

#[test]
fn a_line_may_begin_above_nothing() {
    let line = told(|steps| 5.0 + 0.8 * steps as f64);
    assert!((intercept(&line).unwrap() - 5.0).abs() < 1e-9);
    assert!(off_line(&line).unwrap() < 1e-12);
    let bent = told(|steps| if steps == 4_000 { 4_040.0 } else { steps as f64 });
    assert!((off_line(&bent).unwrap() - 0.01).abs() < 1e-12);
    assert_eq!((off_line(&Told::new()), intercept(&Told::new())), (None, None));
}

#[test]
fn what_is_not_told_apart_from_nothing_stays_a_bound() {
    let bound = Figure { is_bound: true, ..Figure::exactly(0.5) };
    let mut told = Told::new();
    told.insert("nothing".to_owned(), vec![Figure::exactly(0.25), bound, bound]);
    assert_eq!(nothing(&told), Some(bound));
}

#[test]
fn others_are_started_until_they_agree_as_ours_do() {
    let mut started = 0;
    // Two of nine processes are disturbed.
    let mut start = || {
        started += 1;
        let ns = if [2, 5].contains(&started) { 120.0 } else { 100.0 };
        let figures = [("a".to_owned(), Figure::exactly(ns))].into_iter().collect();
        Ok(Invocation { seconds: if started == 1 { 3.0 } else { 2.0 }, figures, counts: 0 })
    };
    let seen = other(1, 100.0, &mut start).unwrap();
    assert_eq!((seen.precise, seen.invocations, seen.reach), (1, 12, Some(0.0)));
    assert_eq!((seen.first_s, seen.all_s), (3.0, 25.0));
    started = 0;
    let mut start = || {
        started += 1;
        let figures = [("a".to_owned(), Figure::exactly(f64::from(started)))];
        Ok(Invocation { seconds: 2.0, figures: figures.into_iter().collect(), counts: 0 })
    };
    let seen = other(1, 15.0, &mut start).unwrap();
    assert_eq!((seen.precise, seen.invocations), (0, 8));
    let seen = other(0, 7.0, &mut start).unwrap();
    assert_eq!((seen.invocations, seen.reach), (4, None), "too few for an interval");
    assert!(other(1, 15.0, &mut || Err("x".to_owned())).is_err());
}

#[test]
fn aims_are_met_missed_or_cannot_be_told() {
    let judged = |aim, values| Row::new("x", aim, 1, values).judged();
    let values = [Some(-2.0), Some(-1.0), Some(-3.0)];
    assert_eq!(judged(Aim::Peer(1), values), ("at most criterion: met".to_owned(), true));
    assert!(!judged(Aim::Peer(2), values).1 && !judged(Aim::Within(1.0), values).1);
    assert!(judged(Aim::Within(2.0), values).1 && !judged(Aim::Best, values).1);
    let alone = [Some(1.0), None, None];
    assert_eq!(judged(Aim::Peer(2), alone).0, "at most divan: cannot tell");
    let text = outcome(&[Row::new("x", Aim::Peer(1), 1, alone)], &[]);
    assert!(!text.met && text.table.contains("| missing "), "{}", text.table);
}

#[test]
fn a_crate_that_is_shown_twice_is_one() {
    let tree = "scratch v0.0.0 (/tmp/x)\nserde v1.0.0\nserde v1.0.0 (*)\nlibc v0.2.0\n\n";
    assert_eq!(unique(tree), 3);
}

#[test]
fn times_that_counting_changes_are_told() {
    let ratios = |by: f64| (0..12).map(|round| by + 1e-4 * f64::from(round % 3 - 1)).collect();
    let of = |ratios: &[(&str, Vec<f64>)]| {
        let named = |(name, ratios): &(&str, Vec<f64>)| ((*name).to_owned(), ratios.clone());
        rows(&ratios.iter().map(named).collect::<BTreeMap<_, _>>(), 12)
    };
    let met = |rows: &[Row]| rows.iter().map(|row| row.judged().1).collect::<Vec<bool>>();
    let same = of(&[("a", ratios(1.0)), ("b", ratios(1.0))]);
    assert_eq!(met(&same), [true, true, true]);
    let other = of(&[("a", ratios(1.0)), ("b", ratios(0.98))]);
    assert_eq!(met(&other), [false, true, false]);
    assert_eq!(other[0].cells[0].as_ref().unwrap().1, "2.000");
    // A small difference is one, too.
    assert_eq!(met(&of(&[("a", ratios(1.003))])), [true, true, false]);
    // Of rounds without a time, of too few, and of nothing, nothing is said to be met.
    assert_eq!(met(&of(&[("a", ratios(1.0)), ("b", vec![1.0; 11])])), [true, true, false]);
    assert_eq!(met(&of(&[("a", vec![1.0; 3])])), [true, false, false]);
    assert_eq!(met(&of(&[])), [false, false, false]);
}

#[test]
fn elapsed_time_is_no_count() {
    let line = |id: &str, status: &str| {
        format!(
            r#"{{"id":"a","metrics":{{"time.wall":{{"status":"measured"}},"{id}":{{"status":"{status}"}}}}}}"#
        )
    };
    assert_eq!(counts(&line("iteration.time", "measured")), 0);
    assert_eq!(counts(&line("iteration.perf.instructions", "unavailable")), 0);
    assert_eq!(counts(&line("iteration.perf.instructions", "measured")), 1);
    assert_eq!(counts("no JSON"), 0);
}
