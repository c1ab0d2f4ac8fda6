//! Packages of the guest's architecture, fetched by this machine's apt from where it is told to
//! fetch from. Nothing is installed here, and apt's own state is left alone: it gets one of ours,
//! in which no package is installed, so that whatever is needed comes along.

use super::tool::{command, output};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder with apt's state for one architecture.
pub(super) struct Packages {
    folder: PathBuf,
    architecture: &'static str,
}

impl Packages {
    /// Makes the folder.
    pub(super) fn new(folder: &Path, architecture: &'static str) -> Result<Self, String> {
        for part in ["state/lists/partial", "cache/archives/partial"] {
            let part = folder.join(part);
            fs::create_dir_all(&part).map_err(|e| format!("create {}: {e}", part.display()))?;
        }
        let status = folder.join("status");
        fs::write(&status, "").map_err(|e| format!("write {}: {e}", status.display()))?;
        Ok(Self { folder: folder.to_path_buf(), architecture })
    }

    /// Fetches packages and all they depend on; their files.
    pub(super) fn fetch(&self, names: &[String]) -> Result<Vec<PathBuf>, String> {
        // A list that cannot be had, of a repository that has nothing for this architecture, is no
        // failure yet: whether the packages can be had shows in the next step.
        let updated = self.apt(&["update"]);
        let mut install = vec!["--yes", "--download-only", "install"];
        install.extend(names.iter().map(String::as_str));
        self.apt(&install).map_err(|error| match updated {
            Ok(_) => error,
            Err(before) => format!("{error}, after having failed to {before}"),
        })?;
        let archives = self.folder.join("cache/archives");
        let entries = fs::read_dir(&archives).map_err(|e| format!("list packages: {e}"))?;
        let files = entries.flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|end| end == "deb")).collect();
        files.sort();
        Ok(files)
    }

    fn apt(&self, arguments: &[&str]) -> Result<String, String> {
        let folder = self.folder.display();
        let settings = [
            format!("APT::Architecture={}", self.architecture),
            format!("APT::Architectures::={}", self.architecture),
            "APT::Install-Recommends=false".to_owned(),
            format!("Dir::State={folder}/state"),
            format!("Dir::State::status={folder}/status"),
            format!("Dir::Cache={folder}/cache"),
            "Acquire::Languages=none".to_owned(),
            "Debug::NoLocking=true".to_owned(),
        ];
        let mut apt = command("apt-get");
        apt.arg("--quiet");
        for setting in settings {
            apt.arg("-o").arg(setting);
        }
        // Run as root it would fetch as a user that cannot reach the folder; an empty value is no
        // name of a user.
        apt.args(["-o", "APT::Sandbox::User="]).args(arguments);
        output(apt.env("DEBIAN_FRONTEND", "noninteractive").stdin(std::process::Stdio::null()))
    }
}

/// What a package calls itself, and its version.
pub(super) fn title(file: &Path) -> Result<(String, String), String> {
    let shown = output(
        command("dpkg-deb").args(["--show", "--showformat=${Package} ${Version}"]).arg(file),
    )?;
    let (name, version) = shown.trim().split_once(' ').unwrap_or((shown.trim(), ""));
    Ok((name.to_owned(), version.to_owned()))
}

/// Unpacks a package below `folder`; its scripts are not run.
pub(super) fn unpack(file: &Path, folder: &Path) -> Result<(), String> {
    output(command("dpkg-deb").arg("--extract").arg(file).arg(folder)).map(drop)
}
