//! `probity selftest`: the instrument checks itself on this machine.

use crate::arguments::SelftestArguments;
use crate::console;
use crate::failure::Failure;
use probity_host::destination::Destination;
use probity_host::facts::survey;
use probity_host::launch::LauncherCommand;
use probity_model::{Check, CheckVerdict, DOCUMENT_SCHEMA, SelfTest};
use probity_report::{ExitCode, Style};
use probity_selftest::{CHECKS, Live, Work, check};
use probity_sources::{Context, Selection, SubjectKind, capabilities};
use std::path::Path;

/// Makes all checks and shows what came of them. Changes nothing on the machine.
///
/// # Errors
/// Where the record cannot be written.
pub(crate) fn run(arguments: &SelftestArguments) -> Result<ExitCode, Failure> {
    let unwritten = |path: &Path, error: &dyn std::fmt::Display| {
        Failure::operation(format_args!("write {}: {error}", path.display()))
    };
    let place = match arguments.json.as_deref() {
        None => None,
        Some(path) if path == Path::new("-") => Some((path, Destination::StandardOutput)),
        Some(path) => {
            let place = Destination::of(path).map_err(|error| unwritten(path, &error))?;
            if let Destination::File(file) = &place {
                file.check().map_err(|error| unwritten(path, &error))?;
            }
            Some((path, place))
        }
    };
    let selftest = selftest();
    let json = || {
        probity_report::selftest::json(&selftest)
            .map_err(|error| Failure::operation(format_args!("write JSON: {error}")))
    };
    match &place {
        Some((_, Destination::StandardOutput)) => console::print(&json()?)?,
        Some((path, Destination::File(file))) => {
            file.write(json()?.as_bytes()).map_err(|error| unwritten(path, &error))?;
            show(&selftest)?;
        }
        None => show(&selftest)?,
    }
    Ok(code(&selftest.checks))
}

/// A check that cannot tell is no fault of the instrument's.
fn code(checks: &[Check]) -> ExitCode {
    match checks.iter().any(|check| check.verdict == CheckVerdict::Fail) {
        true => ExitCode::Failed,
        false => ExitCode::Ok,
    }
}

fn show(selftest: &SelfTest) -> Result<(), Failure> {
    let style = if console::wants_colour() { Style::Ansi } else { Style::Plain };
    console::print(&probity_report::selftest::text(selftest, style))
}

fn selftest() -> SelfTest {
    let context = Context::live();
    let host = survey(&context.root, context.kernel.as_ref());
    let capabilities = capabilities(&context, SubjectKind::Child, &Selection::all());
    let bench = Live::new(context, LauncherCommand::this_program());
    let checks = CHECKS.iter().map(|definition| check(definition, &bench)).collect();
    SelfTest {
        schema: DOCUMENT_SCHEMA,
        kind: "selftest".to_owned(),
        probity: crate::producer::producer(),
        host,
        capabilities,
        checks,
    }
}

/// Does known work where this process was started for it, and says how it ended.
pub(crate) fn known_work() -> Option<ExitCode> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let work = Work::parse(&arguments)?;
    Some(match work.perform() {
        Ok(()) => ExitCode::Ok,
        Err(error) => {
            console::say(&format!("probity: known work could not be done: {error}"));
            ExitCode::Failed
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(verdict: CheckVerdict) -> Check {
        let text = || "it".to_owned();
        let (seen, required) = (Vec::new(), Vec::new());
        let (id, shows, reason, remedy) = (text(), text(), text(), None);
        Check { id, shows, verdict, reason, remedy, seen, required, took_ns: 1 }
    }

    #[test]
    fn only_a_failed_check_fails_the_command() {
        use CheckVerdict::{CannotTell, Fail, Pass};
        for (verdicts, expected) in [
            (&[][..], ExitCode::Ok),
            (&[Pass, CannotTell], ExitCode::Ok),
            (&[CannotTell], ExitCode::Ok),
            (&[Pass, Fail, CannotTell], ExitCode::Failed),
        ] {
            let checks: Vec<Check> = verdicts.iter().map(|verdict| check(*verdict)).collect();
            assert_eq!(code(&checks), expected, "{verdicts:?}");
        }
    }
}
