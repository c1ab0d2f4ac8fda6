//! Carrying a campaign through.

mod hooks;
mod stop;

use crate::event::{Event, Observer};
use crate::planner::{Sizing, plan};
use crate::prepared::{Prepared, Sessions, prepare};
use crate::programs::Programs;
use crate::settings::settings;
use crate::told::told;
use crate::{CampaignError, Finished, Request, Telling};
use probity_capture::{Capture, Captured};
use probity_evidence::{Hearing, RunTime, Schedule, Slot, Staging, StagingError};
use probity_host::launch::LauncherCommand;
use probity_model::protocol::Transcript;
use probity_model::{
    Absence, CaseId, Cause, CountedRuns, ErrorOutput, Incarnation, Observation, Observed, Pass,
    Requested, Run, RunRole, Settings,
};
use probity_sources::Selection;
use probity_stats::SplitMix64;
use probity_sys::clock;
use probity_sys::signal::Interrupts;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use stop::Stop;

/// Finished blocks are made durable at most this often, and never inside a block.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// What cannot be done as the process that inherits everybody's orphans.
const AS_INIT: &str = "this is process 1 of its pid namespace, where what a program leaves in a \
    session of its own cannot be told from others: it is neither ended nor reported; try: an init \
    before it (docker run --init)";

/// Runs the campaign: warm-up, plan, blocks, then evidence. It returns with what was measured also
/// when it is interrupted, or something fails, after the first judged run.
///
/// # Errors
/// See [`CampaignError`].
pub fn run(
    request: &Request,
    launcher: &LauncherCommand,
    interrupts: Option<&Interrupts>,
    observer: &mut dyn Observer,
) -> Result<Finished, CampaignError> {
    let programs = Programs::find(request)?;
    let (prepared, Sessions { timed, counted }) = prepare(request)?;
    let settings = settings(request, &prepared);
    // Made before anything is measured: an unwritable place must not cost a campaign.
    let (staging, notices) = match &request.out {
        Some(out) => Staging::create(out).map_err(CampaignError::Staging)?,
        None => Staging::temporary().map_err(CampaignError::Temporary)?,
    };
    for notice in &notices {
        observer.event(&Event::Notice(&notice.to_string()));
    }
    let capture = Capture::open(launcher, timed, counted, prepared.environment.clone())
        .map_err(CampaignError::Launcher)?;
    if std::process::id() == 1 {
        observer.event(&Event::Notice(AS_INIT));
    }
    for notice in [capture.burden(), capture.muteness()].into_iter().flatten() {
        observer.event(&Event::Notice(&notice));
    }
    let mut driver = Driver::new(
        request,
        settings,
        (programs, prepared),
        capture,
        staging,
        interrupts,
        observer,
    );
    let result = driver.drive();
    let failed_cleanups = driver.clean_up();
    driver.finish(result, failed_cleanups)
}

/// More than this on standard error in a warm-up run, in bytes, and the pipe would be felt: each
/// line may wake us.
const QUIET: u64 = 256;

/// A campaign under way.
struct Driver<'a> {
    request: &'a Request,
    programs: Programs,
    prepared: Prepared,
    capture: Capture,
    staging: Staging,
    interrupts: Option<&'a Interrupts>,
    observer: &'a mut dyn Observer,
    settings: Settings,
    processes: Vec<Incarnation>,
    written: u64,
    /// How many of the written runs are timed ones.
    timed: u64,
    synced: Instant,
    /// Cases that wrote more than a few lines to standard error in a warm-up run.
    loud: BTreeSet<CaseId>,
    hooks: hooks::Progress,
}

impl<'a> Driver<'a> {
    fn new(
        request: &'a Request,
        settings: Settings,
        (programs, prepared): (Programs, Prepared),
        capture: Capture,
        staging: Staging,
        interrupts: Option<&'a Interrupts>,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let (processes, synced) = (Vec::new(), Instant::now());
        Self {
            request,
            programs,
            prepared,
            capture,
            staging,
            interrupts,
            observer,
            settings,
            processes,
            written: 0,
            timed: 0,
            synced,
            loud: BTreeSet::new(),
            hooks: hooks::Progress::default(),
        }
    }

    fn drive(&mut self) -> Result<Stop, CampaignError> {
        // Once before anything runs: settings that do not fit must not cost a warm-up.
        self.write_settings()?;
        if !self.set_up()? {
            return Err(CampaignError::Interrupted);
        }
        self.programs.find_again(self.request)?;
        let mut outcomes = Vec::new();
        let began = clock::monotonic_ns();
        let mut warmup = Schedule::new(&self.settings);
        while let Some(slot) = warmup.next() {
            let Some(failed) = self.prepared_run(&slot, None)? else {
                return Err(CampaignError::Interrupted);
            };
            warmup.record(&slot.case, failed);
            outcomes.push((slot, failed));
        }
        let mut schedule = self.fix_plan(&outcomes, clock::monotonic_ns().saturating_sub(began))?;
        let total = self.written + self.runs_to_come();
        let mut block = 0;
        while let Some(slot) = schedule.next() {
            if slot.block != block {
                block = slot.block;
                self.sync()?;
            }
            let failed = match self.prepared_run(&slot, Some(total)) {
                Ok(Some(failed)) => failed,
                ended => return self.stop(ended, outcomes.len() as u64),
            };
            schedule.record(&slot.case, failed);
        }
        Ok(Stop::Complete)
    }

