//! The decision itself.

use crate::outlook::blocks_more;
use crate::{Gap, Row, series::Series, wording};
use probity_model::{Comparison, Limit, Policy, Ratio, Verdict, Wins};
use probity_stats::{Probability, Step, blocks_required, holm};

/// Name and version of the rules by which [`judge`] decides, as a policy names them.
pub const POLICY_ID: &str = "sign-test-v1";

/// Judges a whole family at once, since each comparison's share of the false-alarm rate depends on
/// the others. The comparisons come back in the order of the rows.
///
/// `incomplete` is why a campaign is not complete: its ratios are shown, none is judged.
/// `policy.alpha` lies between 0 and 1, `policy.practical_limit` is 0 or more; the caller checks.
pub fn judge(rows: &[Row<'_>], policy: &Policy, incomplete: Option<&str>) -> Vec<Comparison> {
    let readings: Vec<Reading> = rows.iter().map(|row| Reading::of(row, policy)).collect();
    let p_values: Vec<Probability> =
        rows.iter().zip(&readings).map(|(row, reading)| reading.p_value(row)).collect();
    let family = rows.len() as u64;
    let court = Court {
        policy,
        family,
        required: blocks_required(family, policy.alpha),
        incomplete,
        void: rows.iter().find_map(|row| row.control.void.as_deref()),
    };
    let steps = holm(&p_values, policy.alpha);
    let parts = rows.iter().zip(&readings).zip(steps);
    parts.map(|((row, reading), step)| court.compare(row, reading, step)).collect()
}

/// Where a median lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Above 1 by more than the limit.
    Above,
    /// Below 1 by more than the limit.
    Below,
    /// Within the limit on both sides.
    Within,
}

impl Place {
    pub(crate) fn of(median: f64, limit: f64) -> Self {
        if median > 1.0 + limit {
            Self::Above
        } else if median < 1.0 - limit {
            Self::Below
        } else {
            Self::Within
        }
    }
}

/// What the blocks of a row say, before anything is decided.
struct Reading {
    series: Option<Series>,
    limit: Limit,
}

impl Reading {
    fn of(row: &Row<'_>, policy: &Policy) -> Self {
        let practical = policy.practical_limit;
        // A refusal of either leaves no number to judge by.
        let pairs = row.pairs.as_ref().ok().filter(|_| row.control.refusal.is_none());
        Self {
            series: pairs.and_then(|pairs| Series::of(&pairs.measured)),
            limit: Limit { practical, effective: practical.max(row.control.deviation) },
        }
    }

    /// A row without blocks, or with a selection of them, is the weakest of the family.
    fn p_value(&self, row: &Row<'_>) -> Probability {
        let series = self.series.as_ref().filter(|_| gaps(row).is_none());
        series.map_or(Probability::ONE, Series::p_value)
    }
}

/// What is missing from a row, or from its null control, in words.
fn gaps(row: &Row<'_>) -> Option<String> {
    let told = |Gap { lacking, ran, reason }: &Gap, of: &str| {
        let blocks = wording::counted(*ran, "block");
        let lack = if *lacking == 1 { "lacks" } else { "lack" };
        format!("{lacking} of {blocks} {lack} {}{of}: {reason}", row.metric)
    };
    let own = row.pairs.as_ref().ok().and_then(|pairs| pairs.gap.as_ref());
    let null = || row.control.gap.as_ref().map(|gap| told(gap, " of the null control"));
    own.map(|gap| told(gap, "")).or_else(null)
}

/// A verdict with its reason.
struct Decision {
    verdict: Verdict,
    reason: String,
    blocks_more: Option<u64>,
}

impl Decision {
    fn new(verdict: Verdict, reason: impl Into<String>) -> Self {
        Self { verdict, reason: reason.into(), blocks_more: None }
    }

    fn inconclusive(reason: impl Into<String>) -> Self {
        Self::new(Verdict::Inconclusive, reason)
    }

    fn needing(self, blocks_more: u64) -> Self {
        Self { blocks_more: Some(blocks_more), ..self }
    }
}

/// What holds for every row of the family.
struct Court<'a> {
    policy: &'a Policy,
    family: u64,
    required: u64,
    incomplete: Option<&'a str>,
    void: Option<&'a str>,
}

