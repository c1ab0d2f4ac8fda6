//! A PMU as its folder below `/sys/bus/event_source/devices` shows it.

use super::format::{Format, word};
use super::selector::{Term, term};
use probity_host::root::{PMUS as DEVICES, Root};
use probity_model::{Absence, Cause};
use probity_sys::counter::Encoded;

/// One PMU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::perf) struct Device {
    pub(in crate::perf) name: String,
    /// Its `type`, which the kernel gives out anew at each boot.
    pub(in crate::perf) number: u32,
    pub(in crate::perf) reach: Reach,
}

/// Whose events a PMU counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::perf) enum Reach {
    /// Those of a task, wherever it runs.
    Tasks,
    /// Those of a task while it is on these CPUs: a core PMU that says so in its file `cpus`.
    TasksOn(Vec<u32>),
    /// Whoever's: it counts for a part of the machine, and is read on these CPUs (`cpumask`).
    System(Vec<u32>),
}

/// An event of a PMU, ready for the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::perf) struct Resolved {
    pub(in crate::perf) encoded: Encoded,
    /// What one of its counts is, where the PMU says it: a factor and a unit.
    pub(in crate::perf) unit: Option<(String, String)>,
}

fn text(root: &Root, path: &str) -> Option<String> {
    let bytes = root.read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).trim().to_owned())
}

/// The CPUs that a list such as `0-3,8` names; `None` where it is no such list.
pub(super) fn cpus(list: &str) -> Option<Vec<u32>> {
    /// More CPUs than any kernel is built for.
    const MOST: u32 = 1 << 16;
    let mut cpus = Vec::new();
    for range in list.split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last) = (first.parse::<u32>().ok()?, last.parse::<u32>().ok()?);
        if first > last || last > MOST {
            return None;
        }
        cpus.extend(first..=last);
    }
    Some(cpus)
}

/// The CPUs in a file of a PMU, where it has that file. One that is there and cannot be read must
/// not pass for none: whose events the PMU counts depends on it.
fn list(root: &Root, folder: &str, file: &str) -> Result<Option<Vec<u32>>, Absence> {
    let path = format!("{folder}/{file}");
    match root.read(&path) {
        Ok(bytes) => {
            let list = cpus(String::from_utf8_lossy(&bytes).trim());
            let broken = || Absence::new(Cause::Implausible, format!("{path} is no list of CPUs"));
            list.map(Some).ok_or_else(broken)
        }
        Err(_) if !root.has(&path) => Ok(None),
        Err(error) => Err(error.absence(Cause::NoHardware, None)),
    }
}

impl Device {
    /// The PMU that is called `name` here.
    ///
    /// # Errors
    /// That there is none, or that its folder makes no sense.
    pub(in crate::perf) fn read(root: &Root, name: &str) -> Result<Self, Absence> {
        let folder = format!("{DEVICES}/{name}");
        let Some(number) = text(root, &format!("{folder}/type")) else {
            return Err(match root.names(DEVICES) {
                Ok(names) => Absence::new(
                    Cause::NoHardware,
                    format!("there is no PMU called {name} here, but {}", listed(&names)),
                ),
                Err(error) => Absence::new(
                    Cause::NoKernelSupport,
                    format!("the kernel shows no PMUs: {error}"),
                ),
            });
        };
        let number = number
            .parse()
            .map_err(|_| Absence::new(Cause::Implausible, format!("{folder}/type is no number")))?;
        // A PMU for a part of the machine says on which CPU it is to be read; a core PMU on which
        // CPUs it is (Documentation/admin-guide/perf, and the drivers).
        let reach = match (list(root, &folder, "cpumask")?, list(root, &folder, "cpus")?) {
            (Some(cpus), _) => Reach::System(cpus),
            (None, Some(cpus)) => Reach::TasksOn(cpus),
            (None, None) => Reach::Tasks,
        };
        Ok(Self { name: name.to_owned(), number, reach })
    }

    /// The PMU that has this number, where one shows it. Those that the kernel has always had need
    /// no folder.
    pub(super) fn numbered(root: &Root, number: u32) -> Option<Self> {
        let names = root.names(DEVICES).unwrap_or_default();
        let devices = names.iter().filter_map(|name| Self::read(root, name).ok());
        devices.into_iter().find(|device| device.number == number)
    }

    /// The core PMUs of a machine whose CPUs are of several kinds; none where they are of one.
    pub(in crate::perf) fn hybrid_cores(root: &Root) -> Vec<Self> {
        let names = root.names(DEVICES).unwrap_or_default();
        let is_core = |name: &String| root.has(&format!("{DEVICES}/{name}/cpus"));
        let cores = names.iter().filter(|name| is_core(name));
        let cores: Vec<Self> = cores.filter_map(|name| Self::read(root, name).ok()).collect();
        if cores.len() > 1 { cores } else { Vec::new() }
    }

