//! Counting system calls on Linux.

use super::architecture::{self, Architecture};
use super::choice::{self, Choice};
use super::table::{CALLS, Call};
use super::{METRICS, tracefs};
use crate::context::{Context, SubjectKind};
use crate::counting::{
    self, Circumstances, Kind, Nature, Nothing, Own, Rank, Standing, Watch, admit, attributes,
    unreadable,
};
use crate::descriptor::Asked;
use crate::reading::{Armed, Bracket, Edge, Reader, Reading, Stated};
use probity_host::root::malformed;
use probity_model::{Absence, Cause};
use probity_sys::counter::{Count, Counter, Event};
use std::io;
use std::sync::Arc;

/// What a tracepoint is to those who may not have it.
const NATURE: Nature = Nature { kind: Kind::Software, of_kernel: true };

/// The wanted calls, to be counted for one program after another.
struct Calls {
    wanted: Vec<bool>,
    tracepoint: u64,
    choice: Arc<Choice>,
    circumstances: Circumstances,
}

pub(super) fn open(
    context: &Context,
    kind: SubjectKind,
    asked: &Asked<'_>,
) -> Result<Reader, Absence> {
    let circumstances = Circumstances::of(context);
    let tracepoint = tracepoint(context, &circumstances)?;
    if kind == SubjectKind::ThisProcess {
        let own = own(tracepoint, circumstances, asked);
        return Ok(Reader::Bracket(Box::new(own)));
    }
    let (wanted, choice) = (asked.wanted.to_vec(), Arc::default());
    Ok(Reader::Bracket(Box::new(Calls { wanted, tracepoint, choice, circumstances })))
}

/// The calls as windows in this process count them.
fn own(tracepoint: u64, circumstances: Circumstances, asked: &Asked<'_>) -> Own {
    let (mut events, mut missing) = (Vec::new(), Vec::new());
    let places = (0..asked.wanted.len()).filter(|&place| asked.wanted[place]);
    for place in places {
        let number = match place.checked_sub(1).map(|at| wanted(&CALLS[at], architecture::own())) {
            None => None,
            Some(Wanted::Number(number)) => Some(number),
            Some(Wanted::Absent(Reading::Missing(absence))) => {
                missing.push((place, absence));
                continue;
            }
            Some(Wanted::Absent(_)) => {
                let why = "this architecture has no such system call";
                missing.push((place, Absence::new(Cause::NoKernelSupport, why)));
                continue;
            }
        };
        events.push(counting::Wanted {
            place,
            event: Event::Tracepoint(tracepoint),
            filter: number.map(|number| format!("id == {number}")),
            nature: NATURE,
            without_kernel: None,
            reads: METRICS[place].this_process.reads.into(),
        });
    }
    Own::new(events, missing, circumstances, asked.is_estimating)
}

