//! Control groups: which kinds are mounted, where ours is, and what it may use (cgroups(7)).
//!
//! The trap is to read one level or one version only. A bound holds for everything below it, so
//! the tightest on the way up counts; and on a hybrid machine a controller belongs to one kind.

use super::content::{MISSING, line, text};
use crate::root::{Root, malformed};
use probity_model::{Absence, Bound, Cause, CgroupVersion, Fact};

const MOUNTS: &str = "/proc/self/mountinfo";
const MEMBERSHIP: &str = "/proc/self/cgroup";

/// A mounted tree of control groups.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mount {
    /// Whether it is the one tree for all controllers.
    unified: bool,
    /// Which group is mounted there.
    top: String,
    /// Where it is mounted.
    place: String,
    /// Options of the tree, the controllers of version 1 among them.
    options: Vec<String>,
}

/// The mounted trees, from the text of `/proc/PID/mountinfo`.
pub(super) fn mounts(mountinfo: &str) -> Vec<Mount> {
    mountinfo.lines().filter_map(mount).collect()
}

fn mount(line: &str) -> Option<Mount> {
    // Optional fields stand before the dash, so that both ends are counted from their side.
    let (before, after) = line.split_once(" - ")?;
    let mut before = before.split(' ').skip(3);
    let (top, place) = (unescaped(before.next()?), unescaped(before.next()?));
    let mut after = after.split(' ');
    let unified = match after.next()? {
        "cgroup" => false,
        "cgroup2" => true,
        _ => return None,
    };
    let options = after.nth(1)?.split(',').map(str::to_owned).collect();
    Some(Mount { unified, top, place, options })
}

/// Blanks and backslashes stand as octal numbers there.
fn unescaped(field: &str) -> String {
    let coded = [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")];
    coded.iter().fold(field.to_owned(), |text, (code, plain)| text.replace(code, plain))
}

/// The path of our group in the tree of `controller`, from the text of `/proc/PID/cgroup`, and
/// whether that is the unified tree: it has every controller that no other tree has.
pub(super) fn membership<'t>(cgroup: &'t str, controller: &str) -> Option<(&'t str, bool)> {
    let lines = || {
        cgroup.lines().filter_map(|line| {
            let (_, rest) = line.split_once(':')?;
            rest.split_once(':')
        })
    };
    let own = lines().find(|(names, _)| names.split(',').any(|name| name == controller));
    let unified = || lines().find(|(names, _)| names.is_empty());
    own.map(|(_, path)| (path, false)).or_else(|| unified().map(|(_, path)| (path, true)))
}

/// Which kinds are mounted.
pub(super) fn version(root: &Root) -> Result<CgroupVersion, Absence> {
    let mounts = mounts(&text(root, MOUNTS)?);
    let of = |unified| mounts.iter().any(|mount| mount.unified == unified);
    match (of(false), of(true)) {
        (true, true) => Ok(CgroupVersion::Hybrid),
        (true, false) => Ok(CgroupVersion::V1),
        (false, true) => Ok(CgroupVersion::V2),
        (false, false) => Err(Absence::new(MISSING, "no tree of control groups is mounted")),
    }
}

/// Our group in the tree of one controller.
#[derive(Debug)]
pub(super) struct Group {
    controller: &'static str,
    unified: bool,
    /// The directory of the topmost group that is seen.
    top: String,
    /// From there down to ours: empty, or begun with a slash.
    path: String,
}

impl Group {
    /// Finds it.
    pub(super) fn of(root: &Root, controller: &'static str) -> Result<Self, Absence> {
        let cgroup = text(root, MEMBERSHIP)?;
        let nowhere = || format!("{MEMBERSHIP} names no group for the controller {controller}");
        let (path, unified) =
            membership(&cgroup, controller).ok_or_else(|| Absence::new(MISSING, nowhere()))?;
        let holds = |mount: &Mount| match unified {
            true => mount.unified,
            false => !mount.unified && mount.options.iter().any(|option| option == controller),
        };
        let all = mounts(&text(root, MOUNTS)?);
        let mut fitting = all.iter().filter(|mount| holds(mount)).peekable();
        if fitting.peek().is_none() {
            let reason = format!("the control groups of {controller} are not mounted");
            return Err(Absence::new(MISSING, reason));
        }
        let found = fitting.find_map(|mount| Some((mount, below(&mount.top, path)?)));
        let (mount, below) = found.ok_or_else(|| {
            let reason = format!("our control group {path} is outside what is mounted here");
            Absence::new(Cause::Denied, reason).with_gate("cgroup namespace")
        })?;
        Ok(Self { controller, unified, top: mount.place.clone(), path: below.to_owned() })
    }

    /// The name of a file in version 2 or in version 1.
    fn name<'n>(&self, v2: &'n str, v1: &'n str) -> &'n str {
        if self.unified { v2 } else { v1 }
    }

    /// The groups from ours up to the topmost.
    fn upwards(&self) -> impl Iterator<Item = String> {
        let mut next = Some(self.path.as_str());
        std::iter::from_fn(move || {
            let path = next?;
            next = path.rsplit_once('/').map(|(parent, _)| parent);
            Some(path)
        })
        .map(|path| format!("{}{path}", self.top))
    }

    /// The files `cpu.stat` that there are, from ours up.
    fn cpu_statistics(&self, root: &Root) -> Vec<String> {
        let files = self.upwards().map(|directory| format!("{directory}/cpu.stat"));
        files.filter(|path| root.has(path)).collect()
    }

