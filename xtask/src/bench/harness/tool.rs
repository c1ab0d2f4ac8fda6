//! The tools, what their packages look like, and how they are started.

use super::bodies::Body;
use super::package::Package;
use super::reading::{Figure, counts, criterion, divan, probity};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// A tool; the first is ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    Probity,
    Criterion,
    Divan,
}

/// Where a tool is ready to be used; or why not.
pub(super) struct Prepared {
    pub(super) tool: Tool,
    pub(super) package: Result<Package, String>,
    folder: PathBuf,
}

/// What one process of it came to.
#[derive(Debug)]
pub(super) struct Invocation {
    pub(super) seconds: f64,
    /// By benchmark.
    pub(super) figures: BTreeMap<String, Figure>,
    /// How many counts it told, where it is ours.
    pub(super) counts: usize,
}

/// The bench target with the bodies of known time, and the one with those of all sizes.
pub(super) const FLOOR: &str = "floor";
pub(super) const BODIES: &str = "bodies";

impl Tool {
    pub(super) const ALL: [Self; 3] = [Self::Probity, Self::Criterion, Self::Divan];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Probity => "probity",
            Self::Criterion => "criterion",
            Self::Divan => "divan",
        }
    }

    /// As a user depends on it, with what it has without being asked.
    fn dependency(self, workspace: &Path) -> String {
        match self {
            Self::Probity => {
                format!("probity = {{ path = {:?} }}", workspace.join("crates").join("probity"))
            }
            Self::Criterion => "criterion = \"0.8\"".to_owned(),
            Self::Divan => "divan = \"0.1.21\"".to_owned(),
        }
    }

    /// The source of a bench target.
    pub(super) fn source(self, bodies: &[Body]) -> String {
        let head = "#[path = \"../src/bodies.rs\"]\nmod bodies;\n";
        let each: String = bodies.iter().map(|body| self.benchmark(body)).collect();
        match self {
            Self::Probity => format!("{head}probity::main!();\n{each}"),
            Self::Divan => format!("{head}fn main() {{ divan::main() }}\n{each}"),
            Self::Criterion => format!(
                "{head}fn all(c: &mut criterion::Criterion) {{\n{each}}}\n\
                 criterion::criterion_group!(benches, all);\n\
                 criterion::criterion_main!(benches);\n"
            ),
        }
    }

    fn benchmark(self, Body { name, call }: &Body) -> String {
        let call = call.as_deref().map(|call| format!("bodies::{call}"));
        let (returned, call) = match &call {
            Some(call) => (" -> u64", call.as_str()),
            None => ("", ""),
        };
        match self {
            Self::Criterion => {
                let call = if call.is_empty() { "()" } else { call };
                format!("    c.bench_function({name:?}, |b| b.iter(|| {call}));\n")
            }
            Self::Probity | Self::Divan => {
                format!("#[{}::bench]\nfn {name}(){returned} {{ {call} }}\n", self.name())
            }
        }
    }

    /// Runs the executable once, as cargo would.
    pub(super) fn invoke(
        self,
        executable: &Path,
        folder: &Path,
        bodies: &[Body],
        more: &[&str],
    ) -> Result<Invocation, String> {
        let mut command = Command::new(executable);
        command.arg("--bench").args(more).current_dir(folder).stdin(Stdio::null());
        let home = folder.join("criterion");
        match self {
            Self::Probity => drop(command.args(["--output-format", "json", "--quiet"])),
            Self::Criterion => {
                // What an earlier process left would be compared with.
                let _ = std::fs::remove_dir_all(&home);
                command.env("CRITERION_HOME", &home);
            }
            Self::Divan => {}
        }
        let line = format!("run the benchmarks of {}", self.name());
        let began = Instant::now();
        let output = command.output().map_err(|error| format!("{line}: {error}"))?;
        let seconds = began.elapsed().as_secs_f64();
        let told = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{line}: {}: {}", output.status, error.trim()));
        }
        let figures = bodies.iter().map(|body| {
            let name = &body.name;
            let figure = match self {
                Self::Probity => probity(&told, name),
                Self::Criterion => criterion(&home, name),
                Self::Divan => divan(&told, name),
            };
            figure
                .map(|figure| (name.clone(), figure))
                .ok_or_else(|| format!("{line}: it told no time of `{name}`"))
        });
        let counts = if self == Self::Probity { counts(&told) } else { 0 };
        Ok(Invocation { seconds, figures: figures.collect::<Result<_, _>>()?, counts })
    }
}

impl Prepared {
    /// Writes its package and fetches what it needs.
    pub(super) fn new(tool: Tool, workspace: &Path, home: &Path, bodies: &[Body]) -> Self {
        let folder = home.join(tool.name());
        let benches =
            [(FLOOR, tool.source(&super::bodies::floor())), (BODIES, tool.source(bodies))];
        let modules = [("bodies", include_str!("sources/bodies.rs").to_owned())];
        let target = folder.join("target");
        let written =
            Package::write(&folder, &target, &tool.dependency(workspace), &benches, &modules);
        let package = written.and_then(|package| package.fetch().map(|()| package));
        Self { tool, package, folder }
    }

    /// One of its bench targets, ready to be started.
    pub(super) fn bench(&self, name: &str, bodies: &[Body]) -> Result<Bench<'_>, String> {
        let package = self.package.as_ref().map_err(Clone::clone)?;
        let executable = package.executable(name, &[])?;
        Ok(Bench { tool: self.tool, executable, folder: &self.folder, bodies: bodies.to_vec() })
    }
}

/// A bench target, ready to be started.
pub(super) struct Bench<'a> {
    tool: Tool,
    executable: PathBuf,
    folder: &'a Path,
    bodies: Vec<Body>,
}

impl Bench<'_> {
    /// Starts it once.
    pub(super) fn invoke(&self) -> Result<Invocation, String> {
        self.invoke_with(&[])
    }

    /// Starts it once, with more words.
    pub(super) fn invoke_with(&self, more: &[&str]) -> Result<Invocation, String> {
        self.tool.invoke(&self.executable, self.folder, &self.bodies, more)
    }
}
