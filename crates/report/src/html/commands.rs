//! The section of a command: its runs in order, their distribution, and what they say together.

use super::markup::{Html, element};
use super::plot::{Distribution, Mark, Sort, Strip, ecdf, strip};
use super::tables::facts;
use super::time;
use crate::phrase::{Phrase, listed};
use crate::quantity::Scale;
use crate::stat::{Campaign, deviation, scale_of, statistics};
use crate::wording;
use probity_model::{
    Case, ErrorOutput, Metric, MetricSummary, Output, Parameter, Run, RunRole, Spread,
    SpreadAbsence, Statistics, Streams, Value,
};

/// Commands that are drawn; a page of more could not be read, nor kept small.
const DRAWN: usize = 60;
/// Points of one drawing, and of all drawings of a page together.
const POINTS: usize = 300;
const ALL_POINTS: usize = 12_000;

/// One part for each command.
pub(super) fn commands(campaign: Campaign<'_>) -> Html {
    let cases = &campaign.document.cases;
    let parts =
        cases.iter().take(DRAWN).enumerate().map(|(place, case)| part(campaign, place, case));
    let head = element("h2").line("Runs of each command").then(time::legend());
    let mut inner = head.then(parts.collect::<Html>());
    if cases.len() > DRAWN {
        let line = Phrase::from("Drawn are the first ").number(DRAWN as u64).ours(" of ");
        let line = line.number(cases.len() as u64).ours(" commands; the tables have all.");
        inner = inner.then(element("p").line(line.html()));
    }
    element("section").id("commands").line(inner)
}

fn part(campaign: Campaign<'_>, place: usize, case: &Case) -> Html {
    let name = Phrase::new().id(&case.id.0).ours(" ").name(&case.name);
    let head = element("h3").line(name.html());
    let leading = campaign.leading();
    let most = (ALL_POINTS / campaign.document.cases.len().max(1)).clamp(60, POINTS);
    let plots: Html = leading.iter().map(|metric| plots(campaign, case, metric, most)).collect();
    let mut rows = Vec::new();
    for metric in &leading {
        if leading.len() > 1 {
            rows.push(("metric", Phrase::new().id(metric.id.as_str())));
        }
        rows.extend(numbers(campaign, case, metric));
    }
    if let Some(settings) = campaign.settings(&case.id) {
        rows.push(("words run", words(&settings.argv)));
        if !settings.parameters.is_empty() {
            rows.push(("parameters", parameters(&settings.parameters)));
        }
        rows.push(("streams", streams(&settings.streams)));
    }
    let id = Html::from("command-").then(Html::number(place as u64 + 1));
    let beside = element("div").class("plots").line(time::time(campaign, case).then(facts(rows)));
    element("article").id(id).line(head.then(plots).then(beside))
}

fn words(argv: &[probity_model::Text]) -> Phrase {
    const SHOWN: usize = 40;
    let shown = argv.iter().take(SHOWN).enumerate().fold(Phrase::new(), |line, (place, word)| {
        line.ours(if place == 0 { "" } else { " " }).name(word)
    });
    match argv.len().saturating_sub(SHOWN) {
        0 => shown,
        more => shown.ours(" and ").number(more as u64).ours(" more"),
    }
}

fn parameters(parameters: &[Parameter]) -> Phrase {
    let one = |found: &Parameter| Phrase::new().id(&found.name).ours(" = ").name(&found.value);
    listed(parameters.iter().map(one))
}

fn streams(streams: &Streams) -> Phrase {
    let line = Phrase::from("input: ");
    let line = match &streams.input {
        Some(path) => line.name(path),
        None => line.ours("null"),
    };
    let line = line.ours("; output: ");
    let line = match &streams.output {
        Output::Null => line.ours("null"),
        Output::Pipe => line.ours("pipe"),
        Output::Inherit => line.ours("inherit"),
        Output::File(path) => line.name(path),
    };
    line.ours("; error: ").ours(match streams.error {
        ErrorOutput::Captured => "captured",
        ErrorOutput::Discarded => "discarded",
        ErrorOutput::Inherited => "inherited",
    })
}

/// The scale that suits the command itself: nobody is compared here.
fn own_scale(campaign: Campaign<'_>, case: &Case, metric: &Metric) -> Scale {
    let found = statistics(case, &metric.id);
    let own = found.map(|found| Scale::of(metric.unit, found.median.as_f64()));
    own.unwrap_or_else(|| scale_of(campaign, metric))
}

/// What the timed runs say, or why they say nothing.
fn numbers(campaign: Campaign<'_>, case: &Case, metric: &Metric) -> Vec<(&'static str, Phrase)> {
    let found = match case.summary.get(&metric.id) {
        Some(MetricSummary::Measured(found)) => found,
        Some(MetricSummary::Unavailable(absence)) => {
            return vec![("not measured", wording::absence(absence))];
        }
        Some(MetricSummary::NotApplicable { reason }) => {
            return vec![("not applicable", Phrase::new().prose(reason))];
        }
        None => return vec![("not measured", "not requested".into())],
    };
    let scale = own_scale(campaign, case, metric);
    let figure = |value| Phrase::new().figure(&scale.figure_beside(value, found.median));
    let unit = |line: Phrase| line.ours(" ").ours(scale.name());
    let median = figure(found.median).ours(" ±").figure(&deviation(scale, found));
    let median = unit(median).ours(" (MAD)");
    let median = if found.estimated > 0 { Phrase::from("≈").then(median) } else { median };
    let bounds = |low, high| unit(figure(low).ours(" … ").then(figure(high)));
    let spread = |spread: &Spread| match spread {
        Spread::Bounds([low, high]) => bounds(*low, *high),
        Spread::Absent(SpreadAbsence::Unavailable(absence)) => {
            Phrase::from("none: ").then(wording::absence(absence))
        }
    };
    vec![
        ("median", median),
        ("95 % interval", spread(&found.interval)),
        ("quartiles", spread(&found.quartiles)),
        ("min … max", bounds(found.min, found.max)),
        ("runs", counted(found)),
        ("scope", wording::scope(metric.scope).into()),
    ]
}

