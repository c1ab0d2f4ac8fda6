//! `probity stat`: measure a program, or compare several.

use crate::arguments::StatArguments;
use crate::cases::{Cases, cases};
use crate::console::{self, Progress};
use crate::failure::Failure;
use probity_campaign::{CampaignError, Finished, HookCause, HookFailure, Request};
use probity_capture::CaptureError;
use probity_evidence::{MAX_BLOCKS, POLICY_ID, SealCause, too_large};
use probity_host::launch::{LaunchError, LauncherCommand};
use probity_model::{CountedRuns, Output, Policy, Requested};
use probity_report::{Campaign, ExitCode, Style, TextOptions};
use probity_sources::Selection;
use probity_sys::signal::Interrupts;
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Fewest blocks that are planned when nothing else is asked for.
const MIN_RUNS: u64 = 10;
/// Lines of a failed hook's standard error that are shown, and columns of each.
const QUOTED_LINES: usize = 10;
const QUOTED_COLUMNS: usize = 160;
/// The default practical limit, in percent.
const LIMIT_PERCENT: f64 = 1.0;

/// Runs a campaign and shows it.
///
/// # Errors
/// Where the command line cannot be followed, a program cannot be started, or something cannot be
/// written.
pub(crate) fn run(arguments: &StatArguments) -> Result<ExitCode, Failure> {
    let request = request(arguments)?;
    check_destinations(arguments)?;
    let interrupts = Interrupts::install()
        .map_err(|error| Failure::operation(format_args!("watch for Ctrl-C: {error}")))?;
    let mut progress = Progress::new(arguments.quiet);
    let launcher = LauncherCommand::this_program();
    let result = probity_campaign::run(&request, &launcher, Some(&interrupts), &mut progress);
    progress.clear();
    let finished = result.map_err(|error| {
        let code = code_of(&error);
        let quoted = match &error {
            CampaignError::Hook { failure, .. } => quoted(failure),
            _ => Vec::new(),
        };
        Failure::operation(error).with(code).quoting(quoted)
    })?;
    let shown = show(arguments, &finished);
    for failure in &finished.failed_cleanups {
        console::complain(&Failure::operation(failure).quoting(quoted(failure)));
    }
    shown?;
    Ok(outcome(&finished))
}

fn request(arguments: &StatArguments) -> Result<Request, Failure> {
    let Cases { list, reference } = cases(arguments).map_err(Failure::usage)?;
    let inherits = list.iter().any(|case| case.streams.output == Output::Inherit);
    if inherits && is_standard_output(arguments) {
        return Err(Failure::usage(
            "--json - and --output inherit (or --show-output) would mix on standard output; give \
             --json a file",
        ));
    }
    let (selection, counted) = observed(arguments, list.len())?;
    if let Some(refusal) = too_large(list.len(), selection.metrics().count(), 1) {
        return Err(Failure::usage(refusal));
    }
    Ok(Request {
        kind: String::from("stat"),
        cases: list,
        reference,
        requested: requested(arguments)?,
        seed: seed(arguments)?,
        policy: policy(arguments)?,
        counted,
        selection,
        ignore_failure: arguments.ignore_failure.clone().unwrap_or_default().0,
        show_output: arguments.show_output,
        redact: arguments.redact,
        out: arguments.out.clone(),
        version: crate::producer::producer().version,
    })
}

/// What is observed, and when the runs are made that observe what timed runs cannot: in each block
/// where it was asked for; otherwise once in the end, which a single command can afford.
fn observed(
    arguments: &StatArguments,
    commands: usize,
) -> Result<(Selection, CountedRuns), Failure> {
    let selection = Selection::parse(arguments.metrics.as_deref())
        .map_err(|error| Failure::usage(format!("--metrics: failed to {error}")))?;
    let selection = if arguments.counters { selection.with_counters() } else { selection };
    if selection.is_counting() {
        return Ok((selection, CountedRuns::EachBlock));
    }
    let at_end = selection.clone().with_counters();
    match arguments.metrics.is_none() && commands == 1 && at_end.is_counting() {
        true => Ok((at_end, CountedRuns::AtEnd)),
        false => Ok((selection, CountedRuns::None)),
    }
}

