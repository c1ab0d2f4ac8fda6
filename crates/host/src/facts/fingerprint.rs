//! One short name for "the same kind of machine".

use probity_model::{Fact, HostFacts};
use sha2::{Digest, Sha256};
use std::fmt::{Display, Write};

/// SHA-256, in lower-case hex, over one line per fact: `name=value`, or `name` alone where it
/// cannot be told (why is left out: a better-worded reason does not make another machine). Values
/// are single lines, so no two lists of facts give the same text.
///
/// The facts: os, kernel, architecture, CPU model, CPUs online, memory, virtual machine. Load,
/// governor, clock source, allowed CPUs and the boot differ between runs on one machine.
pub(super) fn fingerprint(facts: &HostFacts) -> String {
    let mut text = format!("os={}\narch={}\n", facts.os, facts.arch);
    line(&mut text, "kernel", &facts.kernel);
    line(&mut text, "cpu_model", &facts.cpu_model);
    line(&mut text, "cpus_online", &facts.cpus_online);
    line(&mut text, "memory_bytes", &facts.memory_bytes);
    line(&mut text, "virtual_machine", &facts.virtual_machine);
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}"); // writing to a String cannot fail
        hex
    })
}

fn line(text: &mut String, name: &str, fact: &Fact<impl Display>) {
    let _ = match fact.value() {
        Some(value) => writeln!(text, "{name}={value}"),
        None => writeln!(text, "{name}"),
    };
}
