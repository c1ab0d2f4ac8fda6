//! Who else has counters open.

use probity_host::root::Root;

/// What a descriptor of a counter leads to (`anon_inode_getfd` in kernel/events/core.c).
const COUNTER: &str = "anon_inode:[perf_event]";
/// How many are named.
const SHOWN: usize = 3;

/// Processes beside ourselves that have a counter open, as far as we may look: others' only as
/// root. It takes long on a machine with many processes, and is asked when something is amiss.
pub(super) fn holders(root: &Root) -> Vec<String> {
    let own = std::process::id().to_string();
    let processes = root.names("/proc").unwrap_or_default();
    let is_other = |name: &String| name.bytes().all(|b| b.is_ascii_digit()) && *name != own;
    let holding = processes.into_iter().filter(is_other).filter(|pid| has_counter(root, pid));
    holding.take(SHOWN).map(|pid| named(root, &pid)).collect()
}

fn has_counter(root: &Root, pid: &str) -> bool {
    let folder = format!("/proc/{pid}/fd");
    let descriptors = root.names(&folder).unwrap_or_default();
    descriptors.iter().any(|descriptor| {
        let leads_to = std::fs::read_link(root.path(&format!("{folder}/{descriptor}")));
        leads_to.is_ok_and(|target| target.as_os_str() == COUNTER)
    })
}

fn named(root: &Root, pid: &str) -> String {
    let name = root.read(&format!("/proc/{pid}/comm")).unwrap_or_default();
    let name = String::from_utf8_lossy(&name);
    match name.trim() {
        "" => format!("process {pid}"),
        name => format!("{name} (process {pid})"),
    }
}
