//! What is said behind the name of a target.

use std::num::NonZeroU64;
use std::path::PathBuf;

/// What is said behind the name of a target. One that knows nothing of an option ignores it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Fewer campaigns or rounds.
    pub quick: bool,
    /// An aim that is not met fails the command.
    pub check: bool,
    /// How many campaigns without a difference.
    pub campaigns: Option<u64>,
    /// Where what was seen is kept, and gone on with.
    pub out: Option<PathBuf>,
    /// How many processes each benchmark has in a campaign: each of these numbers in turn.
    pub processes: Vec<NonZeroU64>,
}

impl Options {
    /// Reads the words; none where they cannot be understood.
    #[must_use]
    pub fn parse(words: &[&str]) -> Option<Self> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "--quick" => options.quick = true,
                "--check" => options.check = true,
                "--campaigns" => options.campaigns = Some(words.next()?.parse().ok()?),
                "--out" => options.out = Some(words.next()?.into()),
                "--processes" => {
                    let numbers = words.next()?.split(',').map(str::parse);
                    options.processes = numbers.collect::<Result<_, _>>().ok()?;
                }
                _ => return None,
            }
        }
        Some(options)
    }
}
