use super::*;
use crate::{Absence, Scope};
use std::collections::BTreeMap;

fn counted(value: u64, scope: Scope, quality: Quality) -> Observation {
    let (value, source) = (Value::Integer(value), String::from("test"));
    Observation::Measured(Measured { value, unit: Unit::Count, quality, scope, source })
}

fn exact(value: u64) -> Observation {
    counted(value, Scope::Process, Quality::Exact)
}

fn ipc(instructions: Option<Observation>, cycles: Option<Observation>) -> Observation {
    let (numerator, denominator) =
        (MetricId::new("perf.instructions"), MetricId::new("perf.cycles"));
    let named = [(numerator.clone(), instructions), (denominator.clone(), cycles)];
    let run: BTreeMap<MetricId, Observation> =
        named.into_iter().filter_map(|(id, one)| Some((id, one?))).collect();
    Derivation::Quotient { numerator, denominator }.derive(|id| run.get(id))
}

#[test]
fn two_exact_counts_make_an_exact_ratio() {
    let observation = ipc(Some(exact(3)), Some(exact(2)));
    let measured = observation.measured().unwrap();
    assert_eq!((measured.value, measured.unit), (Value::Real(1.5), Unit::Ratio));
    assert_eq!((measured.quality, measured.scope), (Quality::Exact, Scope::Process));
    assert_eq!(measured.source, "perf.instructions over perf.cycles");
    assert_eq!(ipc(Some(exact(0)), Some(exact(2))).measured().unwrap().value, Value::Real(0.0));
}

#[test]
fn an_absent_input_makes_it_absent_for_the_same_reason() {
    let absence = Absence::new(Cause::NoHardware, "there is no counter").with_remedy("find one");
    let absent = Observation::Unavailable(absence);
    assert_eq!(ipc(Some(absent.clone()), Some(exact(1))), absent);
    assert_eq!(ipc(Some(exact(1)), Some(absent.clone())), absent);
    let cause = |observation| match observation {
        Observation::Unavailable(absence) => absence.cause,
        other => panic!("{other:?}"),
    };
    assert_eq!(cause(ipc(None, Some(exact(1)))), Cause::NotRequested);
    assert_eq!(cause(ipc(Some(exact(1)), Some(exact(0)))), Cause::Implausible);
    let elsewhere = counted(1, Scope::System, Quality::Exact);
    assert_eq!(cause(ipc(Some(exact(1)), Some(elsewhere))), Cause::Implausible);
}

#[test]
fn an_estimated_input_makes_it_estimated_as_the_worse_one() {
    let half = Quality::Estimated { enabled_ns: 200, running_ns: 100 };
    let third = Quality::Estimated { enabled_ns: 300, running_ns: 100 };
    for [one, other, expected] in [
        [half, Quality::Exact, half],
        [Quality::Exact, half, half],
        [half, third, third],
        [third, half, third],
    ] {
        let ratio =
            ipc(Some(counted(1, Scope::Process, one)), Some(counted(1, Scope::Process, other)));
        assert_eq!(ratio.measured().unwrap().quality, expected);
    }
}
