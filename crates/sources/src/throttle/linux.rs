//! Throttling on Linux.

use super::parse;
use crate::context::{Context, SubjectKind};
use crate::cpu_files::cpu_files;
use crate::decimal::NumberFile;
use crate::descriptor::Asked;
use crate::reading::{Armed, Bracket, Edge, Reader, Reading};
use probity_host::facts::cpu_statistics;
use probity_host::root::{Held, Root, malformed};
use probity_model::{Absence, Cause};
use std::sync::Arc;

const CPUS: &str = "/sys/devices/system/cpu";

/// `cpu.stat` has about a dozen short lines.
const LONGEST: usize = 2048;

/// Periods and nanoseconds of one group.
type Throttled = Result<[u64; 2], Absence>;

/// One control group's `cpu.stat`.
struct Group {
    path: String,
    held: Held,
}

/// The files, kept open from window to window. `None`: nobody wants them.
struct Files {
    heat: [Option<Result<Vec<NumberFile>, Absence>>; 2],
    groups: Option<Result<Vec<Group>, Absence>>,
}

struct Throttling(Arc<Files>);

pub(super) fn open(
    context: &Context,
    _: SubjectKind,
    asked: &Asked<'_>,
) -> Result<Reader, Absence> {
    let is_wanted = |place: usize| asked.wanted.get(place) == Some(&true);
    let heat = |place: usize, name: &str| is_wanted(place).then(|| counts(&context.root, name));
    Ok(Reader::Bracket(Box::new(Throttling(Arc::new(Files {
        heat: [heat(0, "core_throttle_count"), heat(1, "package_throttle_count")],
        groups: (is_wanted(2) || is_wanted(3)).then(|| groups(&context.root)),
    })))))
}

/// The file `name` of all CPUs that have it.
fn counts(root: &Root, name: &str) -> Result<Vec<NumberFile>, Absence> {
    let name = format!("thermal_throttle/{name}");
    cpu_files(root, CPUS, &name, || {
        Absence::new(Cause::NoHardware, "no CPU here counts how often heat slowed it down")
    })
}

/// The groups that count what they were throttled.
fn groups(root: &Root) -> Result<Vec<Group>, Absence> {
    let mut found = Vec::new();
    for path in cpu_statistics(root)? {
        let held = root.hold(&path).map_err(|error| error.absence(Cause::Lost, None))?;
        let group = Group { path, held };
        match group.read() {
            Ok(None) => {}
            Ok(Some(_)) => found.push(group),
            Err(absence) => return Err(absence),
        }
    }
    match found.is_empty() {
        true => Err(uncounted()),
        false => Ok(found),
    }
}

fn uncounted() -> Absence {
    let reason = "no control group of ours counts throttled periods: none has a CPU quota, or the \
                  CPU controller is not on";
    Absence::new(Cause::NoKernelSupport, reason)
}

impl Group {
    fn read(&self) -> Result<Option<[u64; 2]>, Absence> {
        let mut buffer = [0; LONGEST];
        let text = self.held.read(&mut buffer);
        let text = text.map_err(|error| error.absence(Cause::Lost, None))?;
        parse::throttled(text).map_err(|why| malformed(&self.path, why))
    }

    fn throttled(&self) -> Throttled {
        self.read()?.ok_or_else(uncounted)
    }
}

impl Files {
    fn heat(&self, into: &mut [Reading]) {
        for (files, place) in self.heat.iter().zip(into) {
            match files {
                None => {}
                Some(Ok(files)) => *place = total(files),
                Some(Err(absence)) => *place = Reading::Missing(absence.clone()),
            }
        }
    }

    /// What each group says; an absence where none can be asked, nothing where nobody wants it.
    fn throttled(&self) -> Result<Vec<Throttled>, Absence> {
        match &self.groups {
            None => Ok(Vec::new()),
            Some(Ok(groups)) => Ok(groups.iter().map(Group::throttled).collect()),
            Some(Err(absence)) => Err(absence.clone()),
        }
    }

    /// By how much each group grew, the most of them; their periods overlap.
    fn grown(&self, start: &[Throttled], end: &[Throttled]) -> Throttled {
        let Some(Ok(groups)) = &self.groups else { return Ok([0; 2]) };
        let mut most = [0; 2];
        for (group, (start, end)) in groups.iter().zip(start.iter().zip(end)) {
            let (start, end) = (start.clone()?, end.clone()?);
            for place in 0..2 {
                let grown = end[place].checked_sub(start[place]).ok_or_else(|| {
                    let reason = format!("{} went back, and can only grow", group.path);
                    Absence::new(Cause::Implausible, reason)
                })?;
                most[place] = grown.max(most[place]);
            }
        }
        Ok(most)
    }
}

fn total(files: &[NumberFile]) -> Reading {
    files.iter().try_fold(0u64, |sum, file| Ok(sum.saturating_add(file.read()?))).into()
}

/// Sets the places of the groups' two metrics.
fn set(into: &mut [Reading], found: Throttled) {
    for (place, reading) in into.iter_mut().skip(2).enumerate() {
        *reading = found.clone().map(|found| found[place]).into();
    }
}

impl Bracket for Throttling {
    fn arm(&self, _: &Edge<'_>, start: &mut [Reading]) -> Box<dyn Armed> {
        let groups = self.0.throttled();
        set(start, groups.as_ref().map(|_| [0; 2]).map_err(Clone::clone));
        self.0.heat(start);
        Box::new(Window { files: Arc::clone(&self.0), groups })
    }
}

struct Window {
    files: Arc<Files>,
    groups: Result<Vec<Throttled>, Absence>,
}

impl Armed for Window {
    fn close(self: Box<Self>, _: &Edge<'_>, end: &mut [Reading]) {
        self.files.heat(end);
        let grown =
            self.groups.and_then(|start| self.files.grown(&start, &self.files.throttled()?));
        set(end, grown);
    }
}
