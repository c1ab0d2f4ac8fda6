//! What the zones are called, and the bounds that their constraints set
//! (Documentation/power/powercap/powercap.rst).

/// What a zone covers. The order is that of the metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    Package,
    Core,
    Uncore,
    Dram,
    Platform,
}

impl Domain {
    pub(super) const ALL: [Self; 5] =
        [Self::Package, Self::Core, Self::Uncore, Self::Dram, Self::Platform];

    /// By the zone's `name`: `package-0`, `package-0-die-1`, `core`, `uncore`, `dram`, `psys`.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "core" => Some(Self::Core),
            "uncore" => Some(Self::Uncore),
            "dram" => Some(Self::Dram),
            "psys" => Some(Self::Platform),
            _ => name.starts_with("package-").then_some(Self::Package),
        }
    }

    /// What absences call it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Package => "package",
            Self::Core => "core",
            Self::Uncore => "uncore",
            Self::Dram => "dram",
            Self::Platform => "psys",
        }
    }

    /// More power than one such zone can take, in microwatts: 500 W is the most that a package is
    /// sold for, and a platform of several takes up to a few kilowatts.
    pub(super) fn most_uw(self) -> u64 {
        match self {
            Self::Platform => 4_000_000_000,
            _ => 1_000_000_000,
        }
    }
}

/// Whether `name` in `/sys/class/powercap` is a zone: `intel-rapl:0`, `intel-rapl:0:1`. Without
/// a number it is the control type, and `intel-rapl-mmio:0` is a package that is there already.
pub(super) fn is_zone(name: &str) -> bool {
    name.starts_with("intel-rapl:")
}

/// The zone around `name` that has the constraints: `intel-rapl:0` of `intel-rapl:0:1`.
pub(super) fn outermost(name: &str) -> &str {
    let ends = name.match_indices(':').nth(1);
    ends.map_or(name, |(end, _)| &name[..end])
}

/// Whether the CPUs are of AMD's design, where the zone `core` reads a counter that each core has
/// of its own, and so is of one core of a package (MSR_AMD_CORE_ENERGY_STATUS in
/// drivers/powercap/intel_rapl_msr.c).
pub(super) fn counts_single_cores(cpuinfo: &str) -> bool {
    let vendor = cpuinfo.lines().find(|line| line.starts_with("vendor_id")).unwrap_or_default();
    vendor.ends_with("AuthenticAMD") || vendor.ends_with("HygonGenuine")
}

/// More power than the zone can take, by its limits in microwatts: short peaks pass a limit, and
/// nothing passes the double of the highest. Firmware that sets no real limit writes thousands of
/// watts there, so it only lowers what the domain itself says.
pub(super) fn ceiling_uw(domain: Domain, limits: impl Iterator<Item = u64>) -> u64 {
    let highest = limits.filter(|limit| *limit > 0).max();
    highest.map_or(domain.most_uw(), |limit| limit.saturating_mul(2).min(domain.most_uw()))
}
