//! The command line.

mod limits;

use crate::cases::parameters::ParameterArguments;
use crate::exports::ExportArguments;
use crate::ignored::{self, Ignored};
use crate::presentation::PresentationArguments;
use clap::builder::FalseyValueParser;
use clap::{Args, Parser, Subcommand};
use limits::LimitArguments;
use std::ffi::OsString;
use std::path::PathBuf;

/// Measures programs and says what each number is worth.
#[derive(Debug, Parser)]
#[command(name = "probity", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Measure a program, or compare several
    Stat(Box<StatArguments>),
    /// Check evidence: structure, hashes, plan, and every derived number rebuilt
    Validate(ValidateArguments),
    /// List the evidence that was kept, newest first
    List(ListArguments),
    /// Show evidence again, if it is valid
    Report(ReportArguments),
    /// Say what can be measured on this machine, and why the rest cannot
    Doctor(DoctorArguments),
    /// List the metrics, and which of them can be had on this machine
    Metrics(MetricsArguments),
    /// Check the instrument by itself, on this machine: pass, fail or cannot tell
    Selftest(SelftestArguments),
}

/// Arguments of `probity stat`.
#[derive(Debug, Args)]
#[command(after_help = "EXAMPLES:\n  probity stat -- gzip -9 -kc big.txt\n  \
                  probity stat 'gzip -1 -kc big.txt' 'gzip -9 -kc big.txt' --out gzip.probity\n  \
                  probity stat --shell default 'seq 100000 | wc -l'\n\n\
                  EXIT CODES: 0 measured, whatever the verdict; 1 an operation failed; 2 usage; \
                  5 invalid evidence; 7 a measured program failed; 130 interrupted")]
pub(crate) struct StatArguments {
    /// Command lines, split into words as a shell would; two or more are compared
    #[arg(value_name = "COMMAND")]
    pub(crate) commands: Vec<OsString>,

    /// One program with its arguments, passed on byte for byte
    #[arg(last = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<OsString>,

    /// How many runs.
    #[command(flatten)]
    pub(crate) limits: LimitArguments,

    /// Run command lines by this shell, with -c; 'default' is sh, 'none' is no shell
    #[arg(short = 'S', long, value_name = "NAME", env = "PROBITY_SHELL")]
    pub(crate) shell: Option<OsString>,

    /// Standard input of the programs: 'null' or a file [default: null]
    #[arg(long, value_name = "FILE", env = "PROBITY_INPUT")]
    pub(crate) input: Option<OsString>,

    /// Their standard output: 'null', 'pipe', 'inherit' or a file; once, or once per command
    /// [default: null]
    #[arg(long, value_name = "WHERE", env = "PROBITY_OUTPUT")]
    pub(crate) output: Vec<OsString>,

    /// Run command lines by no shell, whatever --shell says
    #[arg(short = 'N')]
    pub(crate) no_shell: bool,

    /// Show output and error of the programs and of the hooks
    #[arg(long, env = "PROBITY_SHOW_OUTPUT", value_parser = FalseyValueParser::new())]
    pub(crate) show_output: bool,

    /// Shell command before the first run of all; what it leaves running lives until the cleanup.
    /// This and the other hooks: once for all commands, or once per command
    #[arg(short, long, value_name = "CMD", env = "PROBITY_SETUP")]
    pub(crate) setup: Vec<OsString>,

    /// Shell command before each run of a command
    #[arg(short, long, value_name = "CMD", env = "PROBITY_PREPARE")]
    pub(crate) prepare: Vec<OsString>,

    /// Shell command after each run of a command
    #[arg(short = 'C', long, value_name = "CMD", env = "PROBITY_CONCLUDE")]
    pub(crate) conclude: Vec<OsString>,

    /// Shell command after the last run of all, whatever came of them
    #[arg(short, long, value_name = "CMD", env = "PROBITY_CLEANUP")]
    pub(crate) cleanup: Vec<OsString>,

