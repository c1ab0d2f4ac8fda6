//! Pressure on Linux.

use super::{CPU, IO, MEMORY, parse};
use crate::context::{Context, SubjectKind};
use crate::descriptor::Asked;
use crate::reading::{Edge, Reader, Reading, Snapshot};
use probity_host::root::{Held, malformed};
use probity_model::{Absence, Cause};

/// Two lines of about 80 bytes, with room for longer numbers.
const LONGEST: usize = 512;

const PATHS: [&str; 3] = [IO, MEMORY, CPU];

const CPU_FULL: &str = "the kernel pins full CPU pressure to zero for the system as a whole";

/// The files, in the order of [`PATHS`], kept open: the kernel makes their text anew at each read.
/// `None`: nobody wants it.
struct Pressure([Option<Result<Held, Absence>>; 3]);

pub(super) fn open(
    context: &Context,
    _: SubjectKind,
    asked: &Asked<'_>,
) -> Result<Reader, Absence> {
    let hold = |file: usize| {
        let pair = &asked.wanted[2 * file..2 * file + 2];
        pair.contains(&true).then(|| {
            let held = context.root.hold(PATHS[file]);
            held.map_err(|error| remedied(error.absence(Cause::NoKernelSupport, None)))
        })
    };
    Ok(Reader::Snapshot(Box::new(Pressure([hold(0), hold(1), hold(2)]))))
}

fn remedied(absence: Absence) -> Absence {
    match absence.cause {
        Cause::NoKernelSupport => {
            absence.with_remedy("boot with psi=1, on a kernel with CONFIG_PSI")
        }
        _ => absence,
    }
}

impl Snapshot for Pressure {
    fn read(&self, _: &Edge<'_>, into: &mut [Reading]) {
        let (pairs, _) = into.as_chunks_mut::<2>();
        for (([some, full], held), path) in pairs.iter_mut().zip(&self.0).zip(PATHS) {
            match held {
                None => {}
                Some(Ok(held)) => both(held, path, some, full),
                Some(Err(absence)) => {
                    *some = Reading::Missing(absence.clone());
                    *full = Reading::Missing(absence.clone());
                }
            }
            if path == CPU {
                *full = Reading::Inapplicable(CPU_FULL);
            }
        }
    }
}

fn both(held: &Held, path: &str, some: &mut Reading, full: &mut Reading) {
    let mut buffer = [0; LONGEST];
    let text = held
        .read(&mut buffer)
        .map_err(|error| remedied(error.absence(Cause::NoKernelSupport, None)));
    for (place, label) in [(some, "some"), (full, "full")] {
        *place = match &text {
            Ok(text) => parse::total_ns(text, label).map_err(|why| malformed(path, why)).into(),
            Err(absence) => Reading::Missing(absence.clone()),
        };
    }
}
