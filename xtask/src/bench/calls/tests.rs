use super::comparison::pair;
use super::observer::{Observer, PEER};
use crate::bench::program::Program;

#[test]
fn what_the_program_tells_is_two_numbers_by_call() {
    assert_eq!(pair("1000\n5000\n", 10, 1), Some([100.0, 500.0]));
    assert_eq!(pair("1\n2\n1000\n5000\n", 10, 2), Some([100.0, 500.0]));
    for none in ["", "1\n", "1\n2\n3\n", "1\nx\n", "1\n2\n3\n4\n"] {
        assert_eq!(pair(none, 10, 1), None, "{none:?}");
    }
}

#[test]
fn twenty_names_are_twenty() {
    let all = Observer::all(&Program::other(["probity".into()]));
    let words = |name| {
        let observer = all.iter().find(|observer| observer.name == name).unwrap();
        let words: Vec<_> = observer.words.iter().map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    };
    let names = |name| words(name).split("--syscalls=").nth(1).unwrap().split(',').count();
    assert_eq!((names("and 3 names"), names("and 20 names")), (3, 20));
    assert!(words(PEER).starts_with("strace -f -c"));
    assert!(
        all.iter()
            .all(|observer| observer.ours.is_some() == words(observer.name).contains("probity"))
    );
}
