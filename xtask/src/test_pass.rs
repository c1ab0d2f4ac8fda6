//! One more pass of every test program, as another user.

use crate::artifact::{Artifact, build};
use crate::scratch::Scratch;
use std::path::Path;
use std::process::{Command, Stdio};

/// Builds every test program of the workspace and runs each as `user`, in its package's folder and
/// with the variables cargo would set; needs root, `setpriv` and a workspace that `user` can read.
/// Documentation tests are not programs: they are left out. `tell` hears of each before it runs.
///
/// # Errors
/// When the build fails, the user is unknown, or a test program fails; all are run before that.
pub fn run(workspace: &Path, user: &str, tell: impl Fn(&str)) -> Result<(), String> {
    let mut artifacts = build(workspace, &["test", "--workspace", "--no-run"])?;
    artifacts.sort();
    let (uid, gid) = (id("-u", user)?, id("-g", user)?);
    // Its own home and temporary folder: those of root are closed to it.
    let scratch = Scratch::new()?;
    let home = scratch.path().join("home");
    let owned = ["-d", "-m", "700", "-o", &uid, "-g", &gid];
    succeed(Command::new("install").args(owned).arg(&home))?;
    let mut failed = Vec::new();
    let (macros, tests): (Vec<&Artifact>, Vec<&Artifact>) =
        artifacts.iter().filter(|artifact| artifact.test).partition(|test| test.of_macro);
    for test in macros {
        // Cargo would say where; another user may not even look there.
        let program = test.executable.display();
        tell(&format!("{program}: left out, it needs the library of the compiler of root"));
    }
    if tests.is_empty() {
        return Err("find any test program".to_owned());
    }
    for test in &tests {
        tell(&test.executable.display().to_string());
        let mut command = Command::new("setpriv");
        command
            .args([format!("--reuid={uid}"), format!("--regid={gid}")])
            .args(["--clear-groups", "--"])
            .arg(&test.executable)
            .current_dir(&test.folder)
            .envs(variables(test, &artifacts))
            .env("HOME", &home)
            .env("TMPDIR", &home)
            .env_remove("CARGO")
            .stdin(Stdio::null());
        if let Err(error) = succeed(&mut command) {
            failed.push(format!("{} ({error})", test.executable.display()));
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("pass {} of {} programs: {}", failed.len(), tests.len(), failed.join(", ")))
    }
}

/// What cargo sets for a test program while it runs.
pub(crate) fn variables(test: &Artifact, all: &[Artifact]) -> Vec<(String, String)> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let binaries = all.iter().filter(|other| !other.test && other.folder == test.folder);
    let mut variables = vec![("CARGO_MANIFEST_DIR".to_owned(), text(&test.folder))];
    variables.extend(
        binaries
            .map(|binary| (format!("CARGO_BIN_EXE_{}", binary.target), text(&binary.executable))),
    );
    variables
}

fn id(option: &str, user: &str) -> Result<String, String> {
    let output = Command::new("id").args([option, user]).output();
    let output = output.map_err(|error| format!("run id: {error}"))?;
    if !output.status.success() {
        return Err(format!("find the user {user}"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(status.to_string()),
        Err(error) => Err(format!("run {program}: {error}")),
    }
}
