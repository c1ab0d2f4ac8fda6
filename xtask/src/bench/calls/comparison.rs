//! The comparison as a whole.

use super::observer::{Observer, PEER};
use crate::bench::compiled::compile;
use crate::bench::outcome::Outcome;
use crate::bench::program::Program;
use crate::bench::spread::median;
use crate::bench::stat::table::aligned;
use crate::scratch::Scratch;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Calls that the program makes alone.
const CALLS: u64 = 400_000;
/// Ours is to be at most this part of what the peer costs.
const AIM: f64 = 0.1;

/// What a call took, in nanoseconds: alone, and counted; a value a round each.
#[derive(Default)]
struct Seen {
    alone: Vec<f64>,
    counted: Vec<f64>,
}

/// Measures and compares; what is met are aims.
pub(crate) fn run(program: &Program, scratch: &Scratch, quick: bool) -> Result<Outcome, String> {
    let calls = compile(scratch, "calls", include_str!("calls.c"))?;
    can_count(program, scratch)?;
    let observers = Observer::all(program);
    let mut seen: Vec<Result<Seen, String>> =
        observers.iter().map(|_| Ok(Seen::default())).collect();
    let number = if quick { CALLS / 10 } else { CALLS };
    for _ in 0..if quick { 3 } else { 7 } {
        for (observer, seen) in observers.iter().zip(&mut seen) {
            let Ok(found) = seen else { continue };
            match round(observer, &calls, scratch.path(), number / observer.share) {
                Ok([alone, counted]) => {
                    found.alone.push(alone);
                    found.counted.push(counted);
                }
                // Ours must be there; others may not be.
                Err(error) if observer.ours.is_some() => return Err(error),
                Err(error) => *seen = Err(error),
            }
        }
    }
    Ok(outcome(&observers, &seen))
}

/// Whether the total is a number here: else the reason.
fn can_count(program: &Program, scratch: &Scratch) -> Result<(), String> {
    let arguments =
        ["-w", "0", "-r", "1", "--metrics", "syscalls.total", "--json", "-", "--", "true"];
    let document = program.stat(scratch.path(), &arguments)?;
    let found = &document["cases"][0]["summary"]["syscalls.total"];
    if found["status"] == "measured" {
        return Ok(());
    }
    Err(format!("count system calls: {}; try: {}", found["reason"], found["remedy"]))
}

/// Nanoseconds of a call alone, and counted by `observer`.
fn round(
    observer: &Observer,
    calls: &PathBuf,
    folder: &Path,
    number: u64,
) -> Result<[f64; 2], String> {
    let told = folder.join("told");
    let _ = std::fs::remove_file(&told);
    let mut words: Vec<_> = observer.words.iter().collect();
    let (calls, count) = (calls.into(), number.to_string().into());
    let file = told.clone().into_os_string();
    let program = [&calls, &count, &file];
    if observer.ours.is_none() {
        // A campaign of ours has a run alone first.
        start(&program)?;
    }
    words.extend(program);
    start(&words)?;
    let text = std::fs::read_to_string(&told).map_err(|e| format!("read what it took: {e}"))?;
    let pair = pair(&text, number, observer.ours.unwrap_or(1));
    pair.ok_or_else(|| format!("read what it took: pairs of numbers, not {text:?}"))
}

/// What the program told of its last two runs, by call, where it was run `times` twice.
pub(super) fn pair(text: &str, number: u64, times: usize) -> Option<[f64; 2]> {
    let took: Result<Vec<f64>, _> = text.lines().map(str::parse).collect();
    let took = took.ok().filter(|took| took.len() == 2 * times)?;
    let [.., alone, counted] = took[..] else { return None };
    Some([alone / number as f64, counted / number as f64])
}

fn start(words: &[&std::ffi::OsString]) -> Result<(), String> {
    let line = words[0].to_string_lossy();
    let null = || (Stdio::null(), Stdio::null(), Stdio::null());
    let (input, output, error) = null();
    let status =
        Command::new(words[0]).args(&words[1..]).stdin(input).stdout(output).stderr(error).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("run {line}: {status}")),
        Err(error) => Err(format!("run {line}: {error}")),
    }
}

/// A row for each observer, then why some are missing.
fn outcome(observers: &[Observer], seen: &[Result<Seen, String>]) -> Outcome {
    let beyond = |seen: &Seen| {
        let each = seen.alone.iter().zip(&seen.counted).map(|(alone, counted)| counted - alone);
        each.collect::<Vec<f64>>()
    };
    let found = |place: usize| median(&beyond(seen[place].as_ref().ok()?));
    let peer = observers.iter().position(|observer| observer.name == PEER).and_then(found);
    let heads = ["counted", "alone, ns", "counted, ns", "a call more, ns", "÷ strace -c", "aim"];
    let (mut lines, mut met) = (vec![heads.map(str::to_owned)], true);
    for (place, (observer, seen)) in observers.iter().zip(seen).enumerate() {
        let Ok(seen) = seen else { continue };
        let of = |values: &[f64]| median(values).map_or_else(String::new, |it| format!("{it:.0}"));
        let (ratio, aim) = match found(place).zip(peer) {
            Some((ours, theirs)) if theirs > 0.0 => {
                let ratio = ours / theirs;
                let kept = observer.ours.is_none() || ratio <= AIM;
                met &= kept;
                let aim = if observer.ours.is_none() {
                    "none".to_owned()
                } else {
                    format!("at most {AIM}: {}", if kept { "met" } else { "NOT MET" })
                };
                (format!("{ratio:.4}"), aim)
            }
            _ => {
                met = false;
                ("missing".to_owned(), "cannot tell".to_owned())
            }
        };
        let more = beyond(seen);
        let (least, most) = (
            more.iter().copied().fold(f64::INFINITY, f64::min),
            more.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        );
        let more = format!("{} ({least:.0} … {most:.0})", of(&more));
        let name = observer.name.to_owned();
        lines.push([name, of(&seen.alone), of(&seen.counted), more, ratio, aim]);
    }
    let mut table = aligned(&lines);
    for (observer, error) in
        observers.iter().zip(seen).filter_map(|(it, seen)| Some((it, seen.as_ref().err()?)))
    {
        table += &format!("\n{} is missing: failed to {error}\n", observer.name);
    }
    Outcome { table, met }
}
