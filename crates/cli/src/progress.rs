//! What a person sees while a campaign runs: notices, and on a terminal one line of progress.

use crate::console::{is_dumb, refuses_colour, say};
use probity_campaign::{CaseRequest, Event, Observer};
use probity_model::{HookKind, Unit, Value};
use probity_report::Escaped;
use probity_report::quantity::quantity;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// How often the line is drawn at most.
const REDRAW: Duration = Duration::from_millis(100);
/// Of so many latest runs of a command the median is shown: it follows a drift, and a long
/// campaign costs no more memory or time than a short one.
const LATEST: usize = 500;
/// Columns below which a name says little.
const NAME_COLUMNS: usize = 12;
/// Columns of a terminal that does not know how many it has.
const COLUMNS: u16 = 80;

/// Shows a campaign to the person who waits for it. The line is drawn between runs only.
pub(crate) struct Progress {
    notices: bool,
    line: bool,
    drawn: Option<Instant>,
    /// When the plan was fixed, and how many runs had ended then.
    planned: (Instant, u64),
    done: u64,
    estimate: Option<Duration>,
    times: BTreeMap<String, Latest>,
    /// The name of the first command.
    first: String,
}

/// The latest times of a command, in nanoseconds.
#[derive(Default)]
struct Latest {
    times: Vec<u64>,
    next: usize,
}

impl Latest {
    fn add(&mut self, time: u64) {
        match self.times.get_mut(self.next) {
            Some(oldest) => *oldest = time,
            None => self.times.push(time),
        }
        self.next = (self.next + 1) % LATEST;
    }

    fn median(&self) -> Option<Value> {
        let mut sorted = self.times.clone();
        sorted.sort_unstable();
        // Of an even number the upper one of the middle two: it is for looking at.
        sorted.get(sorted.len() / 2).copied().map(Value::Integer)
    }
}

impl Progress {
    /// `quiet` shows nothing; programs that write to our streams themselves leave no place for a
    /// line (`shared`). Nor do a dumb terminal and an automatic build (`CI`) have one, and whoever
    /// sets `NO_COLOR` wants no escape sequences.
    pub(crate) fn new(quiet: bool, shared: bool) -> Self {
        let automatic = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
        let unwanted = quiet || shared || automatic || is_dumb() || refuses_colour();
        Self {
            notices: !quiet,
            line: !unwanted && io::stderr().is_terminal(),
            drawn: None,
            planned: (Instant::now(), 0),
            done: 0,
            estimate: None,
            times: BTreeMap::new(),
            first: String::new(),
        }
    }

    /// Something is to be seen before the first run has ended, which may take its time.
    pub(crate) fn begin(&mut self, cases: &[CaseRequest]) {
        self.first = cases.first().map(|case| case.name.lossy()).unwrap_or_default();
        match cases.iter().any(|case| case.hooks.setup.is_some()) {
            true => self.draw_now(["setup", ""], "", ""),
            false => self.draw_first(),
        }
    }

    fn draw_first(&mut self) {
        self.draw_now(["first run: ", ""], &self.first.clone(), "");
    }

    /// Removes the line.
    pub(crate) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            let _ = io::stderr().lock().write_all(CLEAR.as_bytes());
        }
    }

    /// Draws one of the heads (long and short), a command's name, cut to what is left, and `tail`.
    fn draw(&mut self, heads: [&str; 2], name: &str, tail: &str) {
        if self.drawn.is_none_or(|at| at.elapsed() >= REDRAW) {
            self.draw_now(heads, name, tail);
        }
    }

    /// Draws what may stand for long, however new the line before is.
    fn draw_now(&mut self, heads: [&str; 2], name: &str, tail: &str) {
        if !self.line {
            return;
        }
        // Asked each time: the window may have another size since. A line that fills the last
        // column would wrap on some terminals.
        let columns = probity_sys::file::terminal_columns(io::stderr()).ok().flatten();
        let columns = usize::from(columns.unwrap_or(COLUMNS)).saturating_sub(1);
        let line = line(heads, name, tail, columns);
        // One write: in pieces it would flicker.
        let _ = io::stderr().lock().write_all(format!("{CLEAR}{line}\r").as_bytes());
        self.drawn = Some(Instant::now());
    }

    fn ran(&mut self, total: Option<u64>, case: &str) {
        let done = self.done;
        let Some(total) = total else {
            return self.draw([&format!("warm-up, run {done}: "), "warm-up: "], case, "");
        };
        let left =
            self.left(total).map_or_else(String::new, |left| format!(", {} left", seconds(left)));
        let median = self.times.get(case).and_then(Latest::median);
        let tail = median.map_or_else(String::new, |median| {
            format!(": {}", quantity(Unit::Nanoseconds, median).as_str())
        });
        let heads = [format!("run {done} of {total}{left}: "), format!("{done}/{total}: ")];
        self.draw([&heads[0], &heads[1]], case, &tail);
    }

    /// How long the rest will take: by what the judged runs took, or by the plan before the first.
    fn left(&self, total: u64) -> Option<Duration> {
        let (since, before) = self.planned;
        let (made, rest) = (self.done.saturating_sub(before), total.saturating_sub(self.done));
        match made {
            0 => self.estimate,
            made => Some(since.elapsed().div_f64(made as f64).mul_f64(rest as f64)),
        }
    }
}

/// Clears what was drawn. The cursor waits at the start of the line, so this also takes the rows
/// that a window made narrower has folded the line into.
const CLEAR: &str = "\r\x1b[J";

/// One line of at most so many columns: with the long head, if that leaves enough for the name.
fn line(heads: [&str; 2], name: &str, tail: &str, columns: usize) -> Escaped {
    let name = Escaped::new(name);
    let [long, short] = heads.map(|head| {
        let around = Escaped::new(head).width() + Escaped::new(tail).width();
        (head, columns.saturating_sub(around))
    });
    let (head, room) = if long.1 >= name.width().min(NAME_COLUMNS) { long } else { short };
    let name = name.cut(room.max(1));
    Escaped::new(&format!("{head}{name}{tail}")).cut(columns)
}

impl Observer for Progress {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Notice(notice) => {
                self.clear();
                if self.notices {
                    say(&format!("note: {notice}"));
                }
            }
            Event::Hook(HookKind::Cleanup) => self.draw_now(["cleanup", ""], "", ""),
            Event::Hook(_) => self.draw_now(["setup", ""], "", ""),
            Event::FirstRun => self.draw_first(),
            Event::Planned { estimate_ns, .. } => {
                self.planned = (Instant::now(), self.done);
                self.estimate = estimate_ns.map(Duration::from_nanos);
            }
            Event::Run { done, total, case, wall_ns, .. } => {
                self.done = *done;
                if !self.line {
                    return;
                }
                if let Some(time) = wall_ns {
                    self.times.entry((*case).to_owned()).or_default().add(*time);
                }
                self.ran(*total, case);
            }
        }
    }
}

/// A waiting time for people.
fn seconds(time: Duration) -> String {
    match time.as_secs() {
        long @ 7200.. => format!("{} h", (long + 1800) / 3600),
        long @ 120.. => format!("{} min", (long + 30) / 60),
        short => format!("{} s", short + u64::from(time.subsec_millis() >= 500)),
    }
}

#[cfg(test)]
mod tests;
