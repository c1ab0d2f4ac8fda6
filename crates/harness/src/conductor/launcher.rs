//! The launcher process: this executable again, started by itself.

use crate::entry;
use probity_host::launch::{LAUNCHER_ARGUMENT, serve};
use probity_report::ExitCode;
use std::ffi::OsStr;
use std::io;
use std::os::fd::AsFd;

/// Serves orders on standard input where this process was started to be the launcher.
pub(crate) fn launcher(first: Option<&OsStr>) -> Option<ExitCode> {
    if first != Some(OsStr::new(LAUNCHER_ARGUMENT)) {
        return None;
    }
    let served = io::stdin().as_fd().try_clone_to_owned().and_then(serve);
    Some(match served {
        Ok(()) => ExitCode::Ok,
        Err(error) => entry::failed(&format!("serve as launcher: {error}")),
    })
}
