//! Tokens, apart from where they come from.

/// One token and what it was made from: a compiler's token, or a text in tests.
#[derive(Clone, Debug)]
pub(crate) struct Token<S> {
    pub(crate) shape: Shape<S>,
    pub(crate) source: S,
}

/// What a token is.
#[derive(Clone, Debug)]
pub(crate) enum Shape<S> {
    /// An identifier or a keyword.
    Word(String),
    /// One character of punctuation.
    Sign(char),
    /// A number, a text, a character.
    Literal(String),
    /// Tokens in brackets.
    Group(Bracket, Vec<Token<S>>),
}

/// The brackets of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    Round,
    Square,
    Curly,
    /// Around what a `macro_rules` variable stood for.
    Invisible,
}

impl<S> Token<S> {
    /// The word, if it is one.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.shape {
            Shape::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether it is this word.
    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    /// Whether it is this sign.
    pub(crate) fn is_sign(&self, sign: char) -> bool {
        matches!(self.shape, Shape::Sign(other) if other == sign)
    }

    /// What is in it, if it is a group in these brackets.
    pub(crate) fn group(&self, bracket: Bracket) -> Option<&[Self]> {
        match &self.shape {
            Shape::Group(other, inner) if *other == bracket => Some(inner),
            _ => None,
        }
    }

    /// A string literal as written, with its quotes.
    pub(crate) fn string(&self) -> Option<&str> {
        match &self.shape {
            Shape::Literal(text) if text.starts_with(['"', 'r']) => Some(text),
            Shape::Group(Bracket::Invisible, inner) => match inner.as_slice() {
                [only] => only.string(),
                _ => None,
            },
            _ => None,
        }
    }
}

/// How angle brackets are told from comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grammar {
    /// All are brackets.
    Types,
    /// They are brackets after `::` or `=`, at the start, and inside of other angle brackets.
    Expressions,
}

/// How deep the angle brackets are after each token.
#[derive(Debug)]
pub(crate) struct Angles {
    grammar: Grammar,
    depth: usize,
    before: Option<char>,
    is_start: bool,
}

impl Angles {
    pub(crate) fn new(grammar: Grammar) -> Self {
        Self { grammar, depth: 0, before: None, is_start: true }
    }

    /// The depth after this token.
    pub(crate) fn after<S>(&mut self, token: &Token<S>) -> usize {
        let sign = match token.shape {
            Shape::Sign(sign) => Some(sign),
            _ => None,
        };
        let opens = self.grammar == Grammar::Types
            || self.depth > 0
            || self.is_start
            || matches!(self.before, Some(':' | '='));
        match sign {
            Some('<') if opens => self.depth += 1,
            // The second half of an arrow closes nothing.
            Some('>') if self.before != Some('-') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.is_start = sign == Some(',') && self.depth == 0;
        self.before = sign;
        self.depth
    }
}

/// The parts between commas; a comma at the end has no part behind it.
pub(crate) fn parts<S>(tokens: &[Token<S>], grammar: Grammar) -> Vec<&[Token<S>]> {
    let mut angles = Angles::new(grammar);
    let mut parts: Vec<&[Token<S>]> =
        tokens.split(|token| angles.after(token) == 0 && token.is_sign(',')).collect();
    if parts.last().is_some_and(|last| last.is_empty()) {
        parts.pop();
    }
    parts
}

/// The tokens without invisible brackets: to look at, where nothing depends on precedence.
pub(crate) fn visible<S: Clone>(tokens: &[Token<S>]) -> Vec<Token<S>> {
    let mut flat = Vec::new();
    for token in tokens {
        match token.group(Bracket::Invisible) {
            Some(inner) => flat.extend(visible(inner)),
            None => flat.push(token.clone()),
        }
    }
    flat
}

/// The tokens as text, with spaces only where two words would run together.
pub(crate) fn text<S>(tokens: &[Token<S>]) -> String {
    let mut text = String::new();
    write(tokens, &mut text);
    text
}

fn write<S>(tokens: &[Token<S>], text: &mut String) {
    for token in tokens {
        match &token.shape {
            Shape::Word(word) | Shape::Literal(word) => {
                if text.ends_with(|last: char| last.is_alphanumeric() || last == '_') {
                    text.push(' ');
                }
                text.push_str(word);
            }
            Shape::Sign(sign) => text.push(*sign),
            Shape::Group(bracket, inner) => {
                let (open, close) = bracket.signs();
                text.push_str(open);
                write(inner, text);
                text.push_str(close);
            }
        }
    }
}

impl Bracket {
    fn signs(self) -> (&'static str, &'static str) {
        match self {
            Self::Round => ("(", ")"),
            Self::Square => ("[", "]"),
            Self::Curly => ("{", "}"),
            Self::Invisible => ("", ""),
        }
    }
}
