use super::METRICS;
use super::parse::{Sensor, is_cpu_zone, sensor};

#[test]
fn files_are_sensors_by_driver_and_name() {
    for (driver, file, expected) in [
        ("coretemp", "temp1_input", Some(Sensor::Cpu)),
        ("k10temp", "temp12_input", Some(Sensor::Cpu)),
        ("coretemp", "temp1_label", None),
        ("coretemp", "temp1_max", None),
        ("coretemp", "temp_input", None),
        ("nct6798", "temp3_input", None),
        ("corsairpsu", "power1_input", Some(Sensor::Power)),
        ("power_meter", "power1_average", Some(Sensor::Power)),
        ("power_meter", "power1_average_interval", None),
        ("power_meter", "power1_cap", None),
        ("i915", "energy1_input", Some(Sensor::Energy)),
        ("i915", "energy1_average", None),
        ("any", "name", None),
        ("any", "powerx_input", None),
    ] {
        assert_eq!(sensor(driver, file), expected, "{driver} {file}");
    }
}

#[test]
fn zones_of_cpus_are_known_by_their_type() {
    for kind in ["x86_pkg_temp", "cpu-thermal", "cpu0-thermal", "cpu_thermal"] {
        assert!(is_cpu_zone(kind), "{kind}");
    }
    for kind in ["acpitz", "iwlwifi_1", "gpu-thermal", "pch_skylake", "x86_pkg_temp2", ""] {
        assert!(!is_cpu_zone(kind), "{kind}");
    }
}

#[test]
fn sensors_stand_in_the_order_of_the_metrics() {
    let ids = METRICS.iter().map(|metric| metric.id);
    let sensors = [
        (Sensor::Cpu, "thermal.cpu"),
        (Sensor::Zone, "thermal.zone"),
        (Sensor::Power, "power.sensor"),
        (Sensor::Energy, "energy.sensor"),
    ];
    assert!(ids.eq(sensors.iter().map(|(_, id)| *id)));
    assert!(sensors.iter().enumerate().all(|(place, (sensor, _))| *sensor as usize == place));
}
