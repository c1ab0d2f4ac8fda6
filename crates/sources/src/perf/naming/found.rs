//! A named event on a machine.

use super::device::{Device, Reach};
use super::library;
use super::selector::{EventName, Modes};
use probity_host::root::{Root, cpu_description};
use probity_model::{Absence, Cause};
use probity_sys::counter::{Encoded, Encoding, LibraryError};

/// A named event on a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::perf) struct Found {
    pub(in crate::perf) encoded: Encoded,
    /// What is read, in words: with the numbers that are really passed.
    pub(in crate::perf) reads: String,
    pub(in crate::perf) reach: Reach,
    /// Whether it shares the counters of a core.
    pub(in crate::perf) is_core: bool,
    pub(in crate::perf) modes: Modes,
    pub(in crate::perf) exclude_guest: bool,
    /// What one of its counts is, where that is known: a factor and a unit.
    pub(in crate::perf) unit: Option<(String, String)>,
}

/// Finds a named event on the machine of `root`, whose library of events is `encode`.
///
/// # Errors
/// Why it is not there.
pub(in crate::perf) fn found(
    name: &EventName,
    root: &Root,
    encode: impl Fn(&str) -> Result<Encoding, LibraryError>,
) -> Result<Found, Absence> {
    match name {
        EventName::Raw { config, modes } => Ok(Found {
            encoded: Encoded { pmu: Encoded::RAW, config: [*config, 0, 0, 0] },
            reads: format!("perf_event_open(type 4, config {config:#x}){}", modes.said()),
            reach: Reach::Tasks,
            is_core: true,
            modes: *modes,
            exclude_guest: false,
            unit: None,
        }),
        EventName::Pmu { pmu, terms, modes } => {
            let device = Device::read(root, pmu)?;
            let resolved = device.resolve(root, terms)?;
            let what = numbers(resolved.encoded);
            Ok(Found {
                encoded: resolved.encoded,
                reads: format!("perf_event_open({name}: {what}){}", modes.said()),
                is_core: device.is_core(),
                reach: device.reach,
                modes: *modes,
                exclude_guest: false,
                unit: resolved.unit,
            })
        }
        EventName::Library { name } => {
            let encoding = library::encoded(name, &cpu_description(root), encode)?;
            of_library(encoding, root)
        }
    }
}

fn of_library(encoding: Encoding, root: &Root) -> Result<Found, Absence> {
    let modes = match (encoding.exclude_user, encoding.exclude_kernel) {
        (false, false) => Modes::Any,
        (false, true) => Modes::User,
        (true, false) => Modes::Kernel,
        (true, true) => {
            let reason = "its name leaves out both user mode and the kernel";
            return Err(Absence::new(Cause::NoHardware, reason));
        }
    };
    let what = numbers(encoding.event);
    // The types of the kernel's own PMUs: hardware, its caches and raw numbers are the core's.
    let is_core = matches!(encoding.event.pmu, 0 | 3 | Encoded::RAW);
    let device = Device::numbered(root, encoding.event.pmu);
    Ok(Found {
        encoded: encoding.event,
        reads: format!("perf_event_open({}: {what}), by libpfm4{}", encoding.name, modes.said()),
        is_core: is_core || device.as_ref().is_some_and(Device::is_core),
        reach: device.map_or(Reach::Tasks, |device| device.reach),
        modes,
        exclude_guest: encoding.exclude_guest,
        unit: None,
    })
}

/// The numbers that are passed.
fn numbers(encoded: Encoded) -> String {
    let Encoded { pmu, config: [config, rest @ ..] } = encoded;
    let mut text = format!("type {pmu}, config {config:#x}");
    for (place, word) in rest.into_iter().enumerate().filter(|(_, word)| *word != 0) {
        text += &format!(", config{} {word:#x}", place + 1);
    }
    text
}
