//! The end of a campaign: why it came, and what is kept.

use super::Driver;
use crate::error::HookFailure;
use crate::prepared::host_at_end;
use crate::seal::seal;
use crate::{CampaignError, Event, Finished, Observer};
use probity_evidence::{Completeness, Sealing};
use probity_model::{Cohort, Producer};
use probity_sys::signal::{self, Interrupts};
use std::path::PathBuf;
use std::time::SystemTime;

/// How much of a command's name a reason repeats, in characters.
const NAME: usize = 60;

/// Why the driving stopped, where there is something to seal.
pub(super) enum Stop {
    /// All planned runs were made.
    Complete,
    /// The user interrupted.
    Interrupted,
    /// A hook failed, or a run could not be made.
    Failed(CampaignError),
}

impl Driver<'_> {
    /// What to do after a run in the blocks that was not made: `Ok(None)` where the user
    /// interrupted. `warmup` runs are not judged.
    ///
    /// # Errors
    /// Where nothing that was judged can be kept, or nothing can be written any more.
    pub(super) fn stop(
        &self,
        ended: Result<Option<bool>, CampaignError>,
        warmup: u64,
    ) -> Result<Stop, CampaignError> {
        // Evidence says of every program which file it was.
        let is_worth_sealing = self.written > warmup && self.programs.are_known();
        match ended {
            Err(error @ (CampaignError::Run { .. } | CampaignError::Hook { .. }))
                if is_worth_sealing =>
            {
                Ok(Stop::Failed(error))
            }
            Err(error) => Err(error),
            Ok(_) if is_worth_sealing => Ok(Stop::Interrupted),
            Ok(_) => Err(CampaignError::Interrupted),
        }
    }

    /// Seals what was measured; or, where that failed, keeps what was written.
    pub(super) fn finish(
        self,
        result: Result<Stop, CampaignError>,
        failed_cleanups: Vec<HookFailure>,
    ) -> Result<Finished, CampaignError> {
        let stop = match result {
            Ok(stop) => stop,
            Err(error) => return Err(self.abandon(error, &failed_cleanups)),
        };
        let interrupted = matches!(stop, Stop::Interrupted);
        let sealing = Sealing {
            kind: self.request.kind.clone(),
            producer: Producer { version: self.request.version.clone() },
            completeness: self.completeness(&stop),
            settings: self.settings,
            cohort: Cohort {
                boot_id: self.prepared.host.boot_id.clone(),
                binaries: self.programs.into_binaries(),
                processes: self.processes,
            },
            host: host_at_end(self.prepared.host, &self.prepared.cpu_times),
            capabilities: self.prepared.capabilities,
            created: SystemTime::now(),
        };
        let failure = match stop {
            Stop::Failed(error) => Some(error),
            Stop::Complete | Stop::Interrupted => None,
        };
        // A hook that was cut short makes no measurement less; it is not all that was asked for.
        let interrupted = interrupted || self.hooks.was_interrupted;
        let published = self.request.out.clone();
        let shelf = self.request.shelf.as_ref().filter(|_| published.is_none());
        match (seal(self.staging, &sealing, shelf, self.observer), failure) {
            (Ok((evidence, shelved)), failure) => {
                let (kept, unkept) = match shelved {
                    Some(Ok(name)) => (Some(name), None),
                    Some(Err(error)) => (None, Some(error)),
                    None => (None, None),
                };
                Ok(Finished {
                    evidence,
                    published,
                    kept,
                    unkept,
                    interrupted,
                    failure,
                    failed_cleanups,
                })
            }
            (Err(unsealed), None) => {
                tell(self.observer, &failed_cleanups);
                Err(CampaignError::Seal(unsealed))
            }
            (Err(unsealed), Some(error)) => {
                tell(self.observer, &failed_cleanups);
                self.observer.event(&Event::Notice(&format!("failed to {unsealed}")));
                Err(with_kept(error, unsealed.kept))
            }
        }
    }

    /// Ends what is not sealed, and keeps what was written where it broke on the way.
    fn abandon(self, error: CampaignError, failed_cleanups: &[HookFailure]) -> CampaignError {
        tell(self.observer, failed_cleanups);
        let broke = matches!(
            error,
            CampaignError::Run { .. } | CampaignError::Hook { .. } | CampaignError::Record { .. }
        );
        let keep = broke && self.written > 0 && self.request.out.is_some();
        with_kept(error, self.staging.abandon(keep))
    }

    fn completeness(&self, stop: &Stop) -> Completeness {
        let stopped = match stop {
            Stop::Complete => None,
            Stop::Interrupted => Some(format!("{} {}", self.interruption(), self.progress())),
            Stop::Failed(CampaignError::Hook { failure, .. }) => {
                Some(format!("{} failed {}", failure.kind.option(), self.progress()))
            }
            Stop::Failed(CampaignError::Run { name, error, .. }) => {
                let name = brief(name);
                Some(format!("'{name}' could not be run {}: failed to {error}", self.progress()))
            }
            Stop::Failed(error) => Some(format!("failed to {error}")),
        };
        let change = self.programs.change().map(str::to_owned);
        match [change, stopped].into_iter().flatten().collect::<Vec<_>>() {
            none if none.is_empty() => Completeness::Complete,
            reasons => Completeness::Incomplete { reason: reasons.join("; ") },
        }
    }

    /// Who interrupted. A supervisor that ends us, or a terminal that is gone, is no user.
    fn interruption(&self) -> &'static str {
        match self.interrupts.and_then(Interrupts::first) {
            Some(signal::TERMINATE) => "interrupted (SIGTERM)",
            Some(signal::HANG_UP) => "interrupted (SIGHUP)",
            Some(_) | None => "interrupted by the user",
        }
    }

    /// How far it had come, in the runs that tables count.
    fn progress(&self) -> String {
        let planned = self.settings.plan.blocks.saturating_mul(self.settings.cases.len() as u64);
        match self.timed {
            all if all == planned => format!("after all {all} timed runs, with others to come"),
            timed => format!("after {timed} of {planned} timed runs"),
        }
    }
}

/// The name, or its beginning.
fn brief(name: &str) -> String {
    match name.char_indices().nth(NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// The same error, saying where what was measured before is kept.
fn with_kept(error: CampaignError, kept: Option<PathBuf>) -> CampaignError {
    match error {
        CampaignError::Run { name, error, .. } => CampaignError::Run { name, error, kept },
        CampaignError::Hook { failure, .. } => CampaignError::Hook { failure, kept },
        CampaignError::Record { error, .. } => CampaignError::Record { error, kept },
        other => other,
    }
}

/// Tells of cleanups that failed where there is no result to tell them with.
fn tell(observer: &mut dyn Observer, failed_cleanups: &[HookFailure]) {
    for failure in failed_cleanups {
        observer.event(&Event::Notice(&format!("failed to {failure}")));
    }
}
