//! The lines of a test run.

use crate::arguments::request::LibtestFormat;
use std::time::Duration;

/// How many results libtest puts on a line of the terse format.
const TERSE_WIDTH: usize = 87;

/// What came of a benchmark that was run once, as a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It came to its end.
    Ok,
    /// It did not.
    Failed,
    /// It is marked as ignored, perhaps with a reason.
    Ignored(Option<String>),
}

/// A benchmark that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFailure {
    /// Its name.
    pub id: String,
    /// What it said; may be empty.
    pub said: String,
}

/// How many benchmarks had which outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Came to their end.
    pub passed: usize,
    /// Did not.
    pub failed: usize,
    /// Were marked as ignored.
    pub ignored: usize,
    /// Were not asked for.
    pub filtered_out: usize,
}

/// Makes the lines of a test run, one outcome after another, as libtest does.
#[derive(Clone, Debug)]
pub struct Progress {
    format: LibtestFormat,
    total: usize,
    done: usize,
    /// Results on the line that is not ended yet; of the terse format only.
    column: usize,
}

impl Progress {
    /// A run of so many benchmarks, ignored ones included.
    pub fn new(format: LibtestFormat, total: usize) -> Self {
        Self { format, total, done: 0, column: 0 }
    }

    /// What stands above.
    pub fn header(&self) -> String {
        let plural = if self.total == 1 { "" } else { "s" };
        format!("\nrunning {} test{plural}\n", self.total)
    }

    /// What is said before a benchmark starts, so that one that hangs has been named.
    pub fn begin(&self, id: &str) -> String {
        match self.format {
            LibtestFormat::Pretty => format!("test {id} ... "),
            LibtestFormat::Terse => String::new(),
        }
    }

    /// What is said when it has ended, after [`Self::begin`].
    pub fn end(&mut self, id: &str, outcome: &Outcome) -> String {
        match self.format {
            LibtestFormat::Pretty => {
                self.done += 1;
                format!("{}\n", word(outcome))
            }
            LibtestFormat::Terse => self.terse(id, outcome),
        }
    }

    fn terse(&mut self, id: &str, outcome: &Outcome) -> String {
        let mark = match outcome {
            Outcome::Ok => ".",
            Outcome::Ignored(_) => "i",
            Outcome::Failed => return self.terse_failure(id),
        };
        self.done += 1;
        self.column += 1;
        if self.column < TERSE_WIDTH {
            return mark.to_owned();
        }
        self.column = 0;
        format!("{mark} {}/{}\n", self.done, self.total)
    }

    /// A failure has a line of its own, so that nobody has to wait for its name.
    fn terse_failure(&mut self, id: &str) -> String {
        let before = match self.column {
            0 => String::new(),
            _ => format!(" {}/{}\n", self.done, self.total),
        };
        self.done += 1;
        self.column = 0;
        format!("{before}{id} --- FAILED\n")
    }

    /// What stands below.
    pub fn summary(&self, tally: Tally, failures: &[TestFailure], elapsed: Duration) -> String {
        let Tally { passed, failed, ignored, filtered_out } = tally;
        let result = if failed == 0 { "ok" } else { "FAILED" };
        format!(
            "{}\ntest result: {result}. {passed} passed; {failed} failed; {ignored} ignored; \
             0 measured; {filtered_out} filtered out; finished in {:.2}s\n\n",
            listed(failures),
            elapsed.as_secs_f64(),
        )
    }
}

fn word(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Ok => String::from("ok"),
        Outcome::Failed => String::from("FAILED"),
        Outcome::Ignored(None) => String::from("ignored"),
        Outcome::Ignored(Some(reason)) => format!("ignored, {reason}"),
    }
}

/// What failed: first what each said, then their names.
fn listed(failures: &[TestFailure]) -> String {
    if failures.is_empty() {
        return String::new();
    }
    let mut text = String::from("\nfailures:\n");
    let loud: Vec<&TestFailure> = failures.iter().filter(|one| !one.said.is_empty()).collect();
    for (index, TestFailure { id, said }) in loud.iter().enumerate() {
        let blank = if index == 0 { "\n" } else { "" };
        let end = if said.ends_with('\n') { "" } else { "\n" };
        text += &format!("{blank}---- {id} stdout ----\n{said}{end}\n");
    }
    let mut names: Vec<&str> = failures.iter().map(|failure| &*failure.id).collect();
    names.sort_unstable();
    text += "\nfailures:\n";
    text.extend(names.iter().map(|name| format!("    {name}\n")));
    text
}
