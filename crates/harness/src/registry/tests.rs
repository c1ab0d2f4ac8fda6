use super::listing::find_in;
use super::shown::{ByDebug as _, ByDisplay as _, Shown};
use super::*;
use std::cell::Cell;

thread_local! {
    /// How often the cases of a function were made by this test.
    static MADE: Cell<usize> = const { Cell::new(0) };
}

/// A function with these cases; `line` is all that differs otherwise.
fn function(
    module: &'static str,
    function: &'static str,
    line: u32,
    variants: fn() -> Vec<Variant>,
) -> Registration {
    let (package, file, ignored) = ("package", "benches/target.rs", None);
    Registration { package, module, function, file, line, ignored, variants }
}

fn with(labels: &[(&'static str, &str)], threads: Option<usize>) -> Variant {
    let labels = labels.iter().map(|(name, value)| Label::new(name, *value)).collect();
    Variant::new(labels, threads, |_| Ok(()))
}

fn one() -> Vec<Variant> {
    MADE.set(MADE.get() + 1);
    vec![with(&[], None)]
}

fn sizes() -> Vec<Variant> {
    MADE.set(MADE.get() + 1);
    vec![with(&[("n", "16")], None), with(&[("n", "2")], None)]
}

fn same() -> Vec<Variant> {
    vec![with(&[("n", "1")], None), with(&[("n", "2")], None), with(&[("n", "1")], None)]
}

fn threads() -> Vec<Variant> {
    vec![with(&[("threads", "0")], Some(0)), with(&[("threads", "1")], Some(1))]
}

fn ids(listing: &Listing) -> Vec<String> {
    listing.cases.iter().map(Case::id).collect()
}

fn id_of(value: &str) -> String {
    let label = Label::new("v", value);
    let (path, labels) = ("f".to_owned(), vec![label]);
    CaseKey { package: "p", target: "t", path, labels }.id()
}

#[test]
fn cases_come_in_the_order_of_the_files() {
    let registrations = [
        function("target::b", "late", 9, one),
        function("target::b", "written_by_a_macro", 7, one),
        function("target::a", "written_by_a_macro", 7, one),
        function("target", "sort", 3, sizes),
        Registration { file: "benches/another.rs", ..function("target::c", "first", 12, one) },
    ];
    let forward = Listing::of(registrations.iter());
    let backward = Listing::of(registrations.iter().rev());
    let expected = [
        "c::first",
        "sort::n=16",
        "sort::n=2",
        "a::written_by_a_macro",
        "b::written_by_a_macro",
        "b::late",
    ];
    assert_eq!(ids(&forward), expected);
    assert_eq!(ids(&backward), expected);
    assert_eq!((forward.problems, backward.problems), (vec![], vec![]));
    assert_eq!(forward.cases[1].key(), "package/target/sort::n=16");
    assert_eq!(forward.cases[1].place.to_string(), "benches/target.rs:3");
}

#[test]
fn a_duplicate_hides_nothing() {
    let registrations = [
        function("target", "same", 1, same),
        function("target", "f", 2, one),
        function("target", "g", 3, one),
        function("target", "f", 4, one),
        // The crate is no part of an id; a linked library may register as well.
        function("library", "f", 5, one),
    ];
    let listing = Listing::of(registrations.iter());
    assert_eq!(ids(&listing), ["same::n=2", "g"]);
    let place = |line| Place { file: "benches/target.rs", line };
    let same_id = |id: &str, places: &[u32]| Problem::SameId {
        id: id.into(),
        places: places.iter().copied().map(place).collect(),
    };
    assert_eq!(listing.problems, [same_id("f", &[2, 4, 5]), same_id("same::n=1", &[1, 1])]);
    let text = listing.problems[0].to_string();
    assert!(
        text.starts_with(
            "3 cases are called 'f' (benches/target.rs:2, benches/target.rs:4, benches/target.rs:5)"
        ),
        "{text}"
    );
    let missing = find_in(registrations.iter(), "f").unwrap_err();
    assert_eq!(missing.problems, [same_id("f", &[2, 4, 5])]);
}

#[test]
fn what_cannot_be_listed_is_named_and_leaves_the_rest() {
    let registrations = [
        function("target", "text", 1, || panic!("no text")),
        function("target", "string", 2, || panic!("no {}", 1)),
        function("target", "other", 3, || std::panic::panic_any(1)),
        function("target", "empty", 4, Vec::new),
        function("target", "threads", 5, threads),
        function("target", "well", 6, one),
    ];
    let listing = Listing::of(registrations.iter());
    assert_eq!(ids(&listing), ["threads::threads=1", "well"]);
    let place = |line| Place { file: "benches/target.rs", line };
    let panicked = |path: &str, line, message: &str| Problem::Panicked {
        path: path.into(),
        place: place(line),
        message: message.into(),
    };
    assert_eq!(
        listing.problems,
        [
            panicked("text", 1, "no text"),
            panicked("string", 2, "no 1"),
            panicked("other", 3, "it left no text"),
            Problem::NoCase { path: "empty".into(), place: place(4) },
            Problem::NoThread { id: "threads::threads=0".into(), place: place(5) },
        ]
    );
    for problem in &listing.problems {
        assert!(problem.to_string().contains("(benches/target.rs:"), "{problem}");
    }
}

#[test]
fn a_case_is_found_without_making_others() {
    let registrations = [
        function("target", "sort", 1, sizes),
        function("target::sort", "n", 2, one),
        function("target", "sorted", 3, one),
        function("target", "other", 4, one),
    ];
    for (id, made) in [("sort::n=2", 1), ("sort::n", 2), ("other", 1)] {
        MADE.set(0);
        assert_eq!(find_in(registrations.iter(), id).unwrap().id(), id);
        assert_eq!(MADE.get(), made, "{id}");
    }
    for id in ["", "sort", "sort::n=3", "n", "SORT::n=2", "sort::n=2 ", "target::other"] {
        let missing = find_in(registrations.iter(), id).unwrap_err();
        assert_eq!(missing.to_string(), format!("no benchmark is called '{id}'"));
    }
    MADE.set(0);
    assert!(find_in(registrations.iter(), "absent").is_err());
    assert_eq!(MADE.get(), 0);
}

#[test]
fn an_id_is_one_printable_word() {
    for (value, written) in [
        ("16", "16"),
        ("", ""),
        ("Vec<u8>", "Vec<u8>"),
        ("a b", "a\\sb"),
        (" a ", "\\sa\\s"),
        ("a\\sb", "a\\\\sb"),
        ("\n\r\t\0\u{1b}[31m\u{7f}", "\\n\\r\\t\\u{0}\\u{1b}[31m\\u{7f}"),
        ("naïve Größe 大小 हिन्दी", "naïve\\sGröße\\s大小\\sहिन्दी"),
        ("e\u{301}", "e\u{301}"),
        ("🦀", "🦀"),
        // No-break and zero-width space, line separator, right-to-left override, byte order mark.
        ("\u{a0}\u{2028}\u{200b}\u{202e}\u{feff}", "\\u{a0}\\u{2028}\\u{200b}\\u{202e}\\u{feff}"),
    ] {
        assert_eq!(id_of(value), format!("f::v={written}"));
    }
}

#[test]
fn an_id_has_an_end() {
    let (long, longer) = ("x".repeat(80), "x".repeat(81));
    assert_eq!(id_of(&long), format!("f::v={long}"));
    assert_eq!(id_of(&longer), format!("f::v={}…3f9a5801d238bd47", "x".repeat(48)));
    assert_ne!(id_of(&longer), id_of(&"x".repeat(82)));
    // Cut between characters, before it is escaped.
    assert!(id_of(&"ß ".repeat(50)).starts_with(&format!("f::v={}…", "ß\\s".repeat(24))));
}

#[test]
fn a_text_with_slashes_is_spelled_as_a_path() {
    let texts =
        [("plain", "plain"), ("a/b c/3", "a::b\\sc::3"), ("u64[0]/std::fmt", "u64[0]::std::fmt")];
    for (text, path) in texts {
        assert_eq!(spelled(text), path);
    }
    assert_eq!(spelled(&format!("a/{}", "x".repeat(200))).chars().count(), 3 + 48 + 1 + 16);
}

#[test]
fn labels_are_joined_in_their_order() {
    let labels = vec![Label::new("rows", "1"), Label::new("kind", "a"), Label::new("threads", "2")];
    let path = "module::f".to_owned();
    let key = CaseKey { package: "p", target: "t", path, labels };
    assert_eq!(key.to_string(), "p/t/module::f::rows=1,kind=a,threads=2");
}

#[test]
fn names_are_escaped_and_crates_left_out() {
    let registrations =
        [function("target", "other name", 1, one), function("target::a::b", "f", 2, one)];
    let listing = Listing::of(registrations.iter());
    assert_eq!(ids(&listing), ["other\\sname", "a::b::f"]);
    assert!(find_in(registrations.iter(), "other\\sname").is_ok());
}

#[test]
fn values_become_what_the_function_takes() {
    const SIZES: &[usize] = &[1, 2];
    let n: usize = pass(SIZES.iter().next().unwrap());
    assert_eq!(n, 1);
    let n: u8 = pass(3);
    assert_eq!(n, 3);
    let owned = "a".to_owned();
    let text: String = pass(&owned);
    assert_eq!(text, "a");
    let text: &str = pass("a");
    assert_eq!(again(&text), "a");
}

#[test]
#[expect(clippy::needless_borrow, reason = "written as the attribute writes it, for any type")]
fn texts_are_displayed_or_else_debugged() {
    assert_eq!((&&&Shown(&1.5_f32)).text(), "1.5");
    assert_eq!((&&&Shown(&"a b")).text(), "a b");
    assert_eq!((&&&Shown("unsized")).text(), "unsized");
    assert_eq!((&&&Shown(&&&7)).text(), "7");
    assert_eq!((&&&Shown(&Some("a"))).text(), "Some(\"a\")");
    assert_eq!((&&&Shown(&[1, 2][..])).text(), "[1, 2]");
}

#[test]
fn errors_are_told() {
    #[derive(Debug)]
    struct Chain;
    impl std::fmt::Display for Chain {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(if f.alternate() { "outer: inner" } else { "outer" })
        }
    }
    assert_eq!(().settle(), Ok(()));
    assert_eq!(Ok::<(), String>(()).settle(), Ok(()));
    assert_eq!(Err::<(), _>(Chain).settle(), Err("outer: inner".into()));
    assert_eq!(Err::<crate::bencher::Measured, _>("x").settle(), Err("x".into()));
}

#[test]
fn a_package_has_a_name() {
    assert_eq!((package(Some("a")), package(None)), ("a", "unnamed"));
}
