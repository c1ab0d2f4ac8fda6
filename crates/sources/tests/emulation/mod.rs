//! An emulated kernel: each call moves what it reads by a known step, and counters answer as told.

use probity_sys::counter::{Attributes, Count, Counter, Event};
use probity_sys::kernel::Kernel;
use probity_sys::usage::Usage;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What becomes of an event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answer {
    /// It is refused with this errno.
    Refused(i32),
    /// It opens and counts from the one to the other.
    Counts { start: Count, end: Count },
    /// It opens, and the kernel gives it up before the end.
    #[allow(dead_code, reason = "not every test binary needs it")]
    GivenUp,
}

/// From 0 to `value`, in `running_ns` of `enabled_ns`.
pub(crate) fn counts(value: u64, enabled_ns: u64, running_ns: u64) -> Answer {
    let end = Count { value, enabled_ns, running_ns };
    Answer::Counts { start: Count::default(), end }
}

/// The counters of an emulated machine. A machine of which nothing is said has no such call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counters {
    pub(crate) answers: BTreeMap<String, Answer>,
    /// The errno of whatever would count in the kernel too, if any.
    pub(crate) kernel_denied: Option<i32>,
    /// How many events a group can hold, if there is a limit.
    pub(crate) room: Option<usize>,
}

/// The event's name as the emulation has it: `Cycles`, `TaskClock`.
fn name(event: Event) -> String {
    match event {
        Event::Hardware(event) => format!("{event:?}"),
        Event::Software(event) => format!("{event:?}"),
    }
}

impl Counters {
    /// From lines such as `Cycles 5 1000 1000` (value, enabled and running time at the end),
    /// `Cycles errno 2` and `kernel errno 13`; `#` starts a remark.
    pub(crate) fn parse(text: &str) -> Self {
        let mut counters = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |at: usize| words[at].parse::<u64>().unwrap();
            match words[..] {
                ["kernel", "errno", errno] => counters.kernel_denied = errno.parse().ok(),
                [event, "errno", errno] => {
                    counters.answers.insert(event.into(), Answer::Refused(errno.parse().unwrap()));
                }
                [event, ..] => {
                    let answer = counts(number(1), number(2), number(3));
                    counters.answers.insert(event.into(), answer);
                }
                [] => {}
            }
        }
        counters
    }

    /// With another answer for `event`.
    #[allow(dead_code, reason = "not every test binary needs it")]
    pub(crate) fn with(mut self, event: &str, answer: Answer) -> Self {
        self.answers.insert(event.to_owned(), answer);
        self
    }
}

/// One counter that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "not every test binary looks")]
pub(crate) struct Opening {
    pub(crate) attributes: Attributes,
    pub(crate) thread: Option<u32>,
    /// The number of the leader.
    pub(crate) leader: Option<i32>,
    /// Its own number, where it was opened.
    pub(crate) number: Option<i32>,
}

/// A kernel on which each call moves what it reads by a known step.
#[derive(Default)]
pub(crate) struct Stepping {
    calls: [AtomicU64; 3],
    pub(crate) counters: Counters,
    /// All that was asked for, in order.
    pub(crate) openings: Arc<Mutex<Vec<Opening>>>,
    /// How many counters are open.
    pub(crate) open: Arc<AtomicUsize>,
    numbers: AtomicI32,
    /// How long ago the clock began, besides its steps; a test moves it on.
    pub(crate) lapse: Arc<AtomicU64>,
}

impl Stepping {
    pub(crate) fn with(counters: Counters) -> Self {
        Self { counters, ..Self::default() }
    }

    fn step(&self, call: usize) -> u64 {
        self.calls[call].fetch_add(1, Ordering::Relaxed)
    }

    fn answer(&self, attributes: &Attributes, leader: Option<i32>) -> io::Result<Answer> {
        let refused = |errno| Err(io::Error::from_raw_os_error(errno));
        if let Some(errno) = self.counters.kernel_denied.filter(|_| !attributes.exclude_kernel) {
            return refused(errno);
        }
        let openings = self.openings.lock().unwrap();
        let members = openings.iter().filter(|other| leader.is_some() && other.leader == leader);
        let members = members.filter(|other| other.number.is_some()).count();
        if leader.is_some() && self.counters.room.is_some_and(|room| members + 2 > room) {
            return refused(22);
        }
        match self.counters.answers.get(&name(attributes.event)) {
            None => refused(38),
            Some(Answer::Refused(errno)) => refused(*errno),
            Some(answer) => Ok(*answer),
        }
    }
}

impl Kernel for Stepping {
    fn monotonic_ns(&self) -> u64 {
        1_000_000 + 500 * self.step(0) + self.lapse.load(Ordering::Relaxed)
    }

    fn process_cpu_ns(&self) -> io::Result<u64> {
        Ok(70_000 + 300 * self.step(1))
    }

    fn cpu_ns_of(&self, _: u32) -> io::Result<u64> {
        Ok(usage(0).cpu_ns())
    }

    fn usage_of_self(&self) -> io::Result<Usage> {
        Ok(usage(self.step(2)))
    }

    fn page_bytes(&self) -> io::Result<u64> {
        Ok(4096)
    }

    fn open_counter(
        &self,
        attributes: &Attributes,
        thread: Option<u32>,
        leader: Option<&dyn Counter>,
    ) -> io::Result<Box<dyn Counter>> {
        let leader = leader.map(Counter::number);
        let answer = self.answer(attributes, leader);
        let number = answer.is_ok().then(|| 100 + self.numbers.fetch_add(1, Ordering::Relaxed));
        let opening = Opening { attributes: *attributes, thread, leader, number };
        self.openings.lock().unwrap().push(opening);
        let (answer, number) = (answer?, number.unwrap());
        self.open.fetch_add(1, Ordering::Relaxed);
        let (reads, open) = (AtomicU64::new(0), Arc::clone(&self.open));
        Ok(Box::new(Fake { answer, number, reads, open }))
    }
}

struct Fake {
    answer: Answer,
    number: i32,
    reads: AtomicU64,
    open: Arc<AtomicUsize>,
}

impl Counter for Fake {
    fn read(&self) -> io::Result<Count> {
        let is_first = self.reads.fetch_add(1, Ordering::Relaxed) == 0;
        match self.answer {
            Answer::Counts { start, .. } if is_first => Ok(start),
            Answer::Counts { end, .. } => Ok(end),
            _ if is_first => Ok(Count::default()),
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    fn enable(&self) -> io::Result<()> {
        Ok(())
    }

    fn disable(&self) -> io::Result<()> {
        Ok(())
    }

    fn number(&self) -> i32 {
        self.number
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What is charged after `step` steps.
pub(crate) fn usage(step: u64) -> Usage {
    Usage {
        user_ns: 50_000 + 200_000 * step,
        kernel_ns: 20_000 + 100_000 * step,
        max_rss_bytes: (1 + step) << 20,
        minor_faults: 400 * step,
        major_faults: 6 * step,
        voluntary_switches: 9 * step,
        involuntary_switches: 7 * step,
    }
}
