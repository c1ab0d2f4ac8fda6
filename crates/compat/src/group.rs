//! Benchmarks whose names begin alike.

use crate::bencher::Bencher;
use crate::benchmark_id::IntoBenchmarkId;
use crate::criterion::{Criterion, here};
use crate::measurement::{Measurement, WallTime};
use crate::settings::{PlotConfiguration, SamplingMode, Throughput, Wishes};
use std::panic::Location;
use std::time::Duration;

/// Benchmarks whose names begin alike, with settings of their own.
#[derive(Debug)]
pub struct BenchmarkGroup<'a, M: Measurement = WallTime> {
    criterion: &'a mut Criterion<M>,
    name: String,
    wishes: Wishes,
    throughput: Option<Throughput>,
}

/// Settings, for the benchmarks that follow.
impl<'a, M: Measurement> BenchmarkGroup<'a, M> {
    pub(crate) fn new(criterion: &'a mut Criterion<M>, name: String) -> Self {
        Self { criterion, name, wishes: Wishes::default(), throughput: None }
    }

    /// At least so many samples of a benchmark, in all its processes together.
    pub fn sample_size(&mut self, n: usize) -> &mut Self {
        self.wishes.sample_size(n);
        self
    }

    /// How long a benchmark is warmed up, in all its processes together.
    pub fn warm_up_time(&mut self, time: Duration) -> &mut Self {
        self.wishes.warm_up_time(time);
        self
    }

    /// How long a benchmark is measured, in all its processes together.
    pub fn measurement_time(&mut self, time: Duration) -> &mut Self {
        self.wishes.measurement_time(time);
        self
    }

    /// The smallest relative difference that matters, where all measured benchmarks agree on it.
    pub fn noise_threshold(&mut self, threshold: f64) -> &mut Self {
        self.wishes.noise_threshold(threshold);
        self
    }

    /// How probable a difference may be that is none, where all measured benchmarks agree on it.
    pub fn significance_level(&mut self, level: f64) -> &mut Self {
        self.wishes.significance_level(level);
        self
    }

    /// No effect: each interval states its own confidence.
    pub fn confidence_level(&mut self, _level: f64) -> &mut Self {
        self
    }

    /// No effect: nothing is resampled.
    pub fn nresamples(&mut self, _n: usize) -> &mut Self {
        self
    }

    /// No effect: nothing is plotted.
    pub fn plot_config(&mut self, _config: PlotConfiguration) -> &mut Self {
        self
    }

    /// No effect: all samples of a process have equally many iterations.
    pub fn sampling_mode(&mut self, _mode: SamplingMode) -> &mut Self {
        self
    }

    /// How much one iteration handles.
    pub fn throughput(&mut self, throughput: Throughput) -> &mut Self {
        self.throughput = Some(throughput);
        self
    }
}

impl<M: Measurement> BenchmarkGroup<'_, M> {
    /// Names a benchmark.
    #[track_caller]
    pub fn bench_function<ID: IntoBenchmarkId, F>(&mut self, id: ID, mut f: F) -> &mut Self
    where
        F: FnMut(&mut Bencher<'_, M>),
    {
        self.name(id, Location::caller(), |bencher| f(bencher))
    }

    /// Names a benchmark whose closure is given `input`.
    #[track_caller]
    pub fn bench_with_input<ID: IntoBenchmarkId, F, I>(
        &mut self,
        id: ID,
        input: &I,
        mut f: F,
    ) -> &mut Self
    where
        F: FnMut(&mut Bencher<'_, M>, &I),
        I: ?Sized,
    {
        self.name(id, Location::caller(), |bencher| f(bencher, input))
    }

    /// Ends the group, as its end of life does.
    pub fn finish(self) {}

    fn name(
        &mut self,
        id: impl IntoBenchmarkId,
        location: &'static Location<'static>,
        closure: impl FnOnce(&mut Bencher<'_, M>),
    ) -> &mut Self {
        let id = id.into_benchmark_id().within(Some(&self.name));
        let throughput = self.throughput.as_ref();
        self.criterion.name(id, here(location), self.wishes, throughput, closure);
        self
    }
}