impl Court<'_> {
    fn compare(&self, row: &Row<'_>, reading: &Reading, step: Step) -> Comparison {
        let series = reading.series.as_ref();
        let mut decision = self.decide(row, reading, step);
        if row.same_binary && row.same_arguments {
            decision.reason.push_str("; both run the same file with the same arguments");
        }
        Comparison {
            metric: row.metric.clone(),
            reference: row.reference.clone(),
            candidate: row.candidate.clone(),
            ratio: series.map(|series| series.ratio(step.alpha)),
            blocks: series.map_or(0, Series::blocks),
            blocks_required: self.required,
            blocks_more: decision.blocks_more,
            family: self.family,
            wins: series.map_or(Wins { candidate: 0, reference: 0, ties: 0 }, Series::wins),
            null: row.control.null.clone(),
            limit: reading.limit,
            same_binary: row.same_binary,
            verdict: decision.verdict,
            reason: decision.reason,
        }
    }

    /// What forbids a verdict comes first, the gravest before the mildest.
    fn decide(&self, row: &Row<'_>, reading: &Reading, step: Step) -> Decision {
        if let Some(refusal) = row.pairs.as_ref().err().or(row.control.refusal.as_ref()) {
            return Decision::new(refusal.verdict(), refusal.to_string());
        }
        if let Some(reason) = self.incomplete {
            return Decision::inconclusive(format!(
                "the campaign is incomplete: {reason}; nothing is decided"
            ));
        }
        if let Some(void) = self.void {
            return Decision::inconclusive(void);
        }
        if let Some(gaps) = gaps(row) {
            return Decision::inconclusive(gaps);
        }
        let Some(series) = reading.series.as_ref().filter(|s| s.blocks() >= self.required) else {
            return self.too_few(reading.series.as_ref().map_or(0, Series::blocks));
        };
        if let Some(decision) = self.without_control(row) {
            return decision;
        }
        match series.bounds(step.alpha) {
            Some(bounds) => weigh(series, bounds, reading, step),
            None => self.too_few(series.blocks()),
        }
    }

    fn too_few(&self, blocks: u64) -> Decision {
        let needs = if self.family == 1 { "needs" } else { "need" };
        let reason = format!(
            "only {blocks} of the {} blocks that {} {needs}",
            self.required,
            wording::counted(self.family, "comparison"),
        );
        Decision::inconclusive(reason).needing(self.required.saturating_sub(blocks))
    }

    /// Without a null control nothing tells a difference from the machine's own unrest.
    fn without_control(&self, row: &Row<'_>) -> Option<Decision> {
        let needed = blocks_required(1, self.policy.alpha);
        let blocks = row.control.blocks();
        let missing = needed.checked_sub(blocks).filter(|missing| *missing > 0)?;
        let reason = format!("the null control has only {blocks} of the {needed} blocks it needs");
        Some(Decision::inconclusive(reason).needing(missing))
    }
}

/// The verdict on a row that may have one.
fn weigh(series: &Series, bounds: [f64; 2], reading: &Reading, step: Step) -> Decision {
    let effective = reading.limit.effective;
    let [low, high] = bounds;
    let ratio = series.ratio(step.alpha);
    let place = Place::of(series.median(), effective);
    let shown = match place {
        Place::Within if low >= 1.0 - effective && high <= 1.0 + effective => {
            Some(Verdict::NoDifferenceShown)
        }
        Place::Within => None,
        Place::Above => {
            (step.is_shown && halves_agree(series, place)).then_some(Verdict::Regressed)
        }
        Place::Below => (step.is_shown && halves_agree(series, place)).then_some(Verdict::Improved),
    };
    let text = Sentence { ratio: &ratio, limit: &reading.limit, place };
    match shown {
        Some(Verdict::NoDifferenceShown) => {
            Decision::new(Verdict::NoDifferenceShown, text.begun("with all of its interval"))
        }
        Some(verdict) => Decision::new(verdict, text.begun("in both halves")),
        None => undecided(series, bounds, step, &text),
    }
}

fn halves_agree(series: &Series, place: Place) -> bool {
    series.halves().is_some_and(|halves| match place {
        Place::Above => halves.iter().all(|median| *median > 1.0),
        Place::Below => halves.iter().all(|median| *median < 1.0),
        Place::Within => true,
    })
}

/// The words for a median at its place.
struct Sentence<'a> {
    ratio: &'a Ratio,
    limit: &'a Limit,
    place: Place,
}

impl Sentence<'_> {
    fn begun(&self, rest: &str) -> String {
        let place = if self.place == Place::Within { "within" } else { "beyond" };
        let ratio = wording::ratio(self.ratio, self.limit.effective);
        format!("{ratio} lies {place} {}, {rest}", wording::limit(self.limit))
    }
}

/// Whether a quieter machine decides sooner than more blocks: many more are needed, and not because
/// the median lies so near to what it is compared with.
fn is_too_noisy(more: u64, series: &Series, [low, high]: [f64; 2], limit: f64) -> bool {
    let reach = (high - series.median()).max(series.median() - low);
    more > Comparison::FAR.saturating_mul(series.blocks()) && reach > limit
}

/// Why an interval does not decide, and what would.
fn undecided(series: &Series, bounds: [f64; 2], step: Step, text: &Sentence<'_>) -> Decision {
    let [low, high] = bounds;
    let excludes_one = low > 1.0 || high < 1.0;
    let effective = text.limit.effective;
    let obstacle = match (text.place, excludes_one) {
        (Place::Within, _) => "but its interval reaches beyond",
        (_, false) => "but its interval holds 1",
        (_, true) if step.is_shown => {
            let decimals = wording::decimals(effective);
            let halves = series.halves().map_or_else(String::new, |[first, last]| {
                let [first, last] = [first, last].map(|half| wording::number(half, decimals));
                format!(" ({first}, then {last})")
            });
            return Decision::inconclusive(text.begun(&format!(
                "but not in both halves{halves}: it drifts, so more blocks alone \
                 may not decide it"
            )));
        }
        (_, true) => {
            return Decision::inconclusive(text.begun(
                "but a comparison with as much or more evidence is not shown either (Holm), so its \
                 own blocks do not say how many more are needed",
            ));
        }
    };
    let line = if text.place == Place::Within { "the limit" } else { "1" };
    match blocks_more(series.blocks(), series.median(), bounds, effective) {
        Some(more) => {
            let about = wording::counted(more, "more block");
            let hope = match is_too_noisy(more, series, bounds, effective) {
                true => "; it is too noisy here for so small a difference: ",
                false => "; ",
            };
            let reason = text.begun(&format!("{obstacle}{hope}about {about} may decide it"));
            Decision::inconclusive(reason).needing(more)
        }
        None => Decision::inconclusive(text.begun(&format!(
            "{obstacle}, and it lies too near {line} to say how many blocks would decide it"
        ))),
    }
}
