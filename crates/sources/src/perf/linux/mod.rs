//! Counters on Linux: trying beforehand what fits, opening, watching, reading.

mod calibration;
mod counters;
mod counting;
mod holders;
mod work;

pub(super) use counters::open;
