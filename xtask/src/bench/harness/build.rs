//! What it costs to build a package that depends on a tool.

use super::tool::{FLOOR, Prepared};
use crate::bench::stat::Cost;
use std::path::Path;

/// What it costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Build {
    pub(super) elapsed_s: f64,
    pub(super) cpu_s: f64,
    /// Crates that are depended on, with those of theirs.
    pub(super) crates: usize,
}

/// Builds it from nothing, under the tiny parent; what it needs has been fetched.
pub(super) fn cold(prepared: &Prepared, repeat: &Path) -> Result<Build, String> {
    let package = prepared.package.as_ref().map_err(Clone::clone)?;
    let cost = Cost::of(repeat, 1, &package.cold_build(FLOOR)?)?;
    Ok(Build {
        elapsed_s: cost.elapsed_ns as f64 / 1e9,
        cpu_s: cost.cpu_us as f64 / 1e6,
        crates: package.crates()?,
    })
}
