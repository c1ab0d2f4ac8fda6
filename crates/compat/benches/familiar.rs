//! Benchmarks as they are written for criterion; only the name of the crate is another.

#![allow(clippy::panic, reason = "tests want to see what becomes of it")]

use criterion::async_executor::{AsyncExecutor, FuturesExecutor};
use criterion::measurement::{Measurement, WallTime};
use criterion::{
    AxisScale, BatchSize, Bencher, BenchmarkGroup, BenchmarkId, Criterion, PlotConfiguration,
    SamplingMode, Throughput, black_box, criterion_group, criterion_main,
};
use probity_compat as criterion;
use std::future::Future;
use std::time::{Duration, Instant};

/// Set where tests want to see what is said of benchmarks that are wrong.
const BROKEN: &str = "FAMILIAR_BROKEN";

/// Gives back what nobody needs.
fn simple(c: &mut Criterion) -> &mut Criterion {
    let data: Vec<u64> = (0..100).collect();
    c.bench_function("sum of a hundred", |b| b.iter(|| data.iter().sum::<u64>()))
        .bench_function(&format!("max/{}", data.len()), |b| b.iter(|| data.iter().max()));
    for name in &["first", "last"] {
        c.bench_function(name, |b| b.iter(|| black_box(name).len()));
    }
    let length = BenchmarkId::new("length", data.len());
    c.bench_with_input(length, &data, |b, data| b.iter(|| data.len()))
}

fn grouped(c: &mut Criterion) {
    let mut group = c.benchmark_group("sum");
    group
        .plot_config(PlotConfiguration::default().summary_scale(AxisScale::Logarithmic))
        .sampling_mode(SamplingMode::Flat)
        .sample_size(10)
        .warm_up_time(Duration::from_millis(1))
        .measurement_time(Duration::from_millis(6));
    for n in [10_u64, 1000] {
        group.throughput(Throughput::Elements(n));
        group.bench_with_input(BenchmarkId::new("range", n), &n, |b, &n| {
            b.iter(|| (0..n).sum::<u64>());
        });
        let text = "x".repeat(n as usize);
        group.throughput(Throughput::Bytes(n));
        group.bench_with_input(BenchmarkId::from_parameter(n), text.as_str(), text_bench);
    }
    group.finish();
}

fn text_bench(b: &mut Bencher, text: &str) {
    b.iter(|| text.bytes().map(u64::from).sum::<u64>());
}

fn methods<M: Measurement<Value = Duration> + 'static>(c: &mut Criterion<M>) {
    let mut group = c.benchmark_group("methods");
    let make = || vec![3_u8, 1, 2];
    group.bench_function("batched", |b| {
        b.iter_batched(make, |mut v| v.sort_unstable(), BatchSize::SmallInput);
    });
    group.bench_function("batched_ref", |b| {
        b.iter_batched_ref(make, |v| v.sort_unstable(), BatchSize::NumIterations(5));
    });
    group.bench_function("setup", |b| b.iter_with_setup(make, |v| v.len()));
    group.bench_function("large_drop", |b| b.iter_with_large_drop(make));
    group.bench_function("custom", |b| {
        b.iter_custom(|iterations| {
            let start = Instant::now();
            for i in 0..iterations {
                black_box(i);
            }
            start.elapsed()
        });
    });
}

struct Own;

impl AsyncExecutor for Own {
    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        FuturesExecutor.block_on(future)
    }
}

fn futures(c: &mut Criterion) {
    let mut group = c.benchmark_group("futures");
    group.bench_function("iter", |b| b.to_async(FuturesExecutor).iter(|| async { 1 }));
    group.bench_function("own", |b| b.to_async(Own).iter(|| async { 2 }));
    group.bench_function("batched", |b| {
        b.to_async(Own).iter_batched(|| 1, |n| async move { n + 1 }, BatchSize::LargeInput);
    });
    group.bench_function("custom", |b| {
        b.to_async(Own).iter_custom(|n| async move { Duration::from_nanos(n) });
    });
}

fn helper(group: &mut BenchmarkGroup<'_, WallTime>, name: &str) {
    group.bench_function(name, |b| b.iter(|| 1));
}

fn twins(c: &mut Criterion) {
    for _ in 0..2 {
        helper(&mut c.benchmark_group("twins"), "same");
    }
}

fn wrong(c: &mut Criterion) {
    if std::env::var_os(BROKEN).is_none() {
        return;
    }
    c.bench_function("twice", |b| {
        b.iter(|| 1);
        b.iter(|| 2);
    });
    c.bench_function("never", |_| {});
    panic!("no more names");
}

fn written_by_hand() {
    let mut criterion = Criterion::default().configure_from_args();
    criterion.bench_function("by hand", |b| b.iter(|| 1));
}

criterion_group!(listed, simple, grouped, methods);
criterion_group! {
    name = configured;
    config = Criterion::default().sample_size(20).without_plots().noise_threshold(0.02);
    targets = futures, twins, wrong,
}
criterion_main!(listed, configured, written_by_hand);
