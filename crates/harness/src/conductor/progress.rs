//! What a person sees while benchmarks are measured: notices, and on a terminal what is known so
//! far, with a line that ticks.

use super::live::Live;
use crate::console;
use probity_campaign::{Event, Observer};
use probity_model::{MetricRole, Observed, Run};
use probity_report::Escaped;
use probity_sources::Selection;
use std::time::{Duration, Instant};

/// How often it is drawn at most.
const REDRAW: Duration = Duration::from_millis(200);
/// Columns of a terminal that does not know.
const COLUMNS: usize = 80;
/// Clears what is below the cursor.
const CLEAR: &str = "\r\x1b[J";

/// Shows a campaign of benchmarks. Nothing is drawn while one is measured.
pub(crate) struct Progress {
    is_quiet: bool,
    is_watched: bool,
    live: Live,
    began: Instant,
    drawn: Option<Drawn>,
}

/// What is on the terminal.
struct Drawn {
    when: Instant,
    /// Columns of the lines above the one with the cursor.
    above: Vec<usize>,
}

impl Progress {
    /// Shows nothing where `is_quiet`, and nothing but notices where nobody watches.
    pub(crate) fn new(is_quiet: bool, live: Live) -> Self {
        let is_watched = !is_quiet && console::is_watched();
        Self { is_quiet, is_watched, live, began: Instant::now(), drawn: None }
    }

    /// Takes away what was drawn.
    pub(crate) fn clear(&mut self) {
        if let Some(drawn) = self.drawn.take() {
            console::draw(&format!("{}{CLEAR}", drawn.up(console::size())));
        }
    }

    fn draw(&mut self, done: u64, total: Option<u64>, case: &str) {
        let is_due = self.drawn.as_ref().is_none_or(|drawn| drawn.when.elapsed() >= REDRAW);
        if !self.is_watched || !is_due {
            return;
        }
        // Asked each time: the window may have another size since.
        let size = console::size();
        let [columns, rows] = [size[0].unwrap_or(COLUMNS), size[1].unwrap_or_default()];
        let lines = self.live.lines(columns, rows);
        let of = total.map_or_else(String::new, |total| format!("/{total}"));
        let left = total.filter(|_| done > 0).map(|total| {
            let each = self.began.elapsed().as_secs_f64() / done as f64;
            format!(", {:.0} s left", each * total.saturating_sub(done) as f64)
        });
        let line = format!("measuring: process {done}{of}{}  {case}", left.unwrap_or_default());
        let line = Escaped::new(&line).cut(columns.saturating_sub(1));
        let up = self.drawn.as_ref().map_or_else(String::new, |drawn| drawn.up(size));
        let table: String = lines.iter().map(|line| format!("{line}\n")).collect();
        // One write: in pieces it would flicker.
        console::draw(&format!("{up}{CLEAR}\x1b[2m{table}{line}\x1b[0m\r"));
        let above = lines.iter().map(|line| Escaped::new(line).width()).collect();
        self.drawn = Some(Drawn { when: Instant::now(), above });
    }
}

impl Drawn {
    /// Moves the cursor to the first line. A window that was made narrower since has folded lines
    /// into more rows, and of one that was made lower only what is left is in reach.
    fn up(&self, [columns, rows]: [Option<usize>; 2]) -> String {
        let columns = columns.unwrap_or(COLUMNS).max(1);
        let folded = self.above.iter().map(|width| width.div_ceil(columns).max(1));
        let up = folded.sum::<usize>().min(rows.unwrap_or(usize::MAX).saturating_sub(1));
        if up == 0 { String::new() } else { format!("\x1b[{up}A") }
    }
}

impl Observer for Progress {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Notice(notice) if !self.is_quiet => {
                self.clear();
                console::say(&format!("note: {notice}"));
            }
            Event::Run { done, total, case, place, run, .. } => {
                self.live.add(*place, run.role, time(run));
                self.draw(*done, *total, case);
            }
            _ => {}
        }
    }
}

/// Nanoseconds of an iteration, where they were measured.
fn time(run: &Run) -> Option<f64> {
    let id = Selection::of_role(MetricRole::IterationTime).next()?;
    match run.observations.get(&id)? {
        Observed::Measured(found) => Some(found.value.as_f64()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Drawn;
    use std::time::Instant;

    #[test]
    fn lines_that_a_narrower_window_folded_are_drawn_over_too() {
        let up = |above: &[usize], columns: usize, rows: usize| {
            let drawn = Drawn { when: Instant::now(), above: above.to_vec() };
            drawn.up([Some(columns), Some(rows)])
        };
        assert_eq!(up(&[], 80, 24), "");
        assert_eq!(up(&[60, 60, 0], 80, 24), "\x1b[3A");
        assert_eq!(up(&[60, 60, 0], 40, 24), "\x1b[5A");
        assert_eq!(up(&[60, 60, 0], 60, 24), "\x1b[3A");
        // What has left a window that was made lower is out of reach.
        assert_eq!(up(&[60, 60, 0], 40, 4), "\x1b[3A");
        let unknown = Drawn { when: Instant::now(), above: vec![100] };
        assert_eq!(unknown.up([None, None]), "\x1b[2A");
    }
}
