//! How a result is shown, and what is kept of it.

use crate::arguments::error::UsageError;
use crate::arguments::given::Given;
use crate::arguments::option::{output, selection};
use crate::arguments::value::choice;
use std::ffi::OsString;
use std::path::PathBuf;

/// How a result is shown, and what is kept of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The form of measured results.
    pub format: OutputFormat,
    /// The form of what is said when benchmarks run once, as tests.
    pub libtest: LibtestFormat,
    /// The order of rows; none is that of registration.
    pub rows: Option<RowOrder>,
    /// The parameter whose values have a table each.
    pub group_by: Option<String>,
    /// Whether it is shown how numbers came to be.
    pub explain: bool,
    /// The new directory that evidence is kept in.
    pub out: Option<PathBuf>,
    /// Whether evidence is kept where there is no such directory.
    pub keep: bool,
    /// Whether text is coloured.
    pub color: Color,
    /// Whether progress and notices are left out.
    pub quiet: bool,
}

/// The form of measured results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputFormat {
    /// A table for people.
    #[default]
    Table,
    /// The whole document.
    Json,
    /// Lines as of libtest's `#[bench]`.
    Bencher,
    /// Lines that benchstat reads.
    Go,
    /// Paragraphs as of criterion.
    Criterion,
}

/// The form of lists and of test runs, as libtest calls it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LibtestFormat {
    /// A line for each, and a summary.
    #[default]
    Pretty,
    /// A list without a summary; a character for each test.
    Terse,
}

/// The order of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowOrder {
    /// By what.
    pub key: RowKey,
    /// Whether the largest comes first.
    pub descending: bool,
}

/// What rows are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKey {
    /// Where the benchmark stands in its source.
    Location,
    /// Its name.
    Name,
    /// Single benchmarks before groups of them.
    Kind,
    /// The time of an iteration.
    Time,
    /// The difference from the baseline.
    Change,
}

/// When text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// On a terminal.
    #[default]
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

const FORMATS: &[(&str, OutputFormat)] = &[
    ("table", OutputFormat::Table),
    ("json", OutputFormat::Json),
    ("bencher", OutputFormat::Bencher),
    ("go", OutputFormat::Go),
    ("criterion", OutputFormat::Criterion),
];
const LIBTEST_FORMATS: &[(&str, LibtestFormat)] = &[
    ("pretty", LibtestFormat::Pretty),
    ("terse", LibtestFormat::Terse),
    ("json", LibtestFormat::Pretty),
    ("junit", LibtestFormat::Pretty),
];
const KEYS: &[(&str, RowKey)] = &[
    ("location", RowKey::Location),
    ("name", RowKey::Name),
    ("kind", RowKey::Kind),
    ("time", RowKey::Time),
    ("change", RowKey::Change),
];
const COLORS: &[(&str, Color)] =
    &[("auto", Color::Auto), ("always", Color::Always), ("never", Color::Never)];

impl Output {
    pub(crate) fn read(
        given: &Given,
        environment: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<Self, UsageError> {
        let format = given.value(&output::OUTPUT_FORMAT, |text| choice::read(FORMATS, text))?;
        Ok(Self {
            format: format.unwrap_or_default(),
            libtest: LibtestFormat::read(given)?,
            rows: rows(given)?,
            group_by: given.value(&output::GROUP_BY, some)?,
            explain: given.has(&output::EXPLAIN),
            out: given.value(&output::OUT, some)?.map(PathBuf::from),
            keep: !given.has(&output::NO_KEEP),
            color: Color::read(given, environment)?,
            quiet: given.has(&selection::QUIET),
        })
    }
}

impl LibtestFormat {
    pub(crate) fn read(given: &Given) -> Result<Self, UsageError> {
        let asked = given.value(&selection::FORMAT, |text| choice::read(LIBTEST_FORMATS, text))?;
        let quiet = given.has(&selection::QUIET);
        Ok(asked.unwrap_or(if quiet { Self::Terse } else { Self::Pretty }))
    }
}

impl Color {
    fn read(
        given: &Given,
        environment: &dyn Fn(&str) -> Option<OsString>,
    ) -> Result<Self, UsageError> {
        if given.has(&output::NO_COLOR) {
            return Ok(Self::Never);
        }
        let asked = given.value(&output::COLOR, |text| choice::read(COLORS, text))?;
        Ok(asked.unwrap_or_else(|| Self::of_environment(environment)))
    }

    /// What the conventions of no-color.org and of terminals say.
    fn of_environment(environment: &dyn Fn(&str) -> Option<OsString>) -> Self {
        let refused = environment("NO_COLOR").is_some_and(|value| !value.is_empty());
        let switched_off = environment("CLICOLOR").is_some_and(|value| value == "0");
        let dumb = environment("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        if refused || switched_off || dumb { Self::Never } else { Self::Auto }
    }
}

fn rows(given: &Given) -> Result<Option<RowOrder>, UsageError> {
    let key = |text: &str| choice::read(KEYS, text);
    let ascending = given.value_of_any(&[output::SORT_BY, output::SORT], key)?;
    let descending = given.value(&output::SORTR, key)?;
    let order = |key, descending| RowOrder { key, descending };
    Ok(ascending.map(|key| order(key, false)).or(descending.map(|key| order(key, true))))
}

fn some(text: &str) -> Result<String, String> {
    match text {
        "" => Err(String::from("give a name")),
        text => Ok(text.to_owned()),
    }
}
