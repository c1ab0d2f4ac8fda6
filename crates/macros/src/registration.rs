//! The registration that is written beside a function.

use crate::dimension::{Dimension, dimensions};
use crate::function::{Attributed, Function};
use crate::options::{Ignored, Options};
use crate::parameter::{Generic, Passing, plain};
use crate::refusal::Refusal;
use crate::template::Template;
use crate::token::{Token, text};
use std::fmt::Write as _;

/// The item to be kept, and what is added to it.
#[derive(Debug)]
pub(crate) struct Expansion<S> {
    pub(crate) item: Vec<Token<S>>,
    pub(crate) registration: Result<Template<S>, Refusal<S>>,
}

/// Reads the attribute and the item, and writes the registration.
pub(crate) fn expand<S: Clone>(options: &[Token<S>], item: &[Token<S>]) -> Expansion<S> {
    match Attributed::read(item) {
        Err(refusal) => Expansion { item: item.to_vec(), registration: Err(refusal) },
        Ok(read) => {
            let registration = register(options, &read);
            Expansion { item: read.item, registration }
        }
    }
}

fn register<S: Clone>(
    options: &[Token<S>],
    read: &Attributed<S>,
) -> Result<Template<S>, Refusal<S>> {
    let function = Function::read(&read.item)?;
    let mut options = Options::read(options)?;
    if let Some(ignored) = &read.ignored {
        if options.ignored.is_some() {
            return Err(Refusal::at(&ignored.at, "`ignore` is given twice; write one of them"));
        }
        options.ignored = Some(ignored.clone());
    }
    let dimensions = dimensions(&function, &options)?;
    Ok(Writer { function: &function, template: Template::new() }.write(
        &options,
        &dimensions,
        &read.conditions,
    ))
}

/// Writes the code, in which `__probity` is the facade's private module.
struct Writer<'f, S> {
    function: &'f Function<S>,
    template: Template<S>,
}

