//! What a worker is told by its environment.

/// The variable that says what a run is for; see `probity_campaign::Telling`.
pub(crate) const ROLE_VARIABLE: &str = "PROBITY_BENCH_ROLE";
/// The variable of no meaning that shifts the stack.
pub(crate) const SHIFT_VARIABLE: &str = "PROBITY_BENCH_SHIFT";
