//! `/proc/cpuinfo`: text that every architecture fills in its own way.

/// One `key : value` of a line, without the padding.
fn field(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let (key, value) = (key.trim(), value.trim());
    (!value.is_empty()).then_some((key, value))
}

/// The model of the CPUs. Machines with several kinds give all, in the order of their first CPU.
///
/// x86 has a `model name`; POWER a `cpu`, RISC-V sometimes a `uarch`. 64-bit ARM has no name at
/// all, only numbers: those of the implementer and the part name the core, and are given as such.
pub(super) fn model(cpuinfo: &str) -> Option<String> {
    let mut models: Vec<String> = Vec::new();
    for cpu in cpuinfo.split("\n\n") {
        let find = |wanted: &str| {
            cpu.lines().filter_map(field).find_map(|(key, value)| (key == wanted).then_some(value))
        };
        let named = find("model name").or_else(|| find("cpu")).or_else(|| find("uarch"));
        let model = match (named, find("CPU implementer"), find("CPU part")) {
            (Some(name), ..) => name.to_owned(),
            (None, Some(implementer), Some(part)) => {
                format!("implementer {implementer} part {part}")
            }
            _ => continue,
        };
        if !models.contains(&model) {
            models.push(model);
        }
    }
    (!models.is_empty()).then(|| models.join(" + "))
}

/// Whether the CPU's flags hold `hypervisor`, which x86 hypervisors set for their guests. `None`
/// where there is no such list: other architectures have no such flag.
pub(super) fn hypervisor_flag(cpuinfo: &str) -> Option<bool> {
    let flags = cpuinfo
        .lines()
        .filter_map(field)
        .find_map(|(key, value)| (key == "flags").then_some(value))?;
    Some(flags.split_whitespace().any(|flag| flag == "hypervisor"))
}
