//! Parameters of a scan or of lists: their values, all combinations of them, and what they stand
//! for in texts.

mod decimal;

use clap::Args;
use decimal::Decimal;
use probity_evidence::MAX_CASES;
use probity_model::{Parameter, Text};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

/// The options that make several cases of one command.
#[derive(Debug, Default, Args)]
pub(crate) struct ParameterArguments {
    /// VAR MIN MAX: measure each value from MIN to MAX, whole or decimal; {VAR} stands for it in
    /// commands, hooks, names, --reference and --output
    // One value as well: the environment variable holds all three in one text.
    #[arg(
        short = 'P',
        long = "parameter-scan",
        value_names = ["VAR", "MIN", "MAX"],
        num_args = 1..=3,
        env = "PROBITY_PARAMETER_SCAN",
        allow_hyphen_values = true,
        conflicts_with = "lists"
    )]
    scan: Vec<OsString>,

    /// The step of the scan [default: 1, where MIN and MAX are whole]
    #[arg(
        short = 'D',
        long = "parameter-step-size",
        value_name = "DELTA",
        env = "PROBITY_PARAMETER_STEP_SIZE",
        allow_hyphen_values = true
    )]
    step: Option<OsString>,

    /// VAR VALUES: measure each of the values, with commas between them (\, is a comma in a value);
    /// repeated: each combination
    #[arg(
        short = 'L',
        long = "parameter-list",
        value_names = ["VAR", "VALUES"],
        num_args = 1..=2,
        env = "PROBITY_PARAMETER_LIST",
        allow_hyphen_values = true
    )]
    lists: Vec<OsString>,
}

/// One parameter with all its values.
#[derive(Debug, PartialEq, Eq)]
struct List {
    name: String,
    values: Vec<Vec<u8>>,
}

/// The parameters in the order they were given.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Parameters(Vec<List>);

impl Parameters {
    /// Reads them from the command line or the environment.
    ///
    /// # Errors
    /// What is wrong with them, and what to do.
    pub(crate) fn read(arguments: &ParameterArguments) -> Result<Self, String> {
        let scan = apart(&arguments.scan, 3).map_err(|line| {
            format!("--parameter-scan '{line}': give a name and two numbers, such as n 1 4")
        })?;
        let lists = apart(&arguments.lists, 2).map_err(|line| {
            format!("--parameter-list '{line}': give a name and values, such as cc gcc,clang")
        })?;
        let step = arguments.step.as_ref().map(|step| step.as_bytes());
        let parameters = match scan.as_slice() {
            [] if step.is_some() => {
                return Err(String::from(
                    "--parameter-step-size is the step of a --parameter-scan, and there is none",
                ));
            }
            [] => lists.iter().map(|words| list(words)).collect::<Result<_, _>>()?,
            [words] => vec![scanned(words, step)?],
            [_, ..] => {
                return Err(String::from(
                    "--parameter-scan is given twice: give it once, or lists (-L) of values",
                ));
            }
        };
        let twice = |(place, one): &(usize, &List)| {
            parameters.iter().take(*place).any(|other: &List| other.name == one.name)
        };
        match parameters.iter().enumerate().find(twice) {
            Some((_, List { name, .. })) => Err(format!("two parameters are named '{name}'")),
            None => Ok(Self(parameters)),
        }
    }

    /// Refuses a parameter that stands in none of `texts`: it would only measure the same again.
    ///
    /// # Errors
    /// Names it.
    pub(crate) fn check_use<'a>(
        &self,
        texts: impl Iterator<Item = &'a [u8]> + Clone,
    ) -> Result<(), String> {
        let is_unused = |list: &&List| !texts.clone().any(|text| stands_in(text, &list.name));
        match self.0.iter().find(is_unused) {
            None => Ok(()),
            Some(List { name, .. }) => Err(format!(
                "the parameter '{name}' is used nowhere: write {{{name}}} where its values belong"
            )),
        }
    }

    /// Every combination of values, the first parameter's changing fastest (hyperfine's order);
    /// one of none where there are no parameters. `commands` is how many cases each makes.
    ///
    /// # Errors
    /// Where that would be more cases than a campaign may have.
    pub(crate) fn combinations(&self, commands: usize) -> Result<Vec<Vec<Parameter>>, String> {
        let sizes = self.0.iter().map(|list| list.values.len());
        let many = sizes.fold(1_usize, usize::saturating_mul);
        let cases = many.saturating_mul(commands);
        if cases > MAX_CASES {
            return Err(format!(
                "{many} combinations of parameters and {commands} commands are {cases} cases: at \
                 most {MAX_CASES}"
            ));
        }
        Ok((0..many).map(|number| self.combination(number)).collect())
    }

    /// The combination with this number, whose digits are the places in the lists.
    fn combination(&self, mut number: usize) -> Vec<Parameter> {
        let mut values = Vec::with_capacity(self.0.len());
        for list in &self.0 {
            let many = list.values.len().max(1);
            if let Some(value) = list.values.get(number % many) {
                values.push(Parameter { name: list.name.clone(), value: Text::new(&value[..]) });
            }
            number /= many;
        }
        values
    }
}