    /// Go on measuring a program that fails, and use its failed runs too; with CODES only if it
    /// exits with one of these
    #[arg(
        short,
        long,
        value_name = "CODES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ignored::ALL,
        env = "PROBITY_IGNORE_FAILURE"
    )]
    pub(crate) ignore_failure: Option<Ignored>,

    /// A name for a command; once per command (with parameters: once, or once per case)
    #[arg(short = 'n', long = "command-name", value_name = "NAME", env = "PROBITY_COMMAND_NAME")]
    pub(crate) names: Vec<OsString>,

    /// Parameters that make several cases of each command.
    #[command(flatten)]
    pub(crate) parameters: ParameterArguments,

    /// The command to judge against: one of them (by its text or name), or one more
    #[arg(long, value_name = "COMMAND", env = "PROBITY_REFERENCE")]
    pub(crate) reference: Option<OsString>,

    /// A difference must exceed so many percent to be called one, as 1 or 1% [default: 1]
    #[arg(
        long,
        value_name = "PERCENT",
        env = "PROBITY_LIMIT",
        allow_negative_numbers = true,
        value_parser = percent
    )]
    pub(crate) limit: Option<f64>,

    /// Seed of the order inside blocks [default: random, and recorded]
    #[arg(long, value_name = "N", env = "PROBITY_SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Metrics to observe and show: ids, globs with *, groups, commas, or 'all'
    #[arg(long, value_name = "LIST", env = "PROBITY_METRICS")]
    pub(crate) metrics: Option<String>,

    /// Count events of the CPU and the kernel too, in runs of their own: one of each command and
    /// block
    #[arg(long, env = "PROBITY_COUNTERS", value_parser = FalseyValueParser::new())]
    pub(crate) counters: bool,

    /// Estimate a count, and mark it (≈), where its counter was on the hardware for a part of the
    /// time; otherwise it is absent
    #[arg(long, env = "PROBITY_ESTIMATE", value_parser = FalseyValueParser::new())]
    pub(crate) estimate: bool,

    /// Count system calls too, in the same runs: all together, and each by name; with NAMES only
    /// those (globs with *, commas)
    #[arg(
        long,
        value_name = "NAMES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "*",
        env = "PROBITY_SYSCALLS"
    )]
    pub(crate) syscalls: Option<String>,

    /// Keep the evidence in this new directory
    #[arg(long, value_name = "DIR", env = "PROBITY_OUT")]
    pub(crate) out: Option<PathBuf>,

    /// Keep no evidence in your state directory, where it is kept unless --out names a place
    #[arg(long, env = "PROBITY_NO_KEEP", value_parser = FalseyValueParser::new())]
    pub(crate) no_keep: bool,

    /// Keep no arguments of the commands, and no hooks: equal ones become equal tokens
    #[arg(long, env = "PROBITY_REDACT", value_parser = FalseyValueParser::new())]
    pub(crate) redact: bool,

    /// Files the result is written to.
    #[command(flatten)]
    pub(crate) exports: ExportArguments,

    /// How tables show it.
    #[command(flatten)]
    pub(crate) presentation: PresentationArguments,

    /// Print no table, no progress and no notices; errors are still printed
    #[arg(long, env = "PROBITY_QUIET", value_parser = FalseyValueParser::new())]
    pub(crate) quiet: bool,
}

/// Arguments of `probity validate`.
#[derive(Debug, Args)]
pub(crate) struct ValidateArguments {
    /// Evidence directories; or 'last', 'last~1', or what a name in `probity list` begins with
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
}

/// Arguments of `probity list`.
#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// Show so many, the newest
    #[arg(short, long, value_name = "N", default_value_t = 20)]
    pub(crate) number: usize,

    /// Show all of them
    #[arg(long, conflicts_with = "number")]
    pub(crate) all: bool,

    /// The list as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `probity report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    /// The evidence directory; or 'last', 'last~1', or what a name in `probity list` begins with
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,

    /// The whole document as JSON
    #[arg(long, group = "format")]
    pub(crate) json: bool,

    /// A Markdown table
    #[arg(long, group = "format")]
    pub(crate) markdown: bool,

    /// A page for a browser
    #[arg(long, group = "format")]
    pub(crate) html: bool,

    /// A table for a spreadsheet
    #[arg(long, group = "format")]
    pub(crate) csv: bool,

    /// The document that hyperfine's scripts read
    #[arg(long, group = "format")]
    pub(crate) hyperfine: bool,

    /// How tables show it.
    #[command(flatten)]
    pub(crate) presentation: PresentationArguments,
}

/// Arguments of `probity doctor`.
#[derive(Debug, Args)]
pub(crate) struct DoctorArguments {
    /// Measure what looking costs here too: clocks, counters, system calls
    #[arg(long, env = "PROBITY_COSTS", value_parser = FalseyValueParser::new())]
    pub(crate) costs: bool,

    /// Also see whether energy counters repeat themselves, idle and at known work (some seconds)
    #[arg(long, env = "PROBITY_CALIBRATE", value_parser = FalseyValueParser::new())]
    pub(crate) calibrate: bool,
    /// The report as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `probity metrics`.
#[derive(Debug, Args)]
pub(crate) struct MetricsArguments {
    /// Which metrics: ids, globs with *, groups, or 'all', as for 'stat --metrics' [default: all]
    #[arg(value_name = "PATTERN")]
    pub(crate) patterns: Vec<String>,

    /// The whole descriptors as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `probity selftest`.
#[derive(Debug, Args)]
#[command(
    after_help = "EXIT CODES: 0 no check fails, although some may not be able to tell; 1 one \
                  fails, or an operation failed; 2 usage"
)]
pub(crate) struct SelftestArguments {
    /// Write the record, with every number behind every verdict, as JSON to this file, or to
    /// standard output for '-'
    #[arg(long, value_name = "FILE", env = "PROBITY_JSON")]
    pub(crate) json: Option<PathBuf>,
}

/// A percentage, with its sign or without.
fn percent(text: &str) -> Result<f64, std::num::ParseFloatError> {
    text.trim_end().strip_suffix('%').unwrap_or(text).trim().parse()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_long_flag_of_stat_is_an_environment_variable_too() {
        let command = Arguments::command();
        let stat = command.find_subcommand("stat").unwrap();
        for argument in stat.get_arguments() {
            let Some(long) = argument.get_long().filter(|long| *long != "help") else { continue };
            let expected = format!("PROBITY_{}", long.to_uppercase().replace('-', "_"));
            assert_eq!(argument.get_env().and_then(|name| name.to_str()), Some(&*expected));
        }
    }
}
