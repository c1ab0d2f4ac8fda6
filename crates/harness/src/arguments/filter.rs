//! Which benchmarks were asked for.

use super::error::UsageError;
use super::given::Given;
use super::option::selection;

/// Why a pattern is refused.
const NO_REGEX: &str = "regular expressions are an optional feature that this build does not have; \
                        give a part of the name, or the whole name with --exact";

/// Which benchmarks were asked for, as libtest understands it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Any of these; all benchmarks where there are none.
    wanted: Vec<String>,
    /// None of these.
    skipped: Vec<String>,
    /// Whether both lists hold whole names.
    exact: bool,
    ignored: IgnoredOnes,
}

/// What is done about benchmarks that are marked as ignored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum IgnoredOnes {
    #[default]
    Left,
    Included,
    Only,
}

/// What becomes of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is run.
    Run,
    /// It was asked for, but is marked as ignored: it is named and not run.
    Ignored,
    /// It was not asked for.
    FilteredOut,
}

impl Filter {
    /// What the command line asks for.
    pub(crate) fn read(given: &Given) -> Result<Self, UsageError> {
        let exact = given.has(&selection::EXACT);
        if let Some(regex) = given.last(&selection::REGEX) {
            return Err(UsageError::Reserved { word: regex.name(), why: NO_REGEX });
        }
        let pattern = given.filters().iter().find(|word| !exact && is_pattern(word));
        if let Some(word) = pattern {
            return Err(UsageError::Reserved { word: word.clone(), why: NO_REGEX });
        }
        let ignored = match (given.has(&selection::IGNORED), given.has(&selection::INCLUDE)) {
            (true, _) => IgnoredOnes::Only,
            (false, true) => IgnoredOnes::Included,
            (false, false) => IgnoredOnes::Left,
        };
        let skipped = given.texts(&selection::SKIP).map(str::to_owned).collect();
        Ok(Self { wanted: given.filters().to_vec(), skipped, exact, ignored })
    }

    /// Takes each word in another spelling too, where it has one.
    pub(crate) fn respell(&mut self, respelled: &dyn Fn(&str) -> Option<String>) {
        for words in [&mut self.wanted, &mut self.skipped] {
            let more: Vec<String> = words.iter().filter_map(|word| respelled(word)).collect();
            words.extend(more);
        }
    }

    /// Whether nothing was asked for in particular.
    pub fn is_all(&self) -> bool {
        self.wanted.is_empty() && self.skipped.is_empty() && self.ignored != IgnoredOnes::Only
    }

    /// Whether the benchmark of this name is run.
    pub fn selects(&self, id: &str, ignored: bool) -> bool {
        self.fate(id, ignored) == Fate::Run
    }

    /// Whether it is in a list. An ignored one is, as for libtest: nextest learns which are by a
    /// second list, with `--ignored`.
    pub fn lists(&self, id: &str, ignored: bool) -> bool {
        self.fate(id, ignored) != Fate::FilteredOut
    }

    /// What becomes of it.
    pub fn fate(&self, id: &str, ignored: bool) -> Fate {
        if !self.names(id) {
            return Fate::FilteredOut;
        }
        match (self.ignored, ignored) {
            (IgnoredOnes::Only, false) => Fate::FilteredOut,
            (IgnoredOnes::Left, true) => Fate::Ignored,
            _ => Fate::Run,
        }
    }

    /// The only names that can be selected, where whole names were given: nextest starts one
    /// process for each benchmark, so looking at all of them each time would be quadratic.
    pub fn exact_names(&self) -> Option<&[String]> {
        (self.exact && !self.wanted.is_empty()).then_some(&*self.wanted)
    }

    fn names(&self, id: &str) -> bool {
        let wanted = self.wanted.is_empty() || self.wanted.iter().any(|word| self.fits(id, word));
        wanted && !self.skipped.iter().any(|word| self.fits(id, word))
    }

    fn fits(&self, id: &str, word: &str) -> bool {
        if self.exact { id == word } else { id.contains(word) }
    }
}

/// Whether a positional is reserved for regular expressions. `re::parse` is a path.
fn is_pattern(word: &str) -> bool {
    word.strip_prefix("re:").is_some_and(|rest| !rest.starts_with(':'))
}
