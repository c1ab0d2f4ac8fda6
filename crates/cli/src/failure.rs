//! Why a command did not do what it was asked, and with which exit code it says so.

use probity_report::ExitCode;

/// A failed command: one line for standard error, and the code.
#[derive(Debug)]
pub(crate) struct Failure {
    /// What went wrong, naming the object and the next step.
    pub(crate) message: String,
    /// More lines, where one does not do.
    pub(crate) details: Vec<String>,
    /// The exit code.
    pub(crate) code: ExitCode,
}

impl Failure {
    /// The command line cannot be followed.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { message: message.into(), details: Vec::new(), code: ExitCode::Usage }
    }

    /// An operation failed; `doing` continues "failed to".
    pub(crate) fn operation(doing: impl std::fmt::Display) -> Self {
        Self { message: format!("failed to {doing}"), details: Vec::new(), code: ExitCode::Failed }
    }

    /// The same failure with the end of a standard error below it.
    #[must_use]
    pub(crate) fn quoting(mut self, lines: Vec<String>) -> Self {
        if !lines.is_empty() {
            self.message += "; the end of its standard error:";
            self.details.extend(lines.iter().map(|line| format!("    {line}")));
        }
        self
    }

    /// The same failure with another code.
    #[must_use]
    pub(crate) fn with(mut self, code: ExitCode) -> Self {
        self.code = code;
        self
    }
}
