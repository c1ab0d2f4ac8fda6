//! Commands that run around the measured ones.

use crate::Text;
use serde::{Deserialize, Serialize};

/// What `sh -c` runs around the runs of a case: never inside a window, and never measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Hooks {
    /// Before the first run of all (`--setup`); the setups of all cases come in their order, and
    /// those with the same text are one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<Text>,
    /// Before each run of the case, warm-up included (`--prepare`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prepare: Option<Text>,
    /// After each run of the case (`--conclude`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conclude: Option<Text>,
    /// After the last run of all (`--cleanup`); as for setups, equal texts are one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleanup: Option<Text>,
}

/// When a hook runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HookKind {
    /// Before the first run of all.
    Setup,
    /// Before a run.
    Prepare,
    /// After a run.
    Conclude,
    /// After the last run of all.
    Cleanup,
}

impl HookKind {
    /// All, in the order in which they come.
    pub const ALL: [Self; 4] = [Self::Setup, Self::Prepare, Self::Conclude, Self::Cleanup];

    /// The option that gives it.
    pub fn option(self) -> &'static str {
        match self {
            Self::Setup => "--setup",
            Self::Prepare => "--prepare",
            Self::Conclude => "--conclude",
            Self::Cleanup => "--cleanup",
        }
    }
}

impl Hooks {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The command of this kind.
    pub fn get(&self, kind: HookKind) -> Option<&Text> {
        match kind {
            HookKind::Setup => self.setup.as_ref(),
            HookKind::Prepare => self.prepare.as_ref(),
            HookKind::Conclude => self.conclude.as_ref(),
            HookKind::Cleanup => self.cleanup.as_ref(),
        }
    }

    /// The same hooks with other texts.
    #[must_use]
    pub fn map(&self, change: impl Fn(&Text) -> Text) -> Self {
        let [setup, prepare, conclude, cleanup] =
            HookKind::ALL.map(|kind| self.get(kind).map(&change));
        Self { setup, prepare, conclude, cleanup }
    }
}
