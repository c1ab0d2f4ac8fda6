//! What bracketing a program with counters costs: a session of ours, beside the system calls that
//! it is made of, and beside `perf stat`.

mod peer;
mod rounds;
mod seen;

pub(super) use rounds::run;

#[cfg(test)]
mod tests;
