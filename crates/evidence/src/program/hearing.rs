//! Hearing a run's lines one after another.

use super::counters::{Counters, Reported};
use super::iterations::Sampling;
use super::once::{MOST_PROVENANCE, once, provenance};
use super::speaker::{End, Speaker, Standing};
use super::tally::{Tally, quoted};
use probity_model::protocol::{
    Discarded, Heard, Line, LineFault, Message, MessageKind, Said, Transcript,
};
use probity_model::{
    Cause, Measured, Metric, MetricId, Observation, Observations, Quality, SaidErrors, Scope,
    Speech, SpeechFault, Unit, UnknownKind, Value, Window, Work,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most different names of windows, of counters and of units of work that are kept of a run.
const MOST_WINDOWS: usize = 64;
const MOST_COUNTERS: usize = 64;
const MOST_UNITS: usize = 16;
const MOST_KINDS: usize = 16;
/// The version of the protocol that is heeded.
const PROTOCOL: u32 = 1;
/// The clock whose spans can be compared with ours (PR-16).
const MONOTONIC: &str = "monotonic";
/// By how many parts of itself a run may seem shorter than a window in it: clocks that are called
/// monotonic may differ in rate by some parts in ten thousand.
const SLACK: u64 = 100;

/// How long a run took, and which metric says so.
#[derive(Clone, Copy, Debug)]
pub struct RunTime<'a> {
    /// The metric of elapsed time.
    pub metric: &'a MetricId,
    /// What it was in the run, in nanoseconds, where that is known.
    pub wall_ns: Option<u64>,
}

/// A window as its speaker told it.
#[derive(Clone, Debug)]
struct Told {
    name: Arc<str>,
    id: u64,
    pid: Option<u32>,
    /// None where it has not ended.
    end: Option<End>,
}

/// What is heard of one run.
#[derive(Clone, Debug)]
pub struct Hearing {
    nonce: String,
    discarded: Discarded,
    line: u64,
    speakers: BTreeMap<Option<u32>, Speaker>,
    /// Names of windows and of clocks, each kept once.
    words: BTreeSet<Arc<str>>,
    names: BTreeSet<Arc<str>>,
    /// Units whose sum is beyond 64 bits.
    overflown: BTreeSet<String>,
    windows: Vec<Told>,
    counters: Counters,
    sampling: Sampling,
    tally: Tally,
    speech: Speech,
}

impl Hearing {
    /// Begins.
    pub fn new(heard: &Heard) -> Self {
        let mut sampling = Sampling::default();
        if heard.discarded.claims > 0 {
            sampling.lose();
        }
        Self {
            nonce: heard.nonce.clone(),
            discarded: heard.discarded,
            line: 0,
            speakers: BTreeMap::new(),
            words: BTreeSet::new(),
            names: BTreeSet::new(),
            overflown: BTreeSet::new(),
            windows: Vec::new(),
            counters: Counters::default(),
            sampling,
            tally: Tally::default(),
            speech: Speech::default(),
        }
    }

    /// All of a run.
    pub fn of(transcript: &Transcript) -> Self {
        let Transcript { nonce, lines, discarded } = transcript;
        let mut hearing = Self::new(&Heard { nonce: nonce.clone(), discarded: *discarded });
        lines.iter().for_each(|line| hearing.hear(line));
        hearing
    }

    /// Takes the next line.
    pub fn hear(&mut self, line: &Line) {
        self.line += 1;
        match line {
            Line::Said(said) => self.said(said),
            Line::Unknown { kind, .. } => self.unknown(&kind.lossy()),
            Line::Garbage { fault, detail, meant, line } => {
                let number = self.line;
                if *meant == Some(MessageKind::Checksum) {
                    self.unheeded_checksum();
                }
                let fault = match fault {
                    LineFault::Half => SpeechFault::HalfLine,
                    _ => SpeechFault::Garbage,
                };
                self.tally.add(fault, || {
                    let text = quoted(&line.text.lossy());
                    format!("line {number}, {} bytes: {detail}: '{text}'", line.bytes)
                });
            }
        }
    }

    fn said(&mut self, Said { message, pid }: &Said) {
        let pid = *pid;
        if let Message::Hello { protocol, program, nonce, revision } = message {
            return self.hello(pid, *protocol, (program, revision.as_ref()), nonce);
        }
        match self.speakers.entry(pid).or_default().standing {
            Standing::Heeded => {}
            Standing::Refused => return,
            Standing::Unknown => {
                if message.kind() == MessageKind::Checksum {
                    self.unheeded_checksum();
                }
                let (number, kind) = (self.line, message.kind().name());
                return self.tally.add(SpeechFault::NoHello, || {
                    format!("line {number} is `{kind}` of {}, before its hello", speaker(pid))
                });
            }
        }
        self.speech.messages += 1;
        self.heed(pid, message);
    }

