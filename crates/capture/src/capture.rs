//! The launcher and the sessions, and one run after another.

use crate::environment::Environment;
use crate::streams::{self, Opened};
use crate::{CaptureError, Captured, Target};
use probity_host::launch::{Drain, Launcher, LauncherCommand, Order, Pipes, Program};
use probity_model::{Cause, Exit, Observation, Pass, Text};
use probity_sources::{Selection, Session, Span, Subject};
use probity_sys::signal::Interrupts;
use probity_sys::wait::Ended;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;

/// Everything that stays open from run to run.
pub struct Capture {
    pub(crate) launcher: Launcher,
    timed: Session,
    counted: Option<Session>,
    pub(crate) environment: Environment,
    /// Where the processes that setups left write their errors.
    pub(crate) logs: Vec<File>,
}

impl Capture {
    /// Starts the launcher. The sessions must be open for launched programs: `timed` for what every
    /// run observes, `counted` for what counted runs do, where there are any. `environment` is what
    /// the programs get, `NAME=value` each.
    ///
    /// # Errors
    /// [`CaptureError::Launch`].
    pub fn open(
        command: &LauncherCommand,
        timed: Session,
        counted: Option<Session>,
        environment: Vec<Vec<u8>>,
    ) -> Result<Self, CaptureError> {
        let launcher = Launcher::start(command).map_err(CaptureError::Launch)?;
        let environment = Environment::new(environment);
        Ok(Self { launcher, timed, counted, environment, logs: Vec::new() })
    }

    /// What creating programs costs them more than it need, where it does: a lower-case fragment.
    pub fn burden(&self) -> Option<String> {
        let why = self.launcher.burden()?;
        Some(format!(
            "programs are created from the launcher, which costs each some 70 µs and sets a floor \
             of 0.6 MB to peak RSS: the smaller creator cannot be executed ({why})"
        ))
    }

    /// Why programs cannot say anything of themselves, where they cannot: a lower-case fragment.
    pub fn muteness(&self) -> Option<String> {
        self.environment.muteness()
    }

    /// Which part the counted runs from now on observe of what cannot be counted at once, and of
    /// which program; see [`Session::take_turn`] and [`Session::be_of`].
    pub fn take_turn(&mut self, turn: u64, program: u64) {
        if let Some(counted) = &mut self.counted {
            counted.take_turn(turn);
            counted.be_of(program);
        }
    }

    /// Runs `target` once, observing what runs of `pass` do; `own` are variables of this run alone,
    /// `NAME=value` each. Nothing we do falls into the measured
    /// window but waking up for a pipe of the program that fills.
    ///
    /// # Errors
    /// See [`CaptureError`]; the program has been ended then.
    pub fn run(
        &mut self,
        target: &Target,
        pass: Pass,
        own: &[Vec<u8>],
        interrupts: Option<&Interrupts>,
    ) -> Result<Captured, CaptureError> {
        self.forget_logs();
        let session = match (pass, &self.counted) {
            (Pass::Every, _) => &self.timed,
            (Pass::Counted, Some(counted)) => counted,
            (Pass::Counted, None) => unreachable!("counted runs are planned with a session"),
        };
        let (environment, nonce) = self.environment.next(own);
        let Opened { standard, mut error, mut output, mut listener } =
            streams::open(&target.streams, nonce.is_some())?;
        let order = Order {
            path: target.path.as_os_str().as_bytes(),
            arguments: &target.arguments,
            environment,
        };
        let mut program = self.launcher.create(&order, standard).map_err(CaptureError::Launch)?;
        let pid = program.pid();
        let subject = Subject::Child { pid };
        let window = session.start(subject, Some(program.baseline()));
        let start = program.release(interrupts).map_err(CaptureError::Launch)?;
        let pipes =
            Pipes { drains: [error.as_mut(), output.as_mut()], listener: listener.as_mut() };
        let ending = program.wait(pipes, interrupts).map_err(CaptureError::Launch)?;
        let process = program.incarnation();
        let mut exit = None;
        let mut observations = session
            .stop(window, Span { start, end: ending.at }, || reap(&mut program, &mut exit))
            .map_err(CaptureError::Reap)?;
        let exit = exit.ok_or_else(|| CaptureError::Reap(std::io::ErrorKind::NotFound.into()))?;
        if ending.missed {
            observations.insert(Selection::elapsed(), stopped());
        }
        let leftovers = program.end_leftovers().map_err(CaptureError::Reap)?;
        let said = listener.zip(nonce);
        let (tail, stderr_bytes) = error.map(Drain::into_tail).unzip();
        Ok(Captured {
            exit,
            process,
            observations,
            stderr_tail: tail.map(Text),
            stderr_bytes,
            transcript: said.and_then(|(listener, nonce)| listener.into_transcript(nonce)),
            leftovers,
            interrupted: ending.interrupted,
        })
    }
}

fn stopped() -> Observation {
    Observation::unavailable(Cause::Lost, "Probity itself was stopped during this run (Ctrl-Z)")
}

fn reap(
    program: &mut Program<'_>,
    exit: &mut Option<Exit>,
) -> std::io::Result<probity_sys::usage::Usage> {
    let (ended, usage) = program.reap()?;
    *exit = Some(exit_of(ended));
    Ok(usage)
}

/// How a process ended, in the words of documents.
pub(crate) fn exit_of(ended: Ended) -> Exit {
    match ended {
        Ended::Exited(code) => Exit::Code(code),
        Ended::Signalled { signal, .. } => Exit::Signal(signal),
    }
}
