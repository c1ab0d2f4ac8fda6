//! Samples of costs: how many calls make one, and what they come to.

use probity_model::{Absence, Cause, Cost, Fact};
use probity_stats::Ordered;

/// How many samples of each cost: the more, the surer; an odd number has a middle.
pub(super) const SAMPLES: usize = 31;
/// How long one sample is to take, in nanoseconds: a thousand times the step of most clocks.
const LONG_ENOUGH_NS: u64 = 50_000;
/// How many calls a sample makes at most.
const MOST_TIMES: u64 = 1 << 20;

/// One sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Taken {
    /// How long all of it took.
    pub(super) elapsed_ns: u64,
    /// What it came to; nothing where there was nothing to be seen yet.
    pub(super) value_ns: Option<f64>,
}

/// Does something so many times.
pub(super) type Take<'k> = Box<dyn FnMut(u64) -> Result<Taken, Absence> + 'k>;

/// One cost that is being measured.
pub(super) struct Sampled<'k> {
    what: String,
    state: Result<(Take<'k>, u64), Absence>,
    values: Vec<f64>,
}

impl<'k> Sampled<'k> {
    /// Finds out how many times make a sample.
    pub(super) fn new(what: String, take: Result<Take<'k>, Absence>) -> Self {
        let state = take.and_then(|mut take| {
            let times = enough(&mut take)?;
            Ok((take, times))
        });
        Self { what, state, values: Vec::with_capacity(SAMPLES) }
    }

    /// One that cannot be had.
    pub(super) fn absent(absence: Absence) -> Self {
        Self { what: String::new(), state: Err(absence), values: Vec::new() }
    }

    /// Takes one sample more, unless there is a reason already why there is none.
    pub(super) fn sample(&mut self) {
        let Ok((take, times)) = &mut self.state else { return };
        match take(*times).and_then(|taken| taken.value_ns.ok_or_else(still)) {
            Ok(value) => self.values.push(value),
            Err(absence) => self.state = Err(absence),
        }
    }

    /// What the samples come to.
    pub(super) fn cost(self) -> Fact<Cost> {
        let times = match self.state {
            Ok((_, times)) => times,
            Err(absence) => return Fact::Unavailable(absence),
        };
        let cost = Ordered::reals(self.values).and_then(|values| {
            Some(Cost {
                what: self.what,
                median_ns: values.median()?,
                mad_ns: values.mad()?,
                min_ns: values.min()?,
                n: values.n(),
                times,
            })
        });
        cost.map_or_else(|| Fact::Unavailable(still()), Fact::known)
    }
}

/// So many times that a sample takes long enough; warms up what is timed as well.
fn enough(take: &mut Take<'_>) -> Result<u64, Absence> {
    let mut times = 1;
    loop {
        let taken = take(times)?;
        if taken.elapsed_ns >= LONG_ENOUGH_NS && taken.value_ns.is_some() {
            return Ok(times);
        }
        if times >= MOST_TIMES {
            return Err(still());
        }
        times *= 2;
    }
}

fn still() -> Absence {
    Absence::new(Cause::Implausible, "the monotonic clock stood still while it was measured")
}
