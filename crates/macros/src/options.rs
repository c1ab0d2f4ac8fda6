//! What is written in the attribute.

use crate::refusal::Refusal;
use crate::token::{Bracket, Grammar, Token, parts};

/// The options by name, for messages.
const KNOWN: &str = "`args`, `consts`, `crate`, `ignore`, `name`, `threads`, `types`";

/// The options of one attribute.
#[derive(Debug)]
pub(crate) struct Options<S> {
    /// The path of the crate `probity`; none for `::probity`.
    pub(crate) path: Option<Vec<Token<S>>>,
    /// A string literal.
    pub(crate) name: Option<Token<S>>,
    pub(crate) ignored: Option<Ignored<S>>,
    pub(crate) types: Option<Listed<S>>,
    pub(crate) consts: Option<Listed<S>>,
    pub(crate) arguments: Option<Arguments<S>>,
    pub(crate) threads: Option<Values<S>>,
}

/// That a benchmark is run only when asked for.
#[derive(Clone, Debug)]
pub(crate) struct Ignored<S> {
    pub(crate) at: S,
    /// A string literal.
    pub(crate) reason: Option<Token<S>>,
    /// A condition for `cfg!`; none where it always holds.
    pub(crate) condition: Option<Vec<Token<S>>>,
}

/// What is written out in brackets: each item is compiled by itself.
#[derive(Debug)]
pub(crate) struct Listed<S> {
    pub(crate) at: S,
    pub(crate) items: Vec<Vec<Token<S>>>,
}

/// An expression that is iterated when the cases are listed.
#[derive(Debug)]
pub(crate) struct Values<S> {
    pub(crate) at: S,
    pub(crate) expression: Vec<Token<S>>,
}

/// Where the arguments come from.
#[derive(Debug)]
pub(crate) enum Arguments<S> {
    /// `args = …`, of the only parameter.
    Only(Values<S>),
    /// `args(name = …, …)`.
    Named(S, Vec<(Token<S>, Values<S>)>),
}

impl<S> Default for Options<S> {
    fn default() -> Self {
        Self {
            path: None,
            name: None,
            ignored: None,
            types: None,
            consts: None,
            arguments: None,
            threads: None,
        }
    }
}

impl<S: Clone> Options<S> {
    /// Reads what is between the brackets of the attribute.
    pub(crate) fn read(tokens: &[Token<S>]) -> Result<Self, Refusal<S>> {
        let mut options = Self::default();
        for part in parts(tokens, Grammar::Expressions) {
            let Some((name, rest)) = part.split_first() else {
                return Err(Refusal::whole("two commas follow each other; remove one"));
            };
            options.option(name, rest)?;
        }
        Ok(options)
    }

    fn option(&mut self, name: &Token<S>, rest: &[Token<S>]) -> Result<(), Refusal<S>> {
        match name.word() {
            Some("args") => set(&mut self.arguments, name, arguments(name, rest)?),
            Some("types") => set(&mut self.types, name, listed(name, rest, Grammar::Types)?),
            Some("consts") => {
                set(&mut self.consts, name, listed(name, rest, Grammar::Expressions)?)
            }
            Some("threads") => set(&mut self.threads, name, values(name, rest)?),
            Some("name") => set(&mut self.name, name, title(name, rest)?),
            Some("ignore") => set(&mut self.ignored, name, Ignored::read(name, rest)?),
            Some("crate") => set(&mut self.path, name, value(name, rest)?.to_vec()),
            Some(unknown) => {
                let message = format!("unknown option `{unknown}`; the options are {KNOWN}");
                Err(Refusal::at(&name.source, message))
            }
            None => {
                let message = format!("an option begins with its name; the options are {KNOWN}");
                Err(Refusal::at(&name.source, message))
            }
        }
    }
}

impl<S: Clone> Ignored<S> {
    /// Reads what follows the word `ignore`: nothing, or the reason.
    pub(crate) fn read(name: &Token<S>, rest: &[Token<S>]) -> Result<Self, Refusal<S>> {
        let reason = if rest.is_empty() { None } else { Some(string(name, rest)?) };
        Ok(Self { at: name.source.clone(), reason, condition: None })
    }
}

/// Fills an option that is still empty.
fn set<S: Clone, T>(slot: &mut Option<T>, name: &Token<S>, value: T) -> Result<(), Refusal<S>> {
    if slot.replace(value).is_none() {
        return Ok(());
    }
    let name_text = name.word().unwrap_or_default();
    let message = format!("`{name_text}` is given twice; write one of them");
    Err(Refusal::at(&name.source, message))
}

