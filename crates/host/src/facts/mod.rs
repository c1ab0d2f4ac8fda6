//! What kind of machine this is, and in which condition: facts that say whether two results may be
//! compared, and facts that explain them. Each is known, or absent with its reason.

mod cgroup;
mod conditions;
mod container;
mod content;
mod cpuinfo;
mod cpulist;
mod doctor;
mod fingerprint;
mod power;
mod steal;
mod survey;

pub use cgroup::cpu_statistics;
pub use doctor::{capabilities, examine};
pub use steal::CpuTimes;
pub use survey::{clock_source, is_virtual_machine, survey};

#[cfg(test)]
mod tests;
