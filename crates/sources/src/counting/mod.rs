//! What all sources share that open counters of the kernel: how they are opened, why they cannot
//! be, and what watches over them.

mod circumstances;
mod gate;
mod shortfall;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod watch;

pub(crate) use circumstances::{Circumstances, Kind, Nature};
#[cfg(test)]
pub(crate) use gate::Admitted;
pub(crate) use gate::{Standing, admit};
#[cfg(target_os = "linux")]
pub(crate) use watch::{Nothing, Rank, Watch, attributes, unreadable};

#[cfg(test)]
mod tests;
