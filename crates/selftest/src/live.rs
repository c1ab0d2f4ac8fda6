//! The machine we run on, and this program again as the program of known work.

use crate::{Bench, Observations, Station, Work};
use probity_capture::{Capture, Target};
use probity_host::launch::LauncherCommand;
use probity_model::{Absence, Cause, ErrorOutput, Exit, Output, Pass, Streams};
use probity_sources::{Context, Selection, Session, SubjectKind};
use std::ffi::OsString;
use std::hint::black_box;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// The distance between two places of memory, in bytes: that of the usual large pages.
const STRIDE: usize = 2 << 20;

/// The bench of a real machine. The running program has to call [`Work::perform`] where it is
/// started with the arguments of [`Work::arguments`], and to serve as the launcher.
pub struct Live {
    context: Context,
    launcher: LauncherCommand,
}

impl Live {
    /// On the machine of `context`; `launcher` says how the launcher is started.
    pub fn new(context: Context, launcher: LauncherCommand) -> Self {
        Self { context, launcher }
    }
}

impl Bench for Live {
    fn context(&self) -> &Context {
        &self.context
    }

    fn station(&self, selection: &Selection) -> Result<Box<dyn Station + '_>, Absence> {
        let path = std::env::current_exe().map_err(|error| {
            Absence::new(Cause::Lost, format!("this program's own file cannot be found: {error}"))
        })?;
        let open = |selection| Session::open(&self.context, SubjectKind::Child, selection);
        let (timed, counted) = (open(&selection.timed()), open(selection));
        let environment = std::env::vars_os().map(|(name, value)| {
            [name, OsString::from("="), value].into_iter().flat_map(OsString::into_vec).collect()
        });
        let capture = Capture::open(&self.launcher, timed, Some(counted), environment.collect());
        Ok(Box::new(Programs { capture: capture.map_err(|error| unmeasured(&error))?, path }))
    }

    fn perform(&self, work: Work) {
        // On the first thread nothing can fail.
        let _ = work.perform();
    }

    fn touch(&self, places: usize) {
        // So large that no allocator has it lying about: its pages are fresh.
        let mut memory = vec![0_u8; places * STRIDE];
        memory.iter_mut().step_by(STRIDE).for_each(|byte| *byte = 1);
        drop(black_box(memory));
    }
}

fn unmeasured(error: &dyn std::fmt::Display) -> Absence {
    Absence::new(Cause::Lost, format!("no program could be measured: failed to {error}"))
}

/// Runs of this program as a program of known work.
struct Programs {
    capture: Capture,
    path: PathBuf,
}

impl Station for Programs {
    fn observe(&mut self, work: Work) -> Result<Observations, Absence> {
        let name = self.path.clone().into_os_string();
        let arguments = std::iter::once(name).chain(work.arguments());
        let target = Target {
            path: self.path.clone(),
            arguments: arguments.map(OsString::into_vec).collect(),
            streams: Streams { input: None, output: Output::Null, error: ErrorOutput::Captured },
        };
        let run = self.capture.run(&target, Pass::Counted, &[], None);
        let run = run.map_err(|error| unmeasured(&error))?;
        match run.exit {
            Exit::Code(0) => Ok(run.observations),
            exit => {
                let said = run.stderr_tail.map(|tail| tail.0).unwrap_or_default();
                let said = String::from_utf8_lossy(&said);
                let reason = format!("the program of known work failed ({exit:?}): {said}");
                Err(Absence::new(Cause::Lost, reason.trim_end_matches([' ', ':', '\n'])))
            }
        }
    }
}
