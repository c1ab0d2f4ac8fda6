//! The programs of a campaign: found, identified, and watched for change.

use crate::{CampaignError, CaseRequest, Request};
use probity_capture::Target;
use probity_host::binary::{FileMark, describe};
use probity_host::program::{ResolveError, resolve};
use probity_model::{Binary, HookKind};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// One program, and the file that is it.
struct Program {
    target: Target,
    binary: Binary,
    mark: FileMark,
}

/// The programs of all cases, in their order. One that hooks have yet to make is not known.
pub(crate) struct Programs {
    known: Vec<Option<Program>>,
    /// The value of PATH.
    path: Option<OsString>,
    /// The first change that was seen, for people.
    change: Option<String>,
}

impl Programs {
    /// Looks for the programs before anything runs. With setups to come one may be missing.
    ///
    /// # Errors
    /// [`CampaignError::Program`].
    pub(crate) fn find(request: &Request) -> Result<Self, CampaignError> {
        let known = request.cases.iter().map(|_| None).collect();
        let mut programs = Self { known, path: std::env::var_os("PATH"), change: None };
        programs.look_for_all(request, has_setup(request))?;
        Ok(programs)
    }

    /// Looks again after the setups, which may have made them. What they left alone is not read
    /// again: a setup that emptied the page cache has then emptied it of the programs too.
    ///
    /// # Errors
    /// [`CampaignError::Program`].
    pub(crate) fn find_again(&mut self, request: &Request) -> Result<(), CampaignError> {
        if has_setup(request) { self.look_for_all(request, false) } else { Ok(()) }
    }

    fn look_for_all(&mut self, request: &Request, later: bool) -> Result<(), CampaignError> {
        for (place, case) in request.cases.iter().enumerate() {
            if let Err(error) = self.look_for(case, place) {
                if !later && !may_be_prepared(case, &error) {
                    return Err(not_found(request, place, error));
                }
                self.known[place] = None;
            }
        }
        Ok(())
    }

    /// Makes sure that the program of a case is known, now that its prepare has run.
    ///
    /// # Errors
    /// [`CampaignError::Program`].
    pub(crate) fn know(&mut self, request: &Request, place: usize) -> Result<(), CampaignError> {
        match self.known[place] {
            Some(_) => Ok(()),
            None => self
                .look_for(&request.cases[place], place)
                .map_err(|error| not_found(request, place, error)),
        }
    }

    fn look_for(&mut self, case: &CaseRequest, place: usize) -> Result<(), ResolveError> {
        let target = target(case, self.path.as_deref())?;
        let vanished = |_| ResolveError::NotFound { searched_path: false };
        // The mark first: a file that changes while it is hashed is then seen to have changed.
        let mark = FileMark::of(&target.path).map_err(vanished)?;
        let same = |known: &Program| known.target.path == target.path && known.mark == mark;
        if !self.known[place].as_ref().is_some_and(same) {
            // Many cases may be of one file, which is read once.
            let twin = self.known.iter().flatten().find(|known| same(known));
            let binary = match twin.map(|known| known.binary.clone()) {
                Some(binary) => binary,
                None => describe(&target.path).map_err(vanished)?,
            };
            self.known[place] = Some(Program { target, binary, mark });
        }
        Ok(())
    }

    /// What is launched for a case.
    pub(crate) fn target(&self, place: usize) -> Option<&Target> {
        self.known.get(place)?.as_ref().map(|program| &program.target)
    }

    /// As [`Self::target`], to be changed.
    pub(crate) fn target_mut(&mut self, place: usize) -> Option<&mut Target> {
        self.known.get_mut(place)?.as_mut().map(|program| &mut program.target)
    }

    /// Whether all of them are known.
    pub(crate) fn are_known(&self) -> bool {
        self.known.iter().all(Option::is_some)
    }

    /// Sees after a run whether the file is still the one that was identified. A file that was
    /// written anew is, if it has the same bytes. It is read then: after the run, as the next may
    /// count on an empty page cache.
    pub(crate) fn check(&mut self, request: &Request, place: usize) {
        let Some(Some(program)) = self.known.get_mut(place) else { return };
        let path = &program.target.path;
        let what = match FileMark::of(path) {
            Ok(mark) if mark == program.mark => return,
            Ok(mark) => {
                program.mark = mark;
                let hash = program.binary.sha256.value();
                let again = describe(path).ok();
                if hash.is_some() && again.as_ref().and_then(|it| it.sha256.value()) == hash {
                    return;
                }
                match request.cases[place].hooks.get(HookKind::Prepare) {
                    None => "changed while it was measured",
                    Some(_) => {
                        "changed while it was measured, probably by --prepare (build it in \
                         --setup, or to the same bytes each time)"
                    }
                }
            }
            Err(_) => "was removed while it was measured",
        };
        self.change.get_or_insert_with(|| format!("{} {what}", path.display()));
    }

    /// How a program file stopped being the one that was identified; none where all still are.
    pub(crate) fn change(&self) -> Option<&str> {
        self.change.as_deref()
    }

    /// What the files are, of the programs that are known.
    pub(crate) fn into_binaries(self) -> Vec<Binary> {
        self.known.into_iter().flatten().map(|program| program.binary).collect()
    }
}

fn has_setup(request: &Request) -> bool {
    request.cases.iter().any(|case| case.hooks.get(HookKind::Setup).is_some())
}

/// Whether a file that cannot be started may be made by the case's own prepare. A name that PATH
/// does not know is more likely mistyped.
fn may_be_prepared(case: &CaseRequest, error: &ResolveError) -> bool {
    let is_file = matches!(
        error,
        ResolveError::NotFound { searched_path: false } | ResolveError::NotExecutable(_)
    );
    is_file && case.hooks.get(HookKind::Prepare).is_some()
}

fn target(case: &CaseRequest, path: Option<&OsStr>) -> Result<Target, ResolveError> {
    let program = case.arguments.first().map(Vec::as_slice).unwrap_or_default();
    let path = resolve(OsStr::from_bytes(program), path)?;
    Ok(Target { path, arguments: case.arguments.clone(), streams: case.streams.clone() })
}

/// What a message calls a command: its name, or its place where arguments are redacted.
fn called(request: &Request, place: usize) -> String {
    match request.redact {
        true => format!("command {}", place + 1),
        false => request.cases[place].name.lossy(),
    }
}

fn not_found(request: &Request, place: usize, error: ResolveError) -> CampaignError {
    let program = request.cases[place].arguments.first().map(Vec::as_slice).unwrap_or_default();
    let program = String::from_utf8_lossy(program).into_owned();
    CampaignError::Program { name: called(request, place), program, error }
}
