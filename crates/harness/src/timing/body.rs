//! The measured code, as something that can be done so many times inside brackets.

use super::bracket::{Bracket, Sample, Stopwatch};
use super::clock::Clock;
use super::record::Shape;
use std::hint::black_box;

/// A way to call measured code. Each is compiled once for a clock and once for any other bracket.
pub(crate) trait Sampled {
    /// How its calls are bracketed.
    fn shape(&self) -> Shape;

    /// Calls the code so many times, all of them inside brackets.
    fn sample<B: Bracket + ?Sized>(&mut self, iterations: u64, bracket: &mut B);

    /// How many brackets so many calls are made in.
    fn brackets(&self, _iterations: u64) -> u64 {
        1
    }

    /// Whether something of each call is kept until the end of its bracket.
    fn keeps(&self) -> bool {
        false
    }

    /// How many threads do each of the iterations that a bracket is told of.
    fn threads(&self) -> u64 {
        1
    }

    /// Whether the code has failed and is not to be called again.
    fn is_failed(&self) -> bool {
        false
    }

    /// Calls the code so many times, with `clock` around it.
    fn timed(&mut self, clock: Clock, iterations: u64) -> Sample {
        let mut stopwatch = Stopwatch::new(clock);
        self.sample(iterations, &mut stopwatch);
        stopwatch.sample()
    }
}

/// The same for whoever does not know the code.
pub(crate) trait Body {
    /// How its calls are bracketed.
    fn shape(&self) -> Shape;

    /// How many brackets so many calls are made in.
    fn brackets(&self, iterations: u64) -> u64;

    /// Whether something of each call is kept until the end of its bracket.
    fn keeps(&self) -> bool;

    /// How many threads do each of the iterations that a bracket is told of.
    fn threads(&self) -> u64;

    /// A sample of so many calls.
    fn timed(&mut self, clock: Clock, iterations: u64) -> Sample;

    /// So many calls inside brackets; whether they all went well.
    fn bracketed(&mut self, iterations: u64, bracket: &mut dyn Bracket) -> bool;
}

impl<S: Sampled> Body for S {
    fn shape(&self) -> Shape {
        Sampled::shape(self)
    }

    fn brackets(&self, iterations: u64) -> u64 {
        Sampled::brackets(self, iterations)
    }

    fn keeps(&self) -> bool {
        Sampled::keeps(self)
    }

    fn threads(&self) -> u64 {
        Sampled::threads(self)
    }

    fn timed(&mut self, clock: Clock, iterations: u64) -> Sample {
        let sample = Sampled::timed(self, clock, iterations);
        if self.is_failed() { Sample::Failed } else { sample }
    }

    fn bracketed(&mut self, iterations: u64, bracket: &mut dyn Bracket) -> bool {
        self.sample(iterations, bracket);
        !self.is_failed()
    }
}

/// Code that is called in a plain loop. What it returns is kept from the optimiser and dropped.
pub(crate) struct Loop<F>(pub(crate) F);

impl<O, F: FnMut() -> O> Sampled for Loop<F> {
    fn shape(&self) -> Shape {
        Shape::Loop
    }

    #[inline(always)]
    fn sample<B: Bracket + ?Sized>(&mut self, iterations: u64, bracket: &mut B) {
        bracket.begin();
        for _ in 0..iterations {
            black_box((self.0)());
        }
        bracket.end(iterations);
    }
}
