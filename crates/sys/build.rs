//! Compiles the creator (`creator/main.rs`) for the target, so that
//! `sys::launch::creator` can carry it.
//!
//! It needs what Rust itself needs to link a program. Where that is missing, or for another
//! system, there is no creator: programs are then created by the launcher itself, which costs them
//! some 0.6 MB and 70 µs more each.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Architectures that the creator's few assembler lines are written for.
const ARCHITECTURES: [&str; 3] = ["x86_64", "aarch64", "riscv64"];

fn main() {
    println!("cargo::rerun-if-changed=creator");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(has_creator)");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let is_known = variable("CARGO_CFG_TARGET_OS") == "linux"
        && variable("CARGO_CFG_TARGET_POINTER_WIDTH") == "64"
        && variable("CARGO_CFG_TARGET_ENDIAN") == "little"
        && ARCHITECTURES.contains(&variable("CARGO_CFG_TARGET_ARCH").as_str());
    if !is_known {
        return;
    }
    let image = PathBuf::from(variable("OUT_DIR")).join("creator");
    match compile(&image) {
        Ok(()) => println!("cargo::rustc-cfg=has_creator"),
        Err(why) => println!("cargo::warning=programs are created less cheaply: {why}"),
    }
}

fn compile(image: &Path) -> Result<(), String> {
    let variable = |name: &str| env::var_os(name).unwrap_or_default();
    let mut command = Command::new(variable("RUSTC"));
    command
        .args(["--crate-name", "creator", "--crate-type", "bin", "--edition", "2024"])
        .args([
            "-C",
            "opt-level=s",
            "-C",
            "panic=abort",
            "-C",
            "debuginfo=0",
            "-C",
            "strip=symbols",
        ])
        .args(["-C", "relocation-model=static", "-C", "target-feature=+crt-static"])
        .args(["-C", "overflow-checks=off", "-C", "debug-assertions=off", "-C", "codegen-units=1"]);
    for argument in ["-nostartfiles", "-nostdlib", "-static", "-no-pie", "-Wl,--build-id=none"] {
        command.arg("-C").arg(format!("link-arg={argument}"));
    }
    if variable("CARGO_CFG_TARGET_ENV") == "musl" {
        // Rust brings the first instructions of C programs along for it; these are ours.
        command.args(["-C", "link-self-contained=no"]);
    }
    // One segment of code beside its data: every page is a page of each program.
    command.arg("-C").arg("link-arg=-Wl,-z,noseparate-code");
    if let Some(linker) = env::var_os("RUSTC_LINKER") {
        let mut option = std::ffi::OsString::from("linker=");
        option.push(linker);
        command.arg("-C").arg(option);
    }
    command.arg("--target").arg(variable("TARGET")).arg("-o").arg(image).arg("creator/main.rs");
    let output = command.output().map_err(|error| format!("rustc cannot be run: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            let line = errors.lines().find(|line| line.starts_with("error"));
            Err(format!("the creator does not build: {}", line.unwrap_or("no reason given")))
        }
    }
}
