//! What benchmark functions are given.

use crate::bencher::Bencher;
use crate::benchmark_id::BenchmarkId;
use crate::group::BenchmarkGroup;
use crate::measurement::{Measurement, WallTime};
use crate::profiler::Profiler;
use crate::session::{Named, Session};
use crate::settings::{PlottingBackend, Throughput, Wishes};
use probity_harness::refuse;
use probity_harness::registry::{Place, spelled};
use std::marker::PhantomData;
use std::panic::Location;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

/// What benchmark functions are given: they name their benchmarks to it.
pub struct Criterion<M: Measurement = WallTime> {
    session: Option<Rc<Session>>,
    pub(crate) wishes: Wishes,
    filter: Option<String>,
    measures: PhantomData<M>,
}

impl Default for Criterion {
    fn default() -> Self {
        let (session, wishes) = (Session::current(), Wishes::default());
        Self { session, wishes, filter: None, measures: PhantomData }
    }
}

impl<M: Measurement> std::fmt::Debug for Criterion<M> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Criterion").field("wishes", &self.wishes).finish_non_exhaustive()
    }
}

/// Settings. Those with no effect are accepted, so that what sets them compiles.
impl<M: Measurement> Criterion<M> {
    /// At least so many samples of a benchmark, in all its processes together.
    #[must_use]
    pub fn sample_size(mut self, n: usize) -> Self {
        self.wishes.sample_size(n);
        self
    }

    /// How long a benchmark is warmed up, in all its processes together.
    #[must_use]
    pub fn warm_up_time(mut self, time: Duration) -> Self {
        self.wishes.warm_up_time(time);
        self
    }

    /// How long a benchmark is measured, in all its processes together.
    #[must_use]
    pub fn measurement_time(mut self, time: Duration) -> Self {
        self.wishes.measurement_time(time);
        self
    }

    /// The smallest relative difference that matters, where all measured benchmarks agree on it.
    #[must_use]
    pub fn noise_threshold(mut self, threshold: f64) -> Self {
        self.wishes.noise_threshold(threshold);
        self
    }

    /// How probable a difference may be that is none, where all measured benchmarks agree on it.
    #[must_use]
    pub fn significance_level(mut self, level: f64) -> Self {
        self.wishes.significance_level(level);
        self
    }

    /// No effect: each interval states its own confidence.
    #[must_use]
    pub fn confidence_level(self, _level: f64) -> Self {
        self
    }

    /// No effect: nothing is resampled.
    #[must_use]
    pub fn nresamples(self, _n: usize) -> Self {
        self
    }

    /// No effect: nothing is plotted.
    #[must_use]
    pub fn with_plots(self) -> Self {
        self
    }

    /// No effect: nothing is plotted.
    #[must_use]
    pub fn without_plots(self) -> Self {
        self
    }

    /// No effect: nothing is plotted.
    #[must_use]
    pub fn plotting_backend(self, _backend: PlottingBackend) -> Self {
        self
    }

    /// No effect: `--color` says it.
    #[must_use]
    pub fn with_output_color(self, _enabled: bool) -> Self {
        self
    }

    /// No effect: `--out` says it.
    #[must_use]
    pub fn output_directory(self, _path: &Path) -> Self {
        self
    }

    /// No effect: `--save-baseline` says it.
    #[must_use]
    pub fn save_baseline(self, _baseline: String) -> Self {
        self
    }

    /// No effect: `--baseline` says it.
    #[must_use]
    pub fn retain_baseline(self, _baseline: String, _strict: bool) -> Self {
        self
    }

    /// No effect: start a profiler on the bench executable itself.
    #[must_use]
    pub fn profile_time(self, _time: Option<Duration>) -> Self {
        self
    }

    /// No effect: start a profiler on the bench executable itself.
    #[must_use]
    pub fn with_profiler<P: Profiler + 'static>(self, _profiler: P) -> Self {
        self
    }

    /// Time is measured, whatever its type.
    #[must_use]
    pub fn with_measurement<M2: Measurement>(self, _measurement: M2) -> Criterion<M2> {
        let Self { session, wishes, filter, .. } = self;
        Criterion { session, wishes, filter, measures: PhantomData }
    }

    /// Leaves out benchmarks whose ids do not contain `filter`, which is no regular expression.
    #[must_use]
    pub fn with_filter<S: Into<String>>(mut self, filter: S) -> Self {
        self.filter = Some(filter.into());
        self
    }

    /// Forgets the filter: that of the command line counts, and the rest of it counts anyway.
    #[must_use]
    pub fn configure_from_args(mut self) -> Self {
        self.filter = None;
        self
    }

    /// No effect: the harness shows the result when all is measured.
    pub fn final_summary(&self) {
        let _ = self.session();
    }
}

impl<M: Measurement> Criterion<M> {
    /// Names a benchmark.
    #[track_caller]
    pub fn bench_function<F>(&mut self, id: &str, mut f: F) -> &mut Self
    where
        F: FnMut(&mut Bencher<'_, M>),
    {
        let place = here(Location::caller());
        self.name(id.to_owned(), place, Wishes::default(), None, |bencher| f(bencher));
        self
    }

    /// Names a benchmark whose closure is given `input`.
    #[track_caller]
    pub fn bench_with_input<F, I>(&mut self, id: BenchmarkId, input: &I, mut f: F) -> &mut Self
    where
        F: FnMut(&mut Bencher<'_, M>, &I),
        I: ?Sized,
    {
        let (id, place) = (id.within(None), here(Location::caller()));
        self.name(id, place, Wishes::default(), None, |bencher| f(bencher, input));
        self
    }

    /// Benchmarks whose names begin alike.
    pub fn benchmark_group<S: Into<String>>(&mut self, group_name: S) -> BenchmarkGroup<'_, M> {
        BenchmarkGroup::new(self, group_name.into())
    }

    /// Names a benchmark, and measures it if it is the one.
    pub(crate) fn name(
        &self,
        id: String,
        place: Place,
        wishes: Wishes,
        throughput: Option<&Throughput>,
        closure: impl FnOnce(&mut Bencher<'_, M>),
    ) {
        let session = self.session();
        if self.filter.as_deref().is_some_and(|filter| !is_part(filter, &id)) {
            return;
        }
        let wish = wishes.or(self.wishes);
        let Some(inner) = session.meet(Named { id, place, wish }) else { return };
        let inner = throughput.into_iter().fold(inner, |inner, all| all.told(inner));
        session.end(Bencher::called(inner, closure));
    }

    /// What names go to. Without `criterion_main!` they go nowhere, which must not pass for a
    /// benchmark that was measured.
    fn session(&self) -> &Session {
        match &self.session {
            Some(session) => session,
            None => refuse(
                "these benchmarks were not started by `criterion_main!`, so none is measured: \
                 write criterion_main!(...) with the groups in place of `fn main`",
            ),
        }
    }
}

/// Where a benchmark is named.
pub(crate) fn here(location: &'static Location<'static>) -> Place {
    Place { file: location.file(), line: location.line() }
}

/// Whether it is a part of an id, in one of its spellings.
fn is_part(filter: &str, id: &str) -> bool {
    id.contains(filter) || spelled(id).contains(filter)
}
