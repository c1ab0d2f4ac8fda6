//! The command `probity`: arguments in, text and exit code out.

mod arguments;
mod cases;
mod commands;
mod console;
mod exports;
mod failure;
mod ignored;
mod kept;
mod presentation;
mod producer;
mod progress;
mod words;

use arguments::{Arguments, Command};
use clap::Parser;
use probity_report::ExitCode;

fn main() -> std::process::ExitCode {
    let code = if commands::launcher::is_asked_for() {
        commands::launcher::run()
    } else if let Some(code) = commands::selftest::known_work() {
        code
    } else {
        match Arguments::try_parse() {
            Ok(arguments) => obey(arguments.command),
            Err(error) => console::explain(&error),
        }
    };
    std::process::ExitCode::from(code.code())
}

fn obey(command: Command) -> ExitCode {
    let result = match command {
        Command::Stat(arguments) => commands::stat::run(&arguments),
        Command::Validate(arguments) => commands::validate::run(&arguments),
        Command::List(arguments) => commands::list::run(&arguments),
        Command::Report(arguments) => commands::report::run(&arguments),
        Command::Doctor(arguments) => commands::doctor::run(&arguments),
        Command::Metrics(arguments) => commands::metrics::run(&arguments),
        Command::Selftest(arguments) => commands::selftest::run(&arguments),
    };
    result.unwrap_or_else(|failure| console::complain(&failure))
}
