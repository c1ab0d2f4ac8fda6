//! Files that there is one of for each CPU.

use crate::decimal::NumberFile;
use probity_host::root::Root;
use probity_model::{Absence, Cause};

/// The file `name` of each CPU that has it, opened; `folder` holds a folder for each CPU, and
/// `lacking` says why it may be that none has the file. A CPU that is off line has few files.
pub(crate) fn cpu_files(
    root: &Root,
    folder: &str,
    name: &str,
    lacking: impl FnOnce() -> Absence,
) -> Result<Vec<NumberFile>, Absence> {
    let cpus = root.names(folder).map_err(|error| error.absence(Cause::NoKernelSupport, None))?;
    let paths = cpus.iter().filter(|cpu| is_cpu(cpu)).map(|cpu| format!("{folder}/{cpu}/{name}"));
    let paths: Vec<String> = paths.filter(|path| root.has(path)).collect();
    if paths.is_empty() {
        return Err(lacking());
    }
    paths.iter().map(|path| NumberFile::open(root, path, Cause::Lost)).collect()
}

/// `cpu0`, and not `cpufreq`.
fn is_cpu(name: &str) -> bool {
    let number = name.strip_prefix("cpu").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests;