impl<S: Clone> Writer<'_, S> {
    fn write(
        mut self,
        options: &Options<S>,
        dimensions: &[Dimension<S>],
        conditions: &[Token<S>],
    ) -> Template<S> {
        let condition = self.template.hole(conditions);
        let path = match &options.path {
            Some(path) => self.template.hole(path),
            None => "::probity".into(),
        };
        let name = match &options.name {
            Some(name) => self.template.hole(std::slice::from_ref(name)),
            None => format!("{:?}", plain(self.function.name.word().unwrap_or_default())),
        };
        let ignored = self.ignored(options.ignored.as_ref());
        let variants = self.nested(dimensions, &Choices::default());
        self.template.text = format!(
            "{condition} const _: () = {{
                use {path}::__private as __probity;
                fn __probity_variants() -> __probity::Vec<__probity::Variant> {{
                    #[allow(unused_imports)]
                    use __probity::shown::{{ByDebug as _, ByDisplay as _, ByNothing as _}};
                    let mut variants = __probity::Vec::new();
                    {variants}
                    variants
                }}
                __probity::inventory::submit! {{
                    __probity::Registration {{
                        package: __probity::package(::core::option_env!(\"CARGO_PKG_NAME\")),
                        module: ::core::module_path!(),
                        function: {name},
                        file: ::core::file!(),
                        line: ::core::line!(),
                        ignored: {ignored},
                        variants: __probity_variants,
                    }}
                }}
            }};"
        );
        self.template
    }

    /// The reason to ignore it, as an expression.
    fn ignored(&mut self, ignored: Option<&Ignored<S>>) -> String {
        let Some(ignored) = ignored else { return "__probity::None".into() };
        let reason = match &ignored.reason {
            Some(reason) => self.template.hole(std::slice::from_ref(reason)),
            None => "\"\"".into(),
        };
        let some = format!("__probity::Some({reason})");
        match &ignored.condition {
            None => some,
            Some(condition) => {
                let condition = self.template.hole(condition);
                format!("if ::core::cfg!({condition}) {{ {some} }} else {{ __probity::None }}")
            }
        }
    }

    /// A loop, or one block for each choice, around those of the dimensions that vary faster.
    fn nested(&mut self, dimensions: &[Dimension<S>], choices: &Choices) -> String {
        let Some((dimension, inner)) = dimensions.split_first() else {
            return self.variant(choices);
        };
        let is_last = inner.is_empty();
        match dimension {
            Dimension::Static(generic, items) => {
                let blocks = items.iter().map(|item| {
                    let choices = self.choice(generic, item, choices);
                    self.nested(inner, &choices)
                });
                blocks.collect::<Vec<_>>().join("\n")
            }
            Dimension::Argument(index, label, values) => {
                let values = self.template.hole(&values.expression);
                let mut choices = choices.clone();
                choices.labels.push(format!(
                    "__probity::Label::new({label:?}, (&&&__probity::shown::Shown(&arg{index}))\
                    .text())"
                ));
                if !is_last {
                    choices.again.push(*index);
                }
                let inner = self.nested(inner, &choices);
                format!(
                    "for arg{index} in __probity::IntoIterator::into_iter({values}) {{ {inner} }}"
                )
            }
            Dimension::Threads(values) => {
                let values = self.template.hole(&values.expression);
                let mut choices = choices.clone();
                choices.labels.push(
                    "__probity::Label::new(\"threads\", __probity::ToString::to_string(&threads))"
                        .into(),
                );
                choices.has_threads = true;
                let inner = self.nested(inner, &choices);
                format!(
                    "for threads in __probity::IntoIterator::into_iter({values}) {{
                        let threads: usize = __probity::pass(threads);
                        {inner}
                    }}"
                )
            }
        }
    }

    /// The choices with one more: a type or a constant.
    fn choice(&mut self, generic: &Generic<S>, item: &[Token<S>], choices: &Choices) -> Choices {
        let name = plain(&generic.name);
        let hole = self.template.hole(item);
        let mut choices = choices.clone();
        match &generic.constant {
            None => {
                let value = text(item);
                choices.labels.push(format!("__probity::Label::new({name:?}, {value:?})"));
                choices.generics.push((generic.name.clone(), hole));
            }
            Some(of_type) => {
                let of_type = self.template.hole(of_type);
                choices.labels.push(format!(
                    "__probity::Label::new({name:?}, {{
                        const VALUE: {of_type} = {hole};
                        __probity::ToString::to_string(&VALUE)
                    }})"
                ));
                choices.generics.push((generic.name.clone(), format!("{{ {hole} }}")));
            }
        }
        choices
    }

    /// One case.
    fn variant(&mut self, choices: &Choices) -> String {
        let labels = choices.labels.join(", ");
        let threads =
            if choices.has_threads { "__probity::Some(threads)" } else { "__probity::None" };
        let mut code = format!("let labels = __probity::Vec::from([{labels}]);");
        for index in &choices.again {
            let _ = write!(code, "let arg{index} = __probity::Clone::clone(&arg{index});");
        }
        let function = self.function;
        for (index, parameter) in function.parameters.iter().enumerate() {
            if parameter.passing == Passing::Value {
                // With its type, where that can be said, a wrong one is met here, in words of ours.
                let of_type = if parameter.is_closed(&function.generics) {
                    format!(": {}", self.template.hole(&parameter.of_type))
                } else {
                    String::new()
                };
                let _ = write!(code, "let arg{index}{of_type} = __probity::pass(arg{index});");
            }
        }
        let body = self.body(choices);
        format!(
            "{{
                {code}
                variants.push(__probity::Variant::new(
                    labels,
                    {threads},
                    move |bencher: __probity::Bencher| {body},
                ));
            }}"
        )
    }

    /// What runs one case, as an expression that knows `bencher`.
    fn body(&mut self, choices: &Choices) -> String {
        let name = self.template.hole(std::slice::from_ref(&self.function.name));
        let generics = self.function.generics.iter().filter_map(|generic| {
            let of_name = |(name, _): &&(String, String)| *name == generic.name;
            choices.generics.iter().find(of_name).map(|(_, chosen)| chosen.as_str())
        });
        let generics: Vec<_> = generics.collect();
        let call = match generics[..] {
            [] => name,
            _ => format!("{name}::<{}>", generics.join(", ")),
        };
        let parameters = self.function.parameters.iter().enumerate();
        if self.function.takes_bencher {
            let arguments = parameters.map(|(index, parameter)| match parameter.passing {
                Passing::Reference => format!(", &arg{index}"),
                Passing::Value | Passing::AsItIs => format!(", arg{index}"),
            });
            let arguments: String = arguments.collect();
            return format!("__probity::Returned::settle({call}(bencher{arguments}))");
        }
        let mut arguments = Vec::new();
        let mut borrows = String::new();
        for (index, parameter) in parameters {
            // Borrowed outside of the closure, so that the function may return what it was given.
            let _ = write!(borrows, "let arg{index} = &arg{index};");
            arguments.push(match parameter.passing {
                Passing::Reference => format!("__probity::black_box(arg{index})"),
                Passing::Value | Passing::AsItIs => {
                    format!("__probity::black_box(__probity::again(arg{index}))")
                }
            });
        }
        let method = match (self.function.is_fallible, choices.has_threads) {
            (true, _) => "iter_fallible",
            (false, true) => "iter_parallel",
            (false, false) if arguments.is_empty() => "iter_plain",
            (false, false) => "iter",
        };
        let arguments = arguments.join(", ");
        format!(
            "{{
                {borrows}
                __probity::Returned::settle(bencher.{method}(move || {call}({arguments})))
            }}"
        )
    }
}

/// What is chosen in the dimensions around a case.
#[derive(Clone, Debug, Default)]
struct Choices {
    /// Expressions that make labels.
    labels: Vec<String>,
    /// For each name that the function is generic over, what stands for it.
    generics: Vec<(String, String)>,
    /// Arguments that other cases need as well.
    again: Vec<usize>,
    has_threads: bool,
}
