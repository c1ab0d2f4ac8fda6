//! What is done with benchmarks that functions name as they run: they are listed, or one of them is
//! measured.
//!
//! A function cannot be asked what it will name, so it is run for both. A session is what the names
//! go to meanwhile. It belongs to the thread, for a function is given nothing that leads to it.

use probity_harness::registry::{Place, Problem, Wish, spelled};
use probity_harness::{Bencher, heed_panics, skipped};
use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

thread_local! {
    static CURRENT: RefCell<Option<Rc<Session>>> = const { RefCell::new(None) };
}

/// How often benchmarks of an id were named.
type Met = BTreeMap<String, u32>;

/// A benchmark as it was named.
pub(crate) struct Named {
    /// Its id, as criterion spells it.
    pub(crate) id: String,
    /// Where.
    pub(crate) place: Place,
    /// How it wants to be measured.
    pub(crate) wish: Wish,
}

/// A benchmark that was listed.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Its id, one printable word that no other has.
    pub(crate) id: String,
    /// Where it was named.
    pub(crate) place: Place,
    /// How it wants to be measured.
    pub(crate) wish: Wish,
    /// How to get there again; none where no function of a group named it.
    pub(crate) at: Option<At>,
}

/// A function of a group.
#[derive(Clone, Debug)]
pub(crate) struct At {
    /// Which one: so many were run before it.
    target: usize,
    /// What was named before it.
    met: Rc<Met>,
}

/// What names go to.
pub(crate) struct Session(RefCell<State>);

struct State {
    met: Met,
    /// How many functions of groups were come by.
    targets: usize,
    /// The one that runs.
    at: Option<At>,
    task: Task,
}

enum Task {
    List {
        found: Vec<Found>,
        problems: Vec<Problem>,
    },
    Measure {
        wanted: String,
        /// The only function that is run, where it is known which one names the benchmark.
        only: Option<usize>,
        bencher: Option<Bencher>,
        ended: Option<Result<(), String>>,
        /// What the first function said that panicked before the benchmark was named.
        panicked: Option<String>,
    },
}

/// What becomes of a function of a group.
enum Fate {
    List,
    Run,
    Leave,
}

impl Session {
    /// All benchmarks that `all` names, and what panicked.
    pub(crate) fn list(all: impl FnOnce(&Self)) -> (Vec<Found>, Vec<Problem>) {
        let task = Task::List { found: Vec::new(), problems: Vec::new() };
        let session = Rc::new(Self::new(task, Met::new()));
        session.during(all);
        match &mut session.0.borrow_mut().task {
            Task::List { found, problems } => (std::mem::take(found), std::mem::take(problems)),
            Task::Measure { .. } => (Vec::new(), Vec::new()),
        }
    }

    /// Measures the benchmark `wanted` when `all` names it.
    ///
    /// # Errors
    /// Why it could not be measured.
    pub(crate) fn measure(
        wanted: &str,
        at: Option<&At>,
        bencher: Bencher,
        all: impl FnOnce(&Self),
    ) -> Result<(), String> {
        let (bencher, only) = (Some(bencher), at.map(|at| at.target));
        let met = at.map(|at| Met::clone(&at.met)).unwrap_or_default();
        let task =
            Task::Measure { wanted: wanted.to_owned(), only, bencher, ended: None, panicked: None };
        let session = Rc::new(Self::new(task, met));
        // Others may panic on the way to it, which is not told as its own.
        heed_panics(false);
        session.during(all);
        heed_panics(true);
        let (ended, panicked) = match &mut session.0.borrow_mut().task {
            Task::List { .. } => (None, None),
            Task::Measure { ended, panicked, .. } => (ended.take(), panicked.take()),
        };
        ended.unwrap_or_else(|| {
            Err(match panicked {
                Some(said) => format!("'{wanted}' is not named: a function panicked: {said}"),
                None => format!(
                    "no benchmark is called '{wanted}' in this process; benchmarks must have the \
                     same names each time"
                ),
            })
        })
    }

