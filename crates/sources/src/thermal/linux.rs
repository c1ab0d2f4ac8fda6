//! Sensors on Linux.

use super::parse::{Sensor, is_cpu_zone, sensor};
use crate::context::{Context, SubjectKind};
use crate::decimal::{NumberFile, largest, word};
use crate::descriptor::Asked;
use crate::reading::{Armed, Bracket, Edge, Reader, Reading};
use probity_host::root::Root;
use probity_model::{Absence, Cause};
use std::sync::Arc;

const ZONES: &str = "/sys/class/thermal";
const DEVICES: &str = "/sys/class/hwmon";

/// The levels among the sensors; the last counts.
const LEVELS: [Sensor; 3] = [Sensor::Cpu, Sensor::Zone, Sensor::Power];

/// The files of each sensor, kept open.
struct Sensors {
    files: [Vec<NumberFile>; 4],
    wanted: [bool; 4],
}

pub(super) fn open(
    context: &Context,
    _: SubjectKind,
    asked: &Asked<'_>,
) -> Result<Reader, Absence> {
    let root = &context.root;
    let mut sensors = Sensors { files: Default::default(), wanted: [false; 4] };
    for (place, wanted) in sensors.wanted.iter_mut().zip(asked.wanted) {
        *place = *wanted;
    }
    let (zones, devices) = (zones(root), root.names(DEVICES).unwrap_or_default());
    if zones.is_empty() && devices.is_empty() {
        let reason = "no sensor of heat, power or energy beside RAPL on this machine";
        return Err(Absence::new(Cause::NoHardware, reason));
    }
    for path in zones {
        let is_cpu = word(root, &format!("{path}/type")).is_ok_and(|kind| is_cpu_zone(&kind));
        sensors.add(root, Sensor::Zone, &format!("{path}/temp"));
        if is_cpu {
            sensors.add(root, Sensor::Cpu, &format!("{path}/temp"));
        }
    }
    for name in devices {
        let device = format!("{DEVICES}/{name}");
        let driver = word(root, &format!("{device}/name")).unwrap_or_default();
        for file in root.names(&device).unwrap_or_default() {
            if let Some(sensor) = sensor(&driver, &file) {
                sensors.add(root, sensor, &format!("{device}/{file}"));
            }
        }
    }
    Ok(Reader::Bracket(Box::new(Thermal(Arc::new(sensors)))))
}

fn zones(root: &Root) -> Vec<String> {
    let names = root.names(ZONES).unwrap_or_default();
    let zones = names.iter().filter(|name| name.starts_with("thermal_zone"));
    zones.map(|name| format!("{ZONES}/{name}")).collect()
}

impl Sensors {
    /// Adds a file, where it is wanted and can be opened.
    fn add(&mut self, root: &Root, sensor: Sensor, path: &str) {
        if self.wanted[sensor as usize] {
            let opened = NumberFile::open(root, path, Cause::NoHardware);
            self.files[sensor as usize].extend(opened);
        }
    }

    fn of(&self, sensor: Sensor) -> &[NumberFile] {
        &self.files[sensor as usize]
    }

    fn is_wanted(&self, sensor: Sensor) -> bool {
        self.wanted[sensor as usize]
    }

    /// What each energy sensor says.
    fn energies(&self) -> Vec<Result<u64, Absence>> {
        self.of(Sensor::Energy).iter().map(NumberFile::read).collect()
    }

    /// By how much the one grew that grew most. How far they count is not told, so that a fall has
    /// no meaning.
    fn grown(&self, start: &[Result<u64, Absence>]) -> Result<u64, Absence> {
        let pairs = self.of(Sensor::Energy).iter().zip(start.iter().zip(self.energies()));
        let grown = pairs.map(|(file, (start, end))| {
            end?.checked_sub(start.clone()?).ok_or_else(|| {
                let reason =
                    format!("{} went back, and how far it counts is not told", file.path());
                Absence::new(Cause::Implausible, reason)
            })
        });
        let most: Option<u64> = grown.collect::<Result<Vec<_>, _>>()?.into_iter().max();
        most.ok_or_else(|| nothing(Sensor::Energy))
    }
}

fn nothing(sensor: Sensor) -> Absence {
    let what = match sensor {
        Sensor::Cpu => "no sensor of a CPU that is known by its driver",
        Sensor::Zone => "no thermal zone",
        Sensor::Power => "no sensor of power",
        Sensor::Energy => "no sensor of energy beside RAPL",
    };
    Absence::new(Cause::NoHardware, format!("{what} on this machine"))
}

struct Thermal(Arc<Sensors>);

impl Bracket for Thermal {
    /// Of the levels only the first sensor is read: what it says is not used, and that it says
    /// something is enough to know that there is one.
    fn arm(&self, _: &Edge<'_>, start: &mut [Reading]) -> Box<dyn Armed> {
        let sensors = &self.0;
        let energies = sensors.energies();
        for sensor in LEVELS.into_iter().filter(|sensor| sensors.is_wanted(*sensor)) {
            let files = sensors.of(sensor);
            start[sensor as usize] = match files {
                [] => Reading::Missing(nothing(sensor)),
                _ => largest(&files[..1]).into(),
            };
        }
        if sensors.is_wanted(Sensor::Energy) {
            let all: Result<Vec<u64>, Absence> = energies.iter().cloned().collect();
            start[Sensor::Energy as usize] = match all {
                Ok(all) if all.is_empty() => Reading::Missing(nothing(Sensor::Energy)),
                Ok(_) => Reading::Total(0),
                Err(absence) => Reading::Missing(absence),
            };
        }
        Box::new(Window { sensors: Arc::clone(sensors), energies })
    }
}

struct Window {
    sensors: Arc<Sensors>,
    energies: Vec<Result<u64, Absence>>,
}

impl Armed for Window {
    fn close(self: Box<Self>, _: &Edge<'_>, end: &mut [Reading]) {
        let sensors = &self.sensors;
        for sensor in LEVELS.into_iter().filter(|sensor| sensors.is_wanted(*sensor)) {
            let files = sensors.of(sensor);
            end[sensor as usize] = match files {
                [] => Reading::Missing(nothing(sensor)),
                _ => largest(files).into(),
            };
        }
        if sensors.is_wanted(Sensor::Energy) {
            end[Sensor::Energy as usize] = sensors.grown(&self.energies).into();
        }
    }
}
