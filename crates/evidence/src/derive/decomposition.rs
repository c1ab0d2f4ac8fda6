//! Where the wall time of a case went: on a CPU, in the run queue, or elsewhere.
//!
//! The parts make sense together only where they are one thread's, and are asked for by their role.
//! The CPU time of a program is that of all its threads and waited-for descendants, its run-queue
//! wait that of the first thread. So the first thread's own CPU time is the witness: where it is
//! the whole of the program's, nobody else ran. Descendants that nobody waited for are charged to
//! nobody; those that were found when the program ended make the witness void, those that died
//! before are not seen.

use super::Derivation;
use super::excerpt::shortened;
use super::summaries::no_run;
use probity_model::{
    Absence, Cause, Class, CpuModes, CpuShare, Decomposition, Metric, MetricRole, ModeTimes,
    Observed, Pass, Quality, Reading, Run, TimeParts, Unit,
};

/// How far the two CPU times of a run may lie apart, in nanoseconds (5 µs). `wait4` cuts each mode
/// to whole microseconds, which takes up to 2 µs. What has to be told from it: a thread that does
/// nothing took 15 µs, a child that does nothing 12 µs (2 cores, Linux 6.18). Kernels that account
/// each change of mode by itself (`CONFIG_VIRT_CPU_ACCOUNTING_NATIVE`) have two clocks here and may
/// be refused; none was tried.
const APART_NS: u64 = 5_000;
/// By how much the parts may exceed the wall time of a run, in nanoseconds (100 µs): what a program
/// uses at its barrier to fall asleep lies before the window.
const EXCESS_NS: u64 = 100_000;
/// And by this part of it: the wall clock is slewed by up to 500 ppm (adjtimex(2)), the clock of
/// the scheduler is not.
const EXCESS_PART: u64 = 1_000;
/// The least CPU time of a run that is split by mode, in nanoseconds (50 ms): five ticks of the
/// coarsest kernels (HZ=100). A run without a tick is charged to one mode as a whole, so that more
/// runs do not help.
pub const LEAST_SPLIT_NS: u64 = 50_000_000;

/// The decomposition over the timed runs that count.
pub(super) fn decomposition(input: &Derivation<'_>, timed: &[&Run]) -> Decomposition {
    if timed.is_empty() {
        return Decomposition::Unavailable(no_run(input, "timed"));
    }
    let both = [MetricRole::Wall, MetricRole::OnCpuTotal].map(|role| metric(input, role));
    let [wall, total] = match both {
        [Ok(wall), Ok(total)] => [wall, total],
        [Err(absence), _] | [_, Err(absence)] => return Decomposition::Unavailable(absence),
    };
    let has_both = |run: &&&Run| [wall, total].iter().all(|one| value(run, one).is_ok());
    let runs: Vec<&Run> = timed.iter().filter(has_both).copied().collect();
    // Where no run has both, the first one says what it lacks.
    let summed: &[&Run] = if runs.is_empty() { timed } else { &runs };
    let sums = Sums { input, runs: summed };
    let (wall_ns, on_cpu_ns) = match (sums.of(wall), sums.of(total)) {
        (Ok(wall_ns), Ok(on_cpu_ns)) if wall_ns > 0 => (wall_ns, on_cpu_ns),
        (Ok(_), Ok(_)) => {
            let reason = "no wall time passed";
            return Decomposition::Unavailable(Absence::new(Cause::Implausible, reason));
        }
        (Err(absence), _) | (_, Err(absence)) => return Decomposition::Unavailable(absence),
    };
    let absent = (timed.len() - summed.len()) as u64;
    match sums.divided(wall_ns, on_cpu_ns) {
        Ok(parts) => Decomposition::Divided(TimeParts { absent, ..parts }),
        Err(reason) => {
            let runs = sums.count();
            Decomposition::Undivided(CpuShare { runs, absent, wall_ns, on_cpu_ns, reason })
        }
    }
}

/// The runs that are summed.
struct Sums<'a> {
    input: &'a Derivation<'a>,
    runs: &'a [&'a Run],
}

