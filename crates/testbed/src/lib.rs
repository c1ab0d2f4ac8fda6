//! Emulated hosts and known workloads for the tests.
