//! `probity validate`: is this evidence whole and true to itself?

use crate::arguments::ValidateArguments;
use crate::console;
use crate::failure::Failure;
use probity_evidence::{Finding, ValidEvidence, validate};
use probity_report::{Escaped, ExitCode};
use std::path::Path;

/// Validates every path and says what is wrong with each.
///
/// # Errors
/// Where the answer cannot be written.
pub(crate) fn run(arguments: &ValidateArguments) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::Ok;
    for path in &arguments.paths {
        let (text, good) = answer(path);
        console::print(&text)?;
        if !good {
            code = ExitCode::BadEvidence;
        }
    }
    Ok(code)
}

fn answer(path: &Path) -> (String, bool) {
    let name = path.to_string_lossy();
    let shown = Escaped::new(&name);
    match validate(path) {
        Ok(evidence) => {
            let runs = evidence.runs().len();
            match evidence.completeness().reason() {
                None => (format!("{shown}: valid, complete, {runs} runs\n"), true),
                Some(reason) => {
                    let reason = Escaped::new(reason);
                    (
                        format!("{shown}: INCOMPLETE: {reason}; {runs} runs, otherwise valid\n"),
                        false,
                    )
                }
            }
        }
        Err(findings) => (format!("{shown}: INVALID\n{}", listed(&findings)), false),
    }
}

fn listed(findings: &[Finding]) -> String {
    fn parts(found: &Finding) -> (&str, &str, &str) {
        (found.rule.id(), &found.path, &found.detail)
    }
    probity_report::findings(findings.iter().map(parts))
}

/// Reads evidence for another command, or explains why it cannot be used.
///
/// # Errors
/// With exit code 5, naming the findings.
pub(crate) fn read(path: &Path) -> Result<ValidEvidence, Failure> {
    validate(path).map_err(|findings| Failure {
        message: format!("{}: this evidence cannot be used", path.display()),
        details: listed(&findings).lines().map(str::to_owned).collect(),
        code: ExitCode::BadEvidence,
    })
}
