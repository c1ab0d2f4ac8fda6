//! RAPL zones on Linux.

use super::growth::Bounds;
use super::parse::{Domain, ceiling_uw, counts_single_cores, is_zone, outermost};
use crate::context::{Context, SubjectKind};
use crate::decimal::{NumberFile, number, word};
use crate::descriptor::Asked;
use crate::reading::{Armed, Bracket, Edge, Reader, Reading};
use probity_host::facts::is_virtual_machine;
use probity_host::root::Root;
use probity_model::{Absence, Cause};
use std::sync::Arc;

const FOLDER: &str = "/sys/class/powercap";
/// Each zone may have a long-term, a short-term and a peak limit.
const CONSTRAINTS: usize = 3;

const GATE: &str = "mode of energy_uj, 0400 since CVE-2020-8694";
const PRIVILEGE: &str = "run as root, or let a group of your trust read it: chgrp GROUP and chmod \
                         440 /sys/class/powercap/intel-rapl:*/energy_uj (it shows what others \
                         compute)";

/// One counter of energy.
struct Zone {
    domain: Domain,
    opened: Result<(NumberFile, Bounds), Absence>,
}

impl Zone {
    fn new(root: &Root, name: &str, domain: Domain) -> Self {
        let file = |file: &str| format!("{FOLDER}/{name}/{file}");
        let open = || {
            if domain == Domain::Core && has_single_cores(root) {
                let reason = "the CPUs count each core for itself, and the zone core is of one";
                return Err(Absence::new(Cause::NoHardware, reason));
            }
            let range = file("max_energy_range_uj");
            let range_uj = number(root, &range, Cause::NoKernelSupport)?;
            let limits = (0..CONSTRAINTS).flat_map(|place| {
                ["power_limit_uw", "max_power_uw"]
                    .map(|what| format!("{FOLDER}/{}/constraint_{place}_{what}", outermost(name)))
            });
            let limits = limits.filter_map(|path| number(root, &path, Cause::NoKernelSupport).ok());
            let bounds = Bounds {
                range_uj,
                ceiling_uw: ceiling_uw(domain, limits),
                is_always_moving: domain == Domain::Package,
            };
            let energy = NumberFile::open(root, &file("energy_uj"), Cause::NoKernelSupport)?;
            Ok((energy, bounds))
        };
        Self { domain, opened: open().map_err(remedied) }
    }

    fn read(&self) -> Result<u64, Absence> {
        let (file, _) = self.opened.as_ref().map_err(Clone::clone)?;
        match file.read().map_err(remedied)? {
            0 => Err(Absence::new(
                Cause::Implausible,
                format!("{} reads 0: it is present, and never counted", file.path()),
            )),
            energy => Ok(energy),
        }
    }

    fn grown(
        &self,
        start: &Result<u64, Absence>,
        end: Result<u64, Absence>,
        elapsed_ns: u64,
    ) -> Result<u64, Absence> {
        let (file, bounds) = self.opened.as_ref().map_err(Clone::clone)?;
        bounds.grown(file.path(), [start.clone()?, end?], elapsed_ns)
    }
}

fn has_single_cores(root: &Root) -> bool {
    let cpuinfo = root.read("/proc/cpuinfo").unwrap_or_default();
    counts_single_cores(&String::from_utf8_lossy(&cpuinfo))
}

/// All zones are refused alike, and so in the same words.
fn remedied(absence: Absence) -> Absence {
    match absence.cause {
        Cause::Denied => {
            let reason = "energy_uj of the zones in /sys/class/powercap may not be read";
            Absence::new(Cause::Denied, reason).with_gate(GATE).with_remedy(PRIVILEGE)
        }
        _ => absence,
    }
}

/// The zones that are wanted, kept open from window to window.
struct Powercap {
    zones: Arc<[Zone]>,
    /// Which domains are wanted.
    wanted: [bool; 5],
}

