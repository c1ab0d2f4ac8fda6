//! Whether the energy counters of this machine repeat themselves.

use crate::capabilities::obtainable;
use crate::context::{Context, SubjectKind};
use crate::selection::Selection;
use crate::session::Session;
use probity_model::{
    Absence, Cause, CounterCalibration, EnergyCalibration, MetricId, MetricRole, Observation,
    Repeatability, Steadiness, Unit, Value,
};
use probity_stats::{Ordered, rsd};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Windows of each kind; idle ones and working ones take turns, so that a drift meets both.
const WINDOWS: usize = 5;
/// How long a window is: two hundred steps of a counter, and two seconds for all of them.
const WINDOW: Duration = Duration::from_millis(200);
/// Additions between two looks at the clock.
const CHUNK: u64 = 1 << 16;

/// Calibrates every energy counter of this machine on windows in which we wait, and on windows in
/// which one thread does the same work each time. Takes some seconds. What else runs is in both:
/// the counters are of the whole machine.
pub fn calibrate_energy(context: &Context) -> EnergyCalibration {
    let chunks = chunks_of(WINDOW);
    let window_ns = u64::try_from(WINDOW.as_nanos()).unwrap_or(u64::MAX);
    calibrate(context, window_ns, || std::thread::sleep(WINDOW), || work(chunks))
}

/// The same with other windows.
pub(crate) fn calibrate(
    context: &Context,
    window_ns: u64,
    idle: impl Fn(),
    work: impl Fn(),
) -> EnergyCalibration {
    let ids = match obtainable(context, SubjectKind::ThisProcess, |role| role == MetricRole::Energy)
    {
        Ok(ids) if ids.is_empty() => {
            return EnergyCalibration::Unavailable(Absence::new(
                Cause::NoHardware,
                "no energy counter on this machine",
            ));
        }
        Ok(ids) => ids,
        Err(absence) => return EnergyCalibration::Unavailable(absence),
    };
    let selection = Selection::only(&ids);
    let session = Session::open(context, SubjectKind::ThisProcess, &selection);
    let mut seen = [Vec::new(), Vec::new()];
    for _ in 0..WINDOWS {
        for (seen, content) in seen.iter_mut().zip([&idle as &dyn Fn(), &work]) {
            let window = session.start_window();
            content();
            seen.push(session.stop_window(window));
        }
    }
    let [idle, work] = seen;
    let counter = |id: &&'static str| {
        let metric = MetricId::new(id);
        CounterCalibration {
            unit: Unit::Microjoules,
            idle: repeatability(&metric, &idle),
            known_work: repeatability(&metric, &work),
            metric,
        }
    };
    EnergyCalibration::Measured { window_ns, counters: ids.iter().map(counter).collect() }
}

/// What the windows say of `metric`.
pub(crate) fn repeatability(
    metric: &MetricId,
    windows: &[BTreeMap<MetricId, Observation>],
) -> Repeatability {
    let (mut values, mut absence) = (Vec::new(), None);
    for observation in windows.iter().filter_map(|window| window.get(metric)) {
        match observation {
            Observation::Measured(measured) => values.extend(measured.value.as_integer()),
            Observation::Unavailable(reason) if absence.is_none() => absence = Some(reason.clone()),
            Observation::Unavailable(_) | Observation::NotApplicable { .. } => {}
        }
    }
    let samples: Vec<f64> = values.iter().map(|&value| value as f64).collect();
    let rsd = rsd(&samples);
    Repeatability {
        n: values.len() as u64,
        median: middle(samples),
        rsd,
        quality: Steadiness::of(rsd),
        absence,
    }
}

/// The median; a whole number where it is one.
fn middle(samples: Vec<f64>) -> Option<Value> {
    let median = Ordered::reals(samples)?.median()?;
    match median.fract() == 0.0 {
        true => Some(Value::Integer(median as u64)),
        false => Value::real(median),
    }
}

/// How many chunks of work take about so long.
fn chunks_of(time: Duration) -> u64 {
    let start = Instant::now();
    let mut chunks = 0;
    while start.elapsed() < time {
        work(1);
        chunks += 1;
    }
    chunks
}

/// Additions that depend on each other, so that they take as long as they take.
fn work(chunks: u64) {
    let mut sum = 0u64;
    for step in 0..chunks.saturating_mul(CHUNK) {
        sum = black_box(sum.wrapping_add(step));
    }
}

#[cfg(test)]
mod tests;
