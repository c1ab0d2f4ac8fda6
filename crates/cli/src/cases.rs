//! From the command line to the commands that are measured.

pub(crate) mod hooks;
pub(crate) mod parameters;

use crate::arguments::StatArguments;
use crate::words;
use hooks::GivenHooks;
use parameters::{Parameters, stands_in, substitute};
use probity_campaign::CaseRequest;
use probity_model::{ErrorOutput, Hooks, Output, Parameter, Streams, Text};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;

/// The commands in order, and which of them is judged against.
#[derive(Debug)]
pub(crate) struct Cases {
    /// The commands.
    pub(crate) list: Vec<CaseRequest>,
    /// Index of the reference.
    pub(crate) reference: usize,
}

/// Reads the commands.
///
/// # Errors
/// What is wrong with the command line, and what to do.
pub(crate) fn cases(arguments: &StatArguments) -> Result<Cases, String> {
    let shell = shell(arguments)?;
    let parameters = Parameters::read(&arguments.parameters)?;
    let commands = match (arguments.commands.as_slice(), arguments.program.as_slice()) {
        ([], []) => return Err(String::from("no command given: probity stat -- PROGRAM ARGS…")),
        ([], program) if shell.is_none() => vec![Template::Program(program)],
        ([], _) => {
            return Err(String::from(
                "--shell takes command lines, not a program after --: quote it as one word",
            ));
        }
        (commands, []) => commands.iter().map(Template::Line).collect(),
        (_, _) => {
            return Err(String::from("give command lines, or one program after --, not both"));
        }
    };
    parameters.check_use(texts(arguments).map(|text| text.as_bytes()))?;
    let combinations = parameters.combinations(commands.len())?;
    let mut list = Vec::with_capacity(combinations.len() * commands.len());
    for values in &combinations {
        for (place, command) in commands.iter().enumerate() {
            let called = |line: &[u8]| called(arguments, line, place);
            list.push(command.case(values, shell.as_deref(), called)?);
        }
    }
    name(&mut list, &commands, arguments)?;
    wire(&mut list, arguments)?;
    let first = combinations.first().map(Vec::as_slice).unwrap_or_default();
    let given = list.len();
    let reference = match &arguments.reference {
        None => 0,
        Some(wanted) => find_or_add(&mut list, wanted, first, shell.as_deref(), arguments)?,
    };
    let hooks = GivenHooks::new(arguments, list.len())?;
    if list.len() > given && hooks.stand_in(reference, first) {
        list[reference].parameters = first.to_vec();
    }
    for (place, case) in list.iter_mut().enumerate() {
        // A reference of its own has none; what is shared with the others has their first values.
        let values = if case.parameters.is_empty() { first } else { &case.parameters };
        case.hooks = hooks.of(place, values)?;
    }
    Ok(Cases { list, reference })
}

/// A command as it was given, parameters and all.
#[derive(Clone, Copy, Debug)]
enum Template<'a> {
    Line(&'a OsString),
    Program(&'a [OsString]),
}

impl Template<'_> {
    /// The case it is with these values; `called` is what a message calls its line.
    fn case(
        self,
        values: &[Parameter],
        shell: Option<&[Vec<u8>]>,
        called: impl Fn(&[u8]) -> String,
    ) -> Result<CaseRequest, String> {
        let case = match self {
            Self::Line(line) => {
                let line = substitute(line.as_bytes(), values);
                let called = called(&line);
                line_case(line, shell, &called)?
            }
            Self::Program(words) => {
                program_case(words.iter().map(|word| substitute(word.as_bytes(), values)))
            }
        };
        Ok(CaseRequest { parameters: values.to_vec(), ..case })
    }

    fn contains(self, parameter: &str) -> bool {
        let words = match self {
            Self::Line(line) => std::slice::from_ref(line),
            Self::Program(words) => words,
        };
        words.iter().any(|word| stands_in(word.as_bytes(), parameter))
    }
}

/// Every text in which a parameter may stand.
fn texts(arguments: &StatArguments) -> impl Iterator<Item = &OsString> + Clone {
    let StatArguments { commands, program, names, output, .. } = arguments;
    let StatArguments { setup, prepare, conclude, cleanup, .. } = arguments;
    let lists = [commands, program, names, output, setup, prepare, conclude, cleanup];
    lists.into_iter().flatten().chain(&arguments.reference)
}

