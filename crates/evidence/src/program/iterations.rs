//! What a benchmark says of its iterations.

use super::tally::{Tally, quoted};
use probity_model::protocol::Message;
use probity_model::{
    Absence, Amount, Cause, IterationTime, Iterations, Measured, Metric, MetricRole, Observation,
    Quality, SpeechFault, Unit, Value,
};
use probity_stats::{PerIteration, Samples};
use std::collections::BTreeMap;

/// Most amounts and metrics that are kept of a run: some hundred system calls may be asked for at
/// once.
const MOST_AMOUNTS: usize = 16;
const MOST_METRICS: usize = 1_024;
/// Most samples: more than all lines of a run can hold.
const MOST_SAMPLES: usize = 1 << 20;

/// The clock, as it was said.
#[derive(Clone, Debug)]
struct Clock {
    name: String,
    hz: u64,
    step: u64,
}

/// What was counted, or why not.
#[derive(Clone, Debug)]
enum Count {
    Counted { iterations: u64, value: f64, windows: f64, own: f64, times_ns: Option<(u64, u64)> },
    Absent(Absence),
}

/// What is heard of iterations in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Sampling {
    /// Who speaks of them: one process alone, or nobody could say what they are.
    speaker: Option<Option<u32>>,
    clock: Option<Clock>,
    overhead_mt: Option<[u64; 4]>,
    iterations: u64,
    ticks: Vec<u64>,
    amounts: Vec<Amount>,
    counts: BTreeMap<String, Count>,
    skipped: Option<String>,
    is_doubtful: bool,
}

impl Sampling {
    /// Takes a message of one of a benchmark's kinds.
    pub(super) fn hear(&mut self, pid: Option<u32>, message: &Message, tally: &mut Tally) {
        let defect = match *self.speaker.get_or_insert(pid) == pid {
            true => self.take(message).err(),
            false => Some("two processes speak of iterations".to_owned()),
        };
        if let Some(defect) = defect {
            self.is_doubtful = true;
            tally.add(SpeechFault::BenchmarkContradicts, || defect);
        }
    }

    /// # Errors
    /// What is wrong with it, in words.
    fn take(&mut self, message: &Message) -> Result<(), String> {
        let again = |what: &str| Err(format!("a second {what}"));
        match message {
            Message::Clock { name, hz, step } if self.clock.is_none() => {
                self.clock = Some(Clock { name: name.clone(), hz: *hz, step: *step });
            }
            Message::Clock { .. } => return again("clock"),
            &Message::Overhead { sample_mt, sample_error_mt, iteration_mt, iteration_error_mt }
                if self.overhead_mt.is_none() =>
            {
                let all = [sample_mt, sample_error_mt, iteration_mt, iteration_error_mt];
                self.overhead_mt = Some(all);
            }
            Message::Overhead { .. } => return again("overhead"),
            Message::Samples { iterations, ticks } => return self.samples(*iterations, ticks),
            Message::Amount { units, value } => {
                let is_known = self.amounts.iter().any(|amount| amount.units == *units);
                if is_known || self.amounts.len() >= MOST_AMOUNTS {
                    return Err(format!("the amount in '{}' again, or too many", quoted(units)));
                }
                self.amounts.push(Amount { units: units.clone(), value: *value });
            }
            Message::Counted {
                metric,
                iterations,
                value,
                bracket_value,
                loop_value,
                enabled_ns,
                running_ns,
            } => {
                let times_ns = enabled_ns.zip(*running_ns);
                let of = |value: &Option<Value>| value.map_or(0.0, Value::as_f64);
                let windows = of(bracket_value);
                let own = windows + of(loop_value);
                let (iterations, value) = (*iterations, value.as_f64());
                let is_timed =
                    times_ns.is_none_or(|(enabled, running)| (1..=enabled).contains(&running));
                if iterations == 0 || !(value >= 0.0 && own >= 0.0) || !is_timed {
                    return Err(format!("'{}' is no count of iterations", quoted(metric)));
                }
                return self
                    .count(metric, Count::Counted { iterations, value, windows, own, times_ns });
            }
            Message::Absent { metric, reason, .. } if reason.trim().is_empty() => {
                return Err(format!("'{}' is absent without a reason", quoted(metric)));
            }
            Message::Absent { metric, cause, reason, gate, remedy } => {
                let (cause, reason, gate) = (*cause, reason.clone(), gate.clone());
                let absence = Absence { cause, reason, gate, remedy: remedy.clone() };
                return self.count(metric, Count::Absent(absence));
            }
            Message::Skipped { reason } if self.skipped.is_none() => {
                self.skipped = Some(quoted(reason));
            }
            Message::Skipped { .. } => return again("reason to skip it"),
            _ => {}
        }
        Ok(())
    }

    fn samples(&mut self, iterations: u64, ticks: &str) -> Result<(), String> {
        if iterations == 0 || (!self.ticks.is_empty() && self.iterations != iterations) {
            return Err(format!("samples of {iterations} and of {} iterations", self.iterations));
        }
        self.iterations = iterations;
        for number in ticks.split(' ') {
            let ticks = number
                .parse()
                .map_err(|_| format!("'{}' is no number of ticks", quoted(number)))?;
            if self.ticks.len() >= MOST_SAMPLES {
                return Err(format!("more than {MOST_SAMPLES} samples"));
            }
            self.ticks.push(ticks);
        }
        Ok(())
    }

