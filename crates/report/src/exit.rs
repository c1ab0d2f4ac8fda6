//! The one table of exit codes.

/// How a command of Probity ends. The numbers are a contract with scripts: they never change their
/// meaning. The book's page on exit codes says the same, which a test compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExitCode {
    /// Everything asked for was done.
    Ok,
    /// An operation failed.
    Failed,
    /// The command line cannot be followed.
    Usage,
    /// A command that gates found a shown regression.
    Regression,
    /// A gate could not decide.
    Undecided,
    /// Evidence is invalid, or incomplete where whole evidence is needed.
    BadEvidence,
    /// A required capability or host class is absent.
    Incapable,
    /// The measured program failed, or could not be started.
    ProgramFailed,
    /// This command does not exist on this operating system.
    WrongOs,
    /// The user interrupted it.
    Interrupted,
}

impl ExitCode {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Ok,
        Self::Failed,
        Self::Usage,
        Self::Regression,
        Self::Undecided,
        Self::BadEvidence,
        Self::Incapable,
        Self::ProgramFailed,
        Self::WrongOs,
        Self::Interrupted,
    ];

    /// The number a shell sees.
    pub fn code(self) -> u8 {
        match self {
            Self::Ok => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Regression => 3,
            Self::Undecided => 4,
            Self::BadEvidence => 5,
            Self::Incapable => 6,
            Self::ProgramFailed => 7,
            Self::WrongOs => 77,
            Self::Interrupted => 130,
        }
    }

    /// What it means, as the book's table says it.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Ok => "done, whatever the verdict of a command that does not gate",
            Self::Failed => {
                "an operation failed: a full disk, an unwritable path; or a check of `selftest`"
            }
            Self::Usage => "the command line cannot be followed",
            Self::Regression => "a regression is shown (only commands that gate)",
            Self::Undecided => "a gate could not decide: inconclusive or incomparable",
            Self::BadEvidence => "the evidence is invalid or incomplete",
            Self::Incapable => "a required capability or host class is absent",
            Self::ProgramFailed => "the measured program failed or could not be started",
            Self::WrongOs => "this command does not exist on this operating system",
            Self::Interrupted => "interrupted; what was measured until then is kept as incomplete",
        }
    }
}
