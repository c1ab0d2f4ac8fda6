//! The programs that said anything.

use super::super::campaign::Campaign;
use crate::phrase::Phrase;
use probity_model::{Case, CaseSpeech, Text};

/// Rows of each sort that are shown; a program may have many.
pub(super) const SHOWN: usize = 40;

/// Characters of a text of a program that are shown.
const TEXT: usize = 64;

/// The cases whose programs said something.
pub(super) fn speeches<'a>(
    campaign: Campaign<'a>,
) -> impl Iterator<Item = (&'a Case, &'a CaseSpeech)> {
    campaign.document.cases.iter().filter_map(|case| Some((case, case.program.as_ref()?)))
}

/// The names that any program said, in the order of their first appearance.
pub(super) fn distinct<'a, I: Iterator<Item = &'a str>>(
    campaign: Campaign<'a>,
    of: impl Fn(&'a CaseSpeech) -> I,
) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in speeches(campaign).flat_map(|(_, said)| of(said)) {
        if names.len() < SHOWN && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A text of a program, cut where it is long.
pub(super) fn short(text: &str) -> Phrase {
    match text.char_indices().nth(TEXT) {
        Some((end, _)) => Phrase::new().name(&Text::from(&text[..end])).ours("…"),
        None => Phrase::new().name(&Text::from(text)),
    }
}
