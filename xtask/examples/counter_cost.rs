//! A program that measures what bracketing a program with counters costs Probity, beside the system
//! calls that it is made of, for `cargo xtask bench counters`. It prints lines `NAME VALUE`, times
//! in nanoseconds.
//!
//! The program that is bracketed is this one, between two moments at which it does almost nothing.
//! What a bracket opens and reads is written down once, and then done again without Probity: that
//! is the floor. Software events stand in for those of the CPU, which virtual machines seldom have.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is a command")]

use probity_host::root::Root;
use probity_model::{Nanoseconds, Observation};
use probity_sources::{Context, Selection, Session, Span, Subject, SubjectKind};
use probity_sys::clock::monotonic_ns;
use probity_sys::counter::{Attributes, Count, Counter, Event, Group, Members, Software};
use probity_sys::kernel::{Kernel, Live};
use probity_sys::usage::Usage;
use std::hint::black_box;
use std::io;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

/// How often ours and the floor take turns.
const TURNS: usize = 60;
/// Windows in this thread.
const WINDOWS: u32 = 2_000;

/// The catalog's events of one counter each; ten of them.
const EVENTS: [&str; 10] = [
    "perf.cycles",
    "perf.instructions",
    "perf.branches",
    "perf.branch_misses",
    "perf.cache_references",
    "perf.cache_misses",
    "perf.task_clock",
    "perf.page_faults",
    "perf.context_switches",
    "perf.cpu_migrations",
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("counter_cost: failed to {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    for size in [1, 6, 10, 20] {
        // More than the catalog has are events by number, where those can be named.
        let more = (1..=size - size.min(EVENTS.len())).map(|number| format!("perf.raw.r{number}"));
        let named = EVENTS.iter().take(size).map(|name| (*name).to_owned());
        let selectors: Vec<String> = named.chain(more).collect();
        match Selection::parse(Some(&selectors.join(","))) {
            Ok(selection) => bracket(size, &selection)?,
            Err(_) if size > EVENTS.len() => {}
            Err(error) => return Err(error.to_string()),
        }
        window(size)?;
    }
    Ok(())
}

/// The kernel we run on, whose CPU counts nothing: the task clock stands in for its events. All
/// counters are on at once, as after an exec. Writes down what is opened.
#[derive(Clone, Default)]
struct StandIn {
    opened: Arc<Mutex<Vec<Opening>>>,
}

/// A counter that was opened, and which of those before it leads its group.
#[derive(Clone, Copy)]
struct Opening {
    attributes: Attributes,
    number: i32,
    leader: Option<i32>,
}

