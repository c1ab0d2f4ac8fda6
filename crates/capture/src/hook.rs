//! Running what runs around the measured programs.

use crate::capture::exit_of;
use crate::{Capture, CaptureError, streams};
use probity_host::launch::{Order, Pipes, Standard, Tenure};
use probity_model::{Exit, Leftover, Text};
use probity_sys::file::in_memory;
use probity_sys::signal::Interrupts;
use std::fs::File;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// How much of the end of standard error is kept.
const TAIL: u64 = 4096;

/// A hook about to run.
#[derive(Clone, Copy, Debug)]
pub struct Hook<'a> {
    /// The file of the shell.
    pub shell: &'a Path,
    /// What it is to obey.
    pub command: &'a [u8],
    /// The value of `PROBITY_ITERATION` and `HYPERFINE_ITERATION`, where it has one.
    pub iteration: Option<u64>,
    /// Whether its output and error are our own; otherwise the end of its error is kept.
    pub is_shown: bool,
    /// How long what it leaves running may live; not at all where there is none.
    pub leaves: Option<Tenure>,
}

/// A hook that has ended.
#[derive(Clone, Debug)]
pub struct HookEnd {
    /// How.
    pub exit: Exit,
    /// The end of its standard error, where there is any and it was not shown.
    pub stderr_tail: Option<Text>,
    /// What it left running and must not; ended by now.
    pub leftovers: Vec<Leftover>,
    /// Whether it was ended because the user interrupted us.
    pub interrupted: bool,
}

impl Capture {
    /// Runs a hook to its end, outside all windows. The programs' environment is its own, and
    /// `PROBITY_ITERATION` and `HYPERFINE_ITERATION` where it has one.
    ///
    /// # Errors
    /// See [`CaptureError`]; it has been ended then.
    pub fn hook(
        &mut self,
        hook: &Hook<'_>,
        interrupts: Option<&Interrupts>,
    ) -> Result<HookEnd, CaptureError> {
        // No pipe: what a hook leaves would die of writing to it once nobody reads. Where such a
        // file cannot be had nothing is kept of its error.
        let log = if hook.is_shown { None } else { in_memory().ok() };
        let standard = standard(hook, log.as_ref())?;
        let arguments = [b"sh".to_vec(), b"-c".to_vec(), hook.command.to_vec()];
        let mut environment = self.environment.base().to_vec();
        if let Some(iteration) = hook.iteration {
            // The second one is for the scripts of people who come from hyperfine.
            for name in ["PROBITY_ITERATION=", "HYPERFINE_ITERATION="] {
                environment.retain(|variable| !variable.starts_with(name.as_bytes()));
                environment.push(format!("{name}{iteration}").into_bytes());
            }
        }
        let order = Order {
            path: hook.shell.as_os_str().as_bytes(),
            arguments: &arguments,
            environment: &environment,
        };
        let mut program = self.launcher.create(&order, standard).map_err(CaptureError::Launch)?;
        program.release(interrupts).map_err(CaptureError::Launch)?;
        let ending = program.wait(Pipes::default(), interrupts).map_err(CaptureError::Launch)?;
        let (ended, _) = program.reap().map_err(CaptureError::Reap)?;
        let leftovers = match hook.leaves {
            Some(tenure) => program.keep_leftovers(tenure).map(|()| Vec::new()),
            None => program.end_leftovers(),
        };
        let leftovers = leftovers.map_err(CaptureError::Reap)?;
        let stderr_tail = log.as_ref().and_then(tail);
        if hook.leaves == Some(Tenure::Campaign) {
            self.logs.extend(log);
        }
        let (exit, interrupted) = (exit_of(ended), ending.interrupted);
        Ok(HookEnd { exit, stderr_tail, leftovers, interrupted })
    }

    /// Ends what hooks left and was to live for so long, and says what it was.
    ///
    /// # Errors
    /// [`CaptureError::Reap`].
    pub fn end_kept(&mut self, tenure: Tenure) -> Result<Vec<Leftover>, CaptureError> {
        self.launcher.end_kept(tenure).map_err(CaptureError::Reap)
    }

    /// Forgets what the processes of setups wrote to their standard error: they may write as long
    /// as the campaign lasts, and it would take ever more memory.
    pub(crate) fn forget_logs(&self) {
        for log in &self.logs {
            // One that cannot be emptied just grows.
            let _ = log.set_len(0);
        }
    }
}

fn standard(hook: &Hook<'_>, log: Option<&File>) -> Result<Standard, CaptureError> {
    let input = streams::null(streams::INPUT)?;
    let (output, error) = if hook.is_shown {
        (streams::own_output()?, streams::own_error()?)
    } else {
        let error = match log.map(File::try_clone) {
            Some(Ok(log)) => OwnedFd::from(log),
            Some(Err(_)) | None => streams::null(streams::ERROR)?,
        };
        (streams::null(streams::OUTPUT)?, error)
    };
    Ok(Standard { input, output, error, speech: None })
}

/// The last bytes of what was written.
fn tail(log: &File) -> Option<Text> {
    let length = log.metadata().ok()?.len();
    let mut bytes = vec![0; usize::try_from(length.min(TAIL)).ok()?];
    log.read_exact_at(&mut bytes, length - length.min(TAIL)).ok()?;
    (!bytes.is_empty()).then(|| Text::new(bytes))
}
