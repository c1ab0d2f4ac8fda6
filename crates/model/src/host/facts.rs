//! What machine it is.

use super::Conditions;
use crate::Absence;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A fact, or why it cannot be told: yes, no and "cannot tell" are three answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Fact<T> {
    /// It is known.
    Known {
        /// What is known.
        value: T,
    },
    /// It cannot be told here.
    Unavailable(Absence),
}

impl<T> Fact<T> {
    /// A known fact.
    pub fn known(value: T) -> Self {
        Self::Known { value }
    }

    /// What is known, if it is.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Known { value } => Some(value),
            Self::Unavailable(_) => None,
        }
    }

    /// Why it cannot be told, where it cannot.
    pub fn absence(&self) -> Option<&Absence> {
        match self {
            Self::Known { .. } => None,
            Self::Unavailable(absence) => Some(absence),
        }
    }
}

/// The machine, as read at the start of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct HostFacts {
    /// SHA-256 over the facts that make two hosts comparable (os, kernel, architecture, CPU model,
    /// number of CPUs, memory, virtual machine), lower-case hex.
    pub fingerprint: String,
    /// Operating system, as Rust names it (`linux`).
    pub os: String,
    /// CPU architecture, as Rust names it (`x86_64`).
    pub arch: String,
    /// Kernel release.
    pub kernel: Fact<String>,
    /// CPU model name.
    pub cpu_model: Fact<String>,
    /// CPUs online.
    pub cpus_online: Fact<u64>,
    /// CPUs this process may run on.
    pub cpus_allowed: Fact<u64>,
    /// Memory of the machine, in bytes.
    pub memory_bytes: Fact<u64>,
    /// Size of a memory page, in bytes.
    pub page_bytes: Fact<u64>,
    /// The kernel's clock source.
    pub clock_source: Fact<String>,
    /// The frequency governor of the first CPU.
    pub governor: Fact<String>,
    /// Whether a hypervisor announces itself.
    pub virtual_machine: Fact<bool>,
    /// `kernel.perf_event_paranoid`.
    pub perf_event_paranoid: Fact<i64>,
    /// Load average over one minute, in hundredths, when the facts were read.
    pub load_1m_hundredths: Fact<u64>,
    /// The boot this is.
    pub boot_id: Fact<String>,
    /// The condition it was in.
    pub conditions: Conditions,
}

impl HostFacts {
    /// The text whose SHA-256, in lower-case hex, is the fingerprint: the canonical JSON object of
    /// `arch`, `cpu_model`, `cpus_online`, `kernel`, `memory_bytes`, `os` and `virtual_machine`,
    /// without a newline. A fact that cannot be told is left out, its reason too: a better-worded
    /// reason does not make another machine.
    ///
    /// Load, governor, clock source, allowed CPUs, the boot and the conditions differ between runs
    /// on one machine and are no part of it.
    pub fn fingerprint_text(&self) -> String {
        let facts = [
            ("arch", Some(Value::from(self.arch.as_str()))),
            ("cpu_model", self.cpu_model.value().map(|model| model.as_str().into())),
            ("cpus_online", self.cpus_online.value().map(|&count| count.into())),
            ("kernel", self.kernel.value().map(|release| release.as_str().into())),
            ("memory_bytes", self.memory_bytes.value().map(|&bytes| bytes.into())),
            ("os", Some(self.os.as_str().into())),
            ("virtual_machine", self.virtual_machine.value().map(|&answer| answer.into())),
        ];
        // serde_json's own map is sorted here, as for all canonical JSON.
        let known = facts.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Value::Object(known.collect::<Map<_, _>>()).to_string()
    }
}
