//! What is known of one benchmark, a line for each thing.

use super::roster::{Entry, Roster, Side, Timed};
use super::table::{Cell, alone, count_of, median_of, per_second, rate, scale, whole};
use crate::phrase::{Phrase, listed};
use crate::quantity::{self, quantity};
use crate::wording;
use probity_model::{Parameter, Text, Unit, Value};

/// Names and values, the most important first.
pub(crate) fn facts(roster: &Roster<'_>, entry: &Entry<'_>) -> Vec<(&'static str, Phrase)> {
    let side = &entry.side;
    let mut rows = time(roster, side);
    rows.extend(samples(roster, side));
    rows.extend(side.amounts().into_iter().map(|(units, amount, differs)| {
        let unit = if units == "bytes" { Unit::Bytes } else { Unit::Count };
        let line = Phrase::new().figure(&quantity(unit, whole(amount)));
        let line = if units == "bytes" { line } else { line.ours(" ").name(&Text::from(units)) };
        let line = line.ours(" an iteration");
        let median = side.statistics().map(|found| found.median.as_f64());
        let found = median.and_then(|median| rate(units, per_second(amount, median)?, differs));
        let rate = found.map(|cell| Phrase::from(", ").then(alone(cell, "")));
        ("handles", line.then(rate.unwrap_or_default()))
    }));
    for metric in roster.counted() {
        let cell = alone(count_of(side, metric, true), " ±");
        rows.push(("counted", Phrase::new().id(metric.id.as_str()).ours(" ").then(cell)));
    }
    if let Some(baseline) = &entry.baseline {
        rows.push(("baseline", alone(median_of(roster, baseline), " ±")));
        rows.extend(ratio(roster, entry).map(|line| ("ratio", line)));
    }
    if !entry.parameters().is_empty() {
        let one = |one: &Parameter| Phrase::new().id(&one.name).ours(" = ").name(&one.value);
        rows.push(("parameters", listed(entry.parameters().iter().map(one))));
    }
    rows
}

fn time(roster: &Roster<'_>, side: &Side<'_>) -> Vec<(&'static str, Phrase)> {
    let shown = || alone(median_of(roster, side), " ±");
    let found = match side.time {
        Timed::Measured(found) => found,
        Timed::AtMost(..) => {
            return vec![("time", shown().ours(", not told apart from an empty loop"))];
        }
        Timed::Absent(absence) => return vec![("not measured", wording::absence(absence))],
        Timed::Inapplicable(reason) => {
            return vec![("not applicable", Phrase::new().prose(reason))];
        }
        Timed::Unasked => return vec![("not measured", "its time was not asked for".into())],
    };
    let scale = scale(roster, found.median.as_f64());
    let two = |bounds: [Value; 2]| {
        let parts = bounds.map(|bound| scale.figure_beside(bound, found.median));
        alone(Cell::Numbers(parts.into(), scale.name().into()), " … ")
    };
    let interval = found.interval.bounds();
    vec![
        ("median", shown().ours(" (MAD between processes)")),
        ("95 % interval", interval.map_or("too few processes".into(), two)),
        ("min … max", two([found.min, found.max])),
    ]
}

fn samples(roster: &Roster<'_>, side: &Side<'_>) -> Vec<(&'static str, Phrase)> {
    let mut rows = Vec::new();
    let Some((count, _)) = side.middle(|time| time.samples as f64) else { return rows };
    let figure = |value| Phrase::new().figure(&quantity(Unit::Count, whole(value)));
    let line = Phrase::new().count(side.processes(), "process", "processes").ours(", ");
    let line = line.then(figure(count)).ours(" samples in each");
    let each = side.middle(|time| time.iterations as f64);
    let each = each.map(|(each, _)| Phrase::from(" of ").then(figure(each)).ours(" iterations"));
    rows.push(("n", line.then(each.unwrap_or_default())));
    if let (Some((mad, _)), Some(found)) = (side.middle(|time| time.mad), side.statistics()) {
        let scale = scale(roster, found.median.as_f64());
        let figure = scale.figure_beside(Value::Real(mad), found.median);
        let cell = Cell::Numbers(vec![figure], scale.name().into());
        rows.push((
            "within",
            Phrase::from("±").then(alone(cell, "")).ours(" (median of the MADs)"),
        ));
    }
    rows
}

fn ratio(roster: &Roster<'_>, entry: &Entry<'_>) -> Option<Phrase> {
    let found = entry.comparison(&roster.time?.id)?;
    let ratio = found.ratio.as_ref()?;
    let limit = found.limit.practical;
    let line = Phrase::new().figure(&quantity::ratio(ratio.median, limit)).ours(" ");
    let interval = ratio.interval.bounds();
    let interval = interval.map(|bounds| quantity::interval(bounds, ratio.median, limit));
    let line = line.figure(&interval.unwrap_or_else(quantity::no_interval));
    Some(line.ours(", limit ").figure(&quantity::percent(found.limit.effective)))
}