fn text(context: &Context, path: &str) -> Option<String> {
    let bytes = context.root.read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// The number of the tracepoint, from the first tracefs that tells it.
fn tracepoint(context: &Context, known: &Circumstances) -> Result<u64, Absence> {
    let mounts = text(context, "/proc/self/mountinfo");
    let mut places = tracefs::places(mounts.as_deref().unwrap_or_default());
    let is_mounted = !places.is_empty();
    // Where mounts cannot be read, or are those of another namespace.
    places.extend(["/sys/kernel/tracing", "/sys/kernel/debug/tracing"].map(str::to_owned));
    let mut refused = None;
    for place in places {
        let path = format!("{place}/{}", tracefs::ID);
        match context.root.read(&path) {
            Ok(bytes) => {
                return tracefs::id(&bytes).ok_or_else(|| malformed(&path, "it is no number"));
            }
            Err(error) => {
                let absence = error.absence(Cause::NoKernelSupport, None);
                // A place that is closed says more than one that is empty.
                if absence.cause != Cause::NoKernelSupport && refused.is_none() {
                    refused = Some((place, absence));
                }
            }
        }
    }
    Err(match refused {
        Some((place, absence)) if absence.cause == Cause::Denied => closed(context, known, &place),
        Some((_, absence)) => absence,
        None => nowhere(context, is_mounted),
    })
}

/// Why there is none where nothing refused to be read.
fn nowhere(context: &Context, is_mounted: bool) -> Absence {
    let knows = text(context, "/proc/filesystems").map(|kinds| tracefs::is_known(&kinds));
    let (reason, remedy) = match (is_mounted, knows) {
        (true, _) => (
            "tracefs is mounted and has no tracepoint raw_syscalls:sys_enter",
            "a kernel with CONFIG_EVENT_TRACING and CONFIG_FTRACE_SYSCALLS",
        ),
        (false, Some(false)) => ("the kernel has no tracefs", "a kernel with CONFIG_EVENT_TRACING"),
        (false, Some(true) | None) => (
            "tracefs, which has the number of the tracepoint, is not mounted",
            "as root: mount -t tracefs tracefs /sys/kernel/tracing, and measure as root; in a \
             container, hand it the host's, as with -v /sys/kernel/tracing:/sys/kernel/tracing:ro",
        ),
    };
    Absence::new(Cause::NoKernelSupport, reason).with_remedy(remedy)
}

/// Why tracefs at `place` may not be read.
fn closed(context: &Context, known: &Circumstances, place: &str) -> Absence {
    let reason = format!("{place}, which has the number of the tracepoint, may not be read");
    let absence = Absence::new(Cause::Denied, reason);
    let lockdown = text(context, "/sys/kernel/security/lockdown");
    if lockdown.is_some_and(|modes| tracefs::is_locked_down(&modes)) {
        return absence
            .with_gate("kernel lockdown in confidentiality mode")
            .with_remedy("boot with lockdown=integrity, or without");
    }
    let paranoid = match known.paranoid {
        Some(level) if level > 1 && !known.privileged => "; sysctl kernel.perf_event_paranoid=1",
        _ => "",
    };
    let remedy = format!(
        "measure as root; or open it to everybody, as root: mount -o remount,mode=755 {place}; \
         chmod -R o+rX {place}/events/raw_syscalls{paranoid}"
    );
    absence.with_gate(format!("permission to read {place}")).with_remedy(remedy)
}

/// What becomes of a name.
enum Wanted {
    /// Calls with this number are counted.
    Number(u16),
    /// There is none.
    Absent(Reading),
}

fn wanted(call: &Call, own: Option<Architecture>) -> Wanted {
    let Some(own) = own else {
        return Wanted::Absent(Reading::Missing(Absence::new(
            Cause::NotImplemented,
            "the numbers of system calls on this architecture are not known to us",
        )));
    };
    own.number(call).map_or(
        Wanted::Absent(Reading::Inapplicable("this architecture has no such system call")),
        Wanted::Number,
    )
}

impl Bracket for Calls {
    fn arm(&self, edge: &Edge<'_>, start: &mut [Reading]) -> Box<dyn Armed> {
        let own = architecture::own();
        let places = (0..self.wanted.len()).filter(|&place| self.wanted[place]);
        let watch = match Watch::new(edge) {
            Ok(watch) => watch,
            Err(error) => {
                let known = Circumstances { user_mode_refused: true, ..self.circumstances.clone() };
                let refused = Reading::Missing(known.refused(NATURE, &error));
                places.for_each(|place| start[place] = refused.clone());
                return Box::new(Nothing);
            }
        };
        let mut names: Vec<(usize, u16)> = Vec::new();
        for place in places.filter_map(|place| place.checked_sub(1)) {
            match wanted(&CALLS[place], own) {
                Wanted::Number(number) => names.push((place, number)),
                Wanted::Absent(reading) => start[place + 1] = reading,
            }
        }
        let all: Vec<usize> = names.iter().map(|(place, _)| *place).collect();
        let chosen = self.choice.next(edge.program, CALLS, &all);
        let is_counted = |place: usize| chosen.as_ref().is_none_or(|these| these.contains(&place));
        let mut counted = |place: usize, number: Option<u16>| match self.begin(edge, number) {
            Ok((counter, count)) => {
                start[place] = Reading::Total(count.value);
                Some(Counting { place, counter, start: count })
            }
            Err(absence) => {
                start[place] = Reading::Missing(absence);
                None
            }
        };
        let total =
            (self.wanted[0] || choice::are_many(all.len())).then(|| counted(0, None)).flatten();
        let these = names.iter().filter(|(place, _)| is_counted(*place));
        let named = these.filter_map(|&(place, number)| counted(place + 1, Some(number))).collect();
        let inferred: Vec<usize> = all.into_iter().filter(|place| !is_counted(*place)).collect();
        for place in &inferred {
            start[place + 1] = Reading::Total(0);
        }
        let exit = own.and_then(|own| own.foreign_exit).filter(|_| !names.is_empty());
        let foreign = exit.map(|number| (number, self.begin(edge, Some(number))));
        let (choice, circumstances) = (Arc::clone(&self.choice), self.circumstances.clone());
        Box::new(Open { total, named, inferred, watch, foreign, choice, circumstances })
    }
}

impl Calls {
    /// Opens and reads a counter of all calls, or of those with one number.
    fn begin(
        &self,
        edge: &Edge<'_>,
        number: Option<u16>,
    ) -> Result<(Box<dyn Counter>, Count), Absence> {
        let attributes = attributes(Event::Tracepoint(self.tracepoint), Rank::Alone);
        let opened = edge.context.kernel.open_counter(&attributes, edge.subject.pid(), None);
        let counter = opened.map_err(|error| self.circumstances.refused(NATURE, &error))?;
        if let Some(number) = number {
            counter.filter(&format!("id == {number}")).map_err(unfiltered)?;
        }
        let count = counter.read().map_err(unreadable)?;
        Ok((counter, count))
    }
}

fn unfiltered(error: io::Error) -> Absence {
    let reason = format!("the kernel does not tell system calls apart by their numbers: {error}");
    Absence::new(Cause::NoKernelSupport, reason)
}

/// One open counter.
struct Counting {
    /// Of its metric: the total is the first.
    place: usize,
    counter: Box<dyn Counter>,
    start: Count,
}

impl Counting {
    fn end(&self) -> Result<Count, Absence> {
        self.counter.read().map_err(unreadable)
    }

    /// How many calls there were.
    fn calls(&self, end: &Result<Count, Absence>) -> Option<u64> {
        end.as_ref().ok()?.value.checked_sub(self.start.value)
    }
}

/// The number of the call that 32-bit programs end with, and its counter.
type Foreign = (u16, Result<(Box<dyn Counter>, Count), Absence>);

/// The counters of one program.
struct Open {
    total: Option<Counting>,
    named: Vec<Counting>,
    /// Places in the table that have no counter: they are 0 where nothing is left for them.
    inferred: Vec<usize>,
    watch: Watch,
    foreign: Option<Foreign>,
    choice: Arc<Choice>,
    circumstances: Circumstances,
}

/// What is read for a name that has no counter of its own.
const INFERRED: &str =
    "perf_event_open(raw_syscalls:sys_enter), which calls of other names add up to";

impl Armed for Open {
    fn close(self: Box<Self>, edge: &Edge<'_>, end: &mut [Reading]) {
        let total = self.total.as_ref().map(|total| (total, total.end()));
        let counts: Vec<_> = self.named.iter().map(Counting::end).collect();
        let accounted = self.watch.judged(edge);
        let native = self.native();
        let admitted = |open: &Counting, count: &Result<Count, Absence>, can_be_zero| {
            count.clone().and_then(|count| {
                let standing = Standing {
                    can_be_zero,
                    accounted: &accounted,
                    stood_still: false,
                    // The kernel counts these itself, all of the time.
                    is_estimating: false,
                };
                let admitted = admit([open.start, count], &standing, &self.circumstances)?;
                Ok(admitted.total)
            })
        };
        // No program that ends by itself does so without a call.
        let all = total.as_ref().map(|(open, count)| admitted(open, count, false));
        let named = self.named.iter().zip(&counts);
        let made: Vec<_> = named.clone().map(|(open, count)| open.calls(count)).collect();
        for (open, count) in named {
            let count = admitted(open, count, true);
            end[open.place] = count.and_then(|count| native.clone().map(|()| count)).into();
        }
        let left = total.as_ref().and_then(|(open, count)| {
            open.calls(count)?.checked_sub(made.iter().copied().sum::<Option<u64>>()?)
        });
        let none = all.clone().unwrap_or_else(|| Err(unfounded())).and(native);
        let inferred = match (none, left) {
            (Err(absence), _) => Reading::Missing(absence),
            (Ok(()), Some(0)) => Reading::TotalBy(0, Stated::by(INFERRED)),
            (Ok(()), left) => Reading::Missing(untold(left)),
        };
        for place in &self.inferred {
            end[place + 1] = inferred.clone();
        }
        let these = self.named.iter().zip(&made).filter(|(_, made)| **made > Some(0));
        self.choice.learn(edge.program, these.map(|(open, _)| open.place - 1), left == Some(0));
        if let Some(all) = all {
            end[0] = all.into();
        }
    }
}

/// Why names that were not looked for are unknown where the total is.
fn unfounded() -> Absence {
    Absence::new(Cause::Lost, "the total, which it follows from, could not be counted")
}

/// Why names that were not looked for are unknown.
fn untold(left: Option<u64>) -> Absence {
    let calls = left.map_or("some".to_owned(), |left| left.to_string());
    let reason = format!(
        "{calls} calls of this run were of names that no run had made before and this one did not \
         look for"
    );
    Absence::new(Cause::Lost, reason).with_remedy("name fewer calls: they are looked for each time")
}

impl Open {
    /// That no 32-bit program was seen to end.
    fn native(&self) -> Result<(), Absence> {
        let Some((number, opened)) = &self.foreign else { return Ok(()) };
        let (counter, start) = opened.as_ref().map_err(Clone::clone)?;
        let end = counter.read().map_err(unreadable)?;
        if end.value == start.value {
            return Ok(());
        }
        let named = |call: &&Call| architecture::own().and_then(|own| own.number(call));
        let native = CALLS.iter().find(|call| named(call) == Some(*number));
        let native = native.map_or(String::new(), |call| format!("{}, or ", call.name()));
        let reason = format!(
            "call {number} was made: {native}exit_group of a 32-bit program, whose numbers mean \
             other calls"
        );
        let remedy = "syscalls.total counts them too; strace -f -c names those of both kinds";
        Err(Absence::new(Cause::Implausible, reason).with_remedy(remedy))
    }
}
