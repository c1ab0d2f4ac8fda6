//! Profilers that criterion would start. They are accepted and never started.

use std::path::Path;

/// What criterion calls around a benchmark with `--profile-time`. Here nothing calls it: start a
/// profiler on the bench executable itself.
pub trait Profiler {
    /// A benchmark begins.
    fn start_profiling(&mut self, benchmark_id: &str, benchmark_dir: &Path);

    /// It has ended.
    fn stop_profiling(&mut self, benchmark_id: &str, benchmark_dir: &Path);
}

/// A profiler that is started from outside.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExternalProfiler;

impl Profiler for ExternalProfiler {
    fn start_profiling(&mut self, _benchmark_id: &str, _benchmark_dir: &Path) {}

    fn stop_profiling(&mut self, _benchmark_id: &str, _benchmark_dir: &Path) {}
}
