use super::{calibrate, chunks_of, repeatability};
use crate::context::Context;
use probity_host::root::Root;
use probity_model::{
    Cause, EnergyCalibration, Measured, MetricId, Observation, Quality, Scope, Steadiness, Unit,
    Value,
};
use probity_sys::kernel::Live;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

const PACKAGE: MetricId = MetricId::new("energy.package");

fn windows(values: &[Option<u64>]) -> Vec<BTreeMap<MetricId, Observation>> {
    let observation = |value: &Option<u64>| match value {
        None => Observation::unavailable(Cause::Lost, "gone"),
        Some(value) => Observation::Measured(Measured {
            value: Value::Integer(*value),
            unit: Unit::Microjoules,
            quality: Quality::Exact,
            scope: Scope::System,
            source: "it".into(),
        }),
    };
    values.iter().map(|value| [(PACKAGE, observation(value))].into()).collect()
}

#[test]
fn quality_goes_by_the_relative_deviation() {
    let quality = |values: &[u64]| {
        let values: Vec<_> = values.iter().copied().map(Some).collect();
        let found = repeatability(&PACKAGE, &windows(&values));
        assert_eq!(found.n, values.len() as u64);
        assert_eq!(found.absence, None);
        (found.median, found.quality)
    };
    let middle = |value| Some(Value::Integer(value));
    assert_eq!(quality(&[100, 101, 99, 100, 100]), (middle(100), Steadiness::Stable));
    assert_eq!(quality(&[100, 150, 60]), (middle(100), Steadiness::Noisy));
    // A counter that is too coarse for its window: no RSD, and never stable.
    assert_eq!(quality(&[0, 0, 0, 0, 0]), (middle(0), Steadiness::Indeterminate));
    assert_eq!(quality(&[7]), (middle(7), Steadiness::Indeterminate));
    assert_eq!(quality(&[1, 2]), (Some(Value::Real(1.5)), Steadiness::Noisy));
    assert_eq!(quality(&[]), (None, Steadiness::Indeterminate));
}

#[test]
fn the_limit_itself_is_stable() {
    assert_eq!(Steadiness::of(Some(0.05)), Steadiness::Stable);
    assert_eq!(Steadiness::of(Some(0.0501)), Steadiness::Noisy);
    assert_eq!(Steadiness::of(None), Steadiness::Indeterminate);
}

#[test]
fn a_window_without_a_value_is_told_and_not_counted() {
    let found = repeatability(&PACKAGE, &windows(&[Some(5), None, Some(5), None]));
    assert_eq!((found.n, found.quality), (2, Steadiness::Stable));
    assert_eq!(found.absence.unwrap().reason, "gone");
}

/// A machine with one package whose counter moves when it is told to.
struct Machine {
    directory: tempfile::TempDir,
    energy_uj: Cell<u64>,
}

impl Machine {
    fn new() -> Self {
        let machine = Self { directory: tempfile::tempdir().unwrap(), energy_uj: Cell::new(1_000) };
        std::fs::create_dir_all(machine.zone()).unwrap();
        for (name, text) in [("name", "package-0\n"), ("max_energy_range_uj", "262143328850\n")] {
            std::fs::write(machine.zone().join(name), text).unwrap();
        }
        machine.take(0);
        machine
    }

    fn zone(&self) -> PathBuf {
        let root: &Path = self.directory.path();
        root.join("sys/class/powercap/intel-rapl:0")
    }

    /// Takes so much energy in a window that is long enough.
    fn take(&self, energy_uj: u64) {
        self.energy_uj.set(self.energy_uj.get() + energy_uj);
        let text = format!("{}\n", self.energy_uj.get());
        std::fs::write(self.zone().join("energy_uj"), text).unwrap();
        std::thread::sleep(Duration::from_millis(6));
    }

    fn context(&self) -> Context {
        Context::of(Root::at(self.directory.path()), Live)
    }
}

#[test]
fn idle_and_known_work_are_told_apart() {
    let machine = Machine::new();
    let turn = Cell::new(0);
    let work = || {
        turn.set(turn.get() + 1);
        machine.take(50_000 * turn.get());
    };
    let calibration = calibrate(&machine.context(), 6_000_000, || machine.take(2_000), work);
    let EnergyCalibration::Measured { window_ns, counters } = calibration else {
        panic!("{calibration:?}")
    };
    let [counter] = counters.as_slice() else { panic!("{counters:?}") };
    assert_eq!(
        (window_ns, &counter.metric, counter.unit),
        (6_000_000, &PACKAGE, Unit::Microjoules)
    );
    assert_eq!((counter.idle.n, counter.idle.median), (5, Some(Value::Integer(2_000))));
    assert_eq!(counter.idle.quality, Steadiness::Stable);
    assert_eq!(counter.known_work.median, Some(Value::Integer(150_000)));
    assert_eq!(counter.known_work.quality, Steadiness::Noisy);
}

#[test]
fn a_machine_without_counters_says_why() {
    let empty = tempfile::tempdir().unwrap();
    let context = Context::of(Root::at(empty.path()), Live);
    let worked = Cell::new(false);
    let calibration = calibrate(&context, 1, || {}, || worked.set(true));
    let EnergyCalibration::Unavailable(absence) = calibration else { panic!("{calibration:?}") };
    assert!(absence.reason.contains("/sys/class/powercap"), "{absence}");
    assert!(!worked.get(), "and nobody waits for it");
}

#[test]
fn known_work_takes_time() {
    assert!(chunks_of(Duration::from_millis(5)) > 0);
}
