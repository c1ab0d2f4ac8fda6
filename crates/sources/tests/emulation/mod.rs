//! An emulated kernel: each call moves what it reads by a known step, and counters answer as told.

use probity_sys::counter::{Attributes, Count, Counter, Encoded, Encoding, Event, LibraryError};
use probity_sys::kernel::Kernel;
use probity_sys::usage::Usage;
use std::collections::{BTreeMap, BTreeSet};
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
    /// How many events of a core can be on at once, if there is a limit: a larger group never runs,
    /// and several groups that need more run for half of the time.
    pub(crate) slots: Option<usize>,
    /// What the library of events knows, by name.
    pub(crate) library: BTreeMap<String, Encoding>,
    /// PMUs that refuse every exclusion, by their numbers.
    pub(crate) plain: Vec<u32>,
}

/// What a library says: `user` leaves out the kernel, any other word is a field of its own.
fn encoding(pmu: u32, config: &str, rest: &[&str]) -> Encoding {
    let config = u64::from_str_radix(config, 16).unwrap();
    let others = rest.iter().filter(|word| **word != "user");
    Encoding {
        event: Encoded { pmu, config: [config, 0, 0, 0] },
        name: "table::NAME".to_owned(),
        exclude_kernel: rest.contains(&"user"),
        exclude_hypervisor: true,
        exclude_guest: true,
        is_present: true,
        rest: others.map(|word| -> &'static str { word.to_string().leak() }).collect(),
        ..Encoding::default()
    }
}

/// The event's name as the emulation has it: `Cycles`, `TaskClock`, `4:1c2` (PMU and first word).
fn name(event: Event) -> String {
    match event {
        Event::Hardware(event) => format!("{event:?}"),
        Event::Software(event) => format!("{event:?}"),
        Event::Encoded(Encoded { pmu, config: [config, ..] }) => format!("{pmu}:{config:x}"),
        Event::Tracepoint(_) => String::from("Tracepoint"),
    }
}

impl Counters {
    /// From lines such as `Cycles 5 1000 1000` (value, enabled and running time at the end),
    /// `Cycles errno 2` and `kernel errno 13`; `plain 9` (PMUs that refuse exclusions), `library
    /// NAME 4 c0` (an event that the library of events knows); `#` starts a remark.
    #[allow(dead_code, reason = "not every test binary needs it")]
    pub(crate) fn parse(text: &str) -> Self {
        let mut counters = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |at: usize| words[at].parse::<u64>().unwrap();
            match words[..] {
                ["plain", ..] => {
                    counters.plain = words[1..].iter().map(|pmu| pmu.parse().unwrap()).collect();
                }
                ["library", name, pmu, config, ref rest @ ..] => {
                    let encoding = encoding(pmu.parse().unwrap(), config, rest);
                    counters.library.insert(name.into(), encoding);
                }
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
    /// The CPU, where it counts for everybody.
    pub(crate) cpu: Option<u32>,
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
    /// The numbers of the events of a core that are open, by the number of their group's leader.
    groups: Arc<Mutex<BTreeMap<i32, BTreeSet<i32>>>>,
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
        let groups = self.groups.lock().unwrap();
        let members = leader.and_then(|leader| groups.get(&leader)).map_or(0, BTreeSet::len);
        if leader.is_some() && self.counters.room.is_some_and(|room| members >= room) {
            return refused(22);
        }
        let excludes = attributes.exclude_hypervisor || attributes.exclude_kernel;
        if let Event::Encoded(Encoded { pmu, .. }) = attributes.event
            && self.counters.plain.contains(&pmu)
            && excludes
        {
            return refused(22);
        }
        match self.counters.answers.get(&name(attributes.event)) {
            None if matches!(attributes.event, Event::Encoded(_)) => refused(2),
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
        self.open(attributes, thread, leader.map(Counter::number), None)
    }

    fn open_counter_on(&self, attributes: &Attributes, cpu: u32) -> io::Result<Box<dyn Counter>> {
        self.open(attributes, None, None, Some(cpu))
    }

    fn encode_event(&self, name: &str) -> Result<Encoding, LibraryError> {
        match self.counters.library.get(name) {
            _ if self.counters.library.is_empty() => {
                Err(LibraryError::Missing("no such file".to_owned()))
            }
            None => Err(LibraryError::NotFound),
            Some(encoding) => Ok(encoding.clone()),
        }
    }
}

impl Stepping {
    fn open(
        &self,
        attributes: &Attributes,
        thread: Option<u32>,
        leader: Option<i32>,
        cpu: Option<u32>,
    ) -> io::Result<Box<dyn Counter>> {
        let answer = self.answer(attributes, leader);
        let number = answer.is_ok().then(|| 100 + self.numbers.fetch_add(1, Ordering::Relaxed));
        let opening = Opening { attributes: *attributes, thread, leader, number, cpu };
        self.openings.lock().unwrap().push(opening);
        let (answer, number) = (answer?, number.unwrap());
        self.open.fetch_add(1, Ordering::Relaxed);
        let is_core = match attributes.event {
            Event::Hardware(_) => true,
            Event::Encoded(encoded) => matches!(encoded.pmu, 0 | 4),
            Event::Software(_) | Event::Tracepoint(_) => false,
        };
        let group = is_core.then(|| leader.unwrap_or(number));
        if let Some(group) = group {
            self.groups.lock().unwrap().entry(group).or_default().insert(number);
        }
        Ok(Box::new(Fake {
            answer: Mutex::new(answer),
            counters: self.counters.clone(),
            number,
            group,
            groups: Arc::clone(&self.groups),
            slots: self.counters.slots,
            reads: AtomicU64::new(0),
            open: Arc::clone(&self.open),
        }))
    }
}

struct Fake {
    answer: Mutex<Answer>,
    counters: Counters,
    number: i32,
    /// The number of its group's leader, where it is of a core.
    group: Option<i32>,
    groups: Arc<Mutex<BTreeMap<i32, BTreeSet<i32>>>>,
    slots: Option<usize>,
    reads: AtomicU64,
    open: Arc<AtomicUsize>,
}

impl Counter for Fake {
    fn read(&self) -> io::Result<Count> {
        let is_first = self.reads.fetch_add(1, Ordering::Relaxed) == 0;
        match *self.answer.lock().unwrap() {
            Answer::Counts { start, .. } if is_first => Ok(start),
            Answer::Counts { start, end } => Ok(self.shared(start, end)),
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

    /// The answer for what is left is the one for the expression without its spaces; what nothing
    /// is said of never happened.
    fn filter(&self, expression: &str) -> io::Result<()> {
        let mut answer = self.answer.lock().unwrap();
        match self.counters.answers.get(&expression.replace(' ', "")) {
            Some(Answer::Refused(errno)) => return Err(io::Error::from_raw_os_error(*errno)),
            Some(left) => *answer = *left,
            None => {
                if let Answer::Counts { start, end } = &mut *answer {
                    (start.value, end.value) = (0, 0);
                }
            }
        }
        Ok(())
    }

    fn number(&self) -> i32 {
        self.number
    }
}

impl Fake {
    /// What it counted beside the others that are open.
    fn shared(&self, start: Count, end: Count) -> Count {
        let Some((group, slots)) = self.group.zip(self.slots) else { return end };
        let groups = self.groups.lock().unwrap();
        let all: usize = groups.values().map(BTreeSet::len).sum();
        let part = match groups[&group].len() {
            own if own > slots => 0,
            _ if all > slots => 2,
            _ => return end,
        };
        let part = |start: u64, end: u64| start + (end - start).checked_div(part).unwrap_or(0);
        Count {
            value: part(start.value, end.value),
            enabled_ns: end.enabled_ns,
            running_ns: part(start.running_ns, end.running_ns),
        }
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        if let Some(group) = self.group {
            let mut groups = self.groups.lock().unwrap();
            if let Some(members) = groups.get_mut(&group) {
                members.remove(&self.number);
            }
        }
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
