//! Running the built command as a user would.

use crate::scratch::state_of;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The longest any single invocation may take: a hang is a failure, not a stuck build.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program under test, to be run in a directory.
#[derive(Clone, Debug)]
pub struct Tool {
    program: PathBuf,
    directory: PathBuf,
    environment: Vec<(String, String)>,
}

/// What an invocation came to.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its exit code; none when a signal ended it.
    pub code: Option<i32>,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

impl Tool {
    /// The program at `program`, run in `directory`, with a state directory beside it
    /// ([`state_of`]): never the one of whoever runs the tests.
    pub fn new(program: impl Into<PathBuf>, directory: &Path) -> Self {
        Self { program: program.into(), directory: directory.into(), environment: Vec::new() }
    }

    /// The same, with one more environment variable.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// A command to be adapted further before it is run.
    pub fn command<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(&self.program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("PROBITY_") {
                command.env_remove(name);
            }
        }
        command
            .args(arguments)
            .env("XDG_STATE_HOME", state_of(&self.directory))
            .envs(self.environment.iter().cloned())
            .current_dir(&self.directory)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs it to its end.
    ///
    /// # Panics
    /// Where it cannot be started, or does not end in two minutes.
    pub fn run<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Finished {
        match start(&mut self.command(arguments)) {
            Ok(child) => finish(child),
            Err(error) => panic!("cannot start {}: {error}", self.program.display()),
        }
    }
}

/// Starts a program that the test may have written itself. A child that another test creates at
/// that moment holds the file open for writing until its own exec, and such a file cannot be
/// executed.
fn start(command: &mut Command) -> std::io::Result<Child> {
    let began = Instant::now();
    loop {
        match command.spawn() {
            Err(error)
                if error.kind() == ErrorKind::ExecutableFileBusy && began.elapsed() < PATIENCE =>
            {
                std::thread::sleep(Duration::from_millis(2));
            }
            started => return started,
        }
    }
}

/// Waits for a child whose output is piped, and for the end of that output.
///
/// # Panics
/// Where it does not end in two minutes.
pub fn finish(mut child: Child) -> Finished {
    let collect = |pipe: Option<Box<dyn std::io::Read + Send>>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                let _ = pipe.read_to_end(&mut bytes);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let stdout = collect(child.stdout.take().map(|pipe| Box::new(pipe) as _));
    let stderr = collect(child.stderr.take().map(|pipe| Box::new(pipe) as _));
    let began = Instant::now();
    // A pipe that stays open belongs to a process left behind: a hang like any other.
    let is_over = |child: &mut Child| match child.try_wait() {
        Ok(status) => status.filter(|_| stdout.is_finished() && stderr.is_finished()),
        Err(error) => panic!("cannot wait: {error}"),
    };
    let status = loop {
        match is_over(&mut child) {
            Some(status) => break status,
            None if began.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(2)),
            None => {
                let _ = child.kill();
                panic!("still running, or its output still open, after {PATIENCE:?}");
            }
        }
    };
    Finished {
        code: status.code(),
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
    }
}
