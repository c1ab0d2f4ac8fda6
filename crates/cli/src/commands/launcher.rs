//! The launcher process: this program again, started by itself.

use probity_host::launch::{LAUNCHER_ARGUMENT, serve};
use probity_report::ExitCode;
use std::io;
use std::os::fd::AsFd;

/// Whether this process was started to be the launcher.
pub(crate) fn is_asked_for() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| argument == LAUNCHER_ARGUMENT)
}

/// Serves orders on standard input, which is a socket, until the other end is gone.
pub(crate) fn run() -> ExitCode {
    match io::stdin().as_fd().try_clone_to_owned().and_then(serve) {
        Ok(()) => ExitCode::Ok,
        Err(error) => {
            crate::console::say(&format!("probity: the launcher failed: {error}"));
            ExitCode::Failed
        }
    }
}
