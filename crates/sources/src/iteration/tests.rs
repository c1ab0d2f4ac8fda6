use super::column::{base, parse};
use crate::{Context, Selection, Session, SubjectKind, capabilities};
use probity_model::{Availability, Cause, Derivation, MetricId, Observation, Pass, Scope, Unit};

fn unit_of(selectors: &str) -> Unit {
    let selection = Selection::parse(Some(selectors)).unwrap();
    let report = capabilities(&Context::live(), SubjectKind::Child, &selection);
    report.metric(selectors).unwrap().metric.unit
}

#[test]
fn another_metric_is_named_for_an_iteration() {
    assert_eq!(parse("perf.instructions"), None);
    assert_eq!(parse("iteration.time"), None);
    assert!(parse("iteration.perf.instructions").unwrap().is_ok());
    assert!(parse("iteration.perf.instrutions").unwrap().is_err());
    // Neither a level nor a peak is a part of a whole.
    assert!(parse("iteration.mem.peak_rss").unwrap().is_err());
    assert_eq!(base("iteration.perf.cycles"), "perf.cycles");
}

#[test]
fn units_are_those_of_the_metric_for_one_iteration() {
    assert_eq!(unit_of("iteration.time"), Unit::NanosecondsPerIteration);
    assert_eq!(unit_of("iteration.perf.instructions"), Unit::CountPerIteration);
    assert_eq!(unit_of("iteration.io.read_chars"), Unit::BytesPerIteration);
    assert_eq!(unit_of("iteration.perf.task_clock"), Unit::NanosecondsPerIteration);
}

#[test]
fn a_program_that_says_nothing_has_no_iterations() {
    let selection = Selection::parse(Some("iteration.time,iteration.mem.minor_faults")).unwrap();
    let report = capabilities(&Context::live(), SubjectKind::Child, &selection);
    let time = report.metric("iteration.time").unwrap();
    assert_eq!(time.availability, Availability::Available);
    assert_eq!((time.metric.scope, time.metric.pass), (Scope::Iteration, Pass::Every));
    let session = Session::open(&Context::live(), SubjectKind::ThisProcess, &selection);
    let window = session.start_window();
    let observed = session.stop_window(window);
    let Some(Observation::Unavailable(absence)) = observed.get(&MetricId::new("iteration.time"))
    else {
        panic!("{observed:?}");
    };
    assert_eq!(absence.cause, Cause::Lost);
}

#[test]
fn a_ratio_follows_from_what_is_counted() {
    let selectors = "iteration.perf.ipc,iteration.perf.instructions,iteration.perf.cycles";
    let selection = Selection::parse(Some(selectors)).unwrap();
    let report = capabilities(&Context::live(), SubjectKind::Child, &selection);
    let ratio = report.metric("iteration.perf.ipc").unwrap().metric.clone();
    let Some(Derivation::Quotient { numerator, .. }) = ratio.derivation else {
        panic!("{ratio:?}");
    };
    assert_eq!(numerator.as_str(), "iteration.perf.instructions");
}