    fn hello(
        &mut self,
        pid: Option<u32>,
        protocol: u32,
        (program, revision): (&str, Option<&String>),
        nonce: &str,
    ) {
        let refusal = if nonce != self.nonce {
            Some((SpeechFault::WrongNonce, "with another nonce than this run's".to_owned()))
        } else if protocol != PROTOCOL {
            Some((SpeechFault::OtherProtocol, format!("of version {protocol} of the protocol")))
        } else {
            None
        };
        let speaking = self.speakers.entry(pid).or_default();
        let standing = &mut speaking.standing;
        if let Some((fault, what)) = refusal {
            // One that is heeded already stays so: a second hello in its name may be another's.
            if *standing != Standing::Heeded {
                *standing = Standing::Refused;
            }
            return self.tally.add(fault, || format!("a hello of {} {what}", speaker(pid)));
        }
        self.speech.messages += 1;
        speaking.hellos += 1;
        if std::mem::replace(standing, Standing::Heeded) == Standing::Heeded {
            return speaking.begin_again();
        }
        self.speech.speakers += 1;
        if self.speech.program.is_none() {
            self.speech.program = Some(program.to_owned());
            self.speech.revision = revision.map(|revision| quoted(revision));
        }
    }

    fn heed(&mut self, pid: Option<u32>, message: &Message) {
        match message {
            Message::WindowStart { name, id, t_ns, clock } => {
                self.window_start(pid, name, *id, (t_ns.0, clock));
            }
            Message::WindowEnd { id, t_ns, clock } => {
                let Self { speakers, tally, windows, .. } = self;
                let speaker = speakers.entry(pid).or_default();
                if let Some((place, end)) = speaker.end(*id, (t_ns.0, clock), tally)
                    && let Some(told) = windows.get_mut(place)
                {
                    told.end = Some(end);
                }
            }
            Message::Work { units, count } => self.work(units, *count),
            Message::Checksum { value } => {
                let is_same = self.speech.checksum.as_ref().is_none_or(|first| first == value);
                let fault = match is_same {
                    true => SpeechFault::ChecksumAgain,
                    false => SpeechFault::ChecksumContradicts,
                };
                once(&mut self.speech.checksum, value, fault, "checksum", &mut self.tally);
            }
            Message::Result { value } => {
                let fault = SpeechFault::ResultAgain;
                once(&mut self.speech.result, value, fault, "result", &mut self.tally);
            }
            Message::Provenance { name, value } => self.provenance(name, value),
            Message::Counter { name, unit, kind, value } => {
                let hellos = self.speakers.get(&pid).map_or(0, |speaker| speaker.hellos);
                let speaker = (pid, hellos);
                let said = Reported { speaker, name, unit, kind: *kind, value: *value };
                if !self.counters.report(&said, MOST_COUNTERS, &mut self.tally) {
                    self.too_many(MOST_COUNTERS, "counters", name);
                }
            }
            Message::Error { message } => {
                let first = || SaidErrors { count: 0, first: quoted(message) };
                self.speech.errors.get_or_insert_with(first).count += 1;
            }
            Message::Clock { .. }
            | Message::Overhead { .. }
            | Message::Samples { .. }
            | Message::Amount { .. }
            | Message::Counted { .. }
            | Message::Absent { .. }
            | Message::Skipped { .. } => self.sampling.hear(pid, message, &mut self.tally),
            // A phase is kept with the lines: when the last one ends nobody says.
            Message::Hello { .. } | Message::Ready {} | Message::Phase { .. } => {}
        }
    }

    fn window_start(&mut self, pid: Option<u32>, name: &str, id: u64, at: (u64, &str)) {
        let (name, clock) = (self.word(name), self.word(at.1));
        let is_kept = self.names.contains(&name) || self.names.len() < MOST_WINDOWS;
        if is_kept {
            self.names.insert(Arc::clone(&name));
        } else {
            self.too_many(MOST_WINDOWS, "names of windows", &name);
        }
        let place = is_kept.then_some(self.windows.len());
        let speaker = self.speakers.entry(pid).or_default();
        let is_own = speaker.start(id, (at.0, clock), place, &mut self.tally);
        if is_kept {
            let end = (!is_own).then_some(End::Broken("its id is that of an earlier window"));
            self.windows.push(Told { name, id, pid, end });
        }
    }

    /// The word, kept once.
    fn word(&mut self, word: &str) -> Arc<str> {
        if let Some(known) = self.words.get(word) {
            return Arc::clone(known);
        }
        let new: Arc<str> = word.into();
        self.words.insert(Arc::clone(&new));
        new
    }

    fn unheeded_checksum(&mut self) {
        let number = self.line;
        self.tally.add(SpeechFault::ChecksumUnheeded, || format!("line {number}"));
    }

