//! Tiny C programs, compiled when they are needed.

use crate::scratch::Scratch;
use std::path::PathBuf;
use std::process::Command;

/// Compiles `source` to the static program `name`.
pub(crate) fn compile(scratch: &Scratch, name: &str, source: &str) -> Result<PathBuf, String> {
    let source = scratch.write(&format!("{name}.c"), source)?;
    let program = scratch.path().join(name);
    let mut compile = Command::new("cc");
    compile.args(["-O1", "-static", "-o"]).arg(&program).arg(&source);
    let output = compile.output().map_err(|error| format!("run cc: {error}"))?;
    if !output.status.success() {
        let told = String::from_utf8_lossy(&output.stderr);
        return Err(format!("compile the tiny program {name}: {}", told.trim()));
    }
    Ok(program)
}
