//! The null control: the reference against itself.

use crate::{Gap, Pairs, Refusal, series::Series, wording};
use probity_model::{MetricId, NullControl, Policy};

/// The null control on one metric, weighed once for all rows that are judged on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    pub(crate) refusal: Option<Refusal>,
    pub(crate) gap: Option<Gap>,
    pub(crate) null: Option<NullControl>,
    /// How far its median lies from 1; 0 without one.
    pub(crate) deviation: f64,
    /// Why the campaign is void, where it is.
    pub(crate) void: Option<String>,
}

impl Control {
    /// Weighs the reference's null runs over its timed runs of the same blocks, or takes the
    /// reason why they must not be compared.
    pub fn new(metric: &MetricId, pairs: Result<Pairs, Refusal>, policy: &Policy) -> Self {
        let (pairs, refusal) = match pairs {
            Ok(pairs) => (pairs, None),
            Err(refusal) => (Pairs::default(), Some(refusal)),
        };
        let series = Series::of(&pairs.measured);
        let deviation = series.as_ref().map_or(0.0, |series| (series.median() - 1.0).abs());
        let null = series.map(|series| weigh(&series, policy));
        let void = null.as_ref().filter(|null| null.void).map(|null| told(metric, null, policy));
        Self { refusal, gap: pairs.gap, null, deviation, void }
    }

    /// How many blocks it has.
    pub(crate) fn blocks(&self) -> u64 {
        self.null.as_ref().map_or(0, |null| null.blocks)
    }
}

fn weigh(series: &Series, policy: &Policy) -> NullControl {
    let practical = policy.practical_limit;
    let strays = |[low, high]: [f64; 2]| low > 1.0 + practical || high < 1.0 - practical;
    NullControl {
        ratio: series.ratio(policy.alpha),
        blocks: series.blocks(),
        void: series.bounds(policy.alpha).is_some_and(strays),
    }
}

fn told(metric: &MetricId, null: &NullControl, policy: &Policy) -> String {
    let practical = policy.practical_limit;
    let (ratio, limit) = (wording::ratio(&null.ratio, practical), wording::percent(practical));
    format!(
        "the campaign is void: the null control of {metric}, {ratio}, strays from 1 by more than \
         {limit}"
    )
}
