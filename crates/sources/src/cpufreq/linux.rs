//! Frequencies on Linux.

use super::parse::levels_hz;
use crate::context::{Context, SubjectKind};
use crate::cpu_files::cpu_files;
use crate::decimal::NumberFile;
use crate::descriptor::Asked;
use crate::reading::{Edge, Reader, Reading, Side, Snapshot};
use probity_model::{Absence, Cause};

const CPUS: &str = "/sys/devices/system/cpu";

/// The files of the CPUs that have one, kept open.
struct Frequencies(Vec<NumberFile>);

pub(super) fn open(context: &Context, _: SubjectKind, _: &Asked<'_>) -> Result<Reader, Absence> {
    let lacking = || {
        let reason = "no CPU here has the file cpufreq/scaling_cur_freq: there is no frequency \
                      driver, as in most virtual machines";
        Absence::new(Cause::NoKernelSupport, reason)
    };
    let files = cpu_files(&context.root, CPUS, "cpufreq/scaling_cur_freq", lacking)?;
    Ok(Reader::Snapshot(Box::new(Frequencies(files))))
}

impl Frequencies {
    fn levels(&self, side: Side) -> Result<[u64; 2], Absence> {
        let needed = match side {
            Side::Start => 1,
            Side::End => self.0.len(),
        };
        let khz: Vec<u64> =
            self.0.iter().take(needed).map(NumberFile::read).collect::<Result<_, _>>()?;
        levels_hz(&khz).ok_or_else(|| {
            Absence::new(Cause::Implausible, "frequencies of CPUs that no unit of ours can hold")
        })
    }
}

impl Snapshot for Frequencies {
    fn read(&self, edge: &Edge<'_>, into: &mut [Reading]) {
        let levels = self.levels(edge.side);
        for (place, reading) in into.iter_mut().enumerate() {
            *reading = levels.clone().map(|levels| levels[place]).into();
        }
    }
}
