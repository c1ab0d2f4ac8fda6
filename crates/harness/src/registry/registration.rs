//! What the attribute leaves behind for one function.

use crate::bencher::Bencher;
use std::fmt;

/// One registered function, as the attribute made it.
#[derive(Debug)]
pub struct Registration {
    /// The package that it was compiled in.
    pub package: &'static str,
    /// The module that it stands in, with its crate.
    pub module: &'static str,
    /// What it is called: the name of the function, or another that was given.
    pub function: &'static str,
    /// The file that it stands in, as the compiler was told of it.
    pub file: &'static str,
    /// The line of the attribute.
    pub line: u32,
    /// Why it is run only when asked for; empty where no reason was given.
    pub ignored: Option<&'static str>,
    /// Makes its cases.
    pub variants: fn() -> Vec<Variant>,
}

inventory::collect!(Registration);

/// What runs a case; its error is a text.
pub type Body = Box<dyn FnOnce(Bencher) -> Result<(), String>>;

/// One case of a function: its labels and what runs it.
pub struct Variant {
    /// What it differs in from the other cases of its function.
    pub labels: Vec<Label>,
    /// How many threads run the body; none where nothing was said of threads.
    pub threads: Option<usize>,
    /// What runs it.
    pub body: Body,
}

impl Variant {
    /// A case, of its parts.
    pub fn new(
        labels: Vec<Label>,
        threads: Option<usize>,
        body: impl FnOnce(Bencher) -> Result<(), String> + 'static,
    ) -> Self {
        Self { labels, threads, body: Box::new(body) }
    }
}

impl fmt::Debug for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Variant")
            .field("labels", &self.labels)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

/// What a case has in one of the things that the cases of its function differ in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// The parameter.
    pub name: &'static str,
    /// What it is in this case, as text; not escaped.
    pub value: String,
}

impl Label {
    /// A label, of its parts.
    pub fn new(name: &'static str, value: impl Into<String>) -> Self {
        Self { name, value: value.into() }
    }
}

/// The name of a package as its build tool gave it: cargo does, others may not.
pub const fn package(name: Option<&'static str>) -> &'static str {
    match name {
        Some(name) => name,
        None => "unnamed",
    }
}
