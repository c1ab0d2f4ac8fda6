//! `probity validate`: is this evidence whole and true to itself?

use crate::arguments::ValidateArguments;
use crate::console;
use crate::failure::Failure;
use crate::kept::Place;
use probity_evidence::Finding;
use probity_report::{Escaped, ExitCode};

/// Validates every path and says what is wrong with each.
///
/// # Errors
/// Where the answer cannot be written.
pub(crate) fn run(arguments: &ValidateArguments) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::Ok;
    for path in &arguments.paths {
        let good = match crate::kept::find(path) {
            Ok(place) => {
                let (text, good) = answer(&place);
                console::print(&text)?;
                good
            }
            Err(failure) => {
                console::complain(&failure);
                false
            }
        };
        if !good {
            code = ExitCode::BadEvidence;
        }
    }
    Ok(code)
}

fn answer(place: &Place) -> (String, bool) {
    let path = place.path();
    let shown = Escaped::new(&path.to_string_lossy());
    match place.validate() {
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

/// The findings, as lines.
pub(crate) fn listed(findings: &[Finding]) -> String {
    fn parts(found: &Finding) -> (&str, &str, &str) {
        (found.rule.id(), &found.path, &found.detail)
    }
    probity_report::findings(findings.iter().map(parts))
}