    fn count(&mut self, metric: &str, count: Count) -> Result<(), String> {
        if self.counts.contains_key(metric) || self.counts.len() >= MOST_METRICS {
            return Err(format!("'{}' again, or too many metrics", quoted(metric)));
        }
        self.counts.insert(metric.to_owned(), count);
        Ok(())
    }

    /// Forgets it all where a part of it may be lost.
    pub(super) fn lose(&mut self) {
        self.is_doubtful = true;
    }

    /// What the samples say.
    fn time(&self) -> Option<IterationTime> {
        let Clock { name, hz, step } = self.clock.clone()?;
        let [sample, sample_error, iteration, iteration_error] = self.overhead_mt?;
        let samples = Samples {
            ticks: &self.ticks,
            iterations: self.iterations,
            hz,
            step,
            sample_mt: [sample, sample_error],
            iteration_mt: [iteration, iteration_error],
        };
        let PerIteration { median, mad, min, max, error, at_most } = samples.per_iteration()?;
        let (samples, iterations) = (self.ticks.len() as u64, self.iterations);
        let clock = name;
        let time = IterationTime {
            clock,
            hz,
            step,
            samples,
            iterations,
            median,
            mad,
            min,
            max,
            error,
            at_most,
        };
        Some(time)
    }

    /// What it all amounts to; none where nothing was said.
    pub(super) fn finish(&self) -> Option<Iterations> {
        if self.speaker.is_none() || self.is_doubtful {
            return None;
        }
        let counted = self.counts.values().find_map(|count| match count {
            Count::Counted { iterations, .. } => Some(*iterations),
            Count::Absent(_) => None,
        });
        // Where nothing is left there is nothing that the rest could be wrong by.
        let share = self.counts.values().filter_map(|count| match count {
            Count::Counted { value, windows, own, .. } if value > own => Some(windows / value),
            _ => None,
        });
        let counting_share = share.reduce(f64::max);
        let (amounts, skipped) = (self.amounts.clone(), self.skipped.clone());
        Some(Iterations { time: self.time(), amounts, counted, counting_share, skipped })
    }

    /// Whether it is a metric that only the program can tell.
    pub(super) fn tells(metric: &Metric) -> bool {
        matches!(
            metric.role,
            MetricRole::IterationTime
                | MetricRole::IterationCount
                | MetricRole::Allocations
                | MetricRole::AllocatedBytes
                | MetricRole::AllocatedPeak
        )
    }

    /// What was observed of `metric`; none where nothing was said of it.
    pub(super) fn observed(&self, metric: &Metric) -> Option<Observation> {
        if !Self::tells(metric) {
            return None;
        }
        if self.is_doubtful {
            let reason = "what the program said of its iterations contradicts itself, or is not \
                whole";
            return Some(Observation::unavailable(Cause::Implausible, reason));
        }
        if let Some(why) = &self.skipped {
            return Some(Observation::NotApplicable { reason: format!("skipped: {why}") });
        }
        let is_time = metric.role == MetricRole::IterationTime;
        match self.counts.get(metric.id.as_str()) {
            // A time follows from samples, or there is none.
            Some(Count::Counted { .. }) if is_time => {
                Some(Observation::unavailable(Cause::Implausible, "a time that was counted"))
            }
            Some(count) => Some(counted(metric, count)),
            None if is_time => Some(timed(metric, &self.time()?)),
            None => None,
        }
    }
}

fn timed(metric: &Metric, time: &IterationTime) -> Observation {
    if let Some(most) = time.at_most {
        let reason = format!("at most {most:.2} ns, not told apart from an empty loop");
        return Observation::unavailable(Cause::WindowTooShort, reason);
    }
    match Value::real(time.median) {
        Some(value) if metric.unit == Unit::NanosecondsPerIteration => {
            let source = format!("the program's clock '{}'", quoted(&time.clock));
            measured(metric, value, Quality::Exact, source)
        }
        _ => Observation::unavailable(Cause::Implausible, "it is not a time"),
    }
}

fn counted(metric: &Metric, count: &Count) -> Observation {
    let (iterations, value, own, times_ns) = match count {
        Count::Counted { iterations, value, own, times_ns, .. } => {
            (*iterations, *value, *own, *times_ns)
        }
        Count::Absent(absence) => return Observation::Unavailable(absence.clone()),
    };
    if own > value {
        let reason = format!("{own} are of the loop and of the counting itself, of {value} in all");
        return Observation::unavailable(Cause::WindowTooShort, reason);
    }
    let quality = match times_ns {
        None => Quality::Exact,
        Some((enabled_ns, running_ns)) => Quality::Estimated { enabled_ns, running_ns },
    };
    match Value::real((value - own) / iterations as f64) {
        Some(each) => {
            let less = if own > 0.0 { format!(", {own} less") } else { String::new() };
            let source = format!("counted in {iterations} iterations: {value}{less}");
            measured(metric, each, quality, source)
        }
        None => Observation::unavailable(Cause::Implausible, "it is not a number"),
    }
}

fn measured(metric: &Metric, value: Value, quality: Quality, source: String) -> Observation {
    let (unit, scope) = (metric.unit, metric.scope);
    Observation::Measured(Measured { value, unit, quality, scope, source })
}
