//! What it costs a program to have its system calls counted, beside `strace -f -c` and `perf stat`.
//!
//! A tiny program makes many of the cheapest calls and tells how long they took. It does so alone,
//! in a counted run of ours and under the others, in interleaved rounds. What is compared is what a
//! call takes longer than alone.

mod comparison;
mod observer;

pub(crate) use comparison::run;

#[cfg(test)]
mod tests;
