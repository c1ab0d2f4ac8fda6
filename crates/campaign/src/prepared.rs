//! What a campaign works on: programs found, files identified, the host looked at.

use crate::{CampaignError, CaseRequest, Request};
use probity_capture::Target;
use probity_host::binary::{FileMark, describe};
use probity_host::environment;
use probity_host::facts::survey;
use probity_host::program::{ResolveError, resolve};
use probity_model::{Binary, Capabilities, Environment, HostFacts, Text};
use probity_sources::{Context, Session, SubjectKind, capabilities};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Everything that is settled before the first run.
pub(crate) struct Prepared {
    pub(crate) targets: Vec<Target>,
    pub(crate) binaries: Vec<Binary>,
    pub(crate) host: HostFacts,
    pub(crate) capabilities: Capabilities,
    pub(crate) directory: Text,
    pub(crate) environment_digest: Environment,
    pub(crate) environment: Vec<Vec<u8>>,
    marks: Vec<(PathBuf, FileMark)>,
}

/// Finds the programs, identifies their files, surveys the host, opens the session.
///
/// # Errors
/// [`CampaignError::Program`], [`CampaignError::Environment`].
pub(crate) fn prepare(request: &Request) -> Result<(Prepared, Session), CampaignError> {
    let context = Context::live();
    let host = survey(&context.root, context.kernel.as_ref());
    let mut report = capabilities(&context, SubjectKind::Child, &request.selection);
    let path = std::env::var_os("PATH");
    let targets: Vec<Target> =
        request.cases.iter().map(|case| target(case, path.as_ref())).collect::<Result<_, _>>()?;
    let (mut binaries, mut marks) = (Vec::new(), Vec::new());
    for (target, case) in targets.iter().zip(&request.cases) {
        // The mark first: a file that changes while it is hashed is then seen to have changed.
        let mark = FileMark::of(&target.path).map_err(|_| vanished(case))?;
        binaries.push(describe(&target.path).map_err(|_| vanished(case))?);
        marks.push((target.path.clone(), mark));
    }
    let directory = environment::directory().map_err(CampaignError::Environment)?;
    let environment = environment::of_self();
    let mut session = Session::open(&context, SubjectKind::Child, &request.selection);
    report.session = Some(session.calibrate());
    let prepared = Prepared {
        targets,
        binaries,
        host,
        capabilities: report,
        directory: Text::new(directory.as_os_str().as_bytes()),
        environment_digest: environment::digest(&environment),
        environment,
        marks,
    };
    Ok((prepared, session))
}

fn target(case: &CaseRequest, path: Option<&OsString>) -> Result<Target, CampaignError> {
    let program = case.arguments.first().map(Vec::as_slice).unwrap_or_default();
    let found = resolve(OsStr::from_bytes(program), path.map(OsString::as_os_str));
    let path = found.map_err(|error| not_found(case, error))?;
    Ok(Target { path, arguments: case.arguments.clone(), streams: case.streams.clone() })
}

fn not_found(case: &CaseRequest, error: ResolveError) -> CampaignError {
    let program = case.arguments.first().map(Vec::as_slice).unwrap_or_default();
    let program = String::from_utf8_lossy(program).into_owned();
    CampaignError::Program { name: case.name.lossy(), program, error }
}

fn vanished(case: &CaseRequest) -> CampaignError {
    not_found(case, ResolveError::NotFound { searched_path: false })
}

impl Prepared {
    /// A program file that is not the one that was identified any more.
    pub(crate) fn changed(&self) -> Option<&Path> {
        let differs =
            |(path, mark): &&(PathBuf, FileMark)| FileMark::of(path).ok().as_ref() != Some(mark);
        self.marks.iter().find(differs).map(|(path, _)| path.as_path())
    }
}
