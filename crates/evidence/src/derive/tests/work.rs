//! What is divided by the work of a program.

use super::*;

const METRICS: [(&str, MetricRole, Unit, Kind, Scope); 5] = [
    ("time.wall", MetricRole::Wall, Unit::Nanoseconds, Kind::Duration, Scope::Window),
    ("energy", MetricRole::Energy, Unit::Microjoules, Kind::Counter, Scope::System),
    ("pressure", MetricRole::Pressure, Unit::Nanoseconds, Kind::Counter, Scope::System),
    ("throttled", MetricRole::Throttling, Unit::Count, Kind::Counter, Scope::System),
    ("heat", MetricRole::Temperature, Unit::Millicelsius, Kind::Gauge, Scope::System),
];

/// One command; each run observes a thousand of everything, and does so much work.
fn campaign(work: u64) -> Bench {
    let mut bench = bench(&["one"], 3, Unit::Nanoseconds);
    let template = bench.capabilities.sources[0].metrics[0].clone();
    let report = |(id, role, unit, kind, scope)| {
        let id = MetricId::new(id);
        let metric = Metric { id, role, unit, kind, scope, ..template.metric.clone() };
        MetricReport { metric, ..template.clone() }
    };
    bench.capabilities.sources[0].metrics = METRICS.map(report).to_vec();
    bench.settings.metrics = METRICS.map(|(id, ..)| MetricId::new(id)).to_vec();
    bench.run(usize::MAX, |_| (Exit::Code(0), measured(1, Unit::Nanoseconds)));
    for run in &mut bench.runs {
        for (id, _, unit, _, scope) in METRICS {
            let Observation::Measured(value) = measured(1_000, unit) else { panic!("a value") };
            let value = Observation::Measured(Measured { scope, ..value });
            run.observations.insert(MetricId::new(id), value);
        }
        let work = vec![Work { units: "rows".into(), count: work }];
        run.program = Some(Speech { work, ..Speech::default() });
    }
    bench
}

fn per_unit(bench: &Bench) -> Vec<(String, MetricSummary)> {
    let document = bench.document();
    let [case] = document.cases.as_slice() else { panic!("one case") };
    let [work] = case.program.as_ref().unwrap().work.as_slice() else { panic!("one unit") };
    work.per_unit.iter().map(|(id, found)| (id.to_string(), found.clone())).collect()
}

#[test]
fn of_the_whole_machines_numbers_energy_alone_is_divided() {
    let found = per_unit(&campaign(500));
    let medians: Vec<_> = found
        .iter()
        .map(|(id, found)| {
            let found = found.statistics().unwrap();
            (id.as_str(), found.unit, found.median.as_f64())
        })
        .collect();
    // A level has no share in work, and what befell the machine is nobody's for each unit.
    assert_eq!(
        medians,
        [("energy", Unit::Microjoules, 2.0), ("time.wall", Unit::Nanoseconds, 2.0)]
    );
}

#[test]
fn no_work_makes_no_number() {
    for (id, found) in per_unit(&campaign(0)) {
        assert!(matches!(found, MetricSummary::NotApplicable { .. }), "{id}: {found:?}");
    }
}
