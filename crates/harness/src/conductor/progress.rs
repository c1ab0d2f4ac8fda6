//! What a person sees while benchmarks are measured: notices, and on a terminal one line.

use crate::console;
use probity_campaign::{Event, Observer};
use probity_report::Escaped;
use std::time::{Duration, Instant};

/// How often the line is drawn at most.
const REDRAW: Duration = Duration::from_millis(100);
/// Columns that a name may have.
const NAME: usize = 48;

/// Shows a campaign of benchmarks. Nothing is drawn while one is measured.
pub(crate) struct Progress {
    is_quiet: bool,
    is_watched: bool,
    began: Instant,
    drawn: Option<Instant>,
}

impl Progress {
    /// Shows nothing where `is_quiet`, and no line where nobody watches.
    pub(crate) fn new(is_quiet: bool) -> Self {
        let is_watched = !is_quiet && console::is_watched();
        Self { is_quiet, is_watched, began: Instant::now(), drawn: None }
    }

    /// Takes the line away.
    pub(crate) fn clear(&mut self) {
        if self.drawn.take().is_some() {
            console::draw("\r\x1b[K");
        }
    }

    fn draw(&mut self, done: u64, total: Option<u64>, case: &str) {
        let is_due = self.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW);
        if !self.is_watched || !is_due {
            return;
        }
        let of = total.map_or_else(String::new, |total| format!("/{total}"));
        let left = total.filter(|_| done > 0).map(|total| {
            let each = self.began.elapsed().as_secs_f64() / done as f64;
            format!(", {:.0} s left", each * total.saturating_sub(done) as f64)
        });
        let name: String = case.chars().take(NAME).collect();
        let left = left.unwrap_or_default();
        let line = format!("measuring: process {done}{of}{left}  {}", Escaped::new(&name));
        console::draw(&format!("\r\x1b[K\x1b[2m{line}\x1b[0m"));
        self.drawn = Some(Instant::now());
    }
}

impl Observer for Progress {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Notice(notice) if !self.is_quiet => {
                self.clear();
                console::say(&format!("note: {notice}"));
            }
            Event::Run { done, total, case, .. } => self.draw(*done, *total, case),
            _ => {}
        }
    }
}
