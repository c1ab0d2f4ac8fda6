//! How much is handled in a second.

use super::cells::Cell;
use crate::bench::roster::Side;
use crate::escape::Escaped;
use crate::phrase::Phrase;
use crate::quantity::{Figure, Scale};
use probity_model::{Unit, Value};

/// Columns of a unit of somebody's own.
const UNIT_COLUMNS: usize = 16;

/// So much in a second, with the unit that fits it.
pub(crate) fn rate(units: &str, per_second: f64, differs: bool) -> Option<Cell> {
    let (figure, unit) = parts(units, per_second)?;
    Some(Cell::Numbers(vec![if differs { figure.estimated() } else { figure }], unit))
}

/// The same in a line of its own.
pub(crate) fn rate_text(units: &str, per_second: f64) -> Option<String> {
    let (figure, unit) = parts(units, per_second)?;
    Some(Phrase::new().figure(&figure).ours(" ").then(unit).terminal().to_string())
}

fn parts(units: &str, per_second: f64) -> Option<(Figure, Phrase)> {
    let value = Value::real(per_second).filter(|_| per_second >= 0.0)?;
    let (scale, unit) = match units {
        "bytes" => {
            let scale = Scale::of_traffic(per_second);
            (scale, Phrase::from(scale.name()).ours("/s"))
        }
        units => {
            let scale = Scale::of(Unit::Count, per_second);
            let line = Phrase::from(scale.name());
            let line = if line.terminal().width() > 0 { line.ours(" ") } else { line };
            let units = Escaped::new(units).cut_middle(UNIT_COLUMNS);
            (scale, line.prose(units.as_str()).ours("/s"))
        }
    };
    Some((scale.finely().figure(value), unit))
}

/// What a benchmark handles in a second, of what it said first; none where it said nothing.
pub(crate) fn throughput(side: &Side<'_>) -> Option<Cell> {
    let (units, amount, differs) = side.amounts().into_iter().next()?;
    let found = || {
        let median = side.statistics()?.median.as_f64();
        rate(units, per_second(amount, median)?, differs)
    };
    Some(found().unwrap_or_else(|| Figure::absent().into()))
}

/// Nanoseconds in a second.
const SECOND: f64 = 1e9;

/// An amount handled in so many nanoseconds, for each second.
pub(crate) fn per_second(amount: f64, nanoseconds: f64) -> Option<f64> {
    Some(amount / nanoseconds * SECOND).filter(|rate| nanoseconds > 0.0 && rate.is_finite())
}
