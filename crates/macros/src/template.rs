//! Code to be written: text with holes that tokens of the user fill.

use crate::token::Token;

/// How the words begin that stand for holes in the text.
const HOLE: &str = "__probity_hole_";

/// A text of Rust, in which some words stand for tokens of the user.
#[derive(Debug)]
pub(crate) struct Template<S> {
    pub(crate) text: String,
    holes: Vec<Vec<S>>,
}

impl<S: Clone> Template<S> {
    pub(crate) fn new() -> Self {
        Self { text: String::new(), holes: Vec::new() }
    }

    /// The word that stands for these tokens.
    pub(crate) fn hole(&mut self, tokens: &[Token<S>]) -> String {
        self.holes.push(tokens.iter().map(|token| token.source.clone()).collect());
        format!("{HOLE}{}", self.holes.len() - 1)
    }

    /// What a word stands for, if it stands for tokens.
    pub(crate) fn filling(&self, word: &str) -> Option<&[S]> {
        let index: usize = word.strip_prefix(HOLE)?.parse().ok()?;
        self.holes.get(index).map(Vec::as_slice)
    }
}
