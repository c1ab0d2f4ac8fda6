//! What a campaign works on: programs found, files identified, the host looked at.

use crate::{CampaignError, CaseRequest, Request};
use probity_capture::Target;
use probity_host::binary::{FileMark, describe};
use probity_host::environment;
use probity_host::facts::{CpuTimes, survey};
use probity_host::program::{ResolveError, resolve};
use probity_model::{Binary, Capabilities, CountedRuns, Environment, HostFacts, Text};
use probity_sources::{Context, Selection, Session, SubjectKind, capabilities};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Everything that is settled before the first run.
pub(crate) struct Prepared {
    pub(crate) targets: Vec<Target>,
    pub(crate) binaries: Vec<Binary>,
    pub(crate) host: HostFacts,
    pub(crate) cpu_times: CpuTimes,
    pub(crate) capabilities: Capabilities,
    pub(crate) directory: Text,
    pub(crate) environment_digest: Environment,
    pub(crate) environment: Vec<Vec<u8>>,
    /// What obeys the hooks; empty where there is none.
    pub(crate) shell: PathBuf,
    marks: Vec<(PathBuf, FileMark)>,
}

/// What observes the runs.
pub(crate) struct Sessions {
    pub(crate) timed: Session,
    pub(crate) counted: Option<Session>,
}

/// Finds the programs, identifies their files, surveys the host, opens the sessions.
///
/// # Errors
/// [`CampaignError::Program`], [`CampaignError::Shell`], [`CampaignError::Environment`].
pub(crate) fn prepare(request: &Request) -> Result<(Prepared, Sessions), CampaignError> {
    let context = Context::live();
    let host = survey(&context.root, context.kernel.as_ref());
    let mut report = capabilities(&context, SubjectKind::Child, &request.selection);
    let path = std::env::var_os("PATH");
    let (mut targets, mut binaries, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    for (place, case) in request.cases.iter().enumerate() {
        let refused = |error| not_found(request, place, error);
        let vanished = |_| refused(ResolveError::NotFound { searched_path: false });
        let target = target(case, path.as_ref()).map_err(refused)?;
        // The mark first: a file that changes while it is hashed is then seen to have changed.
        marks.push((target.path.clone(), FileMark::of(&target.path).map_err(vanished)?));
        binaries.push(describe(&target.path).map_err(vanished)?);
        targets.push(target);
    }
    let shell = shell(request, path.as_ref())?;
    let directory = environment::directory().map_err(CampaignError::Environment)?;
    let environment = environment::of_self();
    let open = |selection: &Selection| Session::open(&context, SubjectKind::Child, selection);
    let mut timed = open(&request.selection.timed());
    report.session = Some(timed.calibrate());
    let counted = (request.counted != CountedRuns::None).then(|| open(&request.selection));
    let prepared = Prepared {
        targets,
        binaries,
        host,
        cpu_times: CpuTimes::look(&context.root),
        capabilities: report,
        directory: Text::new(directory.as_os_str().as_bytes()),
        environment_digest: environment::digest(&environment),
        environment,
        shell,
        marks,
    };
    Ok((prepared, Sessions { timed, counted }))
}

/// The shell that hooks are run by, whatever the commands are run by.
fn shell(request: &Request, path: Option<&OsString>) -> Result<PathBuf, CampaignError> {
    match request.cases.iter().all(|case| case.hooks.is_empty()) {
        true => Ok(PathBuf::new()),
        false => {
            resolve(OsStr::new("sh"), path.map(OsString::as_os_str)).map_err(CampaignError::Shell)
        }
    }
}

/// What a message calls a command: its name, or its place where arguments are redacted.
fn called(request: &Request, place: usize) -> String {
    match request.redact {
        true => format!("command {}", place + 1),
        false => request.cases[place].name.lossy(),
    }
}

fn target(case: &CaseRequest, path: Option<&OsString>) -> Result<Target, ResolveError> {
    let program = case.arguments.first().map(Vec::as_slice).unwrap_or_default();
    let found = resolve(OsStr::from_bytes(program), path.map(OsString::as_os_str));
    let path = found?;
    Ok(Target { path, arguments: case.arguments.clone(), streams: case.streams.clone() })
}

fn not_found(request: &Request, place: usize, error: ResolveError) -> CampaignError {
    let program = request.cases[place].arguments.first().map(Vec::as_slice).unwrap_or_default();
    let program = String::from_utf8_lossy(program).into_owned();
    CampaignError::Program { name: called(request, place), program, error }
}

impl Prepared {
    /// A program file that is not the one that was identified any more.
    pub(crate) fn changed(&self) -> Option<&Path> {
        let differs =
            |(path, mark): &&(PathBuf, FileMark)| FileMark::of(path).ok().as_ref() != Some(mark);
        self.marks.iter().find(differs).map(|(path, _)| path.as_path())
    }
}

/// The host at the end of a campaign, which knows what was stolen since its start.
pub(crate) fn host_at_end(mut host: HostFacts, start: &CpuTimes) -> HostFacts {
    host.conditions.steal = start.until(&CpuTimes::look(&Context::live().root));
    host
}