impl Sums<'_> {
    fn count(&self) -> u64 {
        self.runs.len() as u64
    }

    /// The sum of a metric over all runs; one that lacks it makes it absent.
    fn of(&self, metric: &Metric) -> Result<u64, Absence> {
        let add = |sum: u64, run: &&Run| {
            sum.checked_add(value(run, metric)?).ok_or_else(|| {
                let reason = format!("the sum of {} is beyond 2^64 ns", metric.id);
                Absence::new(Cause::Implausible, reason)
            })
        };
        self.runs.iter().try_fold(0, add)
    }

    fn by_role(&self, role: MetricRole) -> Result<(&Metric, u64), Absence> {
        let metric = metric(self.input, role)?;
        Ok((metric, self.of(metric)?))
    }

    /// The parts, or why there are none.
    fn divided(&self, wall_ns: u64, on_cpu_ns: u64) -> Result<TimeParts, String> {
        let unknown = |absence: Absence| absence.reason;
        let (wait, run_queue_wait_ns) = self.by_role(MetricRole::RunQueueWait).map_err(unknown)?;
        let (first, first_ns) = self.by_role(MetricRole::OnCpuMainThread).map_err(unknown)?;
        if first.scope != wait.scope {
            return Err(format!("{} and {} are of different scopes", first.id, wait.id));
        }
        if let Some(run) = self.runs.iter().find(|run| !run.leftovers.is_empty()) {
            return Err(format!(
                "run {} left processes running, whose time is nobody's",
                run.index
            ));
        }
        self.check_alone(on_cpu_ns, first_ns)?;
        let inside =
            on_cpu_ns.checked_add(run_queue_wait_ns).ok_or("the parts are beyond 2^64 ns")?;
        let excess_ns = inside.saturating_sub(wall_ns);
        let most = EXCESS_NS.saturating_mul(self.count()).saturating_add(wall_ns / EXCESS_PART);
        if excess_ns > most {
            let share = share(excess_ns, wall_ns);
            return Err(format!(
                "time on a CPU and in the run queue exceed the wall time by {share}"
            ));
        }
        Ok(TimeParts {
            runs: self.count(),
            absent: 0,
            wall_ns,
            on_cpu_ns,
            modes: self.modes(on_cpu_ns).unwrap_or_else(CpuModes::absent),
            run_queue_wait_ns,
            other_ns: wall_ns.saturating_sub(inside),
            excess_ns,
        })
    }

    /// Whether the first thread had all of the CPU time.
    fn check_alone(&self, all_ns: u64, first_ns: u64) -> Result<(), String> {
        let apart = APART_NS.saturating_mul(self.count());
        if all_ns.abs_diff(first_ns) <= apart {
            return Ok(());
        }
        Err(match all_ns.checked_sub(first_ns) {
            Some(others) => format!(
                "other threads or waited-for descendants had {} of the CPU time, and the \
                 run-queue wait is known of the first thread only",
                share(others, all_ns)
            ),
            None => "the first thread had more CPU time than the whole program".to_owned(),
        })
    }

    fn modes(&self, on_cpu_ns: u64) -> Result<CpuModes, Absence> {
        let (user, user_ns) = self.by_role(MetricRole::OnCpuUser)?;
        let (kernel, kernel_ns) = self.by_role(MetricRole::OnCpuKernel)?;
        let is_sampled = [user, kernel].iter().any(|metric| metric.class == Class::Diagnostic);
        if is_sampled && on_cpu_ns / self.count() < LEAST_SPLIT_NS {
            let reason = format!(
                "the kernel splits by timer ticks, and the runs have less than {} ms of CPU time",
                LEAST_SPLIT_NS / 1_000_000
            );
            return Err(Absence::new(Cause::WindowTooShort, reason));
        }
        if user_ns.checked_add(kernel_ns) != Some(on_cpu_ns) {
            let reason = format!("{} and {} are not all of the CPU time", user.id, kernel.id);
            return Err(Absence::new(Cause::Implausible, reason));
        }
        Ok(CpuModes::Split(ModeTimes { user_ns, kernel_ns }))
    }
}

/// The metric with this role, where it was requested.
fn metric<'a>(input: &Derivation<'a>, role: MetricRole) -> Result<&'a Metric, Absence> {
    let asked = |metric: &&Metric| input.settings.metrics.contains(&metric.id);
    let mut known = input.capabilities.metrics().map(|report| &report.metric);
    let is_it = |metric: &&Metric| {
        (metric.role, metric.unit, metric.pass) == (role, Unit::Nanoseconds, Pass::Every)
    };
    let found = known.find(is_it);
    let found = found.ok_or_else(|| {
        let reason = format!("nothing here measures {}", meaning(role));
        Absence::new(Cause::NotRequested, reason)
    })?;
    Some(found)
        .filter(asked)
        .ok_or_else(|| Absence::new(Cause::NotRequested, format!("{} was not asked for", found.id)))
}

/// What a role stands for, in words that follow "measures".
fn meaning(role: MetricRole) -> &'static str {
    match role {
        MetricRole::Wall => "the wall time",
        MetricRole::OnCpuUser | MetricRole::OnCpuKernel => "the mode of the CPU time",
        MetricRole::OnCpuMainThread => "the CPU time of the first thread",
        MetricRole::RunQueueWait => "the run-queue wait",
        _ => "the CPU time",
    }
}

/// The exact value of a run, or why there is none.
fn value(run: &Run, metric: &Metric) -> Result<u64, Absence> {
    let (cause, reason) = match run.observations.get(&metric.id) {
        Some(Observed::Measured(Reading { value, quality: Quality::Exact, .. })) => {
            match value.as_integer() {
                Some(value) => return Ok(value),
                None => (Cause::Implausible, "it is not a whole number"),
            }
        }
        Some(Observed::Measured(_)) => (Cause::Lost, "it is an estimate"),
        Some(Observed::Unavailable(absence)) => (absence.cause, absence.reason.as_str()),
        Some(Observed::NotApplicable { reason }) => (Cause::NotRequested, reason),
        None => (Cause::NotRequested, "no run was asked for it"),
    };
    let reason = format!("no {} in run {}: {}", metric.id, run.index, shortened(reason));
    Err(Absence::new(cause, reason))
}

/// A part of a whole in percent, to a tenth, by whole numbers alone.
fn share(part: u64, whole: u64) -> String {
    match u128::from(part) * 1_000 / u128::from(whole.max(1)) {
        0 => "less than 0.1 %".to_owned(),
        tenths => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}
