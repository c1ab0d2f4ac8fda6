//! Each benchmark once, as a test: what cargo and nextest ask for without `--bench`.

use crate::arguments::{Fate, Options, Outcome, Progress, Tally, TestFailure};
use crate::bencher::{Bencher, Measurement, Mode, skipped};
use crate::registry::Case;
use crate::{console, entry};
use probity_report::ExitCode;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// What became of one.
enum Ended {
    Passed,
    Skipped(String),
    Failed(String),
}

/// Runs what is selected, one after another in this thread, and prints as libtest does.
pub(crate) fn run(options: &Options, cases: Vec<Case>) -> ExitCode {
    let began = Instant::now();
    let fates: Vec<(Case, String, Fate)> = cases
        .into_iter()
        .map(|case| {
            let id = case.id();
            let fate = options.filter.fate(&id, case.ignored.is_some());
            (case, id, fate)
        })
        .collect();
    let is_in = |fate: &Fate| *fate != Fate::FilteredOut;
    let total = fates.iter().filter(|(_, _, fate)| is_in(fate)).count();
    let filtered_out = fates.len() - total;
    let mut progress = Progress::new(options.output.libtest, total);
    let mut text = progress.header();
    let mut tally = Tally { filtered_out, ..Tally::default() };
    let mut failures = Vec::new();
    for (case, id, fate) in fates.into_iter().filter(|(_, _, fate)| is_in(fate)) {
        text += &progress.begin(&id);
        if console::print(&std::mem::take(&mut text)).is_err() {
            return entry::failed("write to standard output");
        }
        let outcome = match fate {
            Fate::Ignored => {
                tally.ignored += 1;
                Outcome::Ignored(reason(case.ignored))
            }
            _ => match once(case) {
                Ended::Passed => {
                    tally.passed += 1;
                    Outcome::Ok
                }
                Ended::Skipped(reason) => {
                    tally.ignored += 1;
                    Outcome::Ignored(Some(reason))
                }
                Ended::Failed(reason) => {
                    tally.failed += 1;
                    failures.push(TestFailure { id: id.clone(), said: reason });
                    Outcome::Failed
                }
            },
        };
        text += &progress.end(&id, &outcome);
        if options.fail_fast && !failures.is_empty() {
            break;
        }
    }
    text += &progress.summary(tally, &failures, began.elapsed());
    match entry::printed(&text) {
        ExitCode::Ok if !failures.is_empty() => ExitCode::Failed,
        code => code,
    }
}

fn reason(given: Option<&str>) -> Option<String> {
    given.filter(|reason| !reason.is_empty()).map(str::to_owned)
}

fn once(case: Case) -> Ended {
    let (bencher, slot) = Bencher::new(Mode::Once);
    let bencher = case.threads.into_iter().fold(bencher, Bencher::threads);
    match catch_unwind(AssertUnwindSafe(|| case.run(bencher))) {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Ended::Failed(error),
        Err(payload) => {
            return match skipped(&*payload) {
                Some(reason) => Ended::Skipped(reason.to_owned()),
                None => Ended::Failed(said(&*payload)),
            };
        }
    }
    match slot.take().map(|outcome| outcome.measurement) {
        None => Ended::Failed("the body never called `iter` on its bencher".into()),
        Some(Measurement::Skipped(reason)) => Ended::Skipped(reason),
        Some(Measurement::Failed(reason)) => Ended::Failed(reason),
        Some(_) => Ended::Passed,
    }
}

fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it panicked").to_owned()
}
