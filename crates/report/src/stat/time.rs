//! Where the wall time of each command went, in words.

use super::campaign::{Campaign, is_tick_split};
use super::notes::names;
use crate::phrase::Phrase;
use crate::quantity::percent;
use crate::wording;
use probity_model::{
    Absence, Case, CaseId, Cause, CpuModes, CpuShare, Decomposition, SpreadAbsence, TimeParts,
};

/// What a part of the wall time is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// On a CPU, in whichever mode.
    OnCpu,
    /// On a CPU, in user mode.
    User,
    /// On a CPU, in the kernel.
    Kernel,
    /// Ready to run, and waiting for a CPU.
    RunQueue,
    /// Anything else.
    Other,
}

impl Part {
    /// What it is called.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OnCpu => "on CPU",
            Self::User => "on CPU, user",
            Self::Kernel => "on CPU, kernel",
            Self::RunQueue => "run-queue wait",
            Self::Other => "other",
        }
    }
}

/// The parts in their order, in nanoseconds over all runs.
pub(crate) fn parts(found: &TimeParts) -> Vec<(Part, u64)> {
    let mut parts = match found.modes {
        CpuModes::Split(modes) => {
            vec![(Part::User, modes.user_ns), (Part::Kernel, modes.kernel_ns)]
        }
        CpuModes::Absent(_) => vec![(Part::OnCpu, found.on_cpu_ns)],
    };
    parts.extend([(Part::RunQueue, found.run_queue_wait_ns), (Part::Other, found.other_ns)]);
    parts
}

/// A part as a share of the wall time; the kernel's sampling of the modes is marked.
pub(crate) fn share(campaign: Campaign<'_>, part: Part, part_ns: u64, wall_ns: u64) -> Phrase {
    let is_mode = matches!(part, Part::User | Part::Kernel);
    let is_sampled = is_mode && campaign.metrics().any(is_tick_split);
    let figure = percent(part_ns as f64 / wall_ns as f64);
    Phrase::new().figure(&if is_sampled { figure.estimated() } else { figure })
}

/// One line for each command, and why CPU time is not split where it is not. What was not asked
/// for, and commands without a run, are told of elsewhere.
pub(crate) fn times(campaign: Campaign<'_>) -> Vec<Phrase> {
    let cases = campaign.document.cases.iter();
    let mut lines: Vec<Phrase> = cases.clone().filter_map(|case| line(campaign, case)).collect();
    let mut whole: Vec<(&Absence, Vec<&CaseId>)> = Vec::new();
    for case in cases {
        let Some(absence) = unsplit(case) else { continue };
        match whole.iter_mut().find(|(other, _)| *other == absence) {
            Some((_, ids)) => ids.push(&case.id),
            None => whole.push((absence, vec![&case.id])),
        }
    }
    let line = |(absence, ids): (&Absence, Vec<&CaseId>)| {
        let line = Phrase::from("not split by mode: ").then(names(campaign, &ids));
        line.ours(": ").then(wording::absence(absence))
    };
    lines.extend(whole.into_iter().map(line));
    lines
}

/// Why the time of a command on CPUs is not split by mode.
pub(crate) fn unsplit(case: &Case) -> Option<&Absence> {
    match &case.time_parts()?.modes {
        CpuModes::Absent(SpreadAbsence::Unavailable(absence)) => Some(absence),
        CpuModes::Split(_) => None,
    }
}

fn line(campaign: Campaign<'_>, case: &Case) -> Option<Phrase> {
    let line = Phrase::from("where the time went: ").then(campaign.name(&case.id)).ours(": ");
    Some(match &case.decomposition {
        Decomposition::Divided(found) => line.then(shares(campaign, found)).then(remarks(found)),
        Decomposition::Undivided(found) => {
            line.then(beside(found)).ours("; not divided: ").prose(&found.reason)
        }
        Decomposition::Unavailable(absence) => match absence.cause {
            Cause::NotRequested | Cause::TooFew | Cause::Interrupted => return None,
            _ => line.ours("unknown: ").then(wording::absence(absence)),
        },
    })
}

/// `91.1 % on CPU (≈87 % user, ≈4.1 % kernel), 0.1 % run-queue wait, 8.8 % other`
fn shares(campaign: Campaign<'_>, found: &TimeParts) -> Phrase {
    let of = |part, part_ns| share(campaign, part, part_ns, found.wall_ns);
    let line = of(Part::OnCpu, found.on_cpu_ns).ours(" on CPU");
    let line = match found.modes {
        CpuModes::Split(modes) => {
            let line = line.ours(" (").then(of(Part::User, modes.user_ns)).ours(" user, ");
            line.then(of(Part::Kernel, modes.kernel_ns)).ours(" kernel)")
        }
        CpuModes::Absent(_) => line,
    };
    let line = line.ours(", ").then(of(Part::RunQueue, found.run_queue_wait_ns));
    let line = line.ours(" run-queue wait, ").then(of(Part::Other, found.other_ns));
    line.ours(" other")
}

/// CPU time beside wall time.
pub(crate) fn beside(found: &CpuShare) -> Phrase {
    let line = Phrase::from("CPU time is ");
    let line = line.figure(&percent(found.on_cpu_ns as f64 / found.wall_ns as f64));
    line.ours(" of the wall time").then(without(found.absent))
}

/// What has to be known of the parts beside their shares.
pub(crate) fn remarks(found: &TimeParts) -> Phrase {
    let line = without(found.absent);
    match found.excess_ns {
        0 => line,
        excess => {
            let figure = percent(excess as f64 / found.wall_ns as f64);
            line.ours("; together ").figure(&figure).ours(" more than the wall time")
        }
    }
}

fn without(absent: u64) -> Phrase {
    match absent {
        0 => Phrase::new(),
        _ => Phrase::from("; ").count(absent, "run", "runs").ours(" without these times left out"),
    }
}
