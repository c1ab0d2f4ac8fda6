//! Known work, in words that a process can be started with.

use probity_sys::work::{call_getpid, spin};
use std::ffi::OsString;
use std::io;
use std::process::Command;
use std::thread;

/// Started with this argument first, this program does the work that the others say.
pub const WORK_ARGUMENT: &str = "__known-work";

/// What is done, and who does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// So many `getpid` system calls.
    pub calls: u64,
    /// So many steps of a loop; see [`spin`].
    pub steps: u64,
    /// Who.
    pub place: Place,
}

/// Who does the work. Whoever it is, a program does nothing else but wait for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The first thread.
    Main,
    /// A second thread.
    Worker,
    /// A child, which is waited for.
    Child,
}

impl Place {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Main, Self::Worker, Self::Child];

    /// Its word among the arguments, and for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Main => "main thread",
            Self::Worker => "worker thread",
            Self::Child => "child process",
        }
    }
}

impl Work {
    /// None, on the first thread.
    pub const NONE: Self = Self { calls: 0, steps: 0, place: Place::Main };

    /// So many calls, on the first thread.
    pub fn calls(calls: u64) -> Self {
        Self { calls, ..Self::NONE }
    }

    /// So many steps, on the first thread.
    pub fn steps(steps: u64) -> Self {
        Self { steps, ..Self::NONE }
    }

    /// What a program is started with to do it, [`WORK_ARGUMENT`] first.
    pub fn arguments(self) -> Vec<OsString> {
        let Self { calls, steps, place } = self;
        let words = [WORK_ARGUMENT.to_owned(), place.name().to_owned(), calls.to_string()];
        words.into_iter().chain([steps.to_string()]).map(OsString::from).collect()
    }

    /// The work that arguments ask for; `None` where they are not those of [`Work::arguments`].
    pub fn parse(arguments: &[OsString]) -> Option<Self> {
        let [first, place, calls, steps] = arguments else { return None };
        let number = |word: &OsString| word.to_str()?.parse().ok();
        let place = Place::ALL.into_iter().find(|known| place.to_str() == Some(known.name()))?;
        (first == WORK_ARGUMENT).then_some(())?;
        Some(Self { calls: number(calls)?, steps: number(steps)?, place })
    }

    /// Does it; a child is this program again.
    ///
    /// # Errors
    /// Where a thread or a child cannot be had, or the child failed.
    pub fn perform(self) -> io::Result<()> {
        match self.place {
            Place::Main => {
                spin(self.steps);
                call_getpid(self.calls);
                Ok(())
            }
            Place::Worker => {
                let same = Self { place: Place::Main, ..self };
                let worker = thread::Builder::new().spawn(move || same.perform())?;
                worker.join().unwrap_or_else(|_| Err(io::Error::other("the thread panicked")))
            }
            Place::Child => {
                let same = Self { place: Place::Main, ..self };
                let ended =
                    Command::new(std::env::current_exe()?).args(same.arguments()).status()?;
                match ended.success() {
                    true => Ok(()),
                    false => Err(io::Error::other(format!("the child failed: {ended}"))),
                }
            }
        }
    }
}
