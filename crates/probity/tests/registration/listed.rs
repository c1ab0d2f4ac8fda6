//! The cases that functions of this file come to. Each says what it was called with.

use probity::__private::{Case, Listing, Mode, Problem, cases, find};
use probity::Bencher;
use std::cell::RefCell;

const SIZES: &[usize] = &[3, 1];

thread_local! {
    static CALLED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn called(with: String) {
    CALLED.with_borrow_mut(|calls| calls.push(with));
}

#[probity::bench(args(rows = SIZES, kind = ["a", "b c"]))]
fn scan(b: Bencher, kind: &str, rows: usize) {
    b.iter(|| called(format!("{kind} {rows}")));
}

#[probity::bench(
    threads = [1],
    args = [0.5, 2.0],
    consts = [2, 1 + 2],
    types = [Vec<(u8, u8)>, &'static str],
)]
fn all<const N: usize, T>(b: Bencher, factor: f32) {
    b.iter(|| called(format!("{} {N} {factor}", std::any::type_name::<T>())));
}

#[probity::bench(args = [Some(String::from("x")), None])]
fn borrowed(text: &Option<String>) -> &Option<String> {
    called(format!("{text:?}"));
    text
}

#[probity::bench]
fn fallible() -> Result<(), std::num::ParseIntError> {
    called("fallible".into());
    "x".parse::<u8>().map(drop)
}

#[probity::bench(name = "said to fail", ignore = "slow")]
fn named(_: Bencher) -> Result<(), &'static str> {
    Err("no luck")
}

mod inner {
    #[ignore]
    #[probity::bench(args = 0..1)]
    fn deep(_: u8) {}
}

/// What a macro is given as `meta` is an attribute like any other.
macro_rules! given {
    ($(#[$meta:meta])* $name:ident) => {
        #[probity::bench]
        $(#[$meta])*
        fn $name() {}
    };
}
given!(
    #[ignore = "given"]
    by_macro
);

#[probity::bench(args = [1, 1])]
fn twice(_: u8) {}

#[probity::bench(args = Vec::<u8>::new())]
fn never(_: u8) {}

/// The cases of functions whose path within this file begins so.
fn listed(start: &str) -> Vec<Case> {
    let Listing { cases, .. } = cases();
    cases.into_iter().filter(|case| within(&case.id()).starts_with(start)).collect()
}

/// An id without the module of this file.
fn within(id: &str) -> String {
    id.strip_prefix("listed::").unwrap().to_owned()
}

fn ids(start: &str) -> Vec<String> {
    listed(start).iter().map(|case| within(&case.id())).collect()
}

/// What the cases did when they were run, and what they failed with.
fn run(start: &str) -> Vec<String> {
    CALLED.take();
    for case in listed(start) {
        if let Err(error) = case.run(Bencher::new(Mode::Once).0) {
            called(error);
        }
    }
    CALLED.take()
}

#[test]
fn a_matrix_varies_its_first_slowest() {
    let expected = [
        "scan::rows=3,kind=a",
        "scan::rows=3,kind=b\\sc",
        "scan::rows=1,kind=a",
        "scan::rows=1,kind=b\\sc",
    ];
    assert_eq!(ids("scan"), expected);
    assert_eq!(run("scan"), ["a 3", "b c 3", "a 1", "b c 1"]);
}

#[test]
fn everything_is_multiplied() {
    let expected = [
        "all::T=Vec<(u8,u8)>,N=2,factor=0.5,threads=1",
        "all::T=Vec<(u8,u8)>,N=2,factor=2,threads=1",
        "all::T=Vec<(u8,u8)>,N=3,factor=0.5,threads=1",
        "all::T=Vec<(u8,u8)>,N=3,factor=2,threads=1",
        "all::T=&'static\\sstr,N=2,factor=0.5,threads=1",
        "all::T=&'static\\sstr,N=2,factor=2,threads=1",
        "all::T=&'static\\sstr,N=3,factor=0.5,threads=1",
        "all::T=&'static\\sstr,N=3,factor=2,threads=1",
    ];
    assert_eq!(ids("all"), expected);
    let calls = run("all");
    assert_eq!(calls[1], "alloc::vec::Vec<(u8, u8)> 2 2");
    assert_eq!(calls[6], "&str 3 0.5");
    assert!(listed("all").iter().all(|case| case.threads == Some(1)));
}

#[test]
fn plain_bodies_get_their_arguments_and_may_fail() {
    assert_eq!(ids("borrowed"), ["borrowed::text=Some(\"x\")", "borrowed::text=None"]);
    assert_eq!(run("borrowed"), ["Some(\"x\")", "None"]);
    let calls = run("fallible");
    assert_eq!(calls.len(), 2, "it is not called again: {calls:?}");
    assert!(calls[1].contains("InvalidDigit"), "{calls:?}");
}

#[test]
fn names_and_places_are_told() {
    assert_eq!(ids("said"), ["said\\sto\\sfail"]);
    assert_eq!(run("said"), ["no luck"]);
    let case = find("listed::said\\sto\\sfail").unwrap();
    assert_eq!(case.ignored, Some("slow"));
    assert_eq!(case.key(), "probity/registration/listed::said\\sto\\sfail");
    assert!(case.place.to_string().contains("listed.rs:"), "{}", case.place);
    assert_eq!(find("listed::by_macro").unwrap().ignored, Some("given"));
    let case = find("listed::inner::deep::arg=0").unwrap();
    assert_eq!((case.ignored, case.threads), (Some(""), None));
}

#[test]
fn what_is_wrong_is_told_beside_the_list() {
    let problems = cases().problems;
    let never = |problem: &Problem| matches!(problem, Problem::NoCase { path, .. } if path == "listed::never");
    let twice = |problem: &Problem| matches!(problem, Problem::SameId { id, .. } if id == "listed::twice::arg=1");
    assert!(problems.iter().any(never) && problems.iter().any(twice), "{problems:?}");
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(ids("twice").is_empty());
}
