//! The function under the attribute.

use crate::options::Ignored;
use crate::parameter::{Generic, Parameter, Slot, angled, is_path_to};
use crate::refusal::Refusal;
use crate::token::{Angles, Bracket, Grammar, Token, parts, visible};

/// What of a function matters to its registration.
#[derive(Debug)]
pub(crate) struct Function<S> {
    pub(crate) name: Token<S>,
    pub(crate) generics: Vec<Generic<S>>,
    pub(crate) takes_bencher: bool,
    pub(crate) parameters: Vec<Parameter<S>>,
    /// Whether what it returns is called `Result`.
    pub(crate) is_fallible: bool,
}

impl<S: Clone> Function<S> {
    /// Reads a function; attributes may stand before it.
    pub(crate) fn read(item: &[Token<S>]) -> Result<Self, Refusal<S>> {
        let start = item.iter().position(|token| token.is_word("fn"));
        let (qualifiers, rest) = item.split_at(start.unwrap_or(item.len()));
        let [_, name, rest @ ..] = rest else {
            return Err(Refusal::whole("only a function can be a benchmark; put it on a `fn`"));
        };
        qualified(qualifiers)?;
        let (generics, rest) = angled(rest);
        let generics = parts(generics, Grammar::Types).into_iter().filter_map(Generic::read);
        let list = rest.first().and_then(|token| token.group(Bracket::Round)).unwrap_or_default();
        let returned = returned(rest.get(1..).unwrap_or_default());
        let mut function = Self {
            name: name.clone(),
            generics: generics.collect(),
            takes_bencher: false,
            parameters: Vec::new(),
            is_fallible: is_path_to(&visible(returned), "Result"),
        };
        for part in parts(list, Grammar::Types) {
            function.slot(part)?;
        }
        Ok(function)
    }

    fn slot(&mut self, tokens: &[Token<S>]) -> Result<(), Refusal<S>> {
        let is_first = !self.takes_bencher && self.parameters.is_empty();
        match Slot::read(tokens)? {
            None => {}
            Some(Slot::Bencher) if is_first => self.takes_bencher = true,
            Some(Slot::Bencher) => {
                let message = "there is one bencher, and it comes first; write `b: Bencher` before \
                    all other parameters";
                return Err(Refusal::at(&tokens[0].source, message));
            }
            Some(Slot::Parameter(parameter)) => self.parameters.push(parameter),
        }
        Ok(())
    }
}

/// Refuses what cannot be called as it is.
fn qualified<S: Clone>(qualifiers: &[Token<S>]) -> Result<(), Refusal<S>> {
    for token in qualifiers {
        match token.word() {
            Some("async") => {
                let message = "an `async fn` only makes a future; write `fn` with a parameter \
                    `b: probity::Bencher` and await inside of `b.iter_async(...)`";
                return Err(Refusal::at(&token.source, message));
            }
            Some("unsafe") => {
                let message = "an `unsafe fn` cannot be called for you; write a safe function that \
                    calls it and says why that is sound";
                return Err(Refusal::at(&token.source, message));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The type behind the arrow.
fn returned<S>(rest: &[Token<S>]) -> &[Token<S>] {
    let [dash, arrow, rest @ ..] = rest else { return &[] };
    if !dash.is_sign('-') || !arrow.is_sign('>') {
        return &[];
    }
    let mut angles = Angles::new(Grammar::Types);
    let is_end = |token: &Token<S>| {
        angles.after(token) == 0
            && (token.is_word("where") || token.group(Bracket::Curly).is_some())
    };
    let end = rest.iter().position(is_end).unwrap_or(rest.len());
    &rest[..end]
}

/// The item without the attributes that the registration takes over, and what they said.
#[derive(Debug)]
pub(crate) struct Attributed<S> {
    pub(crate) item: Vec<Token<S>>,
    /// `#[ignore]`, which the compiler knows for tests only.
    pub(crate) ignored: Option<Ignored<S>>,
    /// `#[cfg(…)]`: what holds for the function holds for its registration.
    pub(crate) conditions: Vec<Token<S>>,
}

impl<S: Clone> Attributed<S> {
    /// Looks through the attributes of an item.
    pub(crate) fn read(item: &[Token<S>]) -> Result<Self, Refusal<S>> {
        let mut rest = match item {
            [only] => only.group(Bracket::Invisible).unwrap_or(item),
            _ => item,
        };
        let mut read = Self { item: Vec::new(), ignored: None, conditions: Vec::new() };
        while let [mark, body, after @ ..] = rest
            && mark.is_sign('#')
            && let Some(inner) = body.group(Bracket::Square)
        {
            rest = after;
            let pair = [mark.clone(), body.clone()];
            // What a macro was given as `meta` is in brackets that nobody sees.
            let inner = &visible(inner);
            if let Some(ignored) = ignored(inner)? {
                if read.ignored.is_some() {
                    return Err(Refusal::at(&body.source, "`ignore` is given twice; write one"));
                }
                read.ignored = Some(ignored);
                continue;
            }
            if inner.first().is_some_and(|name| name.is_word("cfg")) {
                read.conditions.extend(pair.clone());
            }
            read.item.extend(pair);
        }
        read.item.extend(rest.iter().cloned());
        Ok(read)
    }
}

/// What an attribute says of ignoring: `ignore`, `ignore = "why"`, or one of them in a `cfg_attr`.
fn ignored<S: Clone>(attribute: &[Token<S>]) -> Result<Option<Ignored<S>>, Refusal<S>> {
    match attribute {
        [name, rest @ ..] if name.is_word("ignore") => Ignored::read(name, rest).map(Some),
        [name, group] if name.is_word("cfg_attr") => {
            let inner = group.group(Bracket::Round).unwrap_or_default();
            let [condition, said] = parts(inner, Grammar::Expressions)[..] else { return Ok(None) };
            let ignored = ignored(said)?;
            Ok(ignored.map(|ignored| Ignored { condition: Some(condition.to_vec()), ..ignored }))
        }
        _ => Ok(None),
    }
}
