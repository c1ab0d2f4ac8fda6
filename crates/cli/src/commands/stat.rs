//! `probity stat`: measure a program, or compare several.

use crate::arguments::StatArguments;
use crate::cases::{Cases, cases};
use crate::console;
use crate::exports::Exports;
use crate::failure::Failure;
use crate::kept;
use crate::progress::Progress;
use probity_campaign::{
    CampaignError, CaseRequest, Event, Finished, HookCause, HookFailure, Observer, Request,
};
use probity_capture::CaptureError;
use probity_evidence::{POLICY_ID, SealCause, Shelf, too_large};
use probity_host::launch::{LaunchError, LauncherCommand};
use probity_model::{CountedRuns, Output, Policy};
use probity_report::{ExitCode, Style, TextOptions};
use probity_sources::{Context, Selection, SubjectKind};
use probity_sys::signal::Interrupts;
use std::fmt::Display;

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
    let exports = Exports::of(&arguments.exports)?;
    let request = request(arguments, &exports)?;
    let interrupts = Interrupts::install()
        .map_err(|error| Failure::operation(format_args!("watch for Ctrl-C: {error}")))?;
    let mut progress = Progress::new(arguments.quiet, inherits(&request.cases));
    let request = Request { shelf: shelf(arguments, &mut progress), ..request };
    progress.begin(&request.cases);
    let launcher = LauncherCommand { exclusive: true, ..LauncherCommand::this_program() };
    let result = probity_campaign::run(&request, &launcher, Some(&interrupts), &mut progress);
    progress.clear();
    let finished = result.map_err(|error| failed(&error))?;
    if let Some(error) = &finished.unkept {
        unkept(error, ", --out DIR another place", &mut progress);
    }
    let shown = show(arguments, &exports, &finished);
    if let Some(error) = &finished.failure {
        console::complain(&failed(error));
    }
    for failure in &finished.failed_cleanups {
        console::complain(&Failure::operation(failure).quoting(quoted(failure)));
    }
    shown?;
    Ok(outcome(&finished))
}

/// Why a campaign ended, with the end of what a hook said.
fn failed(error: &CampaignError) -> Failure {
    let quoted = match error {
        CampaignError::Hook { failure, .. } => quoted(failure),
        _ => Vec::new(),
    };
    Failure::operation(error).with(code_of(error)).quoting(quoted)
}

fn request(arguments: &StatArguments, exports: &Exports<'_>) -> Result<Request, Failure> {
    let Cases { list, reference } = cases(arguments).map_err(Failure::usage)?;
    exports.check_apart(&list, arguments.out.as_deref())?;
    if let Some(flag) = exports.on_standard_output().filter(|_| inherits(&list)) {
        return Err(Failure::usage(format!(
            "{flag} - and --output inherit (or --show-output) would mix on standard output; give \
             {flag} a file"
        )));
    }
    let (selection, counted) = observed(arguments, list.len())?;
    if let Some(refusal) = too_large(list.len(), selection.metrics().count(), 1) {
        return Err(Failure::usage(refusal));
    }
    Ok(Request {
        kind: String::from("stat"),
        cases: list,
        reference: Some(reference),
        in_order: false,
        telling: None,
        requested: arguments.limits.requested()?,
        seed: seed(arguments)?,
        policy: policy(arguments)?,
        counted,
        selection,
        ignore_failure: arguments.ignore_failure.clone().unwrap_or_default().0,
        show_output: arguments.show_output,
        redact: arguments.redact,
        out: arguments.out.clone(),
        shelf: None,
        version: crate::producer::producer().version,
    })
}

/// Whether programs write to our own streams.
fn inherits(cases: &[CaseRequest]) -> bool {
    cases.iter().any(|case| case.streams.output == Output::Inherit)
}

/// Where evidence is kept that has no place of its own; none where it is not to be kept, or where
/// there is no such place, which is said.
fn shelf(arguments: &StatArguments, progress: &mut Progress) -> Option<Shelf> {
    if arguments.no_keep || arguments.out.is_some() {
        return None;
    }
    kept::shelf().map_err(|why| unkept(&why, "", progress)).ok()
}

/// Says that evidence is not kept: nothing that was measured is lost by it.
fn unkept(why: &dyn Display, also: &str, progress: &mut Progress) {
    let notice = format!("the evidence is not kept: failed to {why}; --no-keep wants none{also}");
    progress.event(&Event::Notice(&notice));
}

/// What is observed, and when the runs are made that observe what timed runs cannot: in each block
/// where it was asked for; otherwise once in the end, which a single command can afford.
fn observed(
    arguments: &StatArguments,
    commands: usize,
) -> Result<(Selection, CountedRuns), Failure> {
    let selection = Selection::parse(arguments.metrics.as_deref())
        .map_err(|error| Failure::usage(format!("--metrics: failed to {error}")))?;
    let selection = match arguments.metrics {
        None => selection.usual(&Context::live(), SubjectKind::Child),
        Some(_) => selection,
    };
    let selection = if arguments.counters { selection.with_counters() } else { selection };
    let selection = selection.estimating(arguments.estimate);
    let selection = match &arguments.syscalls {
        Some(names) => selection
            .with_system_calls(names)
            .map_err(|error| Failure::usage(format!("--syscalls: failed to {error}")))?,
        None => selection,
    };
    if selection.is_counting() {
        return Ok((selection, CountedRuns::EachBlock));
    }
    let at_end = selection.clone().with_counters();
    match arguments.metrics.is_none() && commands == 1 && at_end.is_counting() {
        true => Ok((at_end, CountedRuns::AtEnd)),
        false => Ok((selection, CountedRuns::None)),
    }
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
fn show(
    arguments: &StatArguments,
    exports: &Exports<'_>,
    finished: &Finished,
) -> Result<(), Failure> {
    let (evidence, presentation) = (&finished.evidence, &arguments.presentation);
    let details = arguments.metrics.is_some();
    let published = finished.published.as_ref().map(|path| format!("'{}'", path.display()));
    let kept = published.or_else(|| finished.kept.as_ref().map(|_| String::from("last")));
    let written = exports.write(evidence, presentation, details, kept.as_deref());
    let mut printed = Ok(());
    if arguments.quiet || exports.on_standard_output().is_some() {
        complain(finished);
    } else {
        let document = presentation.document(evidence);
        let campaign = presentation.campaign(evidence, &document);
        let style = if console::wants_colour() { Style::Ansi } else { Style::Plain };
        printed = console::print(&probity_report::text(campaign, TextOptions { style, details }));
    }
    if !arguments.quiet {
        exports.tell_what_cannot_be_said(evidence);
        tell_where(finished);
    }
    written.and(printed)
}

/// Says where the evidence is: of its place on the shelf to a person only, unless it is incomplete.
/// Then somebody will ask, and perhaps of a log.
fn tell_where(finished: &Finished) {
    if let Some(path) = &finished.published {
        console::say(&format!("evidence: {}", path.display()));
    }
    if let Some(name) = &finished.kept {
        let line = format!("kept as {name}: probity report last, probity list");
        match finished.evidence.completeness().is_complete() {
            true => console::whisper(&line),
            false => console::say(&line),
        }
    }
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
    if let Some(error) = &finished.failure {
        return code_of(error);
    }
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
        CampaignError::Run {
            error: CaptureError::Launch(LaunchError::Execute(_) | LaunchError::Missing(_)),
            ..
        } => ExitCode::ProgramFailed,
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
