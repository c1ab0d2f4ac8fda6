//! How the numbers came to be: tables below the table.

use super::roster::{Entry, Roster, Side};
use super::table::{
    Cell, column, count_of, flat, median_of, names, per_second, rate, scale, short_name, whole,
};
use crate::escape::Escaped;
use crate::phrase::Phrase;
use crate::quantity::{self, Figure, Scale};
use crate::table::{Align, Column, Table};
use probity_model::{MetricSummary, ProgramMetric, Spread, Unit, Value};

/// Columns of a name, and of a unit.
const NAME: usize = 64;
const UNIT: usize = 24;

/// The tables, each with a row for every benchmark that it has something on.
pub(crate) fn details(roster: &Roster<'_>) -> Vec<Table> {
    let all = [spreads(roster), baselines(roster), amounts(roster), counts(roster), said(roster)];
    all.into_iter().flatten().collect()
}

/// A table of some benchmarks, the first column their names; none of no benchmark.
fn table(
    entries: &[&Entry<'_>],
    columns: impl FnOnce(&[&Entry<'_>]) -> Vec<Column>,
) -> Option<Table> {
    let mut all = vec![names(&flat(entries), NAME)];
    all.extend(columns(entries));
    (!entries.is_empty()).then_some(Table { columns: all })
}

fn of<'e, 'a>(roster: &'e Roster<'a>, has: impl Fn(&Entry<'a>) -> bool) -> Vec<&'e Entry<'a>> {
    roster.entries.iter().filter(|entry| has(entry)).collect()
}

/// Where the spread comes from: from process to process, or within each.
fn spreads(roster: &Roster<'_>) -> Option<Table> {
    let entries = of(roster, |entry| entry.side.times().next().is_some());
    table(&entries, |entries| {
        let cells =
            |cell: &dyn Fn(&Entry<'_>) -> Cell| entries.iter().map(|one| cell(one)).collect();
        let time = |side: &Side<'_>, value: Option<f64>| match value.and_then(Value::real) {
            Some(value) => {
                let median = side.statistics().map_or(value, |found| found.median);
                let scale = scale(roster, median.as_f64());
                Cell::Numbers(vec![scale.figure_beside(value, median)], scale.name().into())
            }
            None => Figure::absent().into(),
        };
        let between = |entry: &Entry<'_>| {
            let found = entry.side.statistics().and_then(|found| found.deviation());
            time(&entry.side, found.map(Value::as_f64))
        };
        let within = |entry: &Entry<'_>| {
            time(&entry.side, entry.side.middle(|time| time.mad).map(|(mad, _)| mad))
        };
        let error = |entry: &Entry<'_>| {
            let error =
                entry.side.middle(|time| time.error).and_then(|(error, _)| Value::real(error));
            let Some(error) = error else { return Figure::absent().into() };
            let scale = Scale::of(Unit::NanosecondsPerIteration, error.as_f64());
            Cell::Numbers(vec![scale.figure(error)], scale.name().into())
        };
        let interval = |entry: &Entry<'_>| bounds(roster, &entry.side, |found| &found.interval);
        let quartiles = |entry: &Entry<'_>| bounds(roster, &entry.side, |found| &found.quartiles);
        vec![
            column("95 % interval".into(), " … ", cells(&interval)),
            column("quartiles".into(), " … ", cells(&quartiles)),
            column("MAD between".into(), "", cells(&between)),
            column("MAD within".into(), "", cells(&within)),
            column("subtraction ±".into(), "", cells(&error)),
            column("iterations a sample".into(), "", cells(&iterations)),
        ]
    })
}

fn iterations(entry: &Entry<'_>) -> Cell {
    let Some((count, differs)) = entry.side.middle(|time| time.iterations as f64) else {
        return Figure::absent().into();
    };
    let figure = quantity::quantity(Unit::Count, whole(count));
    Cell::from(if differs { figure.estimated() } else { figure })
}

/// Two bounds, or the sign that there are none.
fn bounds(
    roster: &Roster<'_>,
    side: &Side<'_>,
    of: impl Fn(&probity_model::Statistics) -> &Spread,
) -> Cell {
    let found = side.statistics().and_then(|found| Some((found.median, of(found).bounds()?)));
    let Some((median, bounds)) = found else { return Figure::absent().into() };
    let scale = scale(roster, median.as_f64());
    let figures = bounds.map(|bound| scale.figure_beside(bound, median));
    Cell::Numbers(figures.into(), scale.name().into())
}

/// What each is compared with, and by which limit.
fn baselines(roster: &Roster<'_>) -> Option<Table> {
    let time = roster.time?;
    let entries = of(roster, |entry| entry.baseline.is_some());
    table(&entries, |entries| {
        let cells =
            |cell: &dyn Fn(&Entry<'_>) -> Cell| entries.iter().map(|one| cell(one)).collect();
        let baseline = |entry: &Entry<'_>| match &entry.baseline {
            Some(side) => median_of(roster, side),
            None => Figure::absent().into(),
        };
        let processes = |entry: &Entry<'_>| match &entry.baseline {
            Some(side) if side.processes() > 0 => {
                Cell::Words(Phrase::new().number(side.processes()))
            }
            _ => Figure::absent().into(),
        };
        let null = |entry: &Entry<'_>| {
            let found = entry.comparison(&time.id);
            let Some(null) = found.and_then(|found| found.null.as_ref()) else {
                return Figure::absent().into();
            };
            let limit = found.map_or(0.0, |found| found.limit.practical);
            let bounds = null.ratio.interval.bounds();
            let bounds = bounds.map(|two| quantity::interval(two, null.ratio.median, limit));
            let bounds = bounds.unwrap_or_else(quantity::no_interval);
            Cell::Numbers(vec![quantity::ratio(null.ratio.median, limit), bounds], Phrase::new())
        };
        let limit = |entry: &Entry<'_>| match entry.comparison(&time.id) {
            Some(found) => quantity::percent(found.limit.effective).into(),
            None => Figure::absent().into(),
        };
        let faster = |entry: &Entry<'_>| match entry.comparison(&time.id) {
            Some(found) => {
                let line = Phrase::new().number(found.wins.candidate).ours(" of ");
                Cell::Words(line.number(found.blocks))
            }
            None => Figure::absent().into(),
        };
        vec![
            column("baseline median ±MAD".into(), " ±", cells(&baseline)),
            column("processes".into(), "", cells(&processes)),
            column("null [interval]".into(), " ", cells(&null)),
            column("limit".into(), "", cells(&limit)),
            column("faster in".into(), "", cells(&faster)),
        ]
    })
}

