//! Whether the machine runs from a battery (Documentation/ABI/testing/sysfs-class-power).

use super::content::{MISSING, line};
use crate::root::Root;
use probity_model::Absence;

const FOLDER: &str = "/sys/class/power_supply";

/// What a power supply says of itself; empty where it does not.
#[derive(Debug, Default)]
pub(super) struct Supply {
    pub(super) kind: String,
    pub(super) scope: String,
    pub(super) online: String,
    pub(super) status: String,
}

/// Whether a battery feeds the machine now.
pub(super) fn on_battery(root: &Root) -> Result<bool, Absence> {
    let names = root.names(FOLDER).map_err(|error| error.absence(MISSING, None))?;
    let supplies: Vec<Supply> = names.iter().map(|name| supply(root, name)).collect();
    Ok(discharges(&supplies))
}

fn supply(root: &Root, name: &str) -> Supply {
    let read = |file: &str| line(root, &format!("{FOLDER}/{name}/{file}")).unwrap_or_default();
    Supply {
        kind: read("type"),
        scope: read("scope"),
        online: read("online"),
        status: read("status"),
    }
}

/// A battery that is emptied while no mains supply is on line. The battery of a mouse is not the
/// machine's, and one that never says so (`Unknown`) does not count.
pub(super) fn discharges(supplies: &[Supply]) -> bool {
    let fed = supplies.iter().any(|supply| supply.kind == "Mains" && supply.online == "1");
    let emptied = |supply: &Supply| {
        supply.kind == "Battery" && supply.scope != "Device" && supply.status == "Discharging"
    };
    !fed && supplies.iter().any(emptied)
}