    /// The session of this thread.
    pub(crate) fn current() -> Option<Rc<Self>> {
        CURRENT.with_borrow(Clone::clone)
    }

    /// Whether nothing is left to do.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.0.borrow().task, Task::Measure { ended: Some(_), .. })
    }

    /// Runs something that names benchmarks. Its panics end it alone, unless it is the benchmark to
    /// be measured that panics.
    pub(crate) fn run(&self, name: &str, place: Place, names: impl FnOnce()) {
        let Err(payload) = catch_unwind(AssertUnwindSafe(names)) else { return };
        let (path, message) = (name.to_owned(), said(&*payload));
        match &mut self.0.borrow_mut().task {
            Task::List { problems, .. } => {
                problems.push(Problem::Unlisted { path, place, message });
            }
            Task::Measure { bencher: None, ended: None, .. } => resume_unwind(payload),
            Task::Measure { panicked, .. } => {
                panicked.get_or_insert(message);
            }
        }
    }

    /// Takes a name. If it is that of the benchmark to be measured, that is to be done with the
    /// bencher, and [`Session::end`] is to be told.
    pub(crate) fn meet(&self, named: Named) -> Option<Bencher> {
        let mut state = self.0.borrow_mut();
        let id = state.numbered(&named.id);
        let State { at, task, .. } = &mut *state;
        match task {
            Task::List { found, .. } => {
                let Named { place, wish, .. } = named;
                found.push(Found { id, place, wish, at: at.clone() });
                None
            }
            Task::Measure { wanted, bencher, .. } if *wanted == id => {
                heed_panics(true);
                bencher.take()
            }
            Task::Measure { .. } => None,
        }
    }

    /// The benchmark was measured, or not.
    pub(crate) fn end(&self, outcome: Result<(), String>) {
        if let Task::Measure { ended, .. } = &mut self.0.borrow_mut().task {
            *ended = Some(outcome);
            heed_panics(false);
        }
    }

    fn new(task: Task, met: Met) -> Self {
        Self(RefCell::new(State { met, targets: 0, at: None, task }))
    }

    /// Calls it while this is the session of the thread.
    fn during(self: &Rc<Self>, all: impl FnOnce(&Self)) {
        let _current = Current::set(self);
        all(self);
    }
}

/// Puts the session back that was there before, also where a benchmark panics.
struct Current(Option<Rc<Session>>);

impl Current {
    fn set(session: &Rc<Session>) -> Self {
        Self(CURRENT.replace(Some(Rc::clone(session))))
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        CURRENT.set(self.0.take());
    }
}

impl State {
    /// The id, with a number where it is not the first of its name.
    fn numbered(&mut self, id: &str) -> String {
        let id = spelled(id);
        let count = self.met.entry(id.clone()).or_default();
        *count += 1;
        if *count == 1 { id } else { format!("{id}#{count}") }
    }

    /// Comes by a function of a group.
    fn enter(&mut self) -> Fate {
        let target = self.targets;
        self.targets += 1;
        match &self.task {
            Task::List { .. } => {
                self.at = Some(At { target, met: Rc::new(self.met.clone()) });
                Fate::List
            }
            Task::Measure { ended: Some(_), .. } => Fate::Leave,
            Task::Measure { only, .. } if only.is_some_and(|only| only != target) => Fate::Leave,
            Task::Measure { .. } => Fate::Run,
        }
    }
}

/// Runs a function of a group, or leaves it out.
pub fn target(name: &str, file: &'static str, line: u32, names: impl FnOnce()) {
    let Some(session) = Session::current() else { return names() };
    let fate = session.0.borrow_mut().enter();
    match fate {
        Fate::Leave => {}
        Fate::Run => session.run(name, Place { file, line }, names),
        Fate::List => {
            session.run(name, Place { file, line }, names);
            session.0.borrow_mut().at = None;
        }
    }
}

fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .or_else(|| skipped(payload))
        .unwrap_or("it left no text")
        .to_owned()
}

#[cfg(test)]
mod tests;
