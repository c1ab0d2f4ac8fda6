//! The rounds, in each of which everything is measured once.

use super::measured::Measured;
use super::reader::Reader;
use crate::bench::example::Values;
use crate::bench::load::Load;
use crate::bench::outcome::{Outcome, Row};
use crate::bench::quantity::{Bound, Quantity, add};
use std::path::Path;

/// Of one call where nobody measures, in nanoseconds.
const CALL: Bound = Bound::Below(2.0);
/// Of a window pair, in nanoseconds.
const PAIR: Bound = Bound::Below(5_000.0);
/// Of a tally, by its floor.
const RATIO: Bound = Bound::AtMost(1.3);

/// One thing to do in a round.
#[derive(Clone, Copy)]
enum Step {
    Calls,
    Pair(Reader),
    Tally,
}

const STEPS: [Step; 5] = [
    Step::Calls,
    Step::Pair(Reader::Prompt),
    Step::Pair(Reader::Patient),
    Step::Pair(Reader::PatientNarrow),
    Step::Tally,
];

/// Builds the program and measures in so many rounds.
pub(in crate::bench) fn run(workspace: &Path, quick: bool) -> Result<Outcome, String> {
    let measured = Measured::build(workspace)?;
    let before = Load::now();
    let rounds = if quick { 5 } else { 15 };
    let mut outcome = measure(&measured, rounds)?;
    outcome.table += &format!("medians of {rounds} interleaved rounds; {before} before\n");
    if before.is_crowded() {
        outcome.table += "not quiet: the time of other programs is in elapsed times\n";
    }
    Ok(outcome)
}

/// The steps of a round begin with another one each time, so that none is always first.
pub(super) fn measure(measured: &Measured, rounds: usize) -> Result<Outcome, String> {
    let mut quantities: [Vec<Quantity>; STEPS.len()] = Default::default();
    for round in 0..rounds {
        for turn in 0..STEPS.len() {
            let place = (round + turn) % STEPS.len();
            let seen = STEPS[place].take(measured)?;
            add(&mut quantities[place], seen)?;
        }
    }
    let rows: Vec<Row> = quantities.iter().flatten().map(Quantity::row).collect();
    Ok(Outcome::of(&rows))
}

impl Step {
    fn take(self, measured: &Measured) -> Result<Vec<(Quantity, f64)>, String> {
        match self {
            Self::Calls => called(measured.calls()?),
            Self::Pair(reader) => {
                Ok(pair(reader).into_iter().zip(measured.pair(reader)?).collect())
            }
            Self::Tally => tallied(measured.tally()?),
        }
    }
}

fn called(values: Values) -> Result<Vec<(Quantity, f64)>, String> {
    if values.is_empty() {
        return Err("read what calls cost: the program measured none".to_owned());
    }
    let quantity = |name| Quantity::time(format!("{name}, nobody measures"), CALL);
    Ok(values.into_iter().map(|(name, value)| (quantity(name), value)).collect())
}

/// Elapsed time, for which there is a bound, and CPU time, which tells where others were in it.
fn pair(reader: Reader) -> [Quantity; 2] {
    let (how, bound) = match reader {
        Reader::Prompt => ("read at once", PAIR),
        Reader::Patient => ("read every 10 ms, 1 MiB", PAIR),
        Reader::PatientNarrow => ("read every 10 ms, 64 KiB", Bound::Open),
    };
    let what = format!("window pair, {how}");
    let cpu = Quantity::time(format!("{what}, CPU time"), Bound::Open);
    [Quantity::time(what, bound), cpu]
}

fn tallied(values: Values) -> Result<Vec<(Quantity, f64)>, String> {
    let quantity = |name: &str| match name {
        "floor" => Ok(Quantity::time("two clock reads, two atomic adds".to_owned(), Bound::Open)),
        "tally" => Ok(Quantity::time("tally with a cycle counter".to_owned(), Bound::Open)),
        "ratio" => Ok(Quantity::ratio("the latter by the former".to_owned(), RATIO)),
        _ => Err(format!("read what a tally costs: `{name}` is unknown")),
    };
    let quantities: Result<Vec<_>, String> =
        values.into_iter().map(|(name, value)| Ok((quantity(&name)?, value))).collect();
    let quantities = quantities?;
    let judged = quantities.iter().any(|(quantity, _)| quantity.is_bounded());
    if judged { Ok(quantities) } else { Err("read the ratio of a tally".to_owned()) }
}
