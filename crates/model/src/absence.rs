//! Why a value could not be had.

use serde::{Deserialize, Serialize};

/// The closed list of reasons for an absence. What a user can do about it depends on the cause, so
/// each errno, missing file and refused permission is mapped to the right one where it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// This operating system has no such thing, or we have no body for it there.
    WrongOs,
    /// The hardware, or the virtual machine's share of it, lacks it.
    NoHardware,
    /// The kernel was built or booted without it, or is too old.
    NoKernelSupport,
    /// A permission check refused it; the gate is named.
    Denied,
    /// Somebody else holds it.
    Busy,
    /// Nobody asked for it in this run.
    NotRequested,
    /// It was opened, but never got onto the hardware.
    NeverScheduled,
    /// The measured window was too short for a sound value.
    WindowTooShort,
    /// An outside tool it needs is not installed.
    ToolMissing,
    /// We know how, but have not built it.
    NotImplemented,
    /// It was measured and part of it was lost.
    Lost,
    /// The reading contradicts itself or what is possible.
    Implausible,
    /// A statistic needs more samples than there are.
    TooFew,
    /// The run or the campaign ended before it could be had.
    Interrupted,
}

impl Cause {
    /// The spelling in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::WrongOs => "wrong_os",
            Self::NoHardware => "no_hardware",
            Self::NoKernelSupport => "no_kernel_support",
            Self::Denied => "denied",
            Self::Busy => "busy",
            Self::NotRequested => "not_requested",
            Self::NeverScheduled => "never_scheduled",
            Self::WindowTooShort => "window_too_short",
            Self::ToolMissing => "tool_missing",
            Self::NotImplemented => "not_implemented",
            Self::Lost => "lost",
            Self::Implausible => "implausible",
            Self::TooFew => "too_few",
            Self::Interrupted => "interrupted",
        }
    }
}

/// A value that could not be had: never a number, always with a reason.
///
/// `reason` and `remedy` are lower-case fragments without a full stop, so that they read on after
/// "unavailable:" and "try:".
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Absence {
    /// Which kind of "cannot".
    pub cause: Cause,
    /// What exactly stood in the way, naming the file, call or limit.
    pub reason: String,
    /// The permission check that refused, when the cause is `denied`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gate: Option<String>,
    /// What the user can do about it, when something is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

impl Absence {
    /// An absence without a known remedy.
    pub fn new(cause: Cause, reason: impl Into<String>) -> Self {
        Self { cause, reason: reason.into(), gate: None, remedy: None }
    }

    /// The same absence, with what can be done about it.
    #[must_use]
    pub fn with_remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// The same absence, with the permission check that refused.
    #[must_use]
    pub fn with_gate(mut self, gate: impl Into<String>) -> Self {
        self.gate = Some(gate.into());
        self
    }
}

impl std::fmt::Display for Absence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.reason)
    }
}
