//! What runs around the runs: setups, prepares, concludes, cleanups.

use super::{Driver, Slot};
use crate::error::{HookCause, HookFailure};
use crate::{CampaignError, Event};
use probity_capture::{CaptureError, Hook, HookEnd};
use probity_host::launch::Tenure;
use probity_model::{CaseId, Exit, HookKind, Leftover, Text};
use std::collections::{BTreeMap, BTreeSet};

/// What a campaign remembers of its hooks.
#[derive(Default)]
pub(super) struct Progress {
    /// Whether the setups have begun, so that the cleanups are owed.
    has_begun: bool,
    /// How many runs each case has had.
    iterations: BTreeMap<CaseId, u64>,
    /// Whether the user interrupted a hook.
    pub(super) was_interrupted: bool,
    /// Hooks whose leftovers were told.
    told: BTreeSet<(HookKind, usize)>,
}

/// How long what a hook leaves may live.
fn tenure(kind: HookKind) -> Option<Tenure> {
    match kind {
        HookKind::Setup => Some(Tenure::Campaign),
        HookKind::Prepare => Some(Tenure::Run),
        HookKind::Conclude | HookKind::Cleanup => None,
    }
}

impl Driver<'_> {
    /// Runs the setups, in the order of their cases. False where the user interrupted.
    ///
    /// # Errors
    /// [`CampaignError::Hook`].
    pub(super) fn set_up(&mut self) -> Result<bool, CampaignError> {
        self.hooks.has_begun = true;
        let places = self.distinct(HookKind::Setup);
        if places.len() > 1 {
            let notice = "the commands have different setups, and all run before the first run: \
                          what undoes another's work (git checkout) belongs in --prepare";
            self.observer.event(&Event::Notice(notice));
        }
        for place in &places {
            if !self.hook(HookKind::Setup, *place, None)? {
                return Ok(false);
            }
        }
        if !places.is_empty() {
            self.observer.event(&Event::FirstRun);
        }
        Ok(true)
    }

    /// Makes one run, as [`Driver::measure`] does, between its prepare and its conclude. What the
    /// prepare left running lives until both are over.
    ///
    /// # Errors
    /// As there, and [`CampaignError::Hook`].
    pub(super) fn prepared_run(
        &mut self,
        slot: &Slot,
        total: Option<u64>,
    ) -> Result<Option<bool>, CampaignError> {
        let Some(place) = self.settings.cases.iter().position(|case| case.id == slot.case) else {
            unreachable!("a schedule names only the cases of its settings");
        };
        if self.is_interrupted() {
            return Ok(None);
        }
        let next = self.hooks.iterations.entry(slot.case.clone()).or_default();
        let iteration = Some(*next);
        *next += 1;
        let result = match self.hook(HookKind::Prepare, place, iteration) {
            Ok(true) => {
                let measured = self.measure(slot, place, total);
                // Also after a run that failed or was interrupted: what was prepared is undone.
                let concluded = self.hook(HookKind::Conclude, place, iteration);
                measured.and_then(|failed| concluded.map(|_| failed))
            }
            Ok(false) => Ok(None),
            Err(error) => Err(error),
        };
        let left = self.capture.end_kept(Tenure::Run);
        // Where both went wrong the run's own reason is the better one.
        let failed = result?;
        let left = left.map_err(|error| self.broken(HookKind::Prepare, place, error))?;
        self.tell_leftovers(HookKind::Prepare, place, &left);
        Ok(failed)
    }

    /// Runs the cleanups, if a setup was begun, then ends what the setups left running. Says which
    /// of them failed; a second interruption ends it.
    pub(super) fn clean_up(&mut self) -> Vec<HookFailure> {
        let mut failures = Vec::new();
        if !self.hooks.has_begun {
            return failures;
        }
        for place in self.distinct(HookKind::Cleanup) {
            match self.run_hook(HookKind::Cleanup, place, None) {
                Ok(end) if end.interrupted => {
                    let notice = "interrupted in --cleanup: it may have done only a part";
                    self.observer.event(&Event::Notice(notice));
                    break;
                }
                Ok(end) => failures.extend(self.failure(HookKind::Cleanup, place, end)),
                Err(error) => {
                    let cause = HookCause::NotRun(error);
                    failures.push(self.failed(HookKind::Cleanup, place, cause));
                }
            }
        }
        match self.capture.end_kept(Tenure::Campaign) {
            Ok(left) if left.is_empty() => {}
            Ok(left) => {
                let notice = format!(
                    "left running by --setup, and ended after the cleanup: {}",
                    listed(&left)
                );
                self.observer.event(&Event::Notice(&notice));
            }
            Err(error) => {
                let notice = format!("failed to end what --setup left running: {error}");
                self.observer.event(&Event::Notice(&notice));
            }
        }
        failures
    }

    /// The cases with a hook of this kind, without those whose hook an earlier case has too.
    fn distinct(&self, kind: HookKind) -> Vec<usize> {
        let mut seen = BTreeSet::new();
        let cases = self.request.cases.iter().enumerate();
        cases
            .filter(|(_, case)| case.hooks.get(kind).is_some_and(|hook| seen.insert(hook)))
            .map(|(place, _)| place)
            .collect()
    }

    /// Runs the hook of this kind, if the case has one. False where the user interrupted.
    ///
    /// # Errors
    /// [`CampaignError::Hook`]; after an interruption its failure is only told.
    fn hook(
        &mut self,
        kind: HookKind,
        place: usize,
        iteration: Option<u64>,
    ) -> Result<bool, CampaignError> {
        if self.request.cases[place].hooks.get(kind).is_none() {
            return Ok(true);
        }
        let failure = match self.run_hook(kind, place, iteration) {
            Ok(end) if end.interrupted => return Ok(false),
            Ok(end) => {
                self.tell_leftovers(kind, place, &end.leftovers);
                self.failure(kind, place, end)
            }
            Err(error) => Some(self.failed(kind, place, HookCause::NotRun(error))),
        };
        match failure {
            None => Ok(true),
            Some(failure) if self.is_interrupted() => {
                self.observer.event(&Event::Notice(&format!("failed to {failure}")));
                Ok(false)
            }
            Some(failure) => Err(CampaignError::Hook { failure: Box::new(failure), kept: None }),
        }
    }

    fn run_hook(
        &mut self,
        kind: HookKind,
        place: usize,
        iteration: Option<u64>,
    ) -> Result<HookEnd, CaptureError> {
        // An interruption that was noticed is not the hook's: only a further one ends it.
        if self.is_interrupted() {
            self.interrupts.inspect(|interrupts| interrupts.acknowledge());
        }
        if matches!(kind, HookKind::Setup | HookKind::Cleanup) {
            self.observer.event(&Event::Hook(kind));
        }
        let command = self.request.cases[place].hooks.get(kind);
        let hook = Hook {
            shell: &self.prepared.shell,
            command: command.map_or(&[][..], |command| &command.0),
            iteration,
            is_shown: self.request.show_output,
            leaves: tenure(kind),
        };
        let end = self.capture.hook(&hook, self.interrupts)?;
        self.hooks.was_interrupted |= end.interrupted;
        Ok(end)
    }

    /// Why a hook that ended did not do its work; none where it did.
    fn failure(&self, kind: HookKind, place: usize, end: HookEnd) -> Option<HookFailure> {
        let HookEnd { exit, stderr_tail, .. } = end;
        // What it says may repeat its words.
        let stderr_tail = stderr_tail.filter(|_| !self.request.redact);
        (exit != Exit::Code(0))
            .then(|| self.failed(kind, place, HookCause::Ended { exit, stderr_tail }))
    }

    fn failed(&self, kind: HookKind, place: usize, cause: HookCause) -> HookFailure {
        let case = &self.settings.cases[place];
        let hook = case.hooks.get(kind).map(Text::lossy).unwrap_or_default();
        let is_shared = |hook| self.settings.cases.iter().all(|case| case.hooks.get(kind) == hook);
        // A setup that all commands share is that of none.
        let name = match kind {
            HookKind::Setup | HookKind::Cleanup if is_shared(case.hooks.get(kind)) => None,
            _ => Some(case.name.lossy()),
        };
        HookFailure { kind, hook, name, cause }
    }

    fn broken(&self, kind: HookKind, place: usize, error: CaptureError) -> CampaignError {
        let failure = self.failed(kind, place, HookCause::NotRun(error));
        CampaignError::Hook { failure: Box::new(failure), kept: None }
    }

    /// Says once for each hook what it left running.
    fn tell_leftovers(&mut self, kind: HookKind, place: usize, left: &[Leftover]) {
        if left.is_empty() || !self.hooks.told.insert((kind, place)) {
            return;
        }
        let (option, name) = (kind.option(), self.settings.cases[place].name.lossy());
        let when = match kind {
            HookKind::Prepare => "after the run",
            HookKind::Setup | HookKind::Conclude | HookKind::Cleanup => "at once",
        };
        let left = listed(left);
        let notice = format!("left running by {option} of '{name}', and ended {when}: {left}");
        self.observer.event(&Event::Notice(&notice));
    }
}

/// Names and ids of processes, and whether they could be ended.
fn listed(left: &[Leftover]) -> String {
    let one = |process: &Leftover| {
        let end = if process.ended { "" } else { ", could not be ended and runs on" };
        format!("{} (pid {}{end})", process.name.lossy(), process.pid)
    };
    left.iter().map(one).collect::<Vec<_>>().join(", ")
}
