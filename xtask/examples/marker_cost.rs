//! A program that measures what its own calls of the marker cost, for `cargo xtask bench marker`:
//! `calls`, `pairs` or `tally`. It prints lines `NAME VALUE`, times in nanoseconds.
#![allow(clippy::print_stdout, reason = "this is a command")]

use probity_marker::{Kind, Outcome, Tally, Totals};
use probity_sys::clock::{cycles, process_cpu_ns};
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

/// Calls of each kind: at the bound of 2 ns they take 4 ms.
const CALLS: u32 = 2_000_000;
/// Window pairs.
const PAIRS: u32 = 10_000;
/// Turns of one loop of the tally, and how often the two loops take turns.
const TURNS: u32 = 5_000;
const EXCHANGES: usize = 40;

fn main() -> ExitCode {
    let asked = std::env::args().nth(1).unwrap_or_default();
    let done = match asked.as_str() {
        "calls" => calls(),
        "pairs" => pairs(),
        "tally" => tally(),
        _ => None,
    };
    if done.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The mean of so many calls, with the loop around them.
fn mean(count: u32, mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        call();
    }
    start.elapsed().as_nanos() as f64 / f64::from(count)
}

/// What each call costs where nobody measures; fails where somebody does.
fn calls() -> Option<()> {
    let absent = probity_marker::ready() == Outcome::Absent;
    let say = |name: &str, call: fn() -> Outcome| {
        println!(
            "{name} {}",
            mean(CALLS, || {
                black_box(call());
            })
        );
    };
    say("ready", probity_marker::ready);
    say("phase", || probity_marker::phase("scan"));
    say("work", || probity_marker::work("rows", black_box(1000)));
    say("checksum", || probity_marker::checksum("9e107d9d"));
    say("counter", || probity_marker::counter("hits", "count", Kind::Counter, black_box(12_u64)));
    say("result", || probity_marker::result("42"));
    say("error", || probity_marker::error("none"));
    say("tally", || probity_marker::tally(black_box(&TOTALS)));
    // Two calls: the beginning, and the end at the drop of the guard.
    let pair = mean(CALLS, || drop(black_box(probity_marker::window("scan"))));
    println!("window {}", pair / 2.0);
    absent.then_some(())
}

const TOTALS: Totals = Totals { name: "x", unit: "ns", count: 1, timed: Some((1, 1)), lost: 0 };

/// What a window pair costs where somebody reads; fails where nobody does.
fn pairs() -> Option<()> {
    let sent = probity_marker::ready() == Outcome::Sent;
    let start = process_cpu_ns().ok()?;
    println!("pair {}", mean(PAIRS, || probity_marker::window("scan").end()));
    let cpu = process_cpu_ns().ok()? - start;
    println!("cpu {}", cpu as f64 / f64::from(PAIRS));
    // And `hello` and `ready` before.
    println!("lines {}", 2 * PAIRS + 2);
    sent.then_some(())
}

/// A tally with the cycle counter for its clock, and what no tally of count and total can do
/// without, in loops that take turns; fails where there is no such clock.
fn tally() -> Option<()> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    static TOTAL: AtomicU64 = AtomicU64::new(0);
    static TALLY: Tally = Tally::new("turn", "cycles");
    cycles()?;
    let read = || cycles().unwrap_or_default();
    let floor = || {
        let (start, end) = (read(), read());
        COUNT.fetch_add(1, Relaxed);
        TOTAL.fetch_add(end.wrapping_sub(start), Relaxed);
    };
    let tally = || {
        let (start, end) = (read(), read());
        TALLY.between(start, end);
    };
    let (mut floors, mut tallies) = (Vec::new(), Vec::new());
    for exchange in 0..EXCHANGES {
        if exchange % 2 == 0 {
            floors.push(mean(TURNS, floor));
            tallies.push(mean(TURNS, tally));
        } else {
            tallies.push(mean(TURNS, tally));
            floors.push(mean(TURNS, floor));
        }
    }
    let turns = u64::from(TURNS) * EXCHANGES as u64;
    let counted = COUNT.load(Relaxed) == turns && TALLY.totals().count == turns;
    let (floor, tally) = (middle(floors), middle(tallies));
    println!("floor {floor}\ntally {tally}\nratio {}", tally / floor);
    counted.then_some(())
}

/// The upper of two middles. A loop that another program interrupted does not move it.
fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
