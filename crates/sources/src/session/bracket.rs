//! Windows, bracketed with the sources of a session.

use super::opened::Opened;
use crate::SOURCES;
use crate::context::{Context, Span, Subject, SubjectKind};
use crate::descriptor::Taken;
use crate::reading::{Armed, Edge, Reading, Side};
use crate::selection::Selection;
use probity_model::{MetricId, Nanoseconds, Observation, SessionCost};
use probity_sys::usage::Usage;
use std::collections::BTreeMap;

/// How many empty brackets a calibration takes.
const BRACKETS: usize = 15;

/// Open sources. Files that outlive a program (pressure, our own) stay open from window to window.
pub struct Session {
    context: Context,
    kind: SubjectKind,
    opened: Vec<Opened>,
    /// Places in a row of readings, all opened sources together.
    places: usize,
    turn: u64,
    program: u64,
}

/// A window whose start edge has been taken. Several can be open at once.
#[must_use = "a window is worth nothing until it is stopped"]
pub struct Started {
    subject: Subject,
    pub(super) start: Vec<Reading>,
    pub(super) end: Vec<Reading>,
    /// What is armed for this window, by the first place of its source.
    pub(super) armed: BTreeMap<usize, Box<dyn Armed>>,
}

impl Session {
    /// Opens what `selection` needs for subjects of `kind`. Never fails: a source that cannot be
    /// opened makes its metrics unavailable, with its reason, in every window.
    pub fn open(context: &Context, kind: SubjectKind, selection: &Selection) -> Self {
        let mut places = 0;
        let mut opened = Vec::new();
        for source in SOURCES {
            if let Some(source) = Opened::new(source, context, kind, selection, places) {
                places += source.places();
                opened.push(source);
            }
        }
        Self { context: context.clone(), kind, opened, places, turn: 0, program: 0 }
    }

    /// Which part the windows that are opened from now on read, of what cannot be read at once,
    /// such as more events than a CPU has counters. One after another of all parts is read where
    /// turns are counted on from window to window.
    pub fn take_turn(&mut self, turn: u64) {
        self.turn = turn;
    }

    /// Which of several programs the windows that are opened from now on are of, by any number:
    /// what was learnt of one says nothing of another.
    pub fn be_of(&mut self, program: u64) {
        self.program = program;
    }

    /// Takes the start edge of a launched program that waits at its barrier. `baseline` is its own
    /// `getrusage(RUSAGE_SELF)` there; without it CPU times are unavailable. Release it after.
    pub fn start(&self, subject: Subject, baseline: Option<Usage>) -> Started {
        assert!(self.kind == subject.kind(), "the session was opened for another kind of subject");
        assert!(self.kind == SubjectKind::Child, "windows in this process have start_window");
        self.at_barrier(subject, baseline)
    }

    fn at_barrier(&self, subject: Subject, baseline: Option<Usage>) -> Started {
        let mut started = self.blank(subject);
        let edge = self.edge(subject, Side::Start, None, baseline);
        for opened in self.opened.iter().rev() {
            if opened.taken() != Taken::Given {
                opened.read(&edge, &mut started);
            }
        }
        started
    }

    /// Takes the end edge of a program that has ended and is not reaped yet: its files are read
    /// while it is a zombie, then `reap` takes it away and gives its usage (of `wait4`); it must
    /// make no `read` or `write` call. `span` is
    /// the window as its caller timed it. Returns exactly the selected metrics.
    ///
    /// # Errors
    /// What `reap` returned.
    pub fn stop<E>(
        &self,
        mut started: Started,
        span: Span,
        reap: impl FnOnce() -> Result<Usage, E>,
    ) -> Result<BTreeMap<MetricId, Observation>, E> {
        let subject = started.subject;
        let zombie = self.edge(subject, Side::End, None, None);
        for opened in self.taken(Taken::AtZombie) {
            opened.read(&zombie, &mut started);
        }
        let mut pending: Vec<_> = Vec::new();
        for opened in &self.opened {
            let after = opened.before_reaping(&zombie, &mut started.end);
            pending.extend(after.map(|after| (opened, after)));
        }
        let reaped = self.edge(subject, Side::End, None, Some(reap()?));
        for (opened, after) in pending {
            after(&reaped, opened.of(&mut started.end));
        }
        for opened in self.taken(Taken::AtReap) {
            opened.read(&reaped, &mut started);
        }
        for opened in self.taken(Taken::Given) {
            let start = self.edge(subject, Side::Start, Some(span.start), None);
            opened.read(&start, &mut started);
            let end = self.edge(subject, Side::End, Some(span.end), None);
            opened.read(&end, &mut started);
        }
        Ok(self.observations(&started))
    }