fn requested(arguments: &StatArguments) -> Result<Requested, Failure> {
    for (flag, value) in [
        ("--runs", arguments.runs),
        ("--min-runs", arguments.min_runs),
        ("--max-runs", arguments.max_runs),
        ("--warmup", arguments.warmup.filter(|&sweeps| sweeps > 0)),
    ] {
        match value {
            Some(0) => {
                return Err(Failure::usage(format!("{flag} 0: at least one run is needed")));
            }
            Some(many) if many > MAX_BLOCKS => {
                return Err(Failure::usage(format!("{flag} {many}: at most {MAX_BLOCKS}")));
            }
            _ => {}
        }
    }
    if arguments.warmup == Some(0) && arguments.runs.is_none() && arguments.budget.is_some() {
        return Err(Failure::usage(
            "--budget needs a warm-up run to learn how long a run takes: leave out --warmup 0, \
             or give --runs",
        ));
    }
    let min_runs = arguments.min_runs.unwrap_or(MIN_RUNS);
    if let (Some(min), Some(max)) = (arguments.min_runs, arguments.max_runs)
        && min > max
    {
        return Err(Failure::usage(format!("--min-runs {min} is more than --max-runs {max}")));
    }
    let budget_ns = match arguments.budget {
        None => None,
        Some(seconds) if seconds > 0.0 && seconds < 1e9 => Some((seconds * 1e9) as u64),
        Some(seconds) => {
            return Err(Failure::usage(format!("--budget {seconds}: give a number of seconds")));
        }
    };
    Ok(Requested {
        runs: arguments.runs,
        min_runs,
        max_runs: arguments.max_runs,
        warmup: arguments.warmup,
        budget_ns,
    })
}

fn seed(arguments: &StatArguments) -> Result<u64, Failure> {
    match arguments.seed {
        Some(seed) => Ok(seed),
        // 32 bits are plenty for an order, and short enough to type again.
        None => probity_sys::file::random_bytes::<4>()
            .map(|bytes| u64::from(u32::from_ne_bytes(bytes)))
            .map_err(|error| Failure::operation(format_args!("draw a seed: {error}"))),
    }
}

fn policy(arguments: &StatArguments) -> Result<Policy, Failure> {
    let percent = arguments.limit.unwrap_or(LIMIT_PERCENT);
    if !(percent.is_finite() && (0.0..100.0).contains(&percent)) {
        return Err(Failure::usage(format!(
            "--limit {percent}: give a percentage from 0 up to 100, such as 1"
        )));
    }
    Ok(Policy {
        id: POLICY_ID.to_owned(),
        practical_limit: percent / 100.0,
        alpha: 0.05,
        metrics: vec![Selection::elapsed()],
    })
}

/// Shows the result everywhere it was asked for; a place that fails costs no other place.
fn show(arguments: &StatArguments, finished: &Finished) -> Result<(), Failure> {
    let evidence = &finished.evidence;
    let written = match &arguments.json {
        None => Ok(()),
        Some(path) => probity_report::json(&evidence.document_with_runs())
            .map_err(|error| Failure::operation(format_args!("write JSON: {error}")))
            .and_then(|json| match is_standard_output(arguments) {
                true => console::print(&json),
                false => write_file(path, json.as_bytes()),
            }),
    };
    let page = arguments.html.as_deref().map_or(Ok(()), |path| {
        write_file(path, probity_report::html(Campaign::from(evidence)).as_bytes())
    });
    let mut printed = Ok(());
    if arguments.quiet || is_standard_output(arguments) {
        complain(finished);
    } else {
        let campaign = Campaign::from(evidence);
        let style = if console::wants_colour() { Style::Ansi } else { Style::Plain };
        let details = arguments.metrics.is_some();
        printed = console::print(&probity_report::text(campaign, TextOptions { style, details }));
    }
    if let Some(path) = finished.published.as_ref().filter(|_| !arguments.quiet) {
        console::say(&format!("evidence: {}", path.display()));
    }
    written.and(page).and(printed)
}