fn counted(found: &Statistics) -> Phrase {
    let line = Phrase::new().count(found.n, "timed run", "timed runs");
    let line = line.ours(" of ").count(found.processes, "process", "processes");
    let some = |line: Phrase, count: u64, what: &'static str| match count {
        0 => line,
        count => line.ours(", ").number(count).ours(what),
    };
    some(some(line, found.estimated, " estimated"), found.absent, " without it")
}

fn plots(campaign: Campaign<'_>, case: &Case, metric: &Metric, most: usize) -> Html {
    let scale = own_scale(campaign, case, metric);
    let runs = campaign.runs_of(&case.id);
    let marks: Vec<Mark> = runs.filter_map(|run| mark(campaign, run, metric, scale)).collect();
    let found = statistics(case, &metric.id);
    let scaled = |value: Value| scale.scaled(value);
    let median = found.map(|found| scaled(found.median));
    let all = campaign.runs.iter().map(|run| run.index + 1).max().unwrap_or(0);
    let unit = unit(metric, scale);
    let order = Strip { marks: &marks, runs: all, median, unit, most };
    let values = |sort: Sort| {
        let of = marks.iter().filter(|mark| mark.sort == sort);
        let mut values: Vec<f64> = of.map(|mark| mark.value).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let (timed, null) = (values(Sort::Timed), values(Sort::Null));
    let interval = found.and_then(|found| found.interval.bounds()).map(|bounds| bounds.map(scaled));
    let spread = Distribution { timed: &timed, null: &null, median, interval, unit, most };
    let whose = Phrase::new().id(metric.id.as_str()).ours(" of ").id(&case.id.0).plain_html();
    let figure = |drawn: Option<Html>, caption: Phrase| {
        let drawn = drawn?;
        Some(element("figure").line(drawn.then(element("figcaption").holding(caption.html()))))
    };
    let label = |what: &'static str| Html::from(what).then(whose.clone());
    let both = [
        figure(strip(&order, label("The runs in order: ")), order_caption(&order)),
        figure(ecdf(&spread, label("The distribution: ")), spread_caption(&spread)),
    ];
    let both: Html = both.into_iter().flatten().collect();
    match both.as_str().is_empty() {
        true => Html::default(),
        false => element("div").class("plots").line(both),
    }
}

fn unit(metric: &Metric, scale: Scale) -> &'static str {
    if scale.name().is_empty() { metric.unit.name() } else { scale.name() }
}

fn mark(campaign: Campaign<'_>, run: &Run, metric: &Metric, scale: Scale) -> Option<Mark> {
    let value = scale.scaled(run.observations.get(&metric.id)?.measured()?.value);
    let counts = !campaign.document.settings.is_spoilt_by(run.exit);
    let sort = match run.role {
        RunRole::Counted => return None,
        _ if !counts => Sort::Failed,
        RunRole::Warmup => Sort::Warmup,
        RunRole::Null => Sort::Null,
        RunRole::Timed => Sort::Timed,
    };
    Some(Mark { at: run.index, value, sort })
}

fn order_caption(order: &Strip<'_>) -> Phrase {
    let words = [
        (Sort::Timed, "● timed"),
        (Sort::Null, "+ null control (the reference again)"),
        (Sort::Warmup, "○ warm-up"),
        (Sort::Failed, "× failed"),
    ];
    let shown = words.into_iter().filter(|(sort, _)| order.has(*sort));
    let line = listed(shown.map(|(_, words)| words.into()));
    let line = Phrase::from("Runs in order: ").then(line);
    let line = line.ours(if order.is_cut() { "; ∧ beyond the scale" } else { "" });
    let line = line.ours(if order.median.is_some() { "; dashed: the median." } else { "." });
    match order.group_size() {
        1 => line,
        size => line.ours(" Drawn in groups of up to ").number(size as u64).ours(
            " successive runs of a kind: their median as a dot, their extremes as a bar. All \
                 numbers are of all runs.",
        ),
    }
}

fn spread_caption(spread: &Distribution<'_>) -> Phrase {
    let line = Phrase::from("Distribution of ").count(
        spread.timed.len() as u64,
        "timed run",
        "timed runs",
    );
    let null = "; the other curve is the null control";
    let line = line.ours(if spread.null.is_empty() { "" } else { null });
    let line = line.ours("; dashed: the median");
    let band = ", shaded: its 95 % interval.";
    let line = line.ours(if spread.interval.is_some() { band } else { "." });
    match spread.timed.len() > spread.most {
        true => line.ours(" Drawn at ").number(spread.most as u64).ours(" quantiles."),
        false => line,
    }
}
