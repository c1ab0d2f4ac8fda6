use super::{Assignment, WORKER_ARGUMENT};
use crate::timing::Effort;

#[test]
fn an_assignment_is_read_as_it_was_written() {
    let assignment = Assignment {
        id: "sort::n=16".into(),
        effort: Effort { time_ns: 5, min_samples: 3, ..Effort::default() },
        count_iterations: 7,
        metrics: vec!["perf.instructions".into(), "perf.cycles".into()],
        estimate: true,
        amounts: vec![("rows".into(), 9)],
        ..Assignment::default()
    };
    let words = assignment.arguments();
    assert_eq!(words[0], WORKER_ARGUMENT);
    assert_eq!(Assignment::parse(words.into_iter().skip(1)).unwrap(), assignment);
}

#[test]
fn what_is_as_usual_is_not_said() {
    let words = Assignment { id: "f".into(), ..Assignment::default() }.arguments();
    assert_eq!(words, [WORKER_ARGUMENT, "case=f"]);
}

#[test]
fn what_is_not_understood_is_refused() {
    for word in ["time_ns", "time_ns=x", "more=1", "amount=rows", ""] {
        assert!(Assignment::parse(std::iter::once(word.to_owned())).is_err(), "{word}");
    }
}
