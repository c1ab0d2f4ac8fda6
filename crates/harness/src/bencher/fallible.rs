//! Code that may fail.

use crate::timing::{Bracket, Sampled, Shape};
use std::fmt::Debug;
use std::hint::black_box;

/// Code that is called in a loop until it fails.
pub(super) struct Fallible<F> {
    routine: F,
    /// What it failed with.
    pub(super) failure: Option<String>,
}

impl<F> Fallible<F> {
    /// Code that has not failed yet.
    pub(super) fn new(routine: F) -> Self {
        Self { routine, failure: None }
    }
}

impl<O, E: Debug, F: FnMut() -> Result<O, E>> Sampled for Fallible<F> {
    fn shape(&self) -> Shape {
        Shape::Loop
    }

    #[inline(always)]
    fn sample<B: Bracket + ?Sized>(&mut self, iterations: u64, bracket: &mut B) {
        bracket.begin();
        for _ in 0..iterations {
            if let Err(error) = black_box((self.routine)()) {
                self.failure = Some(format!("{error:?}"));
                break;
            }
        }
        bracket.end(iterations);
    }

    fn is_failed(&self) -> bool {
        self.failure.is_some()
    }
}
