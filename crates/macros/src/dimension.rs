//! What the cases of a function differ in, and whether that fits the function.

use crate::function::Function;
use crate::options::{Arguments, Options, Values};
use crate::parameter::{Generic, Parameter, plain};
use crate::refusal::Refusal;
use crate::token::Token;

/// One thing that the cases of a function differ in.
#[derive(Debug)]
pub(crate) enum Dimension<'o, S> {
    /// Compiled once for each of these.
    Static(&'o Generic<S>, &'o [Vec<Token<S>>]),
    /// Of the parameter with this number, named so.
    Argument(usize, String, &'o Values<S>),
    Threads(&'o Values<S>),
}

/// The dimensions, those that vary slowest first.
pub(crate) fn dimensions<'o, S: Clone>(
    function: &'o Function<S>,
    options: &'o Options<S>,
) -> Result<Vec<Dimension<'o, S>>, Refusal<S>> {
    let mut dimensions = Vec::new();
    for (name, listed) in [("types", &options.types), ("consts", &options.consts)] {
        let is_constant = name == "consts";
        let own = |generic: &&Generic<S>| generic.constant.is_some() == is_constant;
        let generics: Vec<_> = function.generics.iter().filter(own).collect();
        match (listed, generics.as_slice()) {
            (None, []) => {}
            (Some(listed), [one]) => dimensions.push(Dimension::Static(one, &listed.items)),
            (Some(listed), []) => {
                let form = if is_constant { "<const N: usize>" } else { "<T>" };
                let message = format!(
                    "the function is not generic over what `{name}` lists; write `fn …{form}(…)` \
                    or remove `{name}`"
                );
                return Err(Refusal::at(&listed.at, message));
            }
            (None, [one, ..]) => {
                let generic = &one.name;
                let message = format!(
                    "nothing says what `{generic}` is; write \
                    `#[probity::bench({name} = [A, B])]` with a case for each"
                );
                return Err(Refusal::at(&one.at, message));
            }
            (Some(_), [_, second, ..]) => {
                let message = format!(
                    "`{name}` fills one parameter, and there are more; write one function for \
                    each value of the others that calls this one"
                );
                return Err(Refusal::at(&second.at, message));
            }
        }
    }
    arguments(function, options, &mut dimensions)?;
    if let Some(threads) = &options.threads {
        if function.is_fallible && !function.takes_bencher {
            let message = "a plain body that may fail is called by one thread; write \
                `b: probity::Bencher` as the first parameter and call `b.iter_parallel`";
            return Err(Refusal::at(&threads.at, message));
        }
        dimensions.push(Dimension::Threads(threads));
    }
    Ok(dimensions)
}

fn arguments<'o, S: Clone>(
    function: &'o Function<S>,
    options: &'o Options<S>,
    dimensions: &mut Vec<Dimension<'o, S>>,
) -> Result<(), Refusal<S>> {
    let name = plain(function.name.word().unwrap_or_default());
    match (&options.arguments, function.parameters.as_slice()) {
        (None, []) => Ok(()),
        (Some(Arguments::Only(Values { at, .. }) | Arguments::Named(at, _)), []) => {
            let message = format!(
                "`{name}` has no parameter for an argument; add one, as `n: usize`, or remove \
                `args`"
            );
            Err(Refusal::at(at, message))
        }
        (None, [parameter, ..]) => {
            let example = named(function.parameters.as_slice());
            let message = format!(
                "nothing says what this parameter is; write `#[probity::bench({example})]` with a \
                case for each value"
            );
            Err(Refusal::at(&parameter.at, message))
        }
        (Some(Arguments::Only(values)), [parameter]) => {
            let label = parameter.name.clone().unwrap_or_else(|| "arg".into());
            dimensions.push(Dimension::Argument(0, label, values));
            Ok(())
        }
        (Some(Arguments::Only(values)), parameters) => {
            let example = named(parameters);
            let message = format!(
                "`{name}` has {} parameters; write values for each, `{example}`",
                parameters.len()
            );
            Err(Refusal::at(&values.at, message))
        }
        (Some(Arguments::Named(at, given)), parameters) => {
            dimensions.extend(matched(at, given, parameters)?);
            Ok(())
        }
    }
}

/// How arguments are written for these parameters, with values to be filled in.
fn named<S>(parameters: &[Parameter<S>]) -> String {
    if let [_] = parameters {
        return "args = [...]".into();
    }
    let name = |parameter: &Parameter<S>| parameter.name.clone().unwrap_or_else(|| "name".into());
    let all: Vec<_> = parameters.iter().map(|one| format!("{} = [...]", name(one))).collect();
    format!("args({})", all.join(", "))
}

/// Each list of values with the parameter of its name.
fn matched<'o, S: Clone>(
    at: &S,
    given: &'o [(Token<S>, Values<S>)],
    parameters: &[Parameter<S>],
) -> Result<Vec<Dimension<'o, S>>, Refusal<S>> {
    let mut dimensions = Vec::new();
    let mut filled = vec![false; parameters.len()];
    for (token, values) in given {
        let label = plain(token.word().unwrap_or_default());
        let of_name = |one: &Parameter<S>| one.name.as_deref() == Some(label);
        let Some(index) = parameters.iter().position(of_name) else {
            let example = named(parameters);
            let message = format!("there is no parameter `{label}`; write `{example}`");
            return Err(Refusal::at(&token.source, message));
        };
        if std::mem::replace(&mut filled[index], true) {
            let message = format!("`{label}` is given twice; write one of them");
            return Err(Refusal::at(&token.source, message));
        }
        dimensions.push(Dimension::Argument(index, label.into(), values));
    }
    match filled.iter().position(|is_filled| !is_filled) {
        None => Ok(dimensions),
        Some(index) => {
            let message = match &parameters[index].name {
                Some(name) => {
                    format!("`{name}` has no values; write `args({name} = [...], ...)` with them")
                }
                None => "a parameter that takes its argument apart has no name to write values \
                    for; give it a name, and take it apart inside"
                    .into(),
            };
            Err(Refusal::at(at, message))
        }
    }
}
