//! `iteration.ID`: another metric, for one iteration.

use super::SAID;
use crate::context::{Context, SubjectKind};
use crate::descriptor::{Column, Named};
use crate::selection::{Extra, described};
use probity_model::{Aggregation, Derivation, Kind, Metric, MetricId, MetricRole, Pass, Unit};
use std::borrow::Cow;

const PREFIX: &str = "iteration.";

/// The metric that stands after the prefix.
pub(super) fn base(id: &str) -> &str {
    id.strip_prefix(PREFIX).unwrap_or(id)
}

/// Reads `iteration.ID`, where `ID` is a metric that windows in this process have.
pub(super) fn parse(selector: &str) -> Option<Result<Named, String>> {
    let id = selector.strip_prefix(PREFIX)?;
    // Its own are in the table, and patterns are for the table.
    if super::SOURCE.metrics.iter().any(|metric| metric.id == selector) || selector.contains('*') {
        return None;
    }
    let Some(metric) = described(id, SubjectKind::ThisProcess) else {
        return Some(Err(format!("no metric is called `{id}`")));
    };
    Some(match per_iteration(metric.unit) {
        Some(_) if metric.kind == Kind::Counter || metric.derivation.is_some() => {
            let selector = selector.to_owned();
            Ok(Named { id: MetricId(Cow::Owned(selector.clone())), selector })
        }
        _ => Err(format!("`{id}` is no amount that an iteration has a part of")),
    })
}

/// The metric on a machine: the same on each.
pub(super) fn describe(_: &Context, extra: &Extra) -> Column {
    let id = extra.id.clone();
    let named = |id: &MetricId| MetricId(Cow::Owned(format!("{PREFIX}{id}")));
    let base = described(base(id.as_str()), SubjectKind::ThisProcess);
    let quotient = base.as_ref().and_then(|base| base.derivation.as_ref()).map(|derivation| {
        let [numerator, denominator] = derivation.inputs().map(named);
        Derivation::Quotient { numerator, denominator }
    });
    let unit = base.as_ref().and_then(|base| per_iteration(base.unit));
    let role = match (&quotient, &base) {
        (Some(_), Some(base)) => base.role,
        _ => MetricRole::IterationCount,
    };
    let metric = Metric {
        id,
        unit: unit.unwrap_or(Unit::CountPerIteration),
        kind: Kind::Gauge,
        aggregation: Aggregation::Boundary,
        class: super::ALLOCATIONS.class,
        scope: SAID.scope,
        role,
        pass: Pass::Counted,
        determinism: super::TIME.determinism,
        derivation: quotient,
        needs: base.as_ref().map_or(Cow::Borrowed(""), |base| base.needs.clone()),
        summary: match &base {
            Some(base) => Cow::Owned(format!("{}, in one iteration", base.summary)),
            None => Cow::Borrowed("in one iteration"),
        },
    };
    Column { metric, reads: Cow::Borrowed(SAID.reads) }
}

/// The unit of what is in `unit`, for one iteration; none of levels.
fn per_iteration(unit: Unit) -> Option<Unit> {
    match unit {
        Unit::Count => Some(Unit::CountPerIteration),
        Unit::Bytes => Some(Unit::BytesPerIteration),
        Unit::Nanoseconds => Some(Unit::NanosecondsPerIteration),
        Unit::Ratio => Some(Unit::Ratio),
        _ => None,
    }
}