/// What stands behind `name =`.
fn value<'t, S: Clone>(
    name: &Token<S>,
    rest: &'t [Token<S>],
) -> Result<&'t [Token<S>], Refusal<S>> {
    match rest.split_first() {
        Some((equals, value)) if equals.is_sign('=') && !value.is_empty() => Ok(value),
        _ => {
            let text = name.word().unwrap_or_default();
            Err(Refusal::at(&name.source, format!("`{text}` needs a value; write `{text} = …`")))
        }
    }
}

fn values<S: Clone>(name: &Token<S>, rest: &[Token<S>]) -> Result<Values<S>, Refusal<S>> {
    let expression = value(name, rest)?;
    if let [only] = expression
        && only.group(Bracket::Square).is_some_and(<[_]>::is_empty)
    {
        return Err(empty(name, only));
    }
    Ok(Values { at: name.source.clone(), expression: expression.to_vec() })
}

fn listed<S: Clone>(
    name: &Token<S>,
    rest: &[Token<S>],
    grammar: Grammar,
) -> Result<Listed<S>, Refusal<S>> {
    let text = name.word().unwrap_or_default();
    let value = value(name, rest)?;
    let inner = match value {
        [only] => only.group(Bracket::Square),
        _ => None,
    };
    let Some(inner) = inner else {
        let message = format!(
            "each of `{text}` is compiled by itself; write them out in brackets, `{text} = [A, B]`"
        );
        return Err(Refusal::at(&value.first().unwrap_or(name).source, message));
    };
    let items: Vec<_> = parts(inner, grammar).into_iter().map(<[_]>::to_vec).collect();
    if items.iter().any(Vec::is_empty) {
        return Err(Refusal::at(&value[0].source, "two commas follow each other; remove one"));
    }
    if items.is_empty() {
        return Err(empty(name, &value[0]));
    }
    Ok(Listed { at: name.source.clone(), items })
}

fn empty<S: Clone>(name: &Token<S>, at: &Token<S>) -> Refusal<S> {
    let name = name.word().unwrap_or_default();
    let message = format!("`{name}` is empty, which leaves no case; name at least one value");
    Refusal::at(&at.source, message)
}

fn arguments<S: Clone>(name: &Token<S>, rest: &[Token<S>]) -> Result<Arguments<S>, Refusal<S>> {
    let [only] = rest else { return Ok(Arguments::Only(values(name, rest)?)) };
    let Some(inner) = only.group(Bracket::Round) else {
        let message = "`args` needs values; write `args = [1, 2]` or `args(name = [1, 2])`";
        return Err(Refusal::at(&name.source, message));
    };
    let mut named = Vec::new();
    for part in parts(inner, Grammar::Expressions) {
        match part.split_first() {
            Some((name, rest)) if name.word().is_some() => {
                named.push((name.clone(), values(name, rest)?));
            }
            _ => {
                let at = part.first().unwrap_or(only);
                let message = "a parameter's name is missing; write `args(name = [1, 2])`";
                return Err(Refusal::at(&at.source, message));
            }
        }
    }
    if named.is_empty() {
        return Err(empty(name, only));
    }
    Ok(Arguments::Named(name.source.clone(), named))
}

/// The name of the benchmark.
fn title<S: Clone>(name: &Token<S>, rest: &[Token<S>]) -> Result<Token<S>, Refusal<S>> {
    let string = string(name, rest)?;
    let is_blank = |text: &str| {
        // Without the marks of a raw string.
        let inside = text.trim_start_matches('r').trim_matches('#').trim_matches('"');
        inside.trim().is_empty()
    };
    if string.string().is_some_and(is_blank) {
        return Err(Refusal::at(&string.source, "the name is empty; write one or remove `name`"));
    }
    Ok(string)
}

/// A string literal behind `name =`.
fn string<S: Clone>(name: &Token<S>, rest: &[Token<S>]) -> Result<Token<S>, Refusal<S>> {
    match value(name, rest)? {
        [only] if only.string().is_some() => Ok(only.clone()),
        value => {
            let text = name.word().unwrap_or_default();
            let message = format!("this is no text; write `{text} = \"…\"`");
            Err(Refusal::at(&value.first().unwrap_or(name).source, message))
        }
    }
}