pub(super) fn open(
    context: &Context,
    _: SubjectKind,
    asked: &Asked<'_>,
) -> Result<Reader, Absence> {
    let root = &context.root;
    let names = root.names(FOLDER).map_err(|error| error.absence(Cause::NoKernelSupport, None));
    let names = names.map_err(|absence| without_zones(root, absence))?;
    let mut found: Vec<(&str, Domain)> = Vec::new();
    for name in names.iter().filter(|name| is_zone(name)) {
        // A zone that is left out would make a part of a sum.
        let named = word(root, &format!("{FOLDER}/{name}/name"));
        let named = named.map_err(|error| error.absence(Cause::NoKernelSupport, None))?;
        found.extend(Domain::named(&named).map(|domain| (name.as_str(), domain)));
    }
    if found.is_empty() {
        let absence = Absence::new(Cause::NoHardware, format!("{FOLDER} has no zone of RAPL"));
        return Err(without_zones(root, absence));
    }
    let is_wanted = |domain: Domain| asked.wanted.get(domain as usize) == Some(&true);
    let zones = found.into_iter().filter(|(_, domain)| is_wanted(*domain));
    let zones = zones.map(|(name, domain)| Zone::new(root, name, domain)).collect();
    let wanted = Domain::ALL.map(is_wanted);
    Ok(Reader::Bracket(Box::new(Powercap { zones, wanted })))
}

/// No privilege gives a virtual machine what its host keeps; on other machines a driver may.
fn without_zones(root: &Root, absence: Absence) -> Absence {
    if absence.cause == Cause::Denied {
        return absence;
    }
    match is_virtual_machine(root) {
        true => Absence::new(
            Cause::NoHardware,
            "no energy counters (virtual machine): the hypervisor passes none on",
        ),
        false => absence
            .with_remedy("modprobe intel_rapl_msr, where the CPU is of x86 and the kernel has it"),
    }
}

impl Bracket for Powercap {
    fn arm(&self, edge: &Edge<'_>, start: &mut [Reading]) -> Box<dyn Armed> {
        let at_ns = edge.context.kernel.monotonic_ns();
        let readings: Vec<_> = self.zones.iter().map(Zone::read).collect();
        for (domain, place) in Domain::ALL.into_iter().zip(start) {
            if !self.wanted[domain as usize] {
                continue;
            }
            let of = self.zones.iter().zip(&readings).filter(|(zone, _)| zone.domain == domain);
            *place = sum(domain, of.map(|(_, read)| read.clone().map(|_| 0)));
        }
        Box::new(Window { zones: Arc::clone(&self.zones), start: readings, at_ns })
    }
}

/// A window: each zone is compared with itself, as it is each that begins anew.
struct Window {
    zones: Arc<[Zone]>,
    start: Vec<Result<u64, Absence>>,
    at_ns: u64,
}

impl Armed for Window {
    fn close(self: Box<Self>, edge: &Edge<'_>, end: &mut [Reading]) {
        let readings: Vec<_> = self.zones.iter().map(Zone::read).collect();
        let elapsed_ns = edge.context.kernel.monotonic_ns().saturating_sub(self.at_ns);
        let zones = self.zones.iter().zip(&self.start).zip(readings);
        let grown: Vec<_> = zones
            .map(|((zone, start), end)| (zone.domain, zone.grown(start, end, elapsed_ns)))
            .collect();
        for (domain, place) in Domain::ALL.into_iter().zip(end) {
            let of = grown.iter().filter(|(other, _)| *other == domain);
            *place = sum(domain, of.map(|(_, grown)| grown.clone()));
        }
    }
}

/// The sum over the zones of a domain; there is none where one of them is lacking.
fn sum(domain: Domain, zones: impl Iterator<Item = Result<u64, Absence>>) -> Reading {
    let mut zones = zones.peekable();
    if zones.peek().is_none() {
        let reason = format!("no zone of RAPL is called {} on this machine", domain.name());
        return Reading::Missing(Absence::new(Cause::NoHardware, reason));
    }
    zones.try_fold(0u64, |sum, zone| Ok(sum.saturating_add(zone?))).into()
}
