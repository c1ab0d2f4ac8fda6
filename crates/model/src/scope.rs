//! Whose a number is.

use serde::{Deserialize, Serialize};

/// Every number says whose it is. Two numbers of different scope must never be added, subtracted
/// or compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// The measured window itself, from its release to its end.
    Window,
    /// One iteration of a benchmark: the code under measurement, without what surrounds it.
    Iteration,
    /// The process that was launched, and those of its descendants that were waited for.
    ProcessAndWaitedDescendants,
    /// The process that was launched, with all its threads and descendants, waited for or not.
    ProcessTree,
    /// The one largest process among the launched one and its waited-for descendants.
    LargestProcess,
    /// All threads of one process.
    Process,
    /// The first thread of a process only.
    MainThread,
    /// The thread that opens a window, and the threads and processes that it starts in it.
    ThreadTree,
    /// The control group that Probity runs in, with all that is in it: context, never an
    /// attribution.
    ControlGroup,
    /// The whole machine (or container): context, never an attribution.
    System,
}

impl Scope {
    /// The spelling in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Iteration => "iteration",
            Self::ProcessAndWaitedDescendants => "process_and_waited_descendants",
            Self::ProcessTree => "process_tree",
            Self::LargestProcess => "largest_process",
            Self::Process => "process",
            Self::MainThread => "main_thread",
            Self::ThreadTree => "thread_tree",
            Self::ControlGroup => "control_group",
            Self::System => "system",
        }
    }
}
