//! What the marker costs a program that links it: nothing where nobody measures, little where
//! somebody does, and a tally little more than reading its clock.

mod measured;
mod reader;
mod rounds;

pub(super) use rounds::run;

#[cfg(test)]
mod tests;
