//! The three builds, and the baseline of the first.

use super::kind::Kind;
use crate::bench::harness::Package;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The bench target.
const BENCH: &str = "work";
/// What the first build is saved as.
const BASELINE: &str = "reference";

/// The builds, in one target directory.
pub(super) struct Programs {
    folder: PathBuf,
}

impl Programs {
    /// Builds them and saves the baseline in `home`, or takes those that are there: a run is gone
    /// on with as it began.
    pub(super) fn prepare(workspace: &Path, home: &Path) -> Result<Self, String> {
        let target = home.join("target");
        let programs = Self { folder: target.join("builds") };
        let done = programs.folder.join("saved");
        if done.exists() {
            return Ok(programs);
        }
        let path = workspace.join("crates").join("probity");
        let dependency = format!("probity = {{ path = {path:?} }}");
        let source = (BENCH, include_str!("sources/work.rs").to_owned());
        let package = Package::write(&home.join("package"), &target, &dependency, &[source], &[])?;
        let failed = |error| format!("prepare {}: {error}", programs.folder.display());
        std::fs::create_dir_all(&programs.folder).map_err(failed)?;
        for kind in Kind::ALL {
            let built = package.executable(BENCH, &[("AA_UNITS", &kind.units().to_string())])?;
            std::fs::copy(built, programs.path(kind)).map_err(failed)?;
        }
        let words = ["--save-baseline", BASELINE].map(str::to_owned);
        programs.start(Kind::Same, &words)?;
        std::fs::write(&done, "").map_err(failed)?;
        Ok(programs)
    }

    fn path(&self, kind: Kind) -> PathBuf {
        self.folder.join(format!("{BENCH}-{}", kind.units()))
    }

    /// Compares one of them with the baseline, with more words; what it printed.
    pub(super) fn compare(&self, kind: Kind, words: &[String]) -> Result<String, String> {
        let usual = ["--baseline", BASELINE, "--no-keep", "--output-format", "json"];
        let words = [&usual.map(str::to_owned)[..], words].concat();
        Ok(String::from_utf8_lossy(&self.start(kind, &words)?.stdout).into_owned())
    }

    fn start(&self, kind: Kind, words: &[String]) -> Result<Output, String> {
        let program = self.path(kind);
        let line = format!("run {} {}", program.display(), words.join(" "));
        let mut command = Command::new(&program);
        command.args(["--bench", "--quiet"]).args(words).current_dir(&self.folder);
        let output = command.stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("{line}: {error}"))?;
        if output.status.success() {
            return Ok(output);
        }
        let told = String::from_utf8_lossy(&output.stderr);
        Err(format!("{line}: {}: {}", output.status, told.trim()))
    }
}
