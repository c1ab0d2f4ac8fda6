//! The order of rows.

use super::campaign::Campaign;
use super::timing::timing;
use probity_model::{Case, Document};
use std::cmp::Ordering;

/// By what the rows of tables and exports are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As the commands were given.
    #[default]
    Command,
    /// By mean elapsed time, the shortest first.
    MeanTime,
    /// By median elapsed time, the shortest first.
    MedianTime,
}

/// The campaign's document with its cases in this order, for renderers that show a row per case.
/// What has no time comes last. Ids, settings and judgements stay as they are, so a row can be
/// found in the evidence.
pub fn ordered(campaign: Campaign<'_>, order: Order) -> Document {
    let mut document = campaign.document.clone();
    if order == Order::Command {
        return document;
    }
    let time = |case: &Case| {
        let timing = timing(campaign, case)?;
        Some(if order == Order::MeanTime { timing.mean } else { timing.median })
    };
    let mut cases: Vec<(Option<f64>, Case)> =
        document.cases.into_iter().map(|case| (time(&case), case)).collect();
    // A stable sort: what takes equally long stays in the order it was given.
    cases.sort_by(|(one, _), (other, _)| match (one, other) {
        (Some(one), Some(other)) => one.total_cmp(other),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    });
    document.cases = cases.into_iter().map(|(_, case)| case).collect();
    document
}
