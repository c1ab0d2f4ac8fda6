//! Why a campaign could not be carried through.

use probity_capture::CaptureError;
use probity_evidence::{SealError, StagingError};
use probity_host::program::ResolveError;
use probity_model::{Exit, HookKind, Text};
use std::io;
use std::path::PathBuf;

/// Why a campaign could not be carried through. Programs have been ended; evidence that was
/// published before is untouched.
#[derive(Debug)]
pub enum CampaignError {
    /// A command names no program that could be started.
    Program {
        /// The command's name.
        name: String,
        /// The program that was looked for: the command's first word, or its shell.
        program: String,
        /// Why.
        error: ResolveError,
    },
    /// The launcher could not be started.
    Launcher(CaptureError),
    /// A run could not be made.
    Run {
        /// The command's name.
        name: String,
        /// Why.
        error: CaptureError,
        /// Where what was measured before is.
        kept: Option<PathBuf>,
    },
    /// There is no shell to run the hooks.
    Shell(ResolveError),
    /// A hook failed.
    Hook {
        /// Which, and how.
        failure: Box<HookFailure>,
        /// Where what was measured before is.
        kept: Option<PathBuf>,
    },
    /// Something about this process or directory could not be read.
    Environment(io::Error),
    /// The staging directory could not be made.
    Staging(StagingError),
    /// The place for a campaign that is not to be kept could not be made.
    Temporary(StagingError),
    /// A run could not be written; what was written before is kept.
    Record {
        /// Why.
        error: StagingError,
        /// Where what was measured so far is.
        kept: Option<PathBuf>,
    },
    /// More runs were asked for than evidence may hold.
    TooLarge {
        /// Blocks asked for.
        blocks: u64,
        /// About how many there is room for.
        room: u64,
    },
    /// The evidence could not be sealed.
    Seal(SealError),
    /// The user interrupted before the first judged run, or before each program was there that a
    /// prepare makes: nothing was kept.
    Interrupted,
}

impl CampaignError {
    fn kept(&self) -> Option<&PathBuf> {
        match self {
            Self::Run { kept, .. } | Self::Hook { kept, .. } | Self::Record { kept, .. } => {
                kept.as_ref()
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for CampaignError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Program { name, program, error } if name == program => {
                write!(f, "start '{name}': {error}")
            }
            Self::Program { name, program, error } => {
                write!(f, "start '{program}' of '{name}': {error}")
            }
            Self::Launcher(error) => error.fmt(f),
            Self::Run { name, error, .. } => write!(f, "run '{name}': failed to {error}"),
            Self::Shell(error) => write!(f, "start 'sh', which runs the hooks: {error}"),
            Self::Hook { failure, .. } => failure.fmt(f),
            Self::Environment(error) => write!(f, "prepare the campaign: {error}"),
            Self::Staging(error) | Self::Record { error, .. } => error.fmt(f),
            Self::Temporary(error) => {
                write!(f, "{error}; set TMPDIR to another directory, or give --out")
            }
            Self::Seal(error) => error.fmt(f),
            Self::TooLarge { blocks, room } => write!(
                f,
                "plan {blocks} blocks: evidence has room for about {room} of them; ask for fewer \
                 (--runs), or observe fewer metrics (--metrics); where programs mark \
                 thousands of windows, fewer of these"
            ),
            Self::Interrupted => {
                f.write_str("finish: interrupted before the first judged run; nothing was kept")
            }
        }?;
        match self.kept() {
            Some(kept) => write!(f, "; the runs before it are kept in {}", kept.display()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for CampaignError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Program { error, .. } | Self::Shell(error) => Some(error),
            Self::Hook { failure, .. } => Some(failure.as_ref()),
            Self::Launcher(error) | Self::Run { error, .. } => Some(error),
            Self::Environment(error) => Some(error),
            Self::Staging(error) | Self::Temporary(error) | Self::Record { error, .. } => {
                Some(error)
            }
            Self::Seal(error) => Some(error),
            Self::TooLarge { .. } | Self::Interrupted => None,
        }
    }
}

/// A hook that did not do its work.
#[derive(Debug)]
pub struct HookFailure {
    /// When it runs.
    pub kind: HookKind,
    /// The hook as it was given, or what stands for it where it is redacted.
    pub hook: String,
    /// The name of the command it was run for; none where it was run for all.
    pub name: Option<String>,
    /// What happened.
    pub cause: HookCause,
}

/// What happened to a hook.
#[derive(Debug)]
pub enum HookCause {
    /// It ended, and not with exit code 0.
    Ended {
        /// How.
        exit: Exit,
        /// The end of its standard error, where it was kept.
        stderr_tail: Option<Text>,
    },
    /// It could not be run.
    NotRun(CaptureError),
}

impl std::fmt::Display for HookFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { kind, hook, name, cause } = self;
        write!(f, "run {} '{hook}'", kind.option())?;
        if let Some(name) = name {
            write!(f, " for '{name}'")?;
        }
        f.write_str(": ")?;
        match cause {
            HookCause::Ended { exit, .. } => {
                write!(f, "it ended with {exit}; where that is no failure, append '|| true' to it")
            }
            HookCause::NotRun(error) => write!(f, "failed to {error}"),
        }
    }
}

impl std::error::Error for HookFailure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.cause {
            HookCause::Ended { .. } => None,
            HookCause::NotRun(error) => Some(error),
        }
    }
}