/// How much an iteration handles, of everything that was said.
fn amounts(roster: &Roster<'_>) -> Option<Table> {
    let mut entries = Vec::new();
    let mut said = Vec::new();
    for entry in &roster.entries {
        for amount in entry.side.amounts() {
            entries.push(entry);
            said.push((entry, amount));
        }
    }
    table(&entries, |_| {
        let each = said.iter().map(|(_, (units, amount, differs))| {
            let (unit, beside) = match *units {
                "bytes" => (Unit::BytesPerIteration, Phrase::new()),
                units => (Unit::Count, unit_name(units)),
            };
            let figure = quantity::quantity(unit, whole(*amount));
            let figure = if *differs { figure.estimated() } else { figure };
            Cell::Numbers(vec![figure], beside)
        });
        let rates = said.iter().map(|(entry, (units, amount, differs))| {
            let median = entry.side.statistics().map(|found| found.median.as_f64());
            let found = median.and_then(|median| per_second(*amount, median));
            let cell = found.and_then(|found| rate(units, found, *differs));
            cell.unwrap_or_else(|| Figure::absent().into())
        });
        vec![
            column("an iteration handles".into(), "", each.collect()),
            column("in a second".into(), "", rates.collect()),
        ]
    })
}

/// A unit of somebody's own.
fn unit_name(units: &str) -> Phrase {
    Phrase::new().prose(Escaped::new(units).cut_middle(UNIT).as_str())
}

/// What was counted in an iteration, with its spread and what had it.
fn counts(roster: &Roster<'_>) -> Option<Table> {
    let counted = roster.counted();
    let has =
        |entry: &Entry<'_>| counted.iter().any(|metric| entry.side.measured(metric).is_some());
    let entries = of(roster, |entry| has(entry));
    table(&entries, |entries| {
        let runs = |entry: &&Entry<'_>| {
            let of = |metric: &&probity_model::Metric| Some(entry.side.measured(metric)?.n);
            let most = counted.iter().filter_map(of).max();
            most.map_or_else(
                || Figure::absent().into(),
                |most| Cell::Words(Phrase::new().number(most)),
            )
        };
        let share = |entry: &&Entry<'_>| {
            let share = roster.campaign.counting_share(&entry.case().id);
            share.map_or_else(Figure::absent, quantity::percent).into()
        };
        let mut all = vec![
            column("counted runs".into(), "", entries.iter().map(runs).collect()),
            column("of it the counting's own".into(), "", entries.iter().map(share).collect()),
        ];
        all.extend(counted.iter().map(|metric| {
            let cell = |entry: &&Entry<'_>| count_of(&entry.side, metric, true);
            let head = short_name(metric).ours(" ±MAD");
            column(head, " ±", entries.iter().map(cell).collect())
        }));
        all
    })
}

/// The numbers of the benchmarks' own.
fn said(roster: &Roster<'_>) -> Option<Table> {
    let mut entries = Vec::new();
    let mut all: Vec<(&ProgramMetric, Option<&MetricSummary>)> = Vec::new();
    for entry in &roster.entries {
        for metric in entry.case().program.iter().flat_map(|said| &said.metrics) {
            entries.push(entry);
            all.push((metric, entry.case().summary.get(&metric.id)));
        }
    }
    table(&entries, |_| {
        let name = |(metric, _): &(&ProgramMetric, _)| Phrase::new().id(metric.id.as_str());
        let cells = all.iter().map(|(metric, summary)| own(metric, *summary));
        let names = all.iter().map(name).collect();
        let head = "said by the benchmark".into();
        vec![
            Column { head, unit: "", align: Align::Left, cells: names },
            column("median ±MAD".into(), " ±", cells.collect()),
        ]
    })
}

fn own(metric: &ProgramMetric, summary: Option<&MetricSummary>) -> Cell {
    let found = match summary {
        Some(MetricSummary::Measured(found)) => found,
        Some(MetricSummary::NotApplicable { .. }) => return Figure::not_applicable().into(),
        _ => return Figure::absent().into(),
    };
    let is_own = Unit::named(&metric.unit) == Unit::Own;
    let scale = match is_own {
        true => Scale::plain(),
        false => Scale::of(found.unit, found.median.as_f64()),
    };
    let unit = match is_own {
        true => unit_name(&metric.unit),
        false => scale.name().into(),
    };
    let deviation = crate::stat::deviation(scale, found);
    Cell::Numbers(vec![scale.figure(found.median), deviation], unit)
}
