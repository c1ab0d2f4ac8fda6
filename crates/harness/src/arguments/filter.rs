//! Which benchmarks were asked for.

use super::error::UsageError;
use super::given::Given;
use super::option::selection;
use super::pattern::Pattern;

/// What a word begins with that is a regular expression; `re::parse` is a path.
const MARK: &str = "re:";

/// Which benchmarks were asked for, as libtest understands it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Any of these; all benchmarks where there are none.
    wanted: Words,
    /// None of these.
    skipped: Words,
    /// Whether words are whole names.
    exact: bool,
    ignored: IgnoredOnes,
}

/// What names are compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Words {
    /// Parts of names, or whole ones.
    texts: Vec<String>,
    patterns: Vec<Pattern>,
}

impl Words {
    /// Of these words; all of them are names where they are whole ones.
    fn read<'a>(words: impl Iterator<Item = &'a str>, are_exact: bool) -> Result<Self, UsageError> {
        let mut all = Self::default();
        for word in words {
            match word.strip_prefix(MARK).filter(|rest| !are_exact && !rest.starts_with(':')) {
                Some(text) => all.patterns.push(Pattern::read(MARK, text)?),
                None => all.texts.push(word.to_owned()),
            }
        }
        Ok(all)
    }

    fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.patterns.is_empty()
    }

    /// Whether any of them fits.
    fn fits(&self, id: &str, exact: bool) -> bool {
        let fits = |word: &String| if exact { id == word } else { id.contains(word.as_str()) };
        self.texts.iter().any(fits) || self.patterns.iter().any(|pattern| pattern.fits(id))
    }
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
        let mut wanted = Words::read(given.filters().iter().map(String::as_str), exact)?;
        for regex in given.all(&selection::REGEX) {
            let text = regex.text().unwrap_or_default();
            wanted.patterns.push(Pattern::read(&regex.name(), text)?);
        }
        let ignored = match (given.has(&selection::IGNORED), given.has(&selection::INCLUDE)) {
            (true, _) => IgnoredOnes::Only,
            (false, true) => IgnoredOnes::Included,
            (false, false) => IgnoredOnes::Left,
        };
        let skipped = Words::read(given.texts(&selection::SKIP), exact)?;
        Ok(Self { wanted, skipped, exact, ignored })
    }

    /// Takes each word in another spelling too, where it has one.
    pub(crate) fn respell(&mut self, respelled: &dyn Fn(&str) -> Option<String>) {
        for words in [&mut self.wanted.texts, &mut self.skipped.texts] {
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
        let is_whole = self.exact && self.wanted.patterns.is_empty();
        (is_whole && !self.wanted.is_empty()).then_some(&*self.wanted.texts)
    }

    fn names(&self, id: &str) -> bool {
        let wanted = self.wanted.is_empty() || self.wanted.fits(id, self.exact);
        wanted && !self.skipped.fits(id, self.exact)
    }
}
