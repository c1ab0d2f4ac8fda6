//! What is run, and what came of it.

use probity_model::protocol::Transcript;
use probity_model::{Exit, Incarnation, Leftover, MetricId, Observation, Streams, Text};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A program to be run.
#[derive(Clone, Debug)]
pub struct Target {
    /// The file to execute.
    pub path: PathBuf,
    /// Its arguments, the name it goes by first, byte for byte.
    pub arguments: Vec<Vec<u8>>,
    /// Where its standard streams go.
    pub streams: Streams,
}

/// One finished run.
#[derive(Clone, Debug)]
pub struct Captured {
    /// How it ended.
    pub exit: Exit,
    /// Which process it was.
    pub process: Incarnation,
    /// The selected metrics.
    pub observations: BTreeMap<MetricId, Observation>,
    /// The end of its standard error, where it came through our pipe.
    pub stderr_tail: Option<Text>,
    /// How much came through that pipe, in bytes.
    pub stderr_bytes: Option<u64>,
    /// What it said of itself, if anything.
    pub transcript: Option<Transcript>,
    /// What it left running; ended by now.
    pub leftovers: Vec<Leftover>,
    /// Whether it was ended because the user interrupted us: then it is no measurement.
    pub interrupted: bool,
}
