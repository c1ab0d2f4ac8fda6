//! What is compared, and when a difference is one.

use crate::arguments::error::UsageError;
use crate::arguments::given::{Given, Occurrence, Origin};
use crate::arguments::option::{Entry, comparing};
use crate::arguments::value::{BaselineName, Fraction, choice};

/// What is compared, and when a difference is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparing {
    /// What becomes of baselines.
    pub baseline: BaselineUse,
    /// What makes the run fail.
    pub fail_on: FailOn,
    /// The practical limit: a difference must be larger to count.
    pub limit: Option<Fraction>,
    /// How often a difference may be claimed where there is none.
    pub significance_level: Option<Fraction>,
}

/// What becomes of baselines. Only what can be done together can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BaselineUse {
    /// Nothing was said: what is usual.
    Usual,
    /// The result is saved under this name.
    Save(BaselineName),
    /// The result is compared with what was saved under this name.
    Compare {
        /// The name.
        baseline: BaselineName,
        /// Whether benchmarks that are not in it are left out, instead of being a failure.
        lenient: bool,
    },
    /// Nothing is measured: two saved results are compared.
    Load {
        /// The candidate.
        candidate: BaselineName,
        /// What it is compared with.
        baseline: BaselineName,
        /// As above.
        lenient: bool,
    },
    /// Nothing is saved and nothing compared.
    Discard,
}

/// What makes the run fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FailOn {
    /// A regression is shown.
    pub regression: bool,
    /// A comparison could not decide.
    pub undecided: bool,
}

const REGRESSION: FailOn = FailOn { regression: true, undecided: false };
const UNDECIDED: FailOn = FailOn { regression: false, undecided: true };
const NEITHER: FailOn = FailOn { regression: false, undecided: false };
const FAILURES: &[(&str, FailOn)] =
    &[("regression", REGRESSION), ("undecided", UNDECIDED), ("none", NEITHER)];

impl Comparing {
    pub(crate) fn read(given: &Given) -> Result<Self, UsageError> {
        let limit = match given.last(&comparing::LIMIT) {
            Some(occurrence) => Some(limit(occurrence)?),
            None => given.value(&comparing::NOISE_THRESHOLD, Fraction::read)?,
        };
        Ok(Self {
            baseline: BaselineUse::read(given)?,
            fail_on: FailOn::read(given)?,
            limit,
            significance_level: given.value(&comparing::SIGNIFICANCE_LEVEL, Fraction::read)?,
        })
    }
}

/// `probity stat` hears the same variable, and takes a bare number there for a percentage: 0.5 is
/// 0.5 % to it and 50 % here. One number must not mean two things, so here it needs its sign.
fn limit(occurrence: &Occurrence) -> Result<Fraction, UsageError> {
    let text = occurrence.text().unwrap_or_default();
    if matches!(occurrence.origin, Origin::Variable(_)) && !text.trim_end().ends_with('%') {
        return Err(occurrence.refuse(String::from(
            "write a percentage with its sign, as 1%: a bare number is a percentage to \
             'probity stat', and a fraction here",
        )));
    }
    Fraction::read(text).map_err(|expected| occurrence.refuse(expected))
}

impl BaselineUse {
    fn read(given: &Given) -> Result<Self, UsageError> {
        let name = |entry: &Entry| given.value(entry, BaselineName::read);
        let strict = name(&comparing::BASELINE)?.map(|name| (name, false));
        let lenient = name(&comparing::BASELINE_LENIENT)?.map(|name| (name, true));
        let saved = name(&comparing::SAVE_BASELINE)?;
        let compared = strict.or(lenient);
        if let Some(candidate) = name(&comparing::LOAD_BASELINE)? {
            let (baseline, lenient) = compared.ok_or_else(|| alone(given))?;
            return Ok(Self::Load { candidate, baseline, lenient });
        }
        Ok(match (compared, saved) {
            (Some((baseline, lenient)), _) => Self::Compare { baseline, lenient },
            (None, Some(name)) => Self::Save(name),
            (None, None) if given.has(&comparing::DISCARD_BASELINE) => Self::Discard,
            (None, None) => Self::Usual,
        })
    }
}

fn alone(given: &Given) -> UsageError {
    let origin = given.last(&comparing::LOAD_BASELINE).map(Occurrence::name).unwrap_or_default();
    UsageError::Companion {
        origin,
        needs: "--baseline NAME or --baseline-lenient NAME",
        why: "it is the result that is compared, not what it is compared with",
    }
}

impl FailOn {
    fn read(given: &Given) -> Result<Self, UsageError> {
        let mut all = Self::default();
        for occurrence in given.all(&comparing::FAIL_ON) {
            for word in occurrence.text().unwrap_or_default().split(',') {
                let one = choice::read(FAILURES, word.trim())
                    .map_err(|expected| occurrence.refuse(format!("{expected}, or a list")))?;
                all.regression |= one.regression;
                all.undecided |= one.undecided;
            }
        }
        Ok(all)
    }
}
