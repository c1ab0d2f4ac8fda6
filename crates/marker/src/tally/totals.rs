//! What a tally came to, as text and as messages.

use crate::{Kind, Message, Number};
use core::fmt;

/// A reading of a tally. As text it is `name count total minimum`; total and minimum are `-` where
/// no value was added, and lost updates follow as ` lost N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// The name of the tally.
    pub name: &'static str,
    /// The unit of total and minimum.
    pub unit: &'static str,
    /// How often.
    pub count: u64,
    /// Total and minimum, where values were added.
    pub timed: Option<(u64, u64)>,
    /// Updates that the minimum or, by a clock that went backwards, the whole tally missed.
    pub lost: u64,
}

impl Totals {
    /// Says it as messages of the kind `counter`: `NAME.count`, `NAME.total`, `NAME.minimum`, and
    /// `NAME.lost` where something was lost. Absent numbers are not said.
    pub fn say(&self, mut say: impl FnMut(&Message<'_>)) {
        let mut counter = |suffix, unit, kind, value| {
            let name = &[self.name, suffix];
            say(&Message::Counter { name, unit, kind, value: Number::Integer(value) });
        };
        counter(".count", "count", Kind::Counter, self.count);
        if let Some((total, minimum)) = self.timed {
            counter(".total", self.unit, Kind::Counter, total);
            counter(".minimum", self.unit, Kind::Gauge, minimum);
        }
        if self.lost > 0 {
            counter(".lost", "count", Kind::Counter, self.lost);
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.count)?;
        match self.timed {
            Some((total, minimum)) => write!(f, " {total} {minimum}")?,
            None => f.write_str(" - -")?,
        }
        if self.lost > 0 { write!(f, " lost {}", self.lost) } else { Ok(()) }
    }
}
