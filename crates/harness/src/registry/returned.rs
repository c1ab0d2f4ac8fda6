//! What a function with a bencher returns.

use crate::bencher::Measured;
use std::fmt::Display;

/// What may be returned: nothing, what was measured, or a `Result` of these.
#[diagnostic::on_unimplemented(
    message = "a benchmark that takes a bencher cannot return `{Self}`",
    note = "it returns nothing, `Measured`, or a `Result` of these whose error can be displayed"
)]
pub trait Returned {
    /// Whether it went well, and what went wrong.
    fn settle(self) -> Result<(), String>;
}

impl Returned for () {
    fn settle(self) -> Result<(), String> {
        Ok(())
    }
}

impl Returned for Measured {
    fn settle(self) -> Result<(), String> {
        Ok(())
    }
}

impl<E: Display> Returned for Result<(), E> {
    fn settle(self) -> Result<(), String> {
        self.map_err(|error| told(&error))
    }
}

impl<E: Display> Returned for Result<Measured, E> {
    fn settle(self) -> Result<(), String> {
        self.map(|_| ()).map_err(|error| told(&error))
    }
}

/// The error in its long form: some kinds of error show their causes only there.
fn told(error: &impl Display) -> String {
    format!("{error:#}")
}