    /// Opens a window inside this process. The last thing it does is to read the clock.
    pub fn start_window(&self) -> Started {
        assert!(self.kind == SubjectKind::ThisProcess, "launched programs have start");
        let mut started = self.blank(Subject::ThisProcess);
        let edge = self.edge(Subject::ThisProcess, Side::Start, None, None);
        for opened in self.opened.iter().rev() {
            opened.read(&edge, &mut started);
        }
        started
    }

    /// Closes a window inside this process. The first thing it does is to read the clock. Returns
    /// exactly the selected metrics.
    pub fn stop_window(&self, mut started: Started) -> BTreeMap<MetricId, Observation> {
        self.end_window(&mut started);
        self.observations(&started)
    }

    /// Measures what taking both edges costs, by empty brackets of this process. For windows in
    /// this process it also learns what an empty window charges to its own I/O totals, which is
    /// subtracted from then on.
    pub fn calibrate(&mut self) -> SessionCost {
        let mut spans = Vec::with_capacity(BRACKETS);
        let mut brackets = Vec::with_capacity(BRACKETS);
        for _ in 0..BRACKETS {
            let before = self.context.kernel.monotonic_ns();
            brackets.push(self.empty_bracket());
            spans.push(self.context.kernel.monotonic_ns().saturating_sub(before));
        }
        spans.sort_unstable();
        if self.kind == SubjectKind::ThisProcess {
            for opened in &mut self.opened {
                opened.learn_charge(&brackets);
            }
        }
        SessionCost {
            edges_ns: spans[BRACKETS / 2],
            brackets: BRACKETS as u64,
            inside_window: self.kind == SubjectKind::ThisProcess,
        }
    }

    fn empty_bracket(&self) -> Started {
        if self.kind == SubjectKind::ThisProcess {
            let mut started = self.start_window();
            self.end_window(&mut started);
            return started;
        }
        // Our own files stand in for a program's: they cost the same.
        let usage = || self.context.kernel.usage_of_self().ok();
        let mut started = self.at_barrier(Subject::ThisProcess, usage());
        for taken in [Taken::AtZombie, Taken::AtReap] {
            let edge = self.edge(Subject::ThisProcess, Side::End, None, usage());
            for opened in self.taken(taken) {
                opened.read(&edge, &mut started);
            }
        }
        started
    }

    fn end_window(&self, started: &mut Started) {
        let edge = self.edge(Subject::ThisProcess, Side::End, None, None);
        for opened in &self.opened {
            opened.read(&edge, started);
        }
    }

    fn blank(&self, subject: Subject) -> Started {
        let row = || vec![Reading::NotTaken; self.places];
        Started { subject, start: row(), end: row(), armed: BTreeMap::new() }
    }

    fn edge(
        &self,
        subject: Subject,
        side: Side,
        moment: Option<Nanoseconds>,
        usage: Option<Usage>,
    ) -> Edge<'_> {
        Edge {
            context: &self.context,
            subject,
            side,
            turn: self.turn,
            program: self.program,
            moment,
            usage,
        }
    }

    fn taken(&self, taken: Taken) -> impl Iterator<Item = &Opened> {
        self.opened.iter().filter(move |opened| opened.taken() == taken)
    }

    fn observations(&self, started: &Started) -> BTreeMap<MetricId, Observation> {
        let of = |opened: &'_ Opened| opened.observations(started);
        let mut observations: BTreeMap<_, _> = self.opened.iter().flat_map(of).collect();
        for (id, derivation) in self.opened.iter().flat_map(Opened::derivations) {
            let derived = derivation.derive(|input| observations.get(input));
            observations.insert(id, derived);
        }
        observations
    }
}
