//! Parameters of a function, and what it is generic over.

use crate::refusal::Refusal;
use crate::token::{Angles, Bracket, Grammar, Shape, Token, visible};

/// A parameter that takes an argument.
#[derive(Clone, Debug)]
pub(crate) struct Parameter<S> {
    /// As it is named in the function; none where a pattern takes the argument apart.
    pub(crate) name: Option<String>,
    /// Its first token.
    pub(crate) at: S,
    /// What it is of.
    pub(crate) of_type: Vec<Token<S>>,
    /// How the argument is passed.
    pub(crate) passing: Passing,
}

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// To a type that is written out: a reference becomes a value where it must.
    Value,
    /// To `impl …`: as it is.
    AsItIs,
    /// To a type that begins with `&`.
    Reference,
}

/// What stands between two commas of a parameter list.
#[derive(Debug)]
pub(crate) enum Slot<S> {
    /// A bencher, by value.
    Bencher,
    /// Anything else.
    Parameter(Parameter<S>),
}

impl<S: Clone> Slot<S> {
    /// Reads one parameter; `None` where it is empty.
    pub(crate) fn read(tokens: &[Token<S>]) -> Result<Option<Self>, Refusal<S>> {
        let tokens = without_attributes(tokens);
        let Some(first) = tokens.first() else { return Ok(None) };
        let at = first.source.clone();
        let flat = visible(tokens);
        let colon = colon(&flat);
        let (pattern, of_type) = (&flat[..colon], flat.get(colon + 1..).unwrap_or_default());
        if pattern.iter().any(|token| token.is_word("self")) {
            let message = "a method cannot be registered: nobody would know its `self`; write a \
                function outside of the `impl` that makes the value and calls the method";
            return Err(Refusal::at(&at, message));
        }
        if is_path_to(of_type, "Bencher") {
            return Ok(Some(Self::Bencher));
        }
        let is_reference = of_type.first().is_some_and(|token| token.is_sign('&'));
        let pointee = without_lifetime(of_type.get(1..).unwrap_or_default());
        let is_mutable = pointee.first().is_some_and(|token| token.is_word("mut"));
        let target = if is_mutable { &pointee[1..] } else { pointee };
        if is_reference && is_path_to(target, "Bencher") {
            let message = "the bencher is taken by value; write `b: probity::Bencher`";
            return Err(Refusal::at(&of_type[0].source, message));
        }
        if is_reference && is_mutable {
            let message = "an argument is not changed by what is measured; take it by value or by \
                `&`, and make what changes with `b.iter_batched`";
            return Err(Refusal::at(&of_type[0].source, message));
        }
        let passing = match of_type.first() {
            Some(_) if is_reference => Passing::Reference,
            Some(word) if word.is_word("impl") => Passing::AsItIs,
            _ => Passing::Value,
        };
        let name = name(pattern);
        Ok(Some(Self::Parameter(Parameter { name, at, of_type: of_type.to_vec(), passing })))
    }
}

impl<S> Parameter<S> {
    /// Whether its type can be written outside of the function: nothing in it belongs to what the
    /// function is generic over.
    pub(crate) fn is_closed(&self, generics: &[Generic<S>]) -> bool {
        !self.of_type.iter().any(|token| is_open(token, generics))
    }
}

fn is_open<S>(token: &Token<S>, generics: &[Generic<S>]) -> bool {
    match &token.shape {
        Shape::Word(word) => word == "impl" || generics.iter().any(|one| one.name == *word),
        Shape::Sign(sign) => *sign == '\'',
        Shape::Literal(_) => false,
        Shape::Group(_, inner) => inner.iter().any(|token| is_open(token, generics)),
    }
}

/// The name in a pattern that is nothing but a name.
fn name<S>(pattern: &[Token<S>]) -> Option<String> {
    match pattern {
        [mutable, name] if mutable.is_word("mut") => name.word(),
        [name] => name.word(),
        _ => None,
    }
    .filter(|name| *name != "_")
    .map(|name| plain(name).to_owned())
}

/// A name without the mark of raw identifiers.
pub(crate) fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// Where the colon is that ends a pattern, or the end.
fn colon<S>(tokens: &[Token<S>]) -> usize {
    let mut index = 0;
    while index < tokens.len() {
        if tokens[index].is_sign(':') {
            if !tokens.get(index + 1).is_some_and(|next| next.is_sign(':')) {
                return index;
            }
            index += 1;
        }
        index += 1;
    }
    tokens.len()
}

/// Whether a type is a path whose last part, without what it is generic over, is this word.
pub(crate) fn is_path_to<S>(tokens: &[Token<S>], word: &str) -> bool {
    let mut last = None;
    for token in tokens {
        match token.word() {
            // Two words in a row are no path: `dyn Bencher`.
            Some(_) if last.is_some() => return false,
            Some(next) => last = Some(next),
            None if token.is_sign(':') => last = None,
            None if token.is_sign('<') => break,
            None => return false,
        }
    }
    last == Some(word)
}

fn without_lifetime<S>(tokens: &[Token<S>]) -> &[Token<S>] {
    match tokens {
        [tick, _, rest @ ..] if tick.is_sign('\'') => rest,
        _ => tokens,
    }
}

fn without_attributes<S>(mut tokens: &[Token<S>]) -> &[Token<S>] {
    while let [mark, attribute, rest @ ..] = tokens {
        if !mark.is_sign('#') || attribute.group(Bracket::Square).is_none() {
            break;
        }
        tokens = rest;
    }
    tokens
}

/// One thing that a function is generic over, in the order of its list.
#[derive(Clone, Debug)]
pub(crate) struct Generic<S> {
    pub(crate) name: String,
    pub(crate) at: S,
    /// The type of a constant; none for a type.
    pub(crate) constant: Option<Vec<Token<S>>>,
}

impl<S: Clone> Generic<S> {
    /// Reads one entry of the list; `None` for lifetimes.
    pub(crate) fn read(tokens: &[Token<S>]) -> Option<Self> {
        let tokens = without_attributes(tokens);
        let (first, rest) = tokens.split_first()?;
        if first.is_word("const") {
            let (name, rest) = rest.split_first()?;
            let constant = Some(rest.get(1..).unwrap_or_default().to_vec());
            return Some(Self { name: name.word()?.into(), at: name.source.clone(), constant });
        }
        Some(Self { name: first.word()?.into(), at: first.source.clone(), constant: None })
    }
}

/// The tokens between angle brackets at the start, and those behind them.
pub(crate) fn angled<S>(tokens: &[Token<S>]) -> (&[Token<S>], &[Token<S>]) {
    if !tokens.first().is_some_and(|token| token.is_sign('<')) {
        return (&[], tokens);
    }
    let mut angles = Angles::new(Grammar::Types);
    let end = tokens.iter().position(|token| angles.after(token) == 0).unwrap_or(tokens.len());
    (&tokens[1..end], tokens.get(end + 1..).unwrap_or_default())
}