    /// Whether it counts what a core does, so that its events share the core's counters.
    pub(in crate::perf) fn is_core(&self) -> bool {
        self.name == "cpu" || matches!(self.reach, Reach::TasksOn(_))
    }

    /// The event that `terms` name.
    ///
    /// # Errors
    /// A term that this PMU does not have, or a value that it has no bits for.
    pub(in crate::perf) fn resolve(
        &self,
        root: &Root,
        terms: &[Term],
    ) -> Result<Resolved, Absence> {
        let mut words = [0; 4];
        let mut unit = None;
        let mut open: Vec<String> = Vec::new();
        for Term { name, value } in terms {
            let path = format!("{DEVICES}/{}/events/{name}", self.name);
            match (value, text(root, &path)) {
                (None, Some(event)) => {
                    self.check_is_counted(root, &path, name)?;
                    open.extend(self.put_event(root, &mut words, name, &event)?);
                    let of = |part| text(root, &format!("{path}.{part}"));
                    unit = of("scale").zip(of("unit"));
                }
                (value, _) => {
                    self.put(root, &mut words, name, value.unwrap_or(1))?;
                    open.retain(|open| open != name);
                }
            }
        }
        match open.first() {
            Some(open) => Err(Absence::new(
                Cause::NoHardware,
                format!("the event needs a value for {open}: add {open}=VALUE to its terms"),
            )),
            None => Ok(Resolved { encoded: Encoded { pmu: self.number, config: words }, unit }),
        }
    }

    /// That the event accumulates: a `.snapshot` is a level, and the end minus the start of it is
    /// nothing.
    fn check_is_counted(&self, root: &Root, path: &str, name: &str) -> Result<(), Absence> {
        match root.has(&format!("{path}.snapshot")) {
            false => Ok(()),
            true => Err(Absence::new(
                Cause::NotImplemented,
                format!("{}/{name}/ is a level and no counter, and levels are not read", self.name),
            )),
        }
    }

    /// Puts the terms of an event of its files; returns those whose value the user has to give
    /// (`name=?`).
    fn put_event(
        &self,
        root: &Root,
        words: &mut [u64; 4],
        event: &str,
        terms: &str,
    ) -> Result<Vec<String>, Absence> {
        let mut open = Vec::new();
        for text in terms.split(',') {
            if let Some(name) = text.strip_suffix("=?") {
                open.push(name.to_owned());
                continue;
            }
            let Term { name, value } = term(text).map_err(|reason| {
                let reason = format!("{DEVICES}/{}/events/{event}: {reason}", self.name);
                Absence::new(Cause::Implausible, reason)
            })?;
            self.put(root, words, &name, value.unwrap_or(1))?;
        }
        Ok(open)
    }

    fn put(
        &self,
        root: &Root,
        words: &mut [u64; 4],
        name: &str,
        value: u64,
    ) -> Result<(), Absence> {
        let path = format!("{DEVICES}/{}/format/{name}", self.name);
        let Some(format) = text(root, &path) else {
            // Whole words have no file; perf takes them too.
            let word = word(name).ok_or_else(|| self.unknown(root, name))?;
            words[word] = value;
            return Ok(());
        };
        let format = Format::parse(&format).ok_or_else(|| {
            Absence::new(Cause::Implausible, format!("{path} does not say which bits it fills"))
        })?;
        format.put(words, value).map_err(|bits| {
            let reason = format!("{value:#x} does not fit into the {bits} bits of {name}");
            Absence::new(Cause::NoHardware, format!("{reason} of the PMU {}", self.name))
        })
    }

    fn unknown(&self, root: &Root, name: &str) -> Absence {
        let names = |folder| {
            let names = root.names(&format!("{DEVICES}/{}/{folder}", self.name));
            let mut names = names.unwrap_or_default();
            names.retain(|name| !name.contains('.'));
            names
        };
        let known: Vec<String> = [names("events"), names("format")].concat();
        let known = match known.is_empty() {
            true => "it names none".to_owned(),
            false => format!("it has {}", listed(&known)),
        };
        let reason = format!("the PMU {} has no event or term called {name}; {known}", self.name);
        Absence::new(Cause::NoHardware, reason)
    }
}

/// The first of `names`, and how many more there are.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 8;
    match names.len() {
        0 => "none at all".to_owned(),
        1..=SHOWN => names.join(", "),
        more => format!("{} and {} more", names[..SHOWN].join(", "), more - SHOWN),
    }
}
