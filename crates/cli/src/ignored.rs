//! Reading which failures are ignored.

use clap::builder::{TypedValueParser, ValueParserFactory};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, Command, Error};
use probity_model::IgnoredFailures;
use std::collections::BTreeSet;
use std::ffi::OsStr;

/// Every failure, by its name.
pub(crate) const ALL: &str = "all-non-zero";

/// The value of `--ignore-failure`, of the command line or of its variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ignored(pub(crate) IgnoredFailures);

impl ValueParserFactory for Ignored {
    type Parser = IgnoredParser;

    fn value_parser() -> Self::Parser {
        IgnoredParser
    }
}

/// Reads it, knowing where it comes from: in a variable `1` and `0` are yes and no, as everywhere;
/// on the command line they are exit codes, as for hyperfine.
#[derive(Clone)]
pub(crate) struct IgnoredParser;

impl TypedValueParser for IgnoredParser {
    type Value = Ignored;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Ignored, Error> {
        self.parse_ref_(command, argument, value, ValueSource::CommandLine)
    }

    fn parse_ref_(
        &self,
        command: &Command,
        _: Option<&Arg>,
        value: &OsStr,
        source: ValueSource,
    ) -> Result<Ignored, Error> {
        let text = value.to_string_lossy();
        let word = match source {
            ValueSource::EnvVariable => word(&text.to_ascii_lowercase()),
            _ => None,
        };
        word.or_else(|| codes(&text)).map(Ignored).ok_or_else(|| {
            let why = format!(
                "--ignore-failure '{text}': give exit codes from 1 to 255 with commas between \
                 them, or {ALL}\n"
            );
            Error::raw(ErrorKind::InvalidValue, why).with_cmd(command)
        })
    }
}

/// What a variable says by a word; the words of "no" are those of clap's `FalseyValueParser`.
fn word(text: &str) -> Option<IgnoredFailures> {
    match text {
        "" | "n" | "no" | "f" | "false" | "off" | "0" => Some(IgnoredFailures::None),
        "y" | "yes" | "t" | "true" | "on" | "1" => Some(IgnoredFailures::All),
        _ => None,
    }
}

fn codes(text: &str) -> Option<IgnoredFailures> {
    if text == ALL {
        return Some(IgnoredFailures::All);
    }
    let code = |code: &str| code.trim().parse().ok().filter(|&code| code > 0);
    let codes: Option<BTreeSet<u8>> = text.split(',').map(code).collect();
    codes.map(IgnoredFailures::Codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_what_is_none_is_refused() {
        let some = |codes: &[u8]| Some(IgnoredFailures::Codes(codes.iter().copied().collect()));
        assert_eq!(codes("all-non-zero"), Some(IgnoredFailures::All));
        assert_eq!(codes("1"), some(&[1]));
        assert_eq!(codes("3, 1,255"), some(&[1, 3, 255]));
        for bad in ["", "0", "256", "1,", "-1", "true", "a"] {
            assert_eq!(codes(bad), None, "{bad}");
        }
    }
}
