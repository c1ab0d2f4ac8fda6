//! The line above the table: how many processes, in which order, and by which clock.

use super::roster::{Roster, Side};
use crate::phrase::{Phrase, listed};
use crate::quantity::quantity;
use probity_model::{IterationTime, Unit, Value};

/// One line.
pub(crate) fn header(roster: &Roster<'_>) -> Phrase {
    let plan = &roster.campaign.document.settings.plan;
    let line = Phrase::new().count(plan.blocks, "process", "processes").ours(" of each");
    let line = line.ours(match (roster.campaign.is_comparison(), plan.in_order) {
        (true, _) => " and of its baseline, in random order (seed ",
        (false, true) => "",
        (false, false) => ", in random order (seed ",
    });
    let line = match roster.campaign.is_comparison() || !plan.in_order {
        true => line.number(plan.seed).ours(")"),
        false => line,
    };
    let line = match plan.warmup {
        0 => line,
        runs => line.ours(", after ").count(runs, "warm-up run", "warm-up runs"),
    };
    let clocks = clocks(roster);
    match clocks.is_empty() {
        true => line,
        false => line
            .ours("; clock ")
            .then(listed(clocks))
            .ours("; what the loop and the clock take is subtracted"),
    }
}

/// Each clock with the smallest step that it was seen to make.
fn clocks(roster: &Roster<'_>) -> Vec<Phrase> {
    let mut clocks: Vec<(&str, f64, f64)> = Vec::new();
    for time in roster.sides().flat_map(Side::times) {
        let Some(step) = step(time) else { continue };
        match clocks.iter_mut().find(|(name, ..)| *name == time.clock) {
            Some((_, low, high)) => (*low, *high) = (low.min(step), high.max(step)),
            None => clocks.push((&time.clock, step, step)),
        }
    }
    let clock = |(name, low, high): (&str, f64, f64)| {
        let figure = |value| quantity(Unit::NanosecondsPerIteration, Value::Real(value));
        let (low, high) = (figure(low), figure(high));
        let line = Phrase::new().prose(name).ours(", step ").figure(&low);
        if low == high { line } else { line.ours(" to ").figure(&high) }
    };
    clocks.into_iter().map(clock).collect()
}

/// Nanoseconds of a step.
fn step(time: &IterationTime) -> Option<f64> {
    let step = time.step as f64 / time.hz as f64 * 1e9;
    (time.hz > 0).then_some(step)
}