/// The words of the shell, without its `-c`; none where commands run by themselves.
fn shell(arguments: &StatArguments) -> Result<Option<Vec<Vec<u8>>>, String> {
    let Some(name) = arguments.shell.as_ref().filter(|_| !arguments.no_shell) else {
        return Ok(None);
    };
    match name.as_bytes() {
        b"none" => Ok(None),
        b"default" => Ok(Some(vec![b"sh".to_vec()])),
        line => words::split(line)
            .map(Some)
            .map_err(|error| format!("--shell '{}': {error}", name.to_string_lossy())),
    }
}

fn program_case(program: impl Iterator<Item = Vec<u8>>) -> CaseRequest {
    let arguments: Vec<Vec<u8>> = program.collect();
    let quoted: Vec<Vec<u8>> = arguments.iter().map(|word| quote(word)).collect();
    case(Text(quoted.join(&b' ')), arguments)
}

/// What a message calls a command line: itself, or its place where arguments are redacted.
fn called(arguments: &StatArguments, line: &[u8], place: usize) -> String {
    match arguments.redact {
        true => format!("command {}", place + 1),
        false => format!("command '{}'", String::from_utf8_lossy(line)),
    }
}

fn line_case(
    bytes: Vec<u8>,
    shell: Option<&[Vec<u8>]>,
    called: &str,
) -> Result<CaseRequest, String> {
    let arguments = match shell {
        Some(shell) => {
            let own = [b"-c".to_vec(), bytes.clone()];
            shell.iter().cloned().chain(own).collect()
        }
        None => words::split(&bytes).map_err(|error| format!("{called}: {error}"))?,
    };
    Ok(case(Text(bytes), arguments))
}

fn case(command: Text, arguments: Vec<Vec<u8>>) -> CaseRequest {
    let streams = Streams { input: None, output: Output::Null, error: ErrorOutput::Captured };
    let (name, hooks, parameters) = (command.clone(), Hooks::default(), Vec::new());
    CaseRequest { name, command, arguments, streams, hooks, parameters, against: None }
}

/// The word as one would type it into a shell.
fn quote(word: &[u8]) -> Vec<u8> {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_@%+=:,./-".contains(byte);
    if !word.is_empty() && word.iter().all(plain) {
        return word.to_vec();
    }
    let inner: Vec<&[u8]> = word.split(|&byte| byte == b'\'').collect();
    [b"'", inner.join(&br"'\''"[..]).as_slice(), b"'"].concat()
}

/// Names are given once per command; with parameters once for all cases, or once per case.
fn name(
    list: &mut [CaseRequest],
    commands: &[Template<'_>],
    arguments: &StatArguments,
) -> Result<(), String> {
    let (names, cases) = (&arguments.names, list.len());
    let is_parametrised = list.iter().any(|case| !case.parameters.is_empty());
    let fits = match is_parametrised {
        true => names.len() <= 1 || names.len() == cases,
        false => names.len() <= cases,
    };
    match (fits, is_parametrised) {
        (true, _) => {}
        (false, false) => {
            return Err(format!("{} names (-n) for {cases} commands", names.len()));
        }
        (false, true) => {
            return Err(format!(
                "{} names (-n) for {cases} cases: with parameters give one name, or one for each \
                 case",
                names.len()
            ));
        }
    }
    for (place, (case, command)) in list.iter_mut().zip(commands.iter().cycle()).enumerate() {
        let name = names.get(place).or(names.first().filter(|_| is_parametrised));
        if let Some(name) = name {
            case.name = Text(put_in(name, &case.parameters, arguments, "a name (-n)")?);
        }
        // A value is an argument: a redacted name would be no name.
        if !arguments.redact {
            let given = name.map(|name| name.as_bytes()).unwrap_or_default();
            let is_hidden = |parameter: &&Parameter| {
                !command.contains(&parameter.name) && !stands_in(given, &parameter.name)
            };
            tell_apart(&mut case.name, case.parameters.iter().filter(is_hidden));
        }
    }
    Ok(())
}

/// Adds to a name the parameters that cannot be read in it, as hyperfine does.
fn tell_apart<'a>(name: &mut Text, hidden: impl Iterator<Item = &'a Parameter>) {
    let words: Vec<Vec<u8>> = hidden
        .map(|Parameter { name, value }| [name.as_bytes(), b" = ", &value.0].concat())
        .collect();
    if !words.is_empty() {
        *name = Text([&name.0[..], b" (", &words.join(&b", "[..]), b")"].concat());
    }
}

