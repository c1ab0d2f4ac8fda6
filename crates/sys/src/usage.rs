//! Resource usage of processes.
