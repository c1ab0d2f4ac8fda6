//! Every place a measurement comes from, one folder each; and the session that opens a selection
//! of them and takes edges in order.
//!
//! A *source* says what it measures and yields a reader, or the reason it has none. A [`Session`]
//! opens the sources of a [`Selection`] for one kind of subject and brackets windows with them;
//! [`capabilities`] tells beforehand what that will give. Nobody outside names a source: the table
//! below is the one place, and where meaning is needed a metric declares a role.
#![cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "some of it only the bodies for Linux use so far")
)]

mod abilities;
#[cfg(not(target_os = "linux"))]
mod absent;
mod calibration;
mod capabilities;
mod context;
mod counting;
#[cfg(target_os = "linux")]
mod cpu_files;
#[cfg(target_os = "linux")]
mod decimal;
mod descriptor;
#[cfg(target_os = "linux")]
mod process_file;
mod reading;
mod selection;
mod session;

mod cpufreq;
mod iteration;
mod perf;
mod powercap;
mod procio;
mod psi;
mod rusage;
mod schedstat;
mod syscalls;
mod thermal;
mod throttle;
mod wall;

pub use calibration::calibrate_energy;
pub use capabilities::capabilities;
pub use context::{Context, Span, Subject, SubjectKind};
pub use selection::{Selection, SelectionError};
pub use session::{Session, Started};

/// All sources. The order is the order of columns, from first to last; start edges are taken from
/// the last to the first and end edges back again, so that the wall clock is innermost and what is
/// of the whole machine (pressure, energy, heat) outermost, the dearest last. Counters come after
/// it: they count from the program's exec to its end whenever they are opened and read, and to open
/// them takes so long that it must be over when any other edge is taken.
pub(crate) static SOURCES: &[descriptor::Source] = &[
    wall::SOURCE,
    rusage::SOURCE,
    schedstat::SOURCE,
    procio::SOURCE,
    psi::SOURCE,
    powercap::SOURCE,
    throttle::SOURCE,
    thermal::SOURCE,
    cpufreq::SOURCE,
    perf::SOURCE,
    syscalls::SOURCE,
    iteration::SOURCE,
];

#[cfg(test)]
mod tests;
