//! What a benchmark is called within its group.

use sealed::Sealed;
use std::fmt::Display;

/// What a benchmark is called within its group: a function, a parameter, or both.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BenchmarkId {
    function: Option<String>,
    parameter: Option<String>,
}

impl BenchmarkId {
    /// A function with a parameter.
    pub fn new<S: Into<String>, P: Display>(function_name: S, parameter: P) -> Self {
        let (function, parameter) = (Some(function_name.into()), Some(parameter.to_string()));
        Self { function, parameter }
    }

    /// A parameter, where the group has one function only.
    pub fn from_parameter<P: Display>(parameter: P) -> Self {
        Self { function: None, parameter: Some(parameter.to_string()) }
    }

    /// The whole, as criterion spells it: with `/` between its parts.
    pub(crate) fn within(&self, group: Option<&str>) -> String {
        let parts = [group, self.function.as_deref(), self.parameter.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join("/")
    }
}

mod sealed {
    /// What can be a [`BenchmarkId`](super::BenchmarkId).
    pub trait Sealed {}
}

/// What can be a [`BenchmarkId`]: one, or the name of a function.
pub trait IntoBenchmarkId: Sealed {
    /// The id.
    fn into_benchmark_id(self) -> BenchmarkId;
}

impl Sealed for BenchmarkId {}
impl<S: Into<String>> Sealed for S {}

impl IntoBenchmarkId for BenchmarkId {
    fn into_benchmark_id(self) -> BenchmarkId {
        self
    }
}

impl<S: Into<String>> IntoBenchmarkId for S {
    fn into_benchmark_id(self) -> BenchmarkId {
        BenchmarkId { function: Some(self.into()), parameter: None }
    }
}
