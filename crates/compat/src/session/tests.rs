use super::{Found, Named, Session, target};
use probity_harness::registry::{Place, Problem, Wish};
use probity_harness::{Bencher, Mode};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

const PLACE: Place = Place { file: "here.rs", line: 7 };

fn named(id: &str) -> Named {
    Named { id: id.to_owned(), place: PLACE, wish: Wish::default() }
}

/// Names a benchmark, which ends as it is called.
fn name(session: &Session, id: &str) {
    if session.meet(named(id)).is_some() {
        session.end(Err(id.to_owned()));
    }
}

fn bencher() -> Bencher {
    Bencher::new(Mode::Once).0
}

/// Two functions, the second of which names the same as the first, and more.
fn functions(session: &Session, ran: &RefCell<Vec<u8>>) {
    target("first", "here.rs", 1, || {
        ran.borrow_mut().push(1);
        name(session, "a/b c");
    });
    target("second", "here.rs", 2, || {
        ran.borrow_mut().push(2);
        name(session, "a/b c");
        name(session, "d");
    });
}

#[test]
fn ids_are_words_and_told_apart() {
    let (found, problems) = Session::list(|session| functions(session, &RefCell::default()));
    let ids: Vec<&str> = found.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids, ["a::b\\sc", "a::b\\sc#2", "d"]);
    assert_eq!(problems, []);
}

#[test]
fn only_the_function_is_run_that_named_it() {
    let (found, _) = Session::list(|session| functions(session, &RefCell::default()));
    let ran = |Found { id, at, .. }: &Found| {
        let ran = RefCell::default();
        let ended = Session::measure(id, at.as_ref(), bencher(), |session| {
            functions(session, &ran);
        });
        (ran.into_inner(), ended.unwrap_err())
    };
    assert_eq!(ran(&found[0]), (vec![1], "a/b c".to_owned()));
    assert_eq!(ran(&found[1]), (vec![2], "a/b c".to_owned()));
    assert_eq!(ran(&found[2]), (vec![2], "d".to_owned()));
}

#[test]
fn without_a_list_functions_are_run_until_it_is_found() {
    let ran = |id: &str| {
        let ran = RefCell::default();
        let ended = Session::measure(id, None, bencher(), |session| functions(session, &ran));
        (ran.into_inner(), ended.unwrap_err())
    };
    assert_eq!(ran("a::b\\sc"), (vec![1], "a/b c".to_owned()));
    assert_eq!(ran("a::b\\sc#2"), (vec![1, 2], "a/b c".to_owned()));
    let (all, said) = ran("e");
    assert_eq!(all, [1, 2]);
    assert!(said.contains("no benchmark is called 'e'"), "{said}");
}

#[test]
fn a_panic_ends_the_list_of_its_function_alone() {
    let (found, problems) = Session::list(|session| {
        target("breaks", "here.rs", 1, || {
            name(session, "a");
            panic!("no disk");
        });
        target("works", "here.rs", 2, || name(session, "b"));
    });
    assert_eq!(found.iter().map(|one| &*one.id).collect::<Vec<_>>(), ["a", "b"]);
    let place = Place { file: "here.rs", line: 1 };
    let (path, message) = ("breaks".to_owned(), "no disk".to_owned());
    assert_eq!(problems, [Problem::Unlisted { path, place, message }]);
}

#[test]
fn a_thread_has_no_session_but_while_one_is_used() {
    assert!(Session::current().is_none());
    Session::list(|_| assert!(Session::current().is_some()));
    assert!(Session::current().is_none());
}

#[test]
fn what_panics_beside_the_benchmark_does_not_cost_it() {
    let all = |session: &Session| {
        session.run("group", PLACE, || {
            target("missing", "here.rs", 1, || panic!("no file"));
            target("second", "here.rs", 2, || {
                name(session, "a");
                panic!("too late");
            });
        });
    };
    let measure = |id: &str| Session::measure(id, None, bencher(), all).unwrap_err();
    assert_eq!(measure("a"), "a", "it was called");
    assert!(measure("b").contains("'b' is not named: a function panicked: no file"));
    let panics = |session: &Session| {
        session.run("group", PLACE, || {
            let _bencher = session.meet(named("a"));
            panic!("its own");
        });
    };
    let measured = || Session::measure("a", None, bencher(), panics);
    assert!(catch_unwind(AssertUnwindSafe(measured)).is_err());
}
