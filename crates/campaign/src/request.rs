//! What a campaign is asked to do.

use probity_evidence::Shelf;
use probity_model::{
    CountedRuns, Hooks, IgnoredFailures, Parameter, Policy, Requested, Streams, Text,
};
use probity_sources::Selection;
use std::path::PathBuf;

/// One command.
#[derive(Clone, Debug)]
pub struct CaseRequest {
    /// Its name for people.
    pub name: Text,
    /// The command as it was given.
    pub command: Text,
    /// The words to execute, byte for byte.
    pub arguments: Vec<Vec<u8>>,
    /// Where its standard streams go.
    pub streams: Streams,
    /// What runs around its runs.
    pub hooks: Hooks,
    /// The parameters that were put into all of these, in order.
    pub parameters: Vec<Parameter>,
    /// Which case it is judged against, where each has one of its own.
    pub against: Option<usize>,
}

/// What programs are told of their run, in variables of their environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Telling {
    /// The variable that says what the run is for: `warmup`, `timed` (of a null run too: it must
    /// not be told from a timed one) or `counted`.
    pub role: &'static str,
    /// The variable of no meaning whose length is another in each run, so that the stack begins
    /// elsewhere.
    pub shift: &'static str,
}

/// A whole campaign.
#[derive(Clone, Debug)]
pub struct Request {
    /// Kind of campaign, as documents name it.
    pub kind: String,
    /// The commands, in order; at least one.
    pub cases: Vec<CaseRequest>,
    /// Which of them all others are judged against, where one is.
    pub reference: Option<usize>,
    /// How many runs were asked for.
    pub requested: Requested,
    /// Seeds the order inside the blocks.
    pub seed: u64,
    /// Whether cases are taken as they come, and not shuffled.
    pub in_order: bool,
    /// What each run is told besides, where programs are told anything.
    pub telling: Option<Telling>,
    /// How differences are judged.
    pub policy: Policy,
    /// What is observed.
    pub selection: Selection,
    /// When the runs are made that observe what timed runs cannot: somewhere, exactly where the
    /// selection holds such metrics.
    pub counted: CountedRuns,
    /// Which failing runs do not end the measuring of their case.
    pub ignore_failure: IgnoredFailures,
    /// Whether output and error of hooks are our own.
    pub show_output: bool,
    /// Whether arguments are kept out of everything that is written and shown.
    pub redact: bool,
    /// Where the evidence is published; without a place it is validated, used and removed.
    pub out: Option<PathBuf>,
    /// Where a copy is put of evidence without a place; a shelf that cannot be written costs
    /// nothing but a notice.
    pub shelf: Option<Shelf>,
    /// Which Probity asks: its version.
    pub version: String,
}
