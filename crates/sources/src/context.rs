//! Where and of whom is measured.

use probity_host::root::Root;
use probity_model::Nanoseconds;
use probity_sys::kernel::{Kernel, Live};
use std::sync::Arc;

/// The machine that is read: its files and its calls, live or emulated. Cheap to clone.
#[derive(Clone)]
pub struct Context {
    /// Where its files are.
    pub root: Arc<Root>,
    /// Its calls and clocks.
    pub kernel: Arc<dyn Kernel>,
}

impl Context {
    /// The machine we run on.
    pub fn live() -> Self {
        Self::of(Root::live(), Live)
    }

    /// Any machine.
    pub fn of(root: Root, kernel: impl Kernel + 'static) -> Self {
        Self { root: Arc::new(root), kernel: Arc::new(kernel) }
    }
}

/// What kind of thing a session brackets. It decides scopes and what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// Programs that were launched: from the barrier before exec to the zombie and its reaping.
    Child,
    /// Windows inside this process.
    ThisProcess,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A launched program, our child.
    Child {
        /// Its process id; it stays ours until it is reaped.
        pid: u32,
    },
    /// This process.
    ThisProcess,
}

impl Subject {
    /// What kind it is.
    pub fn kind(self) -> SubjectKind {
        match self {
            Self::Child { .. } => SubjectKind::Child,
            Self::ThisProcess => SubjectKind::ThisProcess,
        }
    }

    /// The process to look up; `None` is ourselves.
    pub(crate) fn pid(self) -> Option<u32> {
        match self {
            Self::Child { pid } => Some(pid),
            Self::ThisProcess => None,
        }
    }
}

/// A window on the monotonic clock, as whoever released and awaited the program has taken it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Just before the program was released.
    pub start: Nanoseconds,
    /// Just after it was seen to have ended.
    pub end: Nanoseconds,
}
