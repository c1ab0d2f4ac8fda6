//! Whether the energy counters repeat themselves.

use super::page::absent;
use super::paragraph::{labelled, widest, wrapped};
use crate::phrase::Phrase;
use crate::quantity::{percent, quantity};
use probity_model::{EnergyCalibration, Repeatability, Steadiness, Unit, Value};

/// A row per counter for idle windows and one for known work, or one line with the reason that
/// there is none.
pub(super) fn calibrated(calibration: &EnergyCalibration) -> String {
    let (window_ns, counters) = match calibration {
        EnergyCalibration::Unavailable(absence) => {
            let line = Phrase::from("energy calibration: not possible, ").then(absent(absence));
            return format!("{}\n", wrapped(&line, 0));
        }
        EnergyCalibration::Measured { window_ns, counters } => (*window_ns, counters),
    };
    let window = quantity(Unit::Nanoseconds, Value::Integer(window_ns));
    let title = Phrase::from("energy calibration: the whole machine in windows of about ");
    let title = title.figure(&window).ours("; stable is an RSD of at most 5 %");
    let rows: Vec<(Phrase, Phrase)> = counters
        .iter()
        .flat_map(|counter| {
            let parts = [("idle", &counter.idle), ("known work", &counter.known_work)];
            parts.map(|(name, found)| {
                let label = Phrase::new().id(counter.metric.as_str()).ours(", ").ours(name);
                (label, row(counter.unit, found))
            })
        })
        .collect();
    format!("{}\n{}", wrapped(&title, 0), labelled(&rows, widest(&rows)))
}

fn row(unit: Unit, found: &Repeatability) -> Phrase {
    let line = Phrase::from(found.quality.name()).ours(": ");
    let line = match found.median {
        Some(median) => line.ours("median ").figure(&quantity(unit, median)).ours(" of "),
        None => line,
    };
    let line = line.count(found.n, "window", "windows");
    let line = match found.rsd {
        Some(rsd) => line.ours(", RSD ").figure(&percent(rsd)),
        None if found.quality == Steadiness::Indeterminate && found.n > 1 => {
            line.ours(", no RSD as the mean is 0")
        }
        None => line,
    };
    match &found.absence {
        Some(absence) => line.ours("; without a value: ").then(absent(absence)),
        None => line,
    }
}
