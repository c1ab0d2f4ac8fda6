//! The comparison as a whole.

use super::bodies;
use super::build::{self, Build};
use super::counting;
use super::floor::{self, Told};
use super::precision::{self, Agreement};
use super::row::{self, Aim, BOUND, MORE, Row};
use super::tool::{BODIES, Bench, FLOOR, Prepared, Tool};
use crate::bench::compiled::compile;
use crate::bench::load::Load;
use crate::bench::outcome::Outcome;
use crate::bench::spread::median;
use crate::scratch::Scratch;
use std::path::Path;

/// How much is done.
struct Size {
    builds: usize,
    rounds: usize,
    /// Of ours with counting and without.
    counting: usize,
    /// How long another tool is started again for the sake of precision, in seconds.
    most_s: f64,
}

impl Size {
    fn new(quick: bool) -> Self {
        match quick {
            true => Self { builds: 1, rounds: 3, counting: 12, most_s: 600.0 },
            false => Self { builds: 3, rounds: 7, counting: 20, most_s: 1_800.0 },
        }
    }
}

/// Measures and compares; what is met are aims.
pub(in crate::bench) fn run(
    workspace: &Path,
    scratch: &Scratch,
    quick: bool,
    tell: &dyn Fn(&str),
) -> Result<Outcome, String> {
    let before = Load::now();
    let size = Size::new(quick);
    let all = bodies::all(quick);
    let tools = Tool::ALL.map(|tool| Prepared::new(tool, workspace, scratch.path(), &all));
    if let Err(reason) = &tools[0].package {
        return Err(reason.clone());
    }
    let built = built(&tools, scratch, size.builds, tell)?;
    let mut rows = floor(&tools, size.rounds, tell)?;
    rows.extend(agreement(&tools, &all, size.most_s, tell)?);
    rows.extend(counted(&tools, &all, size.counting, tell)?);
    rows.extend(built);
    let mut outcome = row::outcome(&rows, &tools);
    outcome.table += &format!("\n{before} before, {} after\n", Load::now());
    if before.is_crowded() {
        outcome.table += "not quiet: the time of other programs is in elapsed times\n";
    }
    Ok(outcome)
}

fn built(
    tools: &[Prepared; 3],
    scratch: &Scratch,
    builds: usize,
    tell: &dyn Fn(&str),
) -> Result<Vec<Row>, String> {
    let repeat = compile(scratch, "repeat", include_str!("../stat/repeat.c"))?;
    let mut seen: [Vec<Build>; 3] = Default::default();
    for _ in 0..builds {
        for (tool, seen) in tools.iter().zip(&mut seen) {
            if tool.package.is_ok() {
                tell(&format!("building {}", tool.tool.name()));
                seen.push(build::cold(tool, &repeat)?);
            }
        }
    }
    let row = |what: &str, digits: usize, of: &dyn Fn(&Build) -> f64| {
        let middle = |builds: &Vec<Build>| median(&builds.iter().map(of).collect::<Vec<f64>>());
        Row::new(what, Aim::Peer(1), digits, seen.each_ref().map(middle))
    };
    Ok(vec![
        row("cold build, CPU s", 1, &|build| build.cpu_s),
        row("cold build, elapsed s", 1, &|build| build.elapsed_s),
        row("crates depended on", 0, &|build| build.crates as f64),
    ])
}

fn floor(tools: &[Prepared; 3], rounds: usize, tell: &dyn Fn(&str)) -> Result<Vec<Row>, String> {
    let benches = benches(tools, FLOOR, &bodies::floor(), tell)?;
    tell(&format!("bodies of known time, {rounds} rounds"));
    let told = floor::rounds(&benches, rounds)?;
    let of = |find: &dyn Fn(&Told) -> Option<f64>| [0, 1, 2].map(|place| find(&told[place]));
    let nothing = [0, 1, 2].map(|place| {
        let figure = floor::nothing(&told[place])?;
        let words = if figure.is_bound { BOUND } else { "" };
        Some((figure.ns, format!("{words}{:.3}", figure.ns)))
    });
    let percent = of(&|told| floor::off_line(told).map(|off| 100.0 * off));
    Ok(vec![
        Row { what: "an empty body, ns".to_owned(), aim: Aim::Within(1.0), cells: nothing },
        Row::new(
            "1 of 1,000 multiplications, off by ns",
            Aim::Within(1.0),
            3,
            of(&floor::intercept),
        ),
        Row::new("1,000 to 8,000, off the line by %", Aim::Within(0.5), 3, percent),
    ])
}

fn agreement(
    tools: &[Prepared; 3],
    all: &[bodies::Body],
    most_s: f64,
    tell: &dyn Fn(&str),
) -> Result<Vec<Row>, String> {
    let benches = benches(tools, BODIES, all, tell)?;
    let [Some(first), others @ ..] = &benches[..] else {
        return Err("start our own benchmarks".to_owned());
    };
    tell(&format!("{} benchmarks of each tool, until processes agree", all.len()));
    let ours = precision::ours(first)?;
    let mut seen = [Some(ours), None, None];
    for (seen, bench) in seen[1..].iter_mut().zip(others) {
        if let Some(bench) = bench {
            *seen = Some(precision::other(ours.precise, most_s, &mut || bench.invoke())?);
        }
    }
    let count = all.len();
    let row = |what: String, aim, of: &dyn Fn(&Agreement) -> f64| {
        Row::new(&what, aim, 1, seen.map(|seen| seen.as_ref().map(of)))
    };
    let mut known = row(format!("known to 1 %, of {count}"), Aim::Best, &|it| it.precise as f64);
    for (cell, seen) in known.cells.iter_mut().zip(&seen) {
        if let Some((cell, seen)) = cell.as_mut().zip(*seen) {
            cell.1 = format!("{}, started {} times", seen.precise, seen.invocations);
        }
    }
    let mut until = row("the same, until known to 1 %, s".to_owned(), Aim::Peer(1), &|it| it.all_s);
    for (cell, seen) in until.cells.iter_mut().zip(&seen) {
        if let (Some(cell), Some(seen)) = (cell, seen)
            && seen.precise < ours.precise
        {
            cell.1 = format!("{MORE}{}", cell.1);
        }
    }
    let reach = seen.map(|seen| seen.and_then(|seen| seen.reach).map(|reach| 100.0 * reach));
    Ok(vec![
        row(format!("{count} benchmarks, started once, s"), Aim::Peer(1), &|it| it.first_s),
        until,
        known,
        Row::new("known to, the middle one of them, %", Aim::Peer(1), 2, reach),
    ])
}

fn counted(
    tools: &[Prepared; 3],
    all: &[bodies::Body],
    rounds: usize,
    tell: &dyn Fn(&str),
) -> Result<Vec<Row>, String> {
    tell(&format!("{} benchmarks with counting and without, {rounds} rounds", all.len()));
    counting::rounds(&tools[0].bench(BODIES, all)?, rounds)
}

fn benches<'a>(
    tools: &'a [Prepared; 3],
    name: &str,
    bodies: &[bodies::Body],
    tell: &dyn Fn(&str),
) -> Result<Vec<Option<Bench<'a>>>, String> {
    tell(&format!("building the bench targets `{name}`"));
    let each = tools.iter().map(|tool| match tool.package {
        Ok(_) => tool.bench(name, bodies).map(Some),
        Err(_) => Ok(None),
    });
    each.collect()
}