/// `text` with every `{name}` of `parameters` replaced by its value. What was put in is not looked
/// at again.
pub(crate) fn substitute(text: &[u8], parameters: &[Parameter]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let found = parameters
            .iter()
            .find_map(|parameter| Some((parameter, after_placeholder(rest, &parameter.name)?)));
        match found {
            Some((parameter, after)) => {
                out.extend_from_slice(&parameter.value.0);
                rest = after;
            }
            None => {
                out.push(first);
                rest = after;
            }
        }
    }
    out
}

/// Whether `{name}` stands in `text`.
pub(crate) fn stands_in(text: &[u8], name: &str) -> bool {
    (0..text.len())
        .any(|at| text.get(at..).is_some_and(|rest| after_placeholder(rest, name).is_some()))
}

/// What follows `{name}`, where `text` begins with it.
fn after_placeholder<'a>(text: &'a [u8], name: &str) -> Option<&'a [u8]> {
    text.strip_prefix(b"{")?.strip_prefix(name.as_bytes())?.strip_prefix(b"}")
}

/// The groups of `words` words each. From the environment there is one text, of which each line is
/// a group whose words stand between white space; the last word keeps the rest of its line.
fn apart(given: &[OsString], words: usize) -> Result<Vec<Vec<&[u8]>>, String> {
    if let [text] = given {
        let lines = text.as_bytes().split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        return lines.filter(|line| !line.is_empty()).map(|line| group(line, words)).collect();
    }
    let groups = given.chunks_exact(words);
    if !groups.remainder().is_empty() {
        let line: Vec<_> = given.iter().map(|word| word.to_string_lossy()).collect();
        return Err(line.join(" "));
    }
    Ok(groups.map(|group| group.iter().map(|word| word.as_bytes()).collect()).collect())
}

fn group(line: &[u8], words: usize) -> Result<Vec<&[u8]>, String> {
    let (mut rest, mut group) = (line, Vec::with_capacity(words));
    for _ in 1..words {
        let Some(at) = rest.iter().position(u8::is_ascii_whitespace) else {
            return Err(String::from_utf8_lossy(line).into_owned());
        };
        let (word, after) = rest.split_at(at);
        group.push(word);
        rest = after.trim_ascii_start();
    }
    group.push(rest);
    Ok(group)
}

fn named(name: &[u8]) -> Result<String, String> {
    match std::str::from_utf8(name) {
        Ok(name) if Parameter::is_name(name) => Ok(name.to_owned()),
        _ => Err(format!(
            "'{}' cannot be the name of a parameter: give it some letters, without braces",
            String::from_utf8_lossy(name)
        )),
    }
}

fn list(words: &[&[u8]]) -> Result<List, String> {
    let [name, values] = words else { return Err(String::from("a list is a name and values")) };
    Ok(List { name: named(name)?, values: between_commas(values) })
}

/// The values between commas. A backslash makes a comma or a backslash part of a value, and is
/// itself anywhere else.
fn between_commas(text: &[u8]) -> Vec<Vec<u8>> {
    let (mut values, mut value) = (Vec::new(), Vec::new());
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b',' => values.push(std::mem::take(&mut value)),
            b'\\' => {
                let escaped = bytes.next_if(|next| matches!(next, b',' | b'\\'));
                value.push(escaped.unwrap_or(byte));
            }
            _ => value.push(byte),
        }
    }
    values.push(value);
    values
}

fn scanned(words: &[&[u8]], step: Option<&[u8]>) -> Result<List, String> {
    let [name, min, max] = words else {
        return Err(String::from("a scan is a name and two numbers"));
    };
    let name = named(name)?;
    let number = |text: &[u8]| {
        let shown = String::from_utf8_lossy(text);
        Decimal::parse(&shown).ok_or_else(|| {
            format!("--parameter-scan {name}: '{shown}' is no number such as 4 or 0.25")
        })
    };
    let (min, max) = (number(min)?, number(max)?);
    let step = match step {
        Some(step) => number(step)?,
        None if min.is_whole() && max.is_whole() => Decimal::ONE,
        None => {
            return Err(format!("--parameter-scan {name}: decimals need a step, such as -D 0.1"));
        }
    };
    let values = Decimal::range(min, max, step, MAX_CASES)
        .map_err(|error| format!("--parameter-scan {name}: {error}"))?;
    let values = values.iter().map(|value| value.to_string().into_bytes()).collect();
    Ok(List { name, values })
}

#[cfg(test)]
mod tests;
