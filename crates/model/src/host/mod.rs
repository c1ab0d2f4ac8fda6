//! Facts about the machine around a run: what it is, and in which condition.

mod calibration;
mod conditions;
mod costs;
mod doctor;
mod facts;

pub use calibration::{CounterCalibration, EnergyCalibration, Repeatability, Steadiness};
pub use conditions::{Bound, CgroupVersion, Conditions, Seccomp, Steal};
pub use costs::{Cost, Costs};
pub use doctor::{DoctorFacts, HeldCapabilities, Swap};
pub use facts::{Fact, HostFacts};
