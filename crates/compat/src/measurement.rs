//! What is measured: wall time.

use sealed::Sealed;
use std::time::Duration;

mod sealed {
    /// What is measured here.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be what is measured: time is, and what is counted is asked for \
                   on the command line",
        note = "`cargo bench -- --metrics perf.instructions`; `--list-metrics` names what there is"
    )]
    pub trait Sealed {}
}

/// What a benchmark measures. Functions that are written for any can be used with [`WallTime`].
pub trait Measurement: Sealed + 'static {
    /// A measured value.
    type Value: Into<Duration>;
}

/// The time that passes. The harness chooses the clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct WallTime;

impl Sealed for WallTime {}

impl Measurement for WallTime {
    type Value = Duration;
}
