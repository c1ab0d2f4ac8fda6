//! Energy by RAPL (running average power limit) through the power capping framework.
//!
//! `energy_uj` of the zones `/sys/class/powercap/intel-rapl:*`, which CPUs of AMD have under this
//! name too: packages, in them cores, uncore and memory, and the platform
//! (Documentation/power/powercap). They are of the whole machine: what the program took and
//! whatever else ran or merely waited, so always diagnostic. Zones of one kind are added up over
//! the packages, and if one of them is lacking there is no sum. The zones lie inside each other:
//! package holds core and uncore, psys holds all.
//!
//! Five traps:
//! - The counters are of 32 bits behind their unit and begin anew after some minutes at full power:
//!   a fall is one turn, and where more than one is possible there is no value ([`growth`]).
//! - They move about once a millisecond, so that a short window holds a handful of steps or none.
//! - On CPUs of AMD each core counts for itself and the zone `core` is of one of them: an absence.
//! - Virtual machines may offer a zone that never counts. One that reads 0, or a package that
//!   stands still, is an absence.
//! - Since Linux 5.10 and the stable kernels of November 2020 root alone may read them, because
//!   they tell what others compute (CVE-2020-8694). No capability for counters lifts that: it is
//!   the file's mode.
//!
//! `intel-rapl-mmio:*` are the same packages by another way, and left out.
//!
//! Not run on any bed: none of ours has such zones. Verified from the kernel's documentation and
//! source (drivers/powercap/intel_rapl_common.c) and on emulated hosts only.

mod growth;
#[cfg(target_os = "linux")]
mod linux;
mod parse;

#[cfg(not(target_os = "linux"))]
use crate::absent::open;
#[cfg(target_os = "linux")]
use linux::open;

use crate::abilities::any_of;
use crate::descriptor::{Descriptor, Offered, Reach, Source, Taken};
use probity_model::{
    Ability, Aggregation, Class, Determinism, Kind, MetricRole, Pass, Scope, Unit,
};

const fn energy(id: &'static str, reads: &'static str, summary: &'static str) -> Descriptor {
    let reach = Reach { scope: Scope::System, reads };
    Descriptor {
        id,
        unit: Unit::Microjoules,
        kind: Kind::Counter,
        aggregation: Aggregation::Delta,
        class: Class::Diagnostic,
        role: MetricRole::Energy,
        pass: Pass::Every,
        determinism: Determinism::Varies,
        offered: Offered::Unasked,
        quotient: None,
        child: reach,
        this_process: reach,
        needs: "RAPL zones of the CPU (no virtual machine), readable by root alone by default",
        summary,
    }
}

pub(crate) const SOURCE: Source = Source {
    id: "powercap",
    summary: "energy that the CPU packages, their parts, memory and the platform took",
    reads: "/sys/class/powercap/intel-rapl:*",
    taken: Taken::AtZombie,
    self_charging: false,
    metrics: &METRICS,
    abilities: &[(Ability::Energy, |_, metrics| {
        any_of(metrics, |role| role == MetricRole::Energy)
    })],
    naming: None,
    open,
};

/// One for each [`parse::Domain`], in its order.
static METRICS: [Descriptor; 5] = [
    energy(
        "energy.package",
        "/sys/class/powercap/intel-rapl:*/energy_uj of all packages",
        "energy that the CPU packages took, whoever used them",
    ),
    energy(
        "energy.core",
        "/sys/class/powercap/intel-rapl:*/energy_uj of all zones core",
        "energy that the cores took, a part of the packages'",
    ),
    energy(
        "energy.uncore",
        "/sys/class/powercap/intel-rapl:*/energy_uj of all zones uncore",
        "energy that parts beside the cores took, such as built-in graphics",
    ),
    energy(
        "energy.dram",
        "/sys/class/powercap/intel-rapl:*/energy_uj of all zones dram",
        "energy that memory took",
    ),
    energy(
        "energy.psys",
        "/sys/class/powercap/intel-rapl:*/energy_uj of all zones psys",
        "energy that the platform as a whole took, where its maker connected it",
    ),
];

#[cfg(test)]
mod tests;
