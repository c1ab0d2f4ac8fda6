//! Which file of a device is which sensor.

/// What a sensor is of. The order is that of the metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sensor {
    Cpu,
    Zone,
    Power,
    Energy,
}

/// Drivers of hwmon devices that measure CPUs (drivers/hwmon; zenpower is out of the tree).
const CPU_DRIVERS: [&str; 4] = ["coretemp", "k10temp", "zenpower", "cpu_thermal"];

/// Whether a thermal zone of this `type` is a CPU's: Intel's packages have one name, device trees
/// of ARM say `cpu-thermal`, `cpu0-thermal`, `cpu_thermal`.
pub(super) fn is_cpu_zone(kind: &str) -> bool {
    kind == "x86_pkg_temp" || kind.starts_with("cpu")
}

/// What the file `name` of a hwmon device of this driver says.
pub(super) fn sensor(driver: &str, name: &str) -> Option<Sensor> {
    let (subject, item) = name.split_once('_')?;
    let is_numbered = |kind: &str| {
        let number = subject.strip_prefix(kind).unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    if item == "input" && is_numbered("temp") && CPU_DRIVERS.contains(&driver) {
        Some(Sensor::Cpu)
    } else if matches!(item, "input" | "average") && is_numbered("power") {
        Some(Sensor::Power)
    } else if item == "input" && is_numbered("energy") {
        Some(Sensor::Energy)
    } else {
        None
    }
}