    /// Decides the number of blocks from the warm-up and returns the schedule of what is left.
    fn fix_plan(
        &mut self,
        warmup: &[(Slot, bool)],
        elapsed_ns: u64,
    ) -> Result<Schedule, CampaignError> {
        let slots = self.runs_per_block();
        // Per run with all that is around it, so that the budget holds for the whole campaign.
        let block_ns = elapsed_ns.checked_div(warmup.len() as u64).map(|run_ns| run_ns * slots);
        let required = self.settings.plan.blocks_required;
        let requested = &self.request.requested;
        let sweeps = self.settings.plan.warmup;
        // A tenth is kept for longer lines: later indices, leftovers, ends of standard error.
        let room = self.staging.room_for_runs(self.written).map(|runs| runs / 10 * 9 / slots);
        let sizing = Sizing { block_ns, required, room };
        self.settings.plan =
            plan(requested, self.request.seed, sweeps, self.request.counted, sizing);
        self.settings.plan.in_order = self.request.in_order;
        let least = self.settings.plan.blocks.max(least(requested, required));
        if let Some(room) = room.filter(|&room| room < least) {
            return Err(CampaignError::TooLarge { blocks: least, room });
        }
        self.discard_loud_errors();
        self.write_settings()?;
        let runs = self.runs_to_come();
        let blocks = self.settings.plan.blocks;
        let estimate_ns = block_ns.map(|block_ns| block_ns.saturating_mul(blocks));
        let planned = Event::Planned { plan: &self.settings.plan, runs, estimate_ns };
        self.observer.event(&planned);
        let mut schedule = Schedule::new(&self.settings);
        for (slot, failed) in warmup {
            schedule.next();
            schedule.record(&slot.case, *failed);
        }
        Ok(schedule)
    }

    /// Programs that write much to standard error get the null device from here on: draining a
    /// pipe while they run would be measured with them, and slow them down.
    fn discard_loud_errors(&mut self) {
        let cases = self.settings.cases.iter_mut().enumerate();
        for (place, case) in cases.filter(|(_, case)| self.loud.contains(&case.id)) {
            case.streams.error = ErrorOutput::Discarded;
            if let Some(target) = self.programs.target_mut(place) {
                target.streams.error = ErrorOutput::Discarded;
            }
            let name = case.name.lossy();
            let notice = format!(
                "'{name}' writes to its standard error: it is thrown away in judged runs, so that \
                 reading it is not measured (--output inherit shows it)"
            );
            self.observer.event(&Event::Notice(&notice));
        }
    }

    /// Every command once, the reference once more where there is something to compare, and every
    /// command once more where each block has counted runs.
    fn runs_per_block(&self) -> u64 {
        let cases = self.settings.cases.len();
        let null = self.settings.references().count();
        let counted = if self.request.counted == CountedRuns::EachBlock { cases } else { 0 };
        (cases + null + counted) as u64
    }

    fn runs_to_come(&self) -> u64 {
        let cases = self.settings.cases.len() as u64;
        let at_end = if self.request.counted == CountedRuns::AtEnd { cases } else { 0 };
        self.settings.plan.blocks.saturating_mul(self.runs_per_block()).saturating_add(at_end)
    }

    fn is_interrupted(&self) -> bool {
        self.interrupts.is_some_and(|interrupts| interrupts.count() > 0)
    }

    /// Makes and writes one run. `None` where the user interrupted: then it is no measurement.
    fn measure(
        &mut self,
        slot: &Slot,
        place: usize,
        total: Option<u64>,
    ) -> Result<Option<bool>, CampaignError> {
        self.programs.know(self.request, place)?;
        let Some(target) = self.programs.target(place) else {
            unreachable!("a program that is known has a target");
        };
        let name = self.settings.cases[place].name.lossy();
        let pass = if slot.role == RunRole::Counted { Pass::Counted } else { Pass::Every };
        if pass == Pass::Counted {
            // A single counted run is of what comes first.
            let is_single = self.request.counted == CountedRuns::AtEnd;
            let turn = if is_single { 0 } else { slot.block };
            self.capture.take_turn(turn, place as u64);
        }
        let told = self.request.telling.map(|telling| variables(telling, slot, self.written));
        let told = told.as_ref().map_or(&[][..], |told| told);
        let mut captured = match self.capture.run(target, pass, told, self.interrupts) {
            Ok(captured) => captured,
            Err(error) if self.is_interrupted() => {
                self.observer.event(&Event::Notice(&format!("failed to {error}")));
                return Ok(None);
            }
            Err(error) => return Err(CampaignError::Run { name, error, kept: None }),
        };
        if captured.interrupted {
            return Ok(None);
        }
        self.programs.check(self.request, place);
        let failed = self.settings.is_spoilt_by(captured.exit);
        if captured.stderr_bytes.is_some_and(|count| count > QUIET) {
            match slot.role {
                RunRole::Warmup => {
                    self.loud.insert(slot.case.clone());
                }
                RunRole::Timed | RunRole::Null | RunRole::Counted => {
                    captured.observations.insert(Selection::elapsed(), slowed());
                }
            }
        }
        let transcript = captured.transcript.take();
        let mut run = run_of(slot, self.written, captured);
        if let Some(transcript) = transcript {
            self.hear(&mut run, transcript)?;
        }
        let wall_ns = timed_ns(&run);
        // What a program says when it fails may repeat its arguments.
        run.stderr_tail = run.stderr_tail.filter(|_| !self.request.redact);
        self.write(&run)?;
        let (done, case) = (self.written, &*name);
        self.observer.event(&Event::Run { done, total, case, place, run: &run, wall_ns });
        Ok(Some(failed))
    }

