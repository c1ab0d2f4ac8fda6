use crate::{Context, Selection, Session, Span, Subject, SubjectKind};
use probity_model::{Cause, Nanoseconds, Observation, Value};
use probity_sys::usage::Usage;

fn wall(start: u64, end: u64) -> Observation {
    let context = Context::live();
    let selection = Selection::parse(Some("time.wall")).unwrap();
    let session = Session::open(&context, SubjectKind::Child, &selection);
    let started = session.start(Subject::Child { pid: std::process::id() }, None);
    let span = Span { start: Nanoseconds(start), end: Nanoseconds(end) };
    let observations = session.stop(started, span, || Ok::<_, ()>(Usage::default())).unwrap();
    assert_eq!(observations.len(), 1);
    observations.into_values().next().unwrap()
}

#[test]
fn it_is_the_window_that_was_handed_in() {
    let observation = wall(1_000, 4_500);
    assert_eq!(observation.measured().unwrap().value, Value::Integer(3_500));
}

#[test]
fn a_clock_that_went_back_gives_no_time() {
    let Observation::Unavailable(absence) = wall(2, 1) else { panic!("a time below zero") };
    assert_eq!(absence.cause, Cause::Implausible);
}
