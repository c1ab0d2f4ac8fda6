//! Why a command line cannot be followed.

use std::fmt;

/// Why a command line cannot be followed. Shown, it is one line that names the option as it was
/// given (a flag or a variable) and the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsageError {
    /// No option is called so.
    Unknown {
        /// As it was written, with its dashes.
        option: String,
        /// The option that is at most two slips of the pen away.
        nearest: Option<String>,
    },
    /// The option stands alone.
    ValueMissing {
        /// As it was written.
        option: String,
        /// What its value is called in the help.
        placeholder: &'static str,
        /// The word that follows it, where that begins as an option does and yet is none.
        follower: Option<String>,
    },
    /// The value cannot be used.
    Value {
        /// The flag or the variable that has it.
        origin: String,
        /// As it was given.
        value: String,
        /// What is wrong, and what to give instead; a fragment.
        expected: String,
    },
    /// Two options that cannot both be followed.
    Conflict {
        /// One, as it was given.
        one: String,
        /// The other.
        other: String,
        /// Why, and what to do; a fragment.
        why: &'static str,
    },
    /// The option says nothing without another one.
    Companion {
        /// As it was given.
        origin: String,
        /// The one that is missing.
        needs: &'static str,
        /// Why; a fragment.
        why: &'static str,
    },
    /// The word means something that cannot be done.
    Reserved {
        /// As it was given.
        word: String,
        /// Why, and the next step; a fragment.
        why: &'static str,
    },
    /// An argument is not UTF-8.
    NotUtf8 {
        /// Which one: 1 is the first after the program's name.
        position: usize,
        /// What can be shown of it.
        shown: String,
    },
    /// The value of a variable is not UTF-8.
    VariableNotUtf8 {
        /// Its name.
        variable: String,
        /// What can be shown of its value.
        shown: String,
    },
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { option, nearest } => unknown(f, option, nearest.as_deref()),
            Self::ValueMissing { option, placeholder, follower } => {
                write!(f, "{option} needs a value: {option} {placeholder}")?;
                let Some(follower) = follower else { return Ok(()) };
                let follower = follower.escape_debug();
                write!(f, "; if '{follower}' is the value, write {option}='{follower}'")
            }
            Self::Value { origin, value, expected } => {
                write!(f, "{origin} '{}': {expected}", value.escape_debug())
            }
            Self::Conflict { one, other, why } => {
                write!(f, "{one} cannot be used with {other}: {why}")
            }
            Self::Companion { origin, needs, why } => write!(f, "{origin} needs {needs}: {why}"),
            Self::Reserved { word, why } => write!(f, "'{}': {why}", word.escape_debug()),
            Self::NotUtf8 { position, shown } => {
                write!(f, "argument {position} is not UTF-8: '{}'", shown.escape_debug())
            }
            Self::VariableNotUtf8 { variable, shown } => {
                write!(f, "{variable} is not UTF-8: '{}'", shown.escape_debug())
            }
        }
    }
}

fn unknown(f: &mut fmt::Formatter<'_>, option: &str, nearest: Option<&str>) -> fmt::Result {
    write!(f, "unknown option '{}'; ", option.escape_debug())?;
    if let Some(nearest) = nearest {
        write!(f, "did you mean '{nearest}'? ")?;
    }
    f.write_str("--help lists all options")
}

impl std::error::Error for UsageError {}
