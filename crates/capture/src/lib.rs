//! Measures whole programs: launch, collect, drain.
