//! Leaving a body that is not to be measured.

use std::any::Any;

/// What a body is left with. It is of this module alone, so that no panic is taken for it.
struct Skip(String);

/// Leaves the body of a benchmark that is not to be measured here, and says why. Bodies with a
/// `Bencher` can [`Bencher::skip`](super::Bencher::skip) instead.
///
/// It unwinds as a panic does, without its message: values are dropped, and the harness catches it.
/// Where a build aborts on panics there is nothing to catch; its benchmarks cannot be left so.
pub fn skip(reason: impl Into<String>) -> ! {
    std::panic::resume_unwind(Box::new(Skip(reason.into())))
}

/// The reason, where a body was left by [`skip`]; none where it panicked.
pub fn skipped(payload: &(dyn Any + Send)) -> Option<&str> {
    payload.downcast_ref::<Skip>().map(|skip| skip.0.as_str())
}