    /// Keeps what the program said of itself in `run`, and puts into it what that amounts to.
    fn hear(&mut self, run: &mut Run, transcript: Transcript) -> Result<(), CampaignError> {
        let transcript = match &self.prepared.redaction {
            Some(redaction) => redaction.muted(transcript),
            None => transcript,
        };
        let kept = self.staging.append_speech(run.index, transcript).map_err(unkept)?;
        let metric = Selection::elapsed();
        let wall = run.observations.get(&metric).and_then(Observed::measured);
        let wall_ns = wall.and_then(|wall| wall.value.as_integer());
        let hearing = Hearing::of(&kept);
        told(&self.prepared.capabilities, &hearing, &mut run.observations);
        let (windows, speech) = hearing.finish(RunTime { metric: &metric, wall_ns });
        (run.windows, run.program) = (windows, Some(speech));
        Ok(())
    }

    fn write(&mut self, run: &Run) -> Result<(), CampaignError> {
        self.processes.push(run.process.clone());
        self.staging.append_run(run).map_err(unkept)?;
        self.written += 1;
        self.timed += u64::from(run.role == RunRole::Timed);
        Ok(())
    }

    fn write_settings(&mut self) -> Result<(), CampaignError> {
        self.staging.write_settings(&self.settings).map_err(unkept)
    }

    fn sync(&mut self) -> Result<(), CampaignError> {
        if self.synced.elapsed() < SYNC_EVERY {
            return Ok(());
        }
        self.synced = Instant::now();
        self.staging.sync().map_err(unkept)
    }
}

/// Most bytes that the stack of a program is shifted by: a page of the smallest kind.
const MOST_SHIFT: u64 = 4_096;

/// What a run is told. The shift follows from the run's own place, so that a campaign that is
/// repeated with its seed has it again.
fn variables(telling: Telling, slot: &Slot, index: u64) -> [Vec<u8>; 2] {
    let role = match slot.role {
        RunRole::Null => RunRole::Timed,
        role => role,
    };
    let length = SplitMix64::new(index).below(MOST_SHIFT);
    let shift = "x".repeat(usize::try_from(length).unwrap_or_default());
    let variables = [(telling.role, role.name()), (telling.shift, &*shift)];
    variables.map(|(name, value)| format!("{name}={value}").into_bytes())
}

/// Fewest blocks that the plan of a campaign may have: with a number or a limit of the user's own,
/// one.
fn least(requested: &Requested, required: Option<u64>) -> u64 {
    match (requested.runs.or(requested.max_runs), requested.budget_ns) {
        (None, None) => requested.min_runs.max(required.unwrap_or(1)),
        _ => 1,
    }
}

/// What stands in the place of the time of a run that we slowed.
fn slowed() -> Observation {
    let why = "it wrote to its standard error, which was read along, and that slows it";
    let remedy = "keep a warm-up run in which it does so too, or --output inherit";
    Absence::new(Cause::Lost, why).with_remedy(remedy).into()
}

fn unkept(error: StagingError) -> CampaignError {
    CampaignError::Record { error, kept: None }
}

/// The wall time of a timed run, if it has one.
fn timed_ns(run: &Run) -> Option<u64> {
    match run.observations.get(&Selection::elapsed())? {
        Observed::Measured(measured) if run.role == RunRole::Timed => measured.value.as_integer(),
        _ => None,
    }
}

fn run_of(slot: &Slot, index: u64, captured: Captured) -> Run {
    let failed = !captured.exit.is_success();
    Run {
        case: slot.case.clone(),
        index,
        block: slot.block,
        position: slot.position,
        role: slot.role,
        exit: captured.exit,
        process: captured.process,
        observations: captured.observations.into(),
        windows: Vec::new(),
        program: None,
        stderr_tail: captured.stderr_tail.filter(|tail| failed && !tail.0.is_empty()),
        leftovers: captured.leftovers,
    }
}
