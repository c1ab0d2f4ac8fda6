//! The answer in one line, before anything else.

use crate::bench::{Roster, Side};
use crate::phrase::{Colour, Phrase, listed};
use crate::quantity;
use crate::stat::{Campaign, deviation, scale_of, statistics};
use crate::wording;
use probity_model::{Comparison, Verdict};

/// In the order in which they are counted.
const VERDICTS: [Verdict; 6] = [
    Verdict::Regressed,
    Verdict::Improved,
    Verdict::NoDifferenceShown,
    Verdict::Inconclusive,
    Verdict::Incomparable,
    Verdict::Invalid,
];

/// The verdict where there is one, how many of each where there are several, or what was measured.
pub(super) fn headline(campaign: Campaign<'_>) -> Phrase {
    match campaign.document.comparisons.as_slice() {
        [] => measured(campaign),
        [one] => single(campaign, one),
        all => counted(all),
    }
}

/// How many benchmarks have a time, and how many have none.
fn benchmarks(campaign: Campaign<'_>) -> Phrase {
    let sides: Vec<Side<'_>> =
        Roster::of(campaign).entries.into_iter().map(|entry| entry.side).collect();
    let failed = |side: &&Side<'_>| side.case.failure.is_some();
    let (failed, all) = (sides.iter().filter(failed).count() as u64, sides.len() as u64);
    let measured = sides.iter().filter(|side| side.statistics().is_some()).count() as u64;
    let line = Phrase::new().count(all, "benchmark", "benchmarks");
    let line = match measured == all {
        true => line.ours(" measured"),
        false => line.ours(", ").number(measured).ours(" of them measured"),
    };
    match failed {
        0 => line,
        failed => line.ours(", ").number(failed).ours(" failed").coloured(Some(Colour::Red)),
    }
}

fn measured(campaign: Campaign<'_>) -> Phrase {
    if campaign.is_bench() {
        return benchmarks(campaign);
    }
    let Some(case) = campaign.document.cases.first() else { return "nothing was measured".into() };
    if case.failure.as_ref().is_some_and(|failure| !failure.ignored) {
        let line = Phrase::from("failed: ").then(campaign.name(&case.id));
        return line.coloured(Some(Colour::Red));
    }
    let leading = campaign.leading();
    let found = leading.first().and_then(|metric| Some((statistics(case, &metric.id)?, metric)));
    let Some((found, metric)) = found else {
        return Phrase::from("not measured: ").then(campaign.name(&case.id));
    };
    let scale = scale_of(campaign, metric);
    let figure = |value| Phrase::new().figure(&scale.figure_beside(value, found.median));
    let line = Phrase::from("measured: ").then(campaign.name(&case.id)).ours(", median ");
    let line = line.then(figure(found.median)).ours(" ±").figure(&deviation(scale, found));
    line.ours(" ").ours(scale.name())
}

fn single(campaign: Campaign<'_>, found: &Comparison) -> Phrase {
    let verdict = wording::verdict(found.verdict);
    let colour = verdict.colour();
    let mut line = verdict.ours(": ").then(campaign.name(&found.candidate));
    if let Some(ratio) = &found.ratio {
        let limit = found.limit.practical;
        line = line.ours(", ").figure(&quantity::ratio(ratio.median, limit));
        if let Some(bounds) = ratio.interval.bounds() {
            line = line.ours(" ").figure(&quantity::interval(bounds, ratio.median, limit));
        }
    }
    line.ours(" of ").then(campaign.name(&found.reference)).coloured(colour)
}

fn counted(all: &[Comparison]) -> Phrase {
    let count = |verdict: &Verdict| {
        let count = all.iter().filter(|found| found.verdict == *verdict).count() as u64;
        (count > 0).then(|| Phrase::new().number(count).ours(" ").ours(verdict.name()))
    };
    let line = listed(VERDICTS.iter().filter_map(count));
    let worst = VERDICTS.iter().find(|verdict| all.iter().any(|found| found.verdict == **verdict));
    let colour = worst.and_then(|verdict| wording::verdict(*verdict).colour());
    line.ours(" of ").number(all.len() as u64).ours(" comparisons").coloured(colour)
}
