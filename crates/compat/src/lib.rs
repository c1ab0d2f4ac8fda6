//! criterion's most used API over the harness of Probity.
//!
//! Benchmarks that were written for criterion are measured by Probity after one line is changed:
//!
//! ```toml
//! [dev-dependencies]
//! criterion = { package = "probity-compat", version = "0.1" }
//! ```
//!
//! ```
//! use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
//! # use probity_compat as criterion;
//!
//! fn sums(c: &mut Criterion) {
//!     let mut group = c.benchmark_group("sum");
//!     for n in [10_u64, 1000] {
//!         group.bench_with_input(BenchmarkId::from_parameter(n), &n, |b, n| {
//!             b.iter(|| (0..*n).sum::<u64>())
//!         });
//!     }
//!     group.finish();
//! }
//!
//! criterion_group!(benches, sums);
//! criterion_main!(benches);
//! ```
//!
//! # What is the same and what is not
//!
//! * A function such as `sums` names its benchmarks as it runs. It is run once to *list* them, with
//!   no closure called, and again in every process that measures one: then that one's closure is
//!   called, once. What it does beside naming benchmarks, such as making inputs, is done each time.
//!   What it prints while it lists stands before the result, and spoils `--list` for other tools.
//! * A closure is called once in a process, and not once for each sample: what it makes before
//!   `iter` lives as long as all samples.
//! * `group/function/parameter` is listed as `group::function::parameter`, one printable word. Both
//!   spellings select it; a part of either does. A second benchmark of a name has `#2` behind it.
//! * `sample_size`, `measurement_time` and `warm_up_time` are for one benchmark in all, and divided
//!   among its processes. What the command line says wins, and `--quick` ignores them.
//! * `noise_threshold` and `significance_level` count where all measured benchmarks agree on them.
//! * What draws plots or resamples is accepted and has no effect.
//! * A [`Measurement`](measurement::Measurement) of one's own is refused by the compiler: ask for
//!   `--metrics`.
//! * [`criterion_main!`] is needed: a `main` of one's own cannot be started as a worker.

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
pub mod async_executor;
pub mod measurement;
pub mod profiler;

mod async_bencher;
mod bencher;
mod benchmark_id;
mod catalog;
mod criterion;
mod group;
mod main_macros;
mod session;
mod settings;

pub use async_bencher::AsyncBencher;
pub use bencher::Bencher;
pub use benchmark_id::{BenchmarkId, IntoBenchmarkId};
pub use criterion::Criterion;
pub use group::BenchmarkGroup;
pub use probity::{BatchSize, black_box};
pub use settings::{AxisScale, PlotConfiguration, PlottingBackend, SamplingMode, Throughput};
