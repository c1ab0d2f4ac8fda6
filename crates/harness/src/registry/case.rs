//! One thing to be measured.

use super::identifier;
use super::registration::{Body, Label, Registration, Variant};
use super::wish::Wish;
use crate::bencher::Bencher;
use std::fmt;

/// Where a function stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file, as the compiler was told of it.
    pub file: &'static str,
    /// The line of its attribute.
    pub line: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// What tells a case from all others, of this executable and of others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CaseKey {
    /// The package.
    pub package: &'static str,
    /// The bench target: the crate of the executable.
    pub target: &'static str,
    /// The modules below the crate and the name of the function, joined by `::`.
    pub path: String,
    /// What the case differs in from the others of its function.
    pub labels: Vec<Label>,
}

impl CaseKey {
    /// What the case is called in its executable, for people and for tools that run tests by name:
    /// `module::function::n=1024`. One printable word.
    pub fn id(&self) -> String {
        identifier::id(&self.path, &self.labels)
    }
}

impl fmt::Display for CaseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.package, self.target, self.id())
    }
}

/// One thing to be measured, and what measures it.
pub struct Case {
    /// What tells it from others.
    pub identity: CaseKey,
    /// How many threads run the body; none where nothing was said of threads.
    pub threads: Option<usize>,
    /// Why it is run only when asked for; empty where no reason was given.
    pub ignored: Option<&'static str>,
    /// Where its function stands.
    pub place: Place,
    /// How it wants to be measured itself.
    pub wish: Wish,
    body: Body,
}

impl Case {
    pub(super) fn new(registration: &Registration, variant: Variant) -> Self {
        Self {
            identity: CaseKey {
                package: registration.package,
                target: identifier::target(registration.module),
                path: registration.path(),
                labels: variant.labels,
            },
            threads: variant.threads,
            ignored: registration.ignored,
            place: registration.place(),
            wish: Wish::default(),
            body: variant.body,
        }
    }

    /// A case that no attribute registered. It is run wherever it is asked for, in one thread.
    pub fn of_catalog(identity: CaseKey, place: Place, wish: Wish, body: Body) -> Self {
        Self { identity, threads: None, ignored: None, place, wish, body }
    }

    /// What it is called in its executable; see [`CaseKey::id`].
    pub fn id(&self) -> String {
        self.identity.id()
    }

    /// What it is called among all cases: `package/target/id`. Baselines are found by it.
    pub fn key(&self) -> String {
        self.identity.to_string()
    }

    /// Runs it, which can be done once. The error is the benchmark's own.
    pub fn run(self, bencher: Bencher) -> Result<(), String> {
        (self.body)(bencher)
    }
}

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Case")
            .field("identity", &self.identity)
            .field("threads", &self.threads)
            .field("ignored", &self.ignored)
            .field("place", &self.place)
            .finish_non_exhaustive()
    }
}

impl Registration {
    pub(super) fn path(&self) -> String {
        identifier::path(self.module, self.function)
    }

    pub(super) fn place(&self) -> Place {
        Place { file: self.file, line: self.line }
    }
}
