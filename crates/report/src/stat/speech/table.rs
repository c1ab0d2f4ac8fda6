//! The table of their numbers.

use super::super::campaign::Campaign;
use super::super::columns::deviation;
use super::said::{SHOWN, distinct, speeches};
use crate::phrase::Phrase;
use crate::quantity::{Figure, Scale, aligned};
use crate::table::{Align, Column, Table};
use probity_model::{
    Case, MetricRole, MetricSummary, ProgramMetric, Scope, Statistics, Text, Unit, WorkSummary,
};

/// What is divided by the work unless all is asked for.
const DIVIDED: [MetricRole; 3] =
    [MetricRole::Wall, MetricRole::OnCpuTotal, MetricRole::Instructions];

/// One row: what it is, its unit, and the summary of each case.
struct Row<'a> {
    name: Phrase,
    /// What stands behind the unit of the scale: the program's own unit, or `/` and what was done.
    beside: Phrase,
    /// Whether it was divided, and may be much less than one.
    is_divided: bool,
    summaries: Vec<Option<&'a MetricSummary>>,
}

/// The work of the programs, times for each unit of it, and what the programs counted; none where
/// none said any. `details` divides all that was measured.
pub(crate) fn said(campaign: Campaign<'_>, details: bool) -> Option<Table> {
    let mut rows = Vec::new();
    for units in distinct(campaign, |said| said.work.iter().map(|work| work.units.as_str())) {
        work_rows(campaign, units, details, &mut rows);
    }
    for metric in metrics(campaign) {
        rows.push(metric_row(campaign, metric));
    }
    (!rows.is_empty()).then(|| table(campaign, &rows))
}

/// The metrics of all programs: those of one name and another unit or kind are others.
fn metrics<'a>(campaign: Campaign<'a>) -> Vec<&'a ProgramMetric> {
    let mut all: Vec<&ProgramMetric> = Vec::new();
    for metric in speeches(campaign).flat_map(|(_, said)| &said.metrics) {
        if all.len() < SHOWN && !all.contains(&metric) {
            all.push(metric);
        }
    }
    all
}

fn work_of<'a>(case: &'a Case, units: &str) -> Option<&'a WorkSummary> {
    case.program.as_ref()?.work.iter().find(|work| work.units == units)
}

fn work_rows<'a>(campaign: Campaign<'a>, units: &'a str, details: bool, rows: &mut Vec<Row<'a>>) {
    let cases = &campaign.document.cases;
    let unit = || Phrase::new().name(&Text::from(units));
    rows.push(Row {
        name: Phrase::from("work"),
        beside: unit(),
        is_divided: false,
        summaries: cases.iter().map(|case| Some(&work_of(case, units)?.count)).collect(),
    });
    for metric in campaign.metrics() {
        let of = |case: &'a Case| {
            let work = work_of(case, units).filter(|_| campaign.withheld(case, metric).is_none());
            work?.per_unit.get(&metric.id)
        };
        let per_unit: Vec<Option<&MetricSummary>> = cases.iter().map(of).collect();
        let measured = |found: &&MetricSummary| found.statistics().is_some();
        let is_first_energy = || campaign.of_role(MetricRole::Energy) == Some(metric);
        let is_shown = details || DIVIDED.contains(&metric.role) || is_first_energy();
        if is_shown && per_unit.iter().flatten().any(measured) {
            let name = Phrase::new().id(metric.id.as_str());
            // Whatever ran beside the program is in it, and that is said where it is read.
            let name = match metric.scope {
                Scope::System => name.ours(" (whole machine)"),
                _ => name,
            };
            let beside = Phrase::from("/").then(unit());
            rows.push(Row { name, beside, is_divided: true, summaries: per_unit });
        }
    }
}

fn metric_row<'a>(campaign: Campaign<'a>, metric: &'a ProgramMetric) -> Row<'a> {
    let summary = |case: &'a Case| {
        let is_its_own = case.program.as_ref().is_some_and(|said| said.metrics.contains(metric));
        case.summary.get(&metric.id).filter(|_| is_its_own)
    };
    let is_own = Unit::named(&metric.unit) == Unit::Own;
    Row {
        name: Phrase::new().id(metric.id.as_str()),
        beside: if is_own { Phrase::new().name(&Text::from(&*metric.unit)) } else { Phrase::new() },
        is_divided: false,
        summaries: campaign.document.cases.iter().map(summary).collect(),
    }
}

impl Row<'_> {
    fn scale(&self) -> Option<Scale> {
        let found = || self.summaries.iter().flatten().filter_map(|one| one.statistics());
        let largest = found().map(|found| found.median.as_f64()).fold(0.0, f64::max);
        let unit = found().next()?.unit;
        Some(match (self.is_divided, self.beside.is_empty()) {
            (true, _) => Scale::of(unit, largest).finely(),
            // A program's own unit gets no prefix of ours.
            (false, false) => Scale::plain(),
            (false, true) => Scale::of(unit, largest),
        })
    }

    fn unit(&self) -> Phrase {
        let scale = self.scale().map_or("", Scale::name);
        match (scale.is_empty(), self.beside.is_empty()) {
            (true, _) => self.beside.clone(),
            (false, true) => Phrase::from(scale),
            (false, false) => Phrase::from(scale).then(self.beside.clone()),
        }
    }

    fn figures(&self, place: usize) -> Vec<Figure> {
        let summary = self.summaries.get(place).copied().flatten();
        let measured = |found: &Statistics, scale: Scale| {
            let median = scale.figure(found.median);
            let median = if found.estimated > 0 { median.estimated() } else { median };
            vec![median, deviation(scale, found)]
        };
        match (summary, self.scale()) {
            (Some(MetricSummary::Measured(found)), Some(scale)) => measured(found, scale),
            (Some(MetricSummary::NotApplicable { .. }), _) => vec![Figure::not_applicable()],
            _ => vec![Figure::absent()],
        }
    }
}

fn table(campaign: Campaign<'_>, rows: &[Row<'_>]) -> Table {
    let left = |head: &'static str, cells: Vec<Phrase>| Column {
        head: head.into(),
        unit: "",
        align: Align::Left,
        cells,
    };
    let cases = &campaign.document.cases;
    let mut columns = vec![
        left("said by the program", rows.iter().map(|row| row.name.clone()).collect()),
        left("unit", rows.iter().map(Row::unit).collect()),
    ];
    for (place, case) in cases.iter().enumerate() {
        let figures: Vec<Vec<Figure>> = rows.iter().map(|row| row.figures(place)).collect();
        let cells = aligned(&figures, " ±");
        let head = match cases.len() {
            1 => "median ±MAD".into(),
            _ => Phrase::new().id(&case.id.0).ours(" median ±MAD"),
        };
        let cells = cells.iter().map(|cell| Phrase::new().figure(cell)).collect();
        columns.push(Column { head, unit: "", align: Align::Right, cells });
    }
    Table { columns }
}
