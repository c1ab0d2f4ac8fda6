//! From the command line to the commands that are measured.

use crate::arguments::StatArguments;
use crate::hooks::GivenHooks;
use crate::words;
use probity_campaign::CaseRequest;
use probity_model::{ErrorOutput, Hooks, Output, Streams, Text};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

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
    let mut list = match (arguments.commands.as_slice(), arguments.program.as_slice()) {
        ([], []) => return Err(String::from("no command given: probity stat -- PROGRAM ARGS…")),
        ([], program) if shell.is_none() => vec![program_case(program)],
        ([], _) => {
            return Err(String::from(
                "--shell takes command lines, not a program after --: quote it as one word",
            ));
        }
        (commands, []) => commands
            .iter()
            .enumerate()
            .map(|(place, command)| {
                line_case(command, shell.as_deref(), &called(arguments, command, place))
            })
            .collect::<Result<_, _>>()?,
        (_, _) => {
            return Err(String::from("give command lines, or one program after --, not both"));
        }
    };
    name(&mut list, &arguments.names)?;
    wire(&mut list, arguments)?;
    let reference = match &arguments.reference {
        None => 0,
        Some(wanted) => find_or_add(&mut list, wanted, shell.as_deref(), arguments)?,
    };
    let hooks = GivenHooks::new(arguments, list.len())?;
    list.iter_mut().enumerate().for_each(|(place, case)| case.hooks = hooks.of(place));
    Ok(Cases { list, reference })
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

fn program_case(program: &[OsString]) -> CaseRequest {
    let arguments: Vec<Vec<u8>> = program.iter().map(|word| word.clone().into_vec()).collect();
    let quoted: Vec<Vec<u8>> = arguments.iter().map(|word| quote(word)).collect();
    case(Text(quoted.join(&b' ')), arguments)
}

/// What a message calls a command line: itself, or its place where arguments are redacted.
fn called(arguments: &StatArguments, line: &OsString, place: usize) -> String {
    match arguments.redact {
        true => format!("command {}", place + 1),
        false => format!("command '{}'", line.to_string_lossy()),
    }
}

fn line_case(
    line: &OsString,
    shell: Option<&[Vec<u8>]>,
    called: &str,
) -> Result<CaseRequest, String> {
    let bytes = line.as_bytes();
    let arguments = match shell {
        Some(shell) => {
            let own = [b"-c".to_vec(), bytes.to_vec()];
            shell.iter().cloned().chain(own).collect()
        }
        None => words::split(bytes).map_err(|error| format!("{called}: {error}"))?,
    };
    Ok(case(Text::new(bytes), arguments))
}

fn case(command: Text, arguments: Vec<Vec<u8>>) -> CaseRequest {
    let streams = Streams { input: None, output: Output::Null, error: ErrorOutput::Captured };
    CaseRequest { name: command.clone(), command, arguments, streams, hooks: Hooks::default() }
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

fn name(list: &mut [CaseRequest], names: &[OsString]) -> Result<(), String> {
    if names.len() > list.len() {
        let (names, commands) = (names.len(), list.len());
        return Err(format!("{names} names (-n) for {commands} commands"));
    }
    for (case, name) in list.iter_mut().zip(names) {
        case.name = Text::new(name.as_bytes());
    }
    Ok(())
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
        case.streams = streams(arguments, output);
    }
    Ok(())
}

fn streams(arguments: &StatArguments, output: Option<&OsString>) -> Streams {
    let output = match output.map(|where_to| where_to.as_bytes()) {
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
    Streams { input: file.map(|file| Text::new(file.as_bytes())), output, error }
}

/// The reference is one of the commands, by its text or its name, or one more, put first.
fn find_or_add(
    list: &mut Vec<CaseRequest>,
    wanted: &OsString,
    shell: Option<&[Vec<u8>]>,
    arguments: &StatArguments,
) -> Result<usize, String> {
    let bytes = wanted.as_bytes();
    if let Some(found) =
        list.iter().position(|case| case.command.0 == bytes || case.name.0 == bytes)
    {
        return Ok(found);
    }
    let called = match arguments.redact {
        true => String::from("the command of --reference"),
        false => format!("command '{}'", wanted.to_string_lossy()),
    };
    let mut added = line_case(wanted, shell, &called)?;
    let only = arguments.output.first().filter(|_| arguments.output.len() == 1);
    added.streams = streams(arguments, only);
    list.insert(0, added);
    Ok(0)
}

#[cfg(test)]
mod tests;
