//! The section of each benchmark: its processes, and what they say together.

use super::markup::{Html, element};
use super::plot::{Lane, lanes};
use super::tables::{class, facts};
use crate::bench::{Entry, Roster, Side, facts as bench_facts};
use crate::phrase::Phrase;
use crate::quantity::Scale;
use crate::stat::Campaign;
use crate::wording;
use probity_model::{Metric, Unit};

/// Benchmarks that have a part of their own; a page of more could not be read, nor kept small.
const DRAWN: usize = 120;

/// One part for each benchmark.
pub(super) fn benchmarks(campaign: Campaign<'_>) -> Html {
    let roster = Roster::of(campaign);
    let shown = roster.entries.iter().take(DRAWN).enumerate();
    let parts: Html = shown.map(|(place, entry)| part(&roster, place, entry)).collect();
    let words = "A dot is the median of the samples of one process. The line is the median over \
        processes, shaded is its 95 % interval.";
    let legend = element("p").class("faint").line(Html::from(words));
    let head = element("h2").line("Processes of each benchmark").then(legend);
    let more = roster.entries.len().saturating_sub(DRAWN) as u64;
    let line = Phrase::new().number(more).ours(" more benchmarks are in the table only.");
    let more = if more > 0 { element("p").line(line.html()) } else { Html::default() };
    element("section").id("benchmarks").line(head.then(parts).then(more))
}

fn part(roster: &Roster<'_>, place: usize, entry: &Entry<'_>) -> Html {
    let head = element("h3").line(Phrase::new().name(&entry.case().name).html());
    let verdict = roster.time.and_then(|metric| entry.comparison(&metric.id)).map(|found| {
        let verdict = wording::verdict(found.verdict);
        let shown = verdict.colour().map_or(element("span"), |of| element("span").class(class(of)));
        let reason = Phrase::from(": ").prose(&found.reason).html();
        element("p").line(shown.holding(verdict.html()).then(reason))
    });
    let drawn = roster.time.and_then(|metric| drawing(entry, metric));
    let id = Html::from("benchmark-").then(Html::number(place as u64 + 1));
    let beside = drawn.unwrap_or_default().then(facts(bench_facts(roster, entry)));
    let beside = element("div").class("plots").line(beside);
    element("article").id(id).line(head.then(verdict.unwrap_or_default()).then(beside))
}

fn drawing(entry: &Entry<'_>, metric: &Metric) -> Option<Html> {
    let sides = || std::iter::once(&entry.side).chain(&entry.baseline);
    let median = |side: &Side<'_>| Some(side.statistics()?.median.as_f64());
    let largest = sides().filter_map(median).reduce(f64::max)?;
    let scale = Scale::of(Unit::NanosecondsPerIteration, largest);
    let all: Vec<Lane> = match &entry.baseline {
        Some(baseline) => vec![
            lane("baseline", "dots null", baseline, metric, scale),
            lane("candidate", "dots", &entry.side, metric, scale),
        ],
        None => vec![lane("processes", "dots", &entry.side, metric, scale)],
    };
    let label = Phrase::from("Processes of ").name(&entry.case().name).plain_html();
    let drawn = lanes(&all, scale.name(), label)?;
    Some(element("figure").line(drawn))
}

fn lane(
    name: &'static str,
    class: &'static str,
    side: &Side<'_>,
    metric: &Metric,
    scale: Scale,
) -> Lane {
    let value = |run: &&probity_model::Run| {
        Some(scale.scaled(run.observations.get(&metric.id)?.measured()?.value))
    };
    let found = side.statistics();
    let bounds = found.and_then(|found| found.interval.bounds());
    Lane {
        name,
        class,
        values: side.runs.iter().filter_map(value).collect(),
        median: found.map(|found| scale.scaled(found.median)),
        interval: bounds.map(|two| two.map(|bound| scale.scaled(bound))),
    }
}