impl StandIn {
    fn openings(&self) -> Vec<Opening> {
        std::mem::take(&mut self.opened.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Kernel for StandIn {
    fn monotonic_ns(&self) -> u64 {
        Live.monotonic_ns()
    }

    fn process_cpu_ns(&self) -> io::Result<u64> {
        Live.process_cpu_ns()
    }

    fn cpu_ns_of(&self, pid: u32) -> io::Result<u64> {
        Live.cpu_ns_of(pid)
    }

    fn usage_of_self(&self) -> io::Result<Usage> {
        Live.usage_of_self()
    }

    fn page_bytes(&self) -> io::Result<u64> {
        Live.page_bytes()
    }

    fn open_counter(
        &self,
        attributes: &Attributes,
        thread: Option<u32>,
        leader: Option<&dyn Counter>,
    ) -> io::Result<Box<dyn Counter>> {
        let event = match attributes.event {
            Event::Software(event) => event,
            _ => Software::TaskClock,
        };
        let event = Event::Software(event);
        let (disabled, enable_on_exec) = (false, false);
        let attributes = Attributes { event, disabled, enable_on_exec, ..*attributes };
        let counter = Live.open_counter(&attributes, thread, leader)?;
        let (number, leader) = (counter.number(), leader.map(|leader| leader.number()));
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        opened.push(Opening { attributes, number, leader });
        Ok(counter)
    }
}

/// How long arming and closing took.
type Edges = [f64; 2];

/// A bracket of so many counters by a session, and the floors.
fn bracket(size: usize, selection: &Selection) -> Result<(), String> {
    let kernel = StandIn::default();
    let context = Context::of(Root::live(), kernel.clone());
    let session = Session::open(&context, SubjectKind::Child, selection);
    kernel.openings();
    counted(size, &session)?;
    let all = kernel.openings();
    let wanted = all.get(all.len().saturating_sub(size)..).unwrap_or_default();
    let mut seen: [Vec<Edges>; 3] = Default::default();
    for turn in 0..TURNS {
        for place in (0..3).map(|step| (turn + step) % 3) {
            let edges = match place {
                0 => ours(&session)?.0,
                1 => floor(&all)?,
                _ => floor(wanted)?,
            };
            if let Some(seen) = seen.get_mut(place) {
                seen.push(edges);
            }
        }
        kernel.openings();
    }
    println!("opened-{size} {}", all.len());
    for (name, seen) in ["ours", "floor", "bare"].into_iter().zip(&seen) {
        let middle = |of: fn(&Edges) -> f64| middle(seen.iter().map(of).collect());
        println!("{name}-bracket-{size} {}", middle(|edges| edges[0] + edges[1]));
        println!("{name}-edge-{size} {}", middle(|edges| edges[1]));
    }
    Ok(())
}

/// A bracket in which nothing is counted would be another one: all have a value, or it fails.
fn counted(size: usize, session: &Session) -> Result<(), String> {
    let (_, observations) = ours(session)?;
    let values = observations.iter().filter(|seen| matches!(seen, Observation::Measured(_)));
    // And the wall clock.
    match values.count() {
        count if count == size + 1 => Ok(()),
        count => Err(format!("count all of {size}: {count} have a value: {observations:?}")),
    }
}

/// A bracket by the session around a page fault and half a millisecond of work.
fn ours(session: &Session) -> Result<(Edges, Vec<Observation>), String> {
    let usage = || Live.usage_of_self();
    let baseline = usage().map_err(|error| format!("read our own usage: {error}"))?;
    let subject = Subject::Child { pid: std::process::id() };
    let begun = monotonic_ns();
    let started = session.start(subject, Some(baseline));
    let armed = monotonic_ns();
    work();
    let ended = monotonic_ns();
    let span = Span { start: Nanoseconds(armed), end: Nanoseconds(ended) };
    let closing = monotonic_ns();
    let stopped = session.stop(started, span, usage);
    let closed = monotonic_ns();
    let observations = stopped.map_err(|error| format!("read our own usage: {error}"))?;
    let edges = [(armed - begun) as f64, (closed - closing) as f64];
    Ok((edges, observations.into_values().collect()))
}

/// The same openings, readings and closings, and nothing else.
fn floor(openings: &[Opening]) -> Result<Edges, String> {
    let failed = |error: io::Error| format!("open and read a counter: {error}");
    let mut counters: Vec<Box<dyn Counter>> = Vec::with_capacity(openings.len());
    let thread = Some(std::process::id());
    let begun = monotonic_ns();
    for opening in openings {
        let leader = openings.iter().position(|other| Some(other.number) == opening.leader);
        let leader = leader.and_then(|leader| counters.get(leader)).map(|leader| &**leader);
        let counter = Live.open_counter(&opening.attributes, thread, leader).map_err(failed)?;
        black_box::<Count>(counter.read().map_err(failed)?);
        counters.push(counter);
    }
    let armed = monotonic_ns();
    work();
    let closing = monotonic_ns();
    for counter in &counters {
        black_box::<Count>(counter.read().map_err(failed)?);
    }
    drop(counters);
    Ok([(armed - begun) as f64, (monotonic_ns() - closing) as f64])
}

/// What is bracketed: new memory, so that a fault is counted, and time on the CPU. So much is asked
/// for that no allocator has it left over (glibc maps from 32 MiB on anew), and little is touched.
fn work() {
    let start = monotonic_ns();
    let mut memory: Vec<u8> = Vec::with_capacity(64 << 20);
    memory.push(1);
    drop(black_box(memory));
    while monotonic_ns() - start < 500_000 {}
}

/// A window in this thread with a group of so many counters: what an edge costs that is one read,
/// and a bracket that switches it on and off. Page faults stand in here: switching many task clocks
/// is switching as many timers, which counters of the CPU are not.
fn window(size: usize) -> Result<(), String> {
    let failed = |error: io::Error| format!("open a group of {size}: {error}");
    let events = vec![Event::Software(Software::PageFaults); size];
    let members = Members { events: &events, exclude_kernel: false, exclude_hypervisor: false };
    let mut group = Live.open_group(&members).map_err(failed)?;
    let mut values = vec![0; size];
    let bracket = mean(|| bracketed(group.as_mut(), &mut values)).map_err(failed)?;
    group.enable().map_err(failed)?;
    let edge = mean(|| group.read(&mut values).map(drop)).map_err(failed)?;
    println!("thread-bracket-{size} {bracket}\nthread-edge-{size} {edge}");
    Ok(())
}

fn bracketed(group: &mut dyn Group, values: &mut [u64]) -> io::Result<()> {
    group.enable()?;
    group.disable()?;
    group.read(values).map(drop)
}

fn mean(mut call: impl FnMut() -> io::Result<()>) -> io::Result<f64> {
    let start = monotonic_ns();
    for _ in 0..WINDOWS {
        call()?;
    }
    Ok((monotonic_ns() - start) as f64 / f64::from(WINDOWS))
}

/// The upper of two middles. A turn that another program interrupted does not move it.
fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
