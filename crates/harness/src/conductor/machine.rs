//! What the machine was like, where that makes times worth less: a line for all of it.

use probity_model::HostFacts;

/// So busy a machine has no CPU left for us: hundredths of a load for each CPU.
const BUSY: u64 = 75;
/// A hypervisor that took more than this part of the time took it from somebody, in hundredths.
const STOLEN: u64 = 1;

/// What is to be said; nothing of a machine that is quiet, or does not tell.
pub(crate) fn notes(host: &HostFacts) -> Vec<String> {
    let mut parts = Vec::new();
    let cpus = host.cpus_online.value().copied().unwrap_or(1).max(1);
    if let Some(&load) = host.load_1m_hundredths.value()
        && load / cpus >= BUSY
    {
        parts.push(format!(
            "it was busy when measuring began (load {}.{:02} on {cpus} CPUs)",
            load / 100,
            load % 100
        ));
    }
    if let Some(steal) = host.conditions.steal.value()
        && steal.all_ticks > 0
        && steal.stolen_ticks * 100 / steal.all_ticks >= STOLEN
    {
        let share = steal.stolen_ticks * 100 / steal.all_ticks;
        parts.push(format!("its hypervisor took {share} % of the time"));
    }
    if host.conditions.on_battery.value() == Some(&true) {
        parts.push("it runs on its battery".to_owned());
    }
    match parts.is_empty() {
        true => Vec::new(),
        false => vec![format!("the machine: {}; probity doctor says more", parts.join("; "))],
    }
}
