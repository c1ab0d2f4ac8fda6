//! Marks of a container. None proves one: a file may have come with an image that runs otherwise.

use super::content::{line, text};
use crate::root::Root;
use probity_model::{Absence, Cause};

/// Files that runtimes make: docker, podman, Kubernetes.
const FILES: [&str; 3] =
    ["/.dockerenv", "/run/.containerenv", "/var/run/secrets/kubernetes.io/serviceaccount"];
/// Written by systemd as the first process of a container, with the runtime's name.
const SYSTEMD: &str = "/run/systemd/container";
/// There where systemd is the first process, so that its silence is an answer.
const BOOTED: &str = "/run/systemd/system";
const GROUPS: &str = "/proc/1/cgroup";
const ENVIRONMENT: &str = "/proc/1/environ";
/// Words in the path of a control group that a runtime makes.
const WORDS: [&str; 6] = ["docker", "kubepods", "libpod", "lxc", "containerd", "crio"];

/// Every mark that is seen. None at all is an answer only where the first process could be asked.
pub(super) fn marks(root: &Root) -> Result<Vec<String>, Absence> {
    let mut marks: Vec<String> =
        FILES.iter().filter(|path| root.has(path)).map(|path| (*path).to_owned()).collect();
    if let Ok(runtime) = line(root, SYSTEMD) {
        marks.push(format!("{SYSTEMD}: {runtime}"));
    }
    if let Some(word) = text(root, GROUPS).ok().as_deref().and_then(grouped) {
        marks.push(format!("{GROUPS}: {word}"));
    }
    let environment = root.read(ENVIRONMENT);
    if let Some(runtime) = environment.as_deref().ok().and_then(named) {
        marks.push(format!("{ENVIRONMENT}: container={runtime}"));
    }
    match environment {
        Err(error) if marks.is_empty() && !root.has(BOOTED) => {
            let absence = error.absence(Cause::Lost, Some("ptrace access to process 1"));
            let reason = format!("no mark of one is seen, and {}", absence.reason);
            Err(Absence { reason, ..absence })
        }
        _ => Ok(marks),
    }
}

/// The runtime's word in a list of control groups.
pub(super) fn grouped(cgroup: &str) -> Option<&'static str> {
    WORDS.into_iter().find(|word| cgroup.contains(word))
}

/// The value of `container` among NUL-ended variables. It is a short word, or none of ours.
pub(super) fn named(environment: &[u8]) -> Option<&str> {
    let mut variables = environment.split(|&byte| byte == 0);
    let value = variables.find_map(|variable| variable.strip_prefix(b"container="))?;
    let word = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let short = !value.is_empty() && value.len() <= 40 && value.iter().all(word);
    std::str::from_utf8(value).ok().filter(|_| short)
}