    /// The tightest bound that `bound` finds on the way up. `file` is what sets it.
    fn tightest(
        &self,
        root: &Root,
        file: &str,
        bound: impl Fn(&str) -> Result<Bound, Absence>,
    ) -> Result<Bound, Absence> {
        let (mut least, mut found) = (Bound::Unbounded, false);
        for group in self.upwards() {
            if !root.has(&format!("{group}/{file}")) {
                continue;
            }
            found = true;
            if let Bound::AtMost(new) = bound(&group)? {
                least = match least {
                    Bound::AtMost(old) => Bound::AtMost(old.min(new)),
                    Bound::Unbounded => Bound::AtMost(new),
                };
            }
        }
        // The root of version 2 has the controller and no bound.
        let is_root = || {
            let listed = line(root, &format!("{}/cgroup.controllers", self.top));
            let listed = listed.unwrap_or_default();
            self.unified && listed.split(' ').any(|name| name == self.controller)
        };
        if found || is_root() {
            return Ok(least);
        }
        let reason = format!("no control group of ours in {} has the file {file}", self.top);
        Err(Absence::new(MISSING, reason))
    }
}

/// The part of `path` below the group `top`; `None` where it is elsewhere.
fn below<'p>(top: &str, path: &'p str) -> Option<&'p str> {
    if path.split('/').any(|part| part == "..") {
        return None;
    }
    let rest = path.strip_prefix(top.trim_end_matches('/'))?;
    let rest = rest.trim_end_matches('/');
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

/// CPU time that may be used, in thousandths of one CPU.
pub(super) fn cpu_quota_millicpus(root: &Root) -> Result<Bound, Absence> {
    let group = Group::of(root, "cpu")?;
    let file = group.name("cpu.max", "cpu.cfs_quota_us");
    group.tightest(root, file, |directory| {
        let path = format!("{directory}/{file}");
        let quota = line(root, &path)?;
        let written = match group.unified {
            true => quota,
            false => format!("{quota} {}", line(root, &format!("{directory}/cpu.cfs_period_us"))?),
        };
        quota_of(&written).ok_or_else(|| malformed(&path, "it is no quota and period"))
    })
}

/// A quota and its period, in µs: `max 100000`, or `-1 100000` in version 1, is no bound.
pub(super) fn quota_of(written: &str) -> Option<Bound> {
    let (quota, period) = written.split_once(' ')?;
    let period: u64 = period.parse().ok().filter(|&period| period > 0)?;
    if quota == "max" || quota == "-1" {
        return Some(Bound::Unbounded);
    }
    Some(Bound::AtMost(quota.parse::<u64>().ok()?.checked_mul(1000)? / period))
}

/// Memory that may be used, in bytes.
pub(super) fn memory_limit_bytes(root: &Root) -> Result<Bound, Absence> {
    let group = Group::of(root, "memory")?;
    let file = group.name("memory.max", "memory.limit_in_bytes");
    group.tightest(root, file, |directory| {
        let path = format!("{directory}/{file}");
        memory_of(&line(root, &path)?).ok_or_else(|| malformed(&path, "it is no size"))
    })
}

/// A bound of memory. Version 1 writes "none" as the largest signed number, rounded down to a page.
pub(super) fn memory_of(written: &str) -> Option<Bound> {
    const LARGEST_PAGE: u64 = 1 << 20;
    if written == "max" {
        return Some(Bound::Unbounded);
    }
    let bytes = written.parse::<u64>().ok()?;
    let unbounded = bytes >= i64::MAX as u64 - LARGEST_PAGE;
    Some(if unbounded { Bound::Unbounded } else { Bound::AtMost(bytes) })
}

/// The CPUs that our group may use: the list of the nearest group that has one.
pub(super) fn cpuset(root: &Root) -> Result<String, Absence> {
    let group = Group::of(root, "cpuset")?;
    let file = group.name("cpuset.cpus.effective", "cpuset.effective_cpus");
    let nearest = group.upwards().map(|directory| format!("{directory}/{file}"));
    let found = nearest.into_iter().find(|path| root.has(path)).ok_or_else(|| {
        Absence::new(MISSING, format!("no control group of ours has the file {file}"))
    })?;
    line(root, &found)
}

/// In how many periods at least our group, or one around it, was throttled so far: the most of any
/// of them, as their periods overlap. Where no quota stands the kernel may keep no count, and then
/// nothing was throttled that anybody knows of.
pub(super) fn throttled_periods(root: &Root, quota: &Fact<Bound>) -> Result<u64, Absence> {
    let counts = throttled_counts(root);
    match (counts.as_ref().map(|counts| counts.iter().max()), quota.value()) {
        (Ok(Some(most)), _) => Ok(*most),
        (_, Some(Bound::Unbounded)) => Ok(0),
        (Ok(None), _) => {
            Err(Absence::new(MISSING, "no control group of ours counts throttled periods"))
        }
        (Err(absence), _) => Err(absence.clone()),
    }
}

/// The counts of our group and those around it that keep one.
fn throttled_counts(root: &Root) -> Result<Vec<u64>, Absence> {
    let group = Group::of(root, "cpu")?;
    let mut counts = Vec::new();
    for path in group.cpu_statistics(root) {
        let text = text(root, &path)?;
        let found = text.lines().find_map(|line| line.strip_prefix("nr_throttled "));
        if let Some(count) = found.map(|count| count.trim().parse()) {
            counts.push(count.map_err(|_| malformed(&path, "nr_throttled is not a number"))?);
        }
    }
    Ok(counts)
}

/// The files `cpu.stat` of our control group and those around it, from ours up, as far as they are
/// seen.
///
/// # Errors
/// Why none can be found.
pub fn cpu_statistics(root: &Root) -> Result<Vec<String>, Absence> {
    let files = Group::of(root, "cpu")?.cpu_statistics(root);
    match files.is_empty() {
        true => Err(Absence::new(MISSING, "no control group of ours has the file cpu.stat")),
        false => Ok(files),
    }
}
