//! The section of the ratios: where they lie against the limit and the null control.

use super::markup::{Html, element};
use super::plot::{self, Limits, Row};
use super::tables::class;
use crate::escape::Escaped;
use crate::phrase::Phrase;
use crate::quantity::percent;
use crate::stat::Campaign;
use crate::wording;
use probity_model::{Comparison, Metric, Ratio};

/// Rows that are drawn before the table alone has to do.
const ROWS: usize = 60;

/// A drawing for each judged metric; nothing where nothing is compared.
pub(super) fn ratios(campaign: Campaign<'_>) -> Html {
    let leading = campaign.leading();
    let figures: Html = leading.iter().filter_map(|metric| figure(campaign, metric)).collect();
    if figures.as_str().is_empty() {
        return Html::default();
    }
    let to_what = match campaign.is_bench() {
        true => "Ratio to the baseline",
        false => "Ratio to the reference",
    };
    let head = element("h2").line(to_what);
    element("section").id("ratios").line(head.then(figures))
}

fn figure(campaign: Campaign<'_>, metric: &Metric) -> Option<Html> {
    let all = campaign.document.comparisons.iter().filter(|found| found.metric == metric.id);
    let all: Vec<&Comparison> = all.collect();
    let first = all.first()?;
    let practical = first.limit.practical;
    // Each benchmark has a reference, a null control and so a limit of its own.
    let is_shared = !campaign.is_bench();
    let effective = if is_shared { first.limit.effective } else { practical };
    let limits = Limits { practical, effective };
    let null = first.null.as_ref().filter(|_| is_shared).map(|null| {
        let name = Escaped::from("null control: the reference against itself");
        row(name, Some(&null.ratio), "null")
    });
    let rows: Vec<Row> = null
        .into_iter()
        .chain(all.iter().take(ROWS).map(|found| {
            let class = wording::verdict(found.verdict).colour().map_or("", class);
            row(campaign.name(&found.candidate).terminal(), found.ratio.as_ref(), class)
        }))
        .collect();
    let label = Html::from("Ratios and intervals of ")
        .then(Phrase::new().id(metric.id.as_str()).plain_html());
    let drawn = plot::ratios(&rows, limits, label)?;
    let caption = caption(metric, limits, all.len());
    let own = " Each null control may widen the limit of its own benchmark (table).";
    let caption = caption.ours(if is_shared { "" } else { own });
    let caption = element("figcaption").holding(caption.html());
    Some(element("figure").line(drawn.then(caption)))
}

fn row(name: Escaped, ratio: Option<&Ratio>, class: &'static str) -> Row {
    let median = ratio.map(|ratio| ratio.median);
    Row { name, median, bounds: ratio.and_then(|ratio| ratio.interval.bounds()), class }
}

fn caption(metric: &Metric, limits: Limits, rows: usize) -> Phrase {
    let line = Phrase::new().id(metric.id.as_str()).ours(": ◇ the median ratio over the blocks, ");
    let line = line.ours("├┤ its interval, on a logarithmic scale. Shaded: within the limit of ");
    let line = line.figure(&percent(limits.effective)).ours(" around 1");
    let line = match limits.effective > limits.practical {
        true => line
            .ours(", to which the null control widened the ")
            .figure(&percent(limits.practical))
            .ours(" asked for (dotted)."),
        false => line.ours("."),
    };
    match rows > ROWS {
        true => line
            .ours(" Drawn are the first ")
            .number(ROWS as u64)
            .ours(" of ")
            .number(rows as u64)
            .ours("; the table has all."),
        false => line,
    }
}
