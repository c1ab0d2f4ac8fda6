//! Lists of CPUs, as the kernel writes them: `0-3,8`.

use super::content::line;
use crate::root::{Root, malformed};
use probity_model::Absence;

const FOLDER: &str = "/sys/devices/system/cpu";

/// How many CPUs a list names; `None` where it is no such list.
pub(super) fn cpu_count(list: &str) -> Option<u64> {
    let mut count = 0u64;
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        count += u64::from(last.checked_sub(first)?) + 1;
    }
    Some(count)
}

/// How many CPUs are online.
pub(super) fn cpus_online(root: &Root) -> Result<u64, Absence> {
    let path = format!("{FOLDER}/online");
    cpu_count(&line(root, &path)?).ok_or_else(|| malformed(&path, "it is no list of CPUs"))
}

/// The folder of the first CPU that is online.
pub(super) fn first_cpu(root: &Root) -> Result<String, Absence> {
    let online = line(root, &format!("{FOLDER}/online"))?;
    let digits = online.chars().take_while(char::is_ascii_digit).collect::<String>();
    Ok(format!("{FOLDER}/cpu{digits}"))
}
