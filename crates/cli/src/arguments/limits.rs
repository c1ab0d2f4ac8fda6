//! How many runs: what the command line and the environment ask for, and which of them wins.

use crate::failure::Failure;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches};
use probity_evidence::MAX_BLOCKS;
use probity_model::Requested;

/// Fewest blocks that are planned when nothing else is asked for.
const MIN_RUNS: u64 = 10;

/// The options as they were given.
#[derive(Clone, Debug, Default, Args)]
struct Given {
    /// Exactly so many blocks (runs of each command)
    #[arg(short, long, value_name = "N", env = "PROBITY_RUNS", allow_negative_numbers = true)]
    runs: Option<u64>,

    /// So many warm-up runs of each command first; kept, not judged [default: 1]
    #[arg(short, long, value_name = "N", env = "PROBITY_WARMUP", allow_negative_numbers = true)]
    warmup: Option<u64>,

    /// At least so many blocks [default: 10]
    #[arg(short, long, value_name = "N", env = "PROBITY_MIN_RUNS", allow_negative_numbers = true)]
    min_runs: Option<u64>,

    /// At most so many blocks
    #[arg(
        short = 'M',
        long,
        value_name = "N",
        env = "PROBITY_MAX_RUNS",
        allow_negative_numbers = true
    )]
    max_runs: Option<u64>,

    /// Plan no more blocks than fit into so many seconds
    #[arg(long, value_name = "SECONDS", env = "PROBITY_BUDGET", allow_negative_numbers = true)]
    budget: Option<f64>,
}

/// An option that can contradict another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Runs,
    MinRuns,
    MaxRuns,
    Budget,
}

/// Limits of which only one of a pair can be kept.
const RIVALS: [[Limit; 2]; 4] = [
    [Limit::Runs, Limit::MinRuns],
    [Limit::Runs, Limit::MaxRuns],
    [Limit::Runs, Limit::Budget],
    [Limit::MinRuns, Limit::MaxRuns],
];

impl Limit {
    const ALL: [Self; 4] = [Self::Runs, Self::MinRuns, Self::MaxRuns, Self::Budget];

    /// What clap calls it.
    fn id(self) -> &'static str {
        match self {
            Self::Runs => "runs",
            Self::MinRuns => "min_runs",
            Self::MaxRuns => "max_runs",
            Self::Budget => "budget",
        }
    }
}

impl Given {
    /// Whether these two are given and cannot both be kept.
    fn contradicts(&self, pair: [Limit; 2]) -> bool {
        match pair {
            [Limit::MinRuns, Limit::MaxRuns] => {
                self.min_runs.zip(self.max_runs).is_some_and(|(least, most)| least > most)
            }
            pair => pair.iter().all(|limit| self.has(*limit)),
        }
    }

    fn has(&self, limit: Limit) -> bool {
        match limit {
            Limit::Runs => self.runs.is_some(),
            Limit::MinRuns => self.min_runs.is_some(),
            Limit::MaxRuns => self.max_runs.is_some(),
            Limit::Budget => self.budget.is_some(),
        }
    }

    fn forget(&mut self, limit: Limit) {
        match limit {
            Limit::Runs => self.runs = None,
            Limit::MinRuns => self.min_runs = None,
            Limit::MaxRuns => self.max_runs = None,
            Limit::Budget => self.budget = None,
        }
    }
}

/// The options that say how many runs. One on the command line beats a rival in the environment.
#[derive(Clone, Debug, Default)]
pub(crate) struct LimitArguments {
    given: Given,
    /// Those of them that are not on the command line.
    from_environment: Vec<Limit>,
}

impl Args for LimitArguments {
    fn augment_args(command: Command) -> Command {
        Given::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Given::augment_args_for_update(command)
    }
}

impl FromArgMatches for LimitArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut given = Given::from_arg_matches(matches)?;
        let is_variable =
            |limit: &Limit| matches.value_source(limit.id()) == Some(ValueSource::EnvVariable);
        let from_environment: Vec<Limit> = Limit::ALL.into_iter().filter(is_variable).collect();
        for pair in RIVALS {
            let [one, other] = pair.map(|limit| from_environment.contains(&limit));
            if one != other && given.contradicts(pair) {
                given.forget(if one { pair[0] } else { pair[1] });
            }
        }
        Ok(Self { given, from_environment })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl LimitArguments {
    /// What was asked for.
    ///
    /// # Errors
    /// Numbers that make no sense, and limits that contradict each other.
    pub(crate) fn requested(&self) -> Result<Requested, Failure> {
        let Given { runs, warmup, min_runs, max_runs, budget } = self.given;
        for (flag, value) in [
            (self.name(Limit::Runs), runs),
            (self.name(Limit::MinRuns), min_runs),
            (self.name(Limit::MaxRuns), max_runs),
            (String::from("--warmup"), warmup.filter(|&sweeps| sweeps > 0)),
        ] {
            match value {
                Some(0) => {
                    return Err(Failure::usage(format!("{flag} 0: at least one run is needed")));
                }
                Some(many) if many > MAX_BLOCKS => {
                    return Err(Failure::usage(format!("{flag} {many}: at most {MAX_BLOCKS}")));
                }
                _ => {}
            }
        }
        self.check_rivals()?;
        if warmup == Some(0) && runs.is_none() && budget.is_some() {
            return Err(Failure::usage(
                "--budget needs a warm-up run to learn how long a run takes: leave out --warmup 0, \
                 or give --runs instead",
            ));
        }
        let budget_ns = match budget {
            None => None,
            Some(seconds) if seconds > 0.0 && seconds < 1e9 => Some((seconds * 1e9) as u64),
            Some(seconds) => {
                return Err(Failure::usage(format!(
                    "--budget {seconds}: give a number of seconds"
                )));
            }
        };
        let min_runs = min_runs.unwrap_or(MIN_RUNS);
        Ok(Requested { runs, min_runs, max_runs, warmup, budget_ns })
    }

    fn check_rivals(&self) -> Result<(), Failure> {
        let Some(pair) = RIVALS.into_iter().find(|pair| self.given.contradicts(*pair)) else {
            return Ok(());
        };
        let [one, other] = pair.map(|limit| self.name(limit));
        if let (Some(least), Some(most), [Limit::MinRuns, _]) =
            (self.given.min_runs, self.given.max_runs, pair)
        {
            return Err(Failure::usage(format!("{one} {least} is more than {other} {most}")));
        }
        Err(Failure::usage(format!(
            "{one} cannot be used with {other}: it is an exact number; give one of the two"
        )))
    }

    /// The option as it was given.
    fn name(&self, limit: Limit) -> String {
        match self.from_environment.contains(&limit) {
            true => format!("PROBITY_{}", limit.id().to_uppercase()),
            false => format!("--{}", limit.id().replace('_', "-")),
        }
    }
}
