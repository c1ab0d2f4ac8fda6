//! What a body came to, and how the worker hears of it.

use crate::timing::{Counted, Record};
use probity_evidence::sha256;
use std::cell::RefCell;
use std::fmt::Display;
use std::rc::Rc;

/// A longer checksum is made a digest, in bytes: lines of the protocol are short.
const MOST_CHECKSUM: usize = 255;

/// What came of measuring.
#[derive(Clone, Debug, PartialEq)]
pub enum Measurement {
    /// The code was called once.
    Once,
    /// It was timed.
    Timed(Record),
    /// It was counted.
    Counted(Counted),
    /// It was not to be measured, for the benchmark's own reason.
    Skipped(String),
    /// It could not be measured: a clause that says why, perhaps the benchmark's own.
    Failed(String),
}

/// How much one iteration handles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throughput {
    /// Of what: `bytes`, `items`, `chars`, or the benchmark's own.
    pub units: String,
    /// How much.
    pub amount: u64,
}

/// A level that the benchmark measured itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: String,
    /// The level; it may be no finite number, as it is the benchmark's.
    pub value: f64,
}

/// Something of which the benchmark knows how much there is in an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Rate {
    /// Its name.
    pub name: String,
    /// How much of it an iteration has; it may be no finite number, as it is the benchmark's.
    pub amount: f64,
}

/// Everything a benchmark said and everything that was measured of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What came of measuring.
    pub measurement: Measurement,
    /// How much one iteration handles.
    pub throughput: Vec<Throughput>,
    /// What its outcome amounts to.
    pub checksum: Option<String>,
    /// Levels it measured.
    pub levels: Vec<Level>,
    /// Rates it knows.
    pub rates: Vec<Rate>,
}

impl Outcome {
    fn of(measurement: Measurement, throughput: Vec<Throughput>) -> Self {
        let (levels, rates) = (Vec::new(), Vec::new());
        Self { measurement, throughput, checksum: None, levels, rates }
    }
}

/// Where the outcome will be.
#[derive(Clone, Debug, Default)]
pub struct Slot(Rc<RefCell<Option<Outcome>>>);

impl Slot {
    /// The outcome; none where the body never measured anything.
    pub fn take(&self) -> Option<Outcome> {
        self.0.borrow_mut().take()
    }

    /// Puts what was measured there.
    pub(super) fn put(self, measurement: Measurement, throughput: Vec<Throughput>) -> Measured {
        *self.0.borrow_mut() = Some(Outcome::of(measurement, throughput));
        Measured(self)
    }

    fn change(&self, change: impl FnOnce(&mut Outcome)) {
        if let Some(outcome) = self.0.borrow_mut().as_mut() {
            change(outcome);
        }
    }
}

/// What was measured is kept; more can be said of it.
#[derive(Debug)]
pub struct Measured(Slot);

impl Measured {
    /// What the outcome of the code amounts to, as text that is compared and never interpreted.
    /// Two builds that disagree on it did not do the same work. Of a text of more than 255 bytes
    /// the SHA-256 is what is compared.
    pub fn checksum(self, checksum: impl Display) -> Self {
        let text = checksum.to_string();
        let text = match text.len() {
            ..=MOST_CHECKSUM => text,
            _ => format!("sha256:{}", sha256(text.as_bytes())),
        };
        self.0.change(|outcome| outcome.checksum = Some(text));
        self
    }

    /// A level that the benchmark measured itself, such as the bytes its table takes.
    pub fn level(self, name: impl Into<String>, unit: impl Into<String>, value: f64) -> Self {
        let level = Level { name: name.into(), unit: unit.into(), value };
        self.0.change(|outcome| outcome.levels.push(level));
        self
    }

    /// How much of something an iteration has, such as the rows it visits: its rate follows of the
    /// time. What is known before the measuring is said by [`Bencher::per_iteration`].
    ///
    /// [`Bencher::per_iteration`]: super::Bencher::per_iteration
    pub fn rate(self, name: impl Into<String>, amount_per_iteration: f64) -> Self {
        let rate = Rate { name: name.into(), amount: amount_per_iteration };
        self.0.change(|outcome| outcome.rates.push(rate));
        self
    }

    /// It was not measured after all.
    pub(super) fn fail(self, reason: String) {
        self.0.change(|outcome| outcome.measurement = Measurement::Failed(reason));
    }
}