/// Says what the table would have said of an exit code other than 0.
fn complain(finished: &Finished) {
    for case in &finished.evidence.document().cases {
        if let Some(failure) = case.failure.as_ref().filter(|failure| !failure.ignored) {
            let (name, exit, run) = (case.name.lossy(), failure.exit, failure.run);
            console::say(&format!("probity: '{name}' failed: {exit} in run {run}"));
        }
    }
    if let Some(reason) = finished.evidence.completeness().reason() {
        console::say(&format!("probity: incomplete: {reason}"));
    }
}

/// Whether the document is to go to standard output.
fn is_standard_output(arguments: &StatArguments) -> bool {
    arguments.json.as_deref() == Some(Path::new("-"))
}

/// Refuses, before anything is measured, files that would replace each other or cannot be made.
fn check_destinations(arguments: &StatArguments) -> Result<(), Failure> {
    let json = arguments.json.as_deref().filter(|_| !is_standard_output(arguments));
    let html = arguments.html.as_deref();
    if json.is_some() && json == html {
        return Err(Failure::usage("--json and --html name one file; give each its own"));
    }
    json.into_iter().chain(html).try_for_each(check_destination)
}

/// Refuses a place for a file that is seen to take none.
fn check_destination(path: &Path) -> Result<(), Failure> {
    let refused = |why: std::fmt::Arguments<'_>| {
        Err(Failure::operation(format_args!("write {}: {why}", path.display())))
    };
    if path.is_dir() {
        return refused(format_args!("it is a directory; name a file"));
    }
    let directory = directory_of(path);
    if directory.is_dir() {
        return Ok(());
    }
    refused(format_args!("there is no directory {}; create it first", directory.display()))
}

/// The directory that `path` names a file in.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Replaces `path` by the new content in one step: whoever reads it sees the old or the new.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| {
        Failure::operation(format_args!("write {}: {error}", path.display()))
    };
    // Devices and pipes (/dev/stdout, a FIFO) cannot be renamed over.
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return std::fs::write(path, bytes).map_err(failed);
    }
    // As any new file: what the umask leaves of these bits.
    let readable = Permissions::from_mode(0o666);
    let mut file = tempfile::Builder::new()
        .permissions(readable)
        .tempfile_in(directory_of(path))
        .map_err(failed)?;
    file.write_all(bytes).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// The last lines that a failed hook wrote to its standard error.
fn quoted(failure: &HookFailure) -> Vec<String> {
    let HookCause::Ended { stderr_tail: Some(tail), .. } = &failure.cause else {
        return Vec::new();
    };
    let text = tail.lossy();
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let last = lines.iter().skip(lines.len().saturating_sub(QUOTED_LINES));
    last.map(|line| line.chars().take(QUOTED_COLUMNS).collect()).collect()
}

fn outcome(finished: &Finished) -> ExitCode {
    if finished.interrupted {
        return ExitCode::Interrupted;
    }
    if !finished.failed_cleanups.is_empty() {
        return ExitCode::Failed;
    }
    let cases = &finished.evidence.document().cases;
    let failed = |failure: &probity_model::CaseFailure| !failure.ignored;
    if cases.iter().any(|case| case.failure.as_ref().is_some_and(failed)) {
        ExitCode::ProgramFailed
    } else if finished.evidence.completeness().is_complete() {
        ExitCode::Ok
    } else {
        ExitCode::BadEvidence
    }
}

fn code_of(error: &CampaignError) -> ExitCode {
    match error {
        CampaignError::Program { .. } => ExitCode::ProgramFailed,
        CampaignError::Run { error: CaptureError::Launch(LaunchError::Execute(_)), .. } => {
            ExitCode::ProgramFailed
        }
        CampaignError::Seal(seal) => match seal.cause {
            SealCause::Invalid(_) => ExitCode::BadEvidence,
            SealCause::Staging(_) | SealCause::Render(_) => ExitCode::Failed,
        },
        CampaignError::Interrupted => ExitCode::Interrupted,
        CampaignError::TooLarge { .. } => ExitCode::Usage,
        CampaignError::Launcher(_)
        | CampaignError::Run { .. }
        | CampaignError::Shell(_)
        | CampaignError::Hook { .. }
        | CampaignError::Environment(_)
        | CampaignError::Staging(_)
        | CampaignError::Temporary(_)
        | CampaignError::Record { .. } => ExitCode::Failed,
    }
}
