//! Clocks: elapsed time, time spent on a CPU, and the CPU's own counter of time.

mod reading;
pub mod ticks;

pub use reading::{cpu_ns_of, cycles, monotonic_ns, monotonic_resolution_ns, process_cpu_ns};
