//! What a campaign works on but its programs: the host looked at, what observes it opened.

use crate::redaction::Redaction;
use crate::{CampaignError, Request};
use probity_host::environment;
use probity_host::facts::{CpuTimes, survey};
use probity_host::program::resolve;
use probity_model::{Capabilities, CountedRuns, Environment, HostFacts, Text};
use probity_sources::{Context, Selection, Session, SubjectKind, capabilities};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// What is settled before anything runs.
pub(crate) struct Prepared {
    pub(crate) host: HostFacts,
    pub(crate) cpu_times: CpuTimes,
    pub(crate) capabilities: Capabilities,
    pub(crate) directory: Text,
    pub(crate) environment_digest: Environment,
    pub(crate) environment: Vec<Vec<u8>>,
    /// What obeys the hooks; empty where there is none.
    pub(crate) shell: PathBuf,
    /// What stands for texts that are not to be kept; none where all are.
    pub(crate) redaction: Option<Redaction>,
}

/// What observes the runs.
pub(crate) struct Sessions {
    pub(crate) timed: Session,
    pub(crate) counted: Option<Session>,
}

/// Surveys the host, finds the shell of the hooks, opens the sessions.
///
/// # Errors
/// [`CampaignError::Shell`], [`CampaignError::Environment`].
pub(crate) fn prepare(request: &Request) -> Result<(Prepared, Sessions), CampaignError> {
    let context = Context::live();
    let host = survey(&context.root, context.kernel.as_ref());
    let mut report = capabilities(&context, SubjectKind::Child, &request.selection);
    let path = std::env::var_os("PATH");
    let shell = shell(request, path.as_ref())?;
    let directory = environment::directory().map_err(CampaignError::Environment)?;
    let environment = environment::for_programs();
    let redaction = request.redact.then(Redaction::new).transpose();
    let open = |selection: &Selection| Session::open(&context, SubjectKind::Child, selection);
    let mut timed = open(&request.selection.timed());
    report.session = Some(timed.calibrate());
    let counted = (request.counted != CountedRuns::None).then(|| open(&request.selection));
    let prepared = Prepared {
        host,
        cpu_times: CpuTimes::look(&context.root),
        capabilities: report,
        directory: Text::new(directory.as_os_str().as_bytes()),
        environment_digest: environment::digest(&environment),
        environment,
        shell,
        redaction: redaction.map_err(CampaignError::Environment)?,
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

/// The host at the end of a campaign, which knows what was stolen since its start.
pub(crate) fn host_at_end(mut host: HostFacts, start: &CpuTimes) -> HostFacts {
    host.conditions.steal = start.until(&CpuTimes::look(&Context::live().root));
    host
}