    fn work(&mut self, units: &str, count: u64) {
        let known = self.speech.work.iter().position(|work| work.units == units);
        let Some(work) = known.and_then(|place| self.speech.work.get_mut(place)) else {
            if self.speech.work.len() >= MOST_UNITS {
                return self.too_many(MOST_UNITS, "units of work", units);
            }
            return self.speech.work.push(Work { units: units.to_owned(), count });
        };
        match work.count.checked_add(count) {
            Some(sum) => work.count = sum,
            None => {
                self.overflown.insert(units.to_owned());
                let what = || format!("the work in '{}' of the run", quoted(units));
                self.tally.add(SpeechFault::TooLarge, what);
            }
        }
    }

    fn provenance(&mut self, name: &str, value: &str) {
        if !provenance(&mut self.speech.provenance, name, value, &mut self.tally) {
            self.too_many(MOST_PROVENANCE, "names of provenance", name);
        }
    }

    fn unknown(&mut self, kind: &str) {
        let unknown = &mut self.speech.unknown;
        if let Some(known) = unknown.iter_mut().find(|known| known.kind == kind) {
            known.count += 1;
        } else if unknown.len() < MOST_KINDS {
            unknown.push(UnknownKind { kind: kind.to_owned(), count: 1 });
        } else {
            self.too_many(MOST_KINDS, "unknown kinds of message", kind);
        }
    }

    fn too_many(&mut self, most: usize, what: &str, name: &str) {
        self.tally.add(SpeechFault::TooMany, || {
            format!("'{}' comes after the first {most} {what}", quoted(name))
        });
    }

    /// Whether a metric is one that only the program can tell.
    pub fn tells(metric: &Metric) -> bool {
        Sampling::tells(metric)
    }

    /// What the program said of a metric of iterations; none where it said nothing, and of any
    /// other metric.
    pub fn observed(&self, metric: &Metric) -> Option<Observation> {
        self.sampling.observed(metric)
    }

    /// What it all amounts to: the windows in the order they began, and the rest.
    pub fn finish(mut self, time: RunTime<'_>) -> (Vec<Window>, Speech) {
        self.note_unended();
        let Discarded { lines, bytes, claims } = self.discarded;
        if !self.discarded.is_none() {
            self.tally.add_many(SpeechFault::Discarded, lines, || {
                format!("{lines} lines of {bytes} bytes, {claims} of which may be claims")
            });
        }
        let mut windows: Vec<Window> = Vec::new();
        for told in std::mem::take(&mut self.windows) {
            let observation = observation(&told, time, &mut self.tally);
            let mut observations = Observations::from([(time.metric.clone(), observation)]);
            if let Some(before) = windows.last() {
                observations.share_words(&before.observations);
            }
            let Told { name, id, pid, .. } = told;
            windows.push(Window { name, id, pid, observations });
        }
        self.speech.counters = self.counters.finish(&mut self.tally);
        self.speech.work.retain(|work| !self.overflown.contains(&work.units));
        if claims > 0 {
            // The rest of them is nobody's sum.
            self.speech.claims_lost = true;
            self.speech.counters.clear();
            self.speech.work.clear();
        }
        self.speech.iterations = self.sampling.finish();
        self.speech.findings = self.tally.into_findings();
        (windows, self.speech)
    }

    fn note_unended(&mut self) {
        let mut unended: Vec<(usize, u64)> =
            self.speakers.values().flat_map(Speaker::unended).collect();
        unended.sort_unstable();
        // The end may be among the lines that were not kept.
        let unended = if self.discarded.is_none() { unended } else { Vec::new() };
        for (place, id) in unended {
            let name = self.windows.get(place).map(|told| quoted(&told.name)).unwrap_or_default();
            let what = || format!("'{name}', id {id}");
            self.tally.add(SpeechFault::WindowNotEnded, what);
        }
    }
}

fn observation(told: &Told, time: RunTime<'_>, tally: &mut Tally) -> Observation {
    let (elapsed_ns, clock) = match &told.end {
        Some(End::Closed(elapsed_ns, clock)) => (*elapsed_ns, clock),
        Some(End::Broken(why)) => return Observation::unavailable(Cause::Implausible, *why),
        None => return Observation::unavailable(Cause::Lost, "nobody said that it ended"),
    };
    let longest = time.wall_ns.map(|wall| wall.saturating_add(wall / SLACK));
    if **clock == *MONOTONIC && longest.is_some_and(|longest| elapsed_ns > longest) {
        let wall = time.wall_ns.unwrap_or_default();
        tally.add(SpeechFault::WindowTooLong, || {
            format!("'{}' took {elapsed_ns} ns, and the run {wall} ns", quoted(&told.name))
        });
        let reason = "by the program's clock it took longer than the run";
        return Observation::unavailable(Cause::Implausible, reason);
    }
    Observation::Measured(Measured {
        value: Value::Integer(elapsed_ns),
        unit: Unit::Nanoseconds,
        quality: Quality::Exact,
        scope: Scope::Window,
        source: format!("the program's clock '{clock}'"),
    })
}

fn speaker(pid: Option<u32>) -> String {
    pid.map_or_else(|| "the process without a pid".to_owned(), |pid| format!("process {pid}"))
}
