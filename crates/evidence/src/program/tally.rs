//! Counting what is wrong, with the first of each.

use probity_model::{SpeechFault, SpeechFinding};
use std::collections::BTreeMap;

/// Most bytes of a program's own text that a finding or a speech repeats.
pub(super) const QUOTED_BYTES: usize = 256;

/// The faults found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally(BTreeMap<SpeechFault, (u64, String)>);

impl Tally {
    /// Counts one; `first` is only asked for the first of its kind.
    pub(super) fn add(&mut self, fault: SpeechFault, first: impl FnOnce() -> String) {
        self.add_many(fault, 1, first);
    }

    /// Counts several at once.
    pub(super) fn add_many(
        &mut self,
        fault: SpeechFault,
        count: u64,
        first: impl FnOnce() -> String,
    ) {
        let (total, _) = self.0.entry(fault).or_insert_with(|| (0, first()));
        *total = total.saturating_add(count);
    }

    pub(super) fn into_findings(self) -> Vec<SpeechFinding> {
        let finding = |(fault, (count, first))| SpeechFinding { fault, count, first };
        self.0.into_iter().map(finding).collect()
    }
}

/// `text`, as much of it as is repeated.
pub(super) fn quoted(text: &str) -> String {
    match text.len() > QUOTED_BYTES {
        true => {
            let end = text.floor_char_boundary(QUOTED_BYTES);
            format!("{}…", text.get(..end).unwrap_or_default())
        }
        false => text.to_owned(),
    }
}
