//! How hot it is at the end of a window, and what sensors beside RAPL say of power and energy.
//!
//! Temperatures: `temp` of thermal zones (Documentation/driver-api/thermal/sysfs-api.rst) and
//! `temp*_input` of hwmon devices (Documentation/hwmon/sysfs-interface.rst), in thousandths of a
//! degree. Levels: read at the end, never subtracted. Which sensor is the CPU's goes by the names
//! of known drivers. Of the rest only thermal zones count: boards have hwmon inputs that nothing is
//! connected to and that read 127 °C for ever.
//!
//! Power and energy: `power*_input` (or `power*_average`) in microwatts and `energy*_input` in
//! microjoules of hwmon devices, such as those of server boards and accelerators. What they cover
//! is the machine's secret and some contain others, so that they are not added up: the largest is
//! taken, which is a lower bound of what the machine takes.
//!
//! Traps: some sensors of AMD add an offset to what they call `Tctl`; a device may go to sleep and
//! not answer. Nothing below 0 °C has a value: our units begin at 0.
//!
//! Not run on any bed: none of ours has a sensor. Verified from the kernel's documentation and on
//! emulated hosts only.

#[cfg(target_os = "linux")]
mod linux;
mod parse;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::abilities::any_of;
use crate::descriptor::{Descriptor, Offered, Reach, Source, Taken};
use probity_model::{
    Ability, Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit,
};

const fn level(
    id: &'static str,
    (unit, role): (Unit, MetricRole),
    reads: &'static str,
    summary: &'static str,
) -> Descriptor {
    let reach = Reach { scope: Scope::System, reads };
    Descriptor {
        id,
        unit,
        kind: Kind::Gauge,
        aggregation: Aggregation::Boundary,
        class: Class::Diagnostic,
        role,
        pass: Pass::Every,
        determinism: Determinism::Varies,
        offered: Offered::Broadly,
        quotient: None,
        child: reach,
        this_process: reach,
        needs: "a sensor with a driver (few virtual machines have one)",
        summary,
    }
}

const HEAT: (Unit, MetricRole) = (Unit::Millicelsius, MetricRole::Temperature);

pub(crate) const SOURCE: Source = Source {
    id: "thermal",
    summary: "temperatures, and what sensors of the board say of power and energy",
    reads: "/sys/class/thermal/thermal_zone*, /sys/class/hwmon/hwmon*",
    taken: Taken::AtZombie,
    self_charging: false,
    metrics: &METRICS,
    abilities: &[(Ability::Thermal, |_, metrics| {
        any_of(metrics, |role| role == MetricRole::Temperature)
    })],
    naming: None,
    open,
};

/// One for each [`parse::Sensor`], in its order.
static METRICS: [Descriptor; 4] = [
    level(
        "thermal.cpu",
        HEAT,
        "the hottest sensor of a CPU, by thermal zones and hwmon",
        "temperature of the hottest CPU just after the window",
    ),
    level(
        "thermal.zone",
        HEAT,
        "the hottest of /sys/class/thermal/thermal_zone*/temp",
        "temperature of the hottest thermal zone just after the window",
    ),
    level(
        "power.sensor",
        (Unit::Microwatts, MetricRole::Power),
        "the largest power*_input or power*_average of /sys/class/hwmon",
        "power by the sensor that says most, just after the window",
    ),
    Descriptor {
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        offered: Offered::Unasked,
        ..level(
            "energy.sensor",
            (Unit::Microjoules, MetricRole::Energy),
            "the energy*_input of /sys/class/hwmon that grew most",
            "energy by the sensor that counted most",
        )
    },
];

#[cfg(test)]
mod tests;
