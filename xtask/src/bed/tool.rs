//! What must be installed here to make a bed.

use super::Machine;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs for every bed, and Debian's packages that have them.
const TOOLS: [(&str, &str); 8] = [
    ("apt-get", "apt"),
    ("cpio", "cpio"),
    ("depmod", "kmod"),
    ("dpkg-deb", "dpkg"),
    ("mke2fs", "e2fsprogs"),
    ("xz", "xz-utils"),
    ("rustc", "rustc"),
    ("setpriv", "util-linux"),
];

/// Whether everything is there.
///
/// # Errors
/// With what to install.
pub(super) fn check(machine: Machine) -> Result<(), String> {
    let missing = TOOLS.into_iter().chain(machine.tools()).filter(|(name, _)| find(name).is_none());
    let (names, packages): (Vec<&str>, Vec<&str>) = missing.unzip();
    if !names.is_empty() {
        let (names, packages) = (names.join(", "), packages.join(" "));
        return Err(format!("find {names}: install the Debian packages {packages}"));
    }
    let target = machine.target();
    match library(target)? {
        library if library.is_dir() => Ok(()),
        _ => Err(format!(
            "find Rust's standard library for {target}: `rustup target add {target}` installs it"
        )),
    }
}

/// Where Rust keeps the standard library for `target`.
fn library(target: &str) -> Result<PathBuf, String> {
    let root = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    Ok(Path::new(root.trim()).join("lib/rustlib").join(target).join("lib"))
}

/// A program, looked for where root's are too: they need not be in the path of others.
fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/sbin", "/sbin"].map(PathBuf::from);
    let mut folders = std::env::split_paths(&path).chain(more);
    folders.find_map(|folder| Some(folder.join(name)).filter(|file| file.is_file()))
}

/// A command that runs the program `name`.
pub(super) fn command(name: &str) -> Command {
    Command::new(find(name).unwrap_or_else(|| name.into()))
}

/// Runs it; what it prints.
///
/// # Errors
/// When it cannot be run or fails, with what it says.
pub(super) fn output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("run {name}: {error}"))?;
    if !output.status.success() {
        let told = String::from_utf8_lossy(&output.stderr);
        let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
        let line = arguments.join(" ");
        return Err(format!("run {name} {line}: {}: {}", output.status, told.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