/// The text with the parameters' values in it.
///
/// # Errors
/// Where it is kept whatever is redacted, and a parameter stands in it.
fn put_in(
    text: &OsString,
    parameters: &[Parameter],
    arguments: &StatArguments,
    place: &str,
) -> Result<Vec<u8>, String> {
    let shown = parameters.iter().find(|parameter| stands_in(text.as_bytes(), &parameter.name));
    match shown.filter(|_| arguments.redact) {
        None => Ok(substitute(text.as_bytes(), parameters)),
        Some(Parameter { name, .. }) => Err(format!(
            "--redact keeps values of parameters out, and {place} would keep one: leave {{{name}}} \
             out of it"
        )),
    }
}

fn wire(list: &mut [CaseRequest], arguments: &StatArguments) -> Result<(), String> {
    let outputs = &arguments.output;
    if arguments.show_output && !outputs.is_empty() {
        return Err(String::from(
            "--show-output is --output inherit for all commands; give one of the two",
        ));
    }
    if outputs.len() > 1 && outputs.len() != list.len() {
        let (given, commands) = (outputs.len(), list.len());
        return Err(format!(
            "--output is given {given} times, commands {commands}: give it once, or for each"
        ));
    }
    for (place, case) in list.iter_mut().enumerate() {
        let output = outputs.get(place).or(outputs.first().filter(|_| outputs.len() == 1));
        case.streams = streams(arguments, output, &case.parameters)?;
    }
    Ok(())
}

fn streams(
    arguments: &StatArguments,
    output: Option<&OsString>,
    values: &[Parameter],
) -> Result<Streams, String> {
    let output = output.map(|output| put_in(output, values, arguments, "--output")).transpose()?;
    let output = match output.as_deref() {
        None if arguments.show_output => Output::Inherit,
        None | Some(b"null") => Output::Null,
        Some(b"pipe") => Output::Pipe,
        Some(b"inherit") => Output::Inherit,
        Some(path) => Output::File(Text::new(path)),
    };
    let file = arguments.input.as_ref().filter(|file| *file != "null");
    let error = match output {
        Output::Inherit => ErrorOutput::Inherited,
        Output::Null | Output::Pipe | Output::File(_) => ErrorOutput::Captured,
    };
    Ok(Streams { input: file.map(|file| Text::new(file.as_bytes())), output, error })
}

/// The reference is one of the commands, by its text or its name, or one more, put first. There is
/// one only: parameters in it have their first values.
fn find_or_add(
    list: &mut Vec<CaseRequest>,
    wanted: &OsString,
    first: &[Parameter],
    shell: Option<&[Vec<u8>]>,
    arguments: &StatArguments,
) -> Result<usize, String> {
    let bytes = substitute(wanted.as_bytes(), first);
    let only = arguments.output.first().filter(|_| arguments.output.len() == 1);
    let is_parametrised = first.iter().any(|parameter| {
        let stands = |text: &OsString| stands_in(text.as_bytes(), &parameter.name);
        stands(wanted) || only.is_some_and(stands)
    });
    if let Some(found) =
        list.iter().position(|case| case.command.0 == bytes || case.name.0 == bytes)
    {
        return Ok(found);
    }
    let called = match arguments.redact {
        true => String::from("the command of --reference"),
        false => format!("command '{}'", wanted.to_string_lossy()),
    };
    let mut added = line_case(bytes, shell, &called)?;
    if is_parametrised {
        added.parameters = first.to_vec();
    }
    added.streams = streams(arguments, only, first)?;
    list.insert(0, added);
    Ok(0)
}

#[cfg(test)]
mod tests;
