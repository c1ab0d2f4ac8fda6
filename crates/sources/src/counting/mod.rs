//! What all sources share that open counters of the kernel: how they are opened, why they cannot
//! be, and what watches over them.

mod circumstances;
mod gate;
mod shortfall;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod own;
#[cfg(target_os = "linux")]
mod watch;

#[cfg(test)]
pub(crate) use gate::Admitted;
#[cfg(target_os = "linux")]
pub(crate) use own::{Own, Wanted};
#[cfg(target_os = "linux")]
pub(crate) use watch::{Nothing, Rank, Watch, attributes, unreadable};
#[cfg_attr(
    not(target_os = "linux"),
    allow(unused_imports, reason = "only the bodies for Linux use all of them so far")
)]
pub(crate) use {
    circumstances::{Circumstances, Kind, Nature},
    gate::{Standing, admit},
};

#[cfg(test)]
mod tests;
