//! A campaign of benchmarks, from the options to the exit code.

use super::comparison::{Compared, Variant};
use super::live::Live;
use super::progress::Progress;
use super::selection::{Observed, observed};
use super::{place, planning, result};
use crate::arguments::{BaselineUse, Options};
use crate::console;
use crate::entry::{self, Executable};
use crate::registry::{Case, Wish};
use crate::worker::{ROLE_VARIABLE, SHIFT_VARIABLE};
use probity_campaign::{CampaignError, CaseRequest, Request, Telling};
use probity_evidence::{BENCH, POLICY_ID, too_large};
use probity_host::launch::LauncherCommand;
use probity_model::{
    ErrorOutput, Hooks, IgnoredFailures, MetricRole, Output, Parameter, Policy, Streams, Text,
};
use probity_report::ExitCode;
use probity_sources::Selection;
use probity_sys::signal::Interrupts;
use std::collections::{BTreeMap, BTreeSet};

/// The practical limit unless another is given, as a fraction.
const LIMIT: f64 = 0.01;
const ALPHA: f64 = 0.05;
/// Evidence takes no more.
const MOST_ALPHA: f64 = 0.5;

/// Measures what is selected, shows it, keeps it.
pub(crate) fn run(executable: Executable, options: &Options, cases: Vec<Case>) -> ExitCode {
    let is_selected = |case: &Case| options.filter.selects(&case.id(), case.ignored.is_some());
    let (selected, others): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(is_selected);
    if selected.is_empty() {
        // Whoever compares everything expects something to be there.
        if options.filter.is_all() && is_baseline_asked(options) {
            return entry::failed("measure what a baseline is asked for of: there is no benchmark");
        }
        if !options.output.quiet {
            console::say(
                "no benchmark is selected: --list names them, and a filter is a part of a name, or \
                 a regular expression behind re:",
            );
        }
        return ExitCode::Ok;
    }
    let compared = match Compared::prepare(executable, options, &selected, &others) {
        Ok(compared) => compared,
        Err(failure) => return failure.told(),
    };
    let code = measured(executable, options, &selected, &compared);
    compared.clear();
    code
}

fn measured(
    executable: Executable,
    options: &Options,
    selected: &[Case],
    compared: &Compared,
) -> ExitCode {
    let observed = match observed(&options.metrics) {
        Ok(observed) => observed,
        Err(reason) => return usage(&reason),
    };
    let mut progress = Progress::new(options.output.quiet, Live::new(&compared.variants));
    let wishes = selected.iter().map(|case| (case.id(), case.wish)).collect();
    let request = match request(options, compared, &wishes, observed) {
        Ok(request) => request,
        Err(code) => return code,
    };
    let interrupts = match Interrupts::install() {
        Ok(interrupts) => interrupts,
        Err(error) => return entry::failed(&format!("watch for Ctrl-C: {error}")),
    };
    let launcher = LauncherCommand { exclusive: true, ..LauncherCommand::this_program() };
    let finished = probity_campaign::run(&request, &launcher, Some(&interrupts), &mut progress);
    progress.clear();
    match finished {
        Ok(finished) => result::show(executable, options, compared, &finished),
        Err(error) => refused(&error),
    }
}

fn is_baseline_asked(options: &Options) -> bool {
    matches!(options.comparing.baseline, BaselineUse::Save(_) | BaselineUse::Compare { .. })
}

/// What cannot be followed, found before anything is measured.
fn refusal(options: &Options, compared: &Compared, policy: &Policy) -> Option<String> {
    if policy.alpha > MOST_ALPHA {
        return Some(format!("--significance-level: {} is more than {MOST_ALPHA}", policy.alpha));
    }
    let name = options.output.group_by.as_ref()?;
    let labels = compared.variants.iter().flat_map(|variant| &variant.labels);
    let names: BTreeSet<&str> = labels.map(|(name, _)| name.as_str()).collect();
    if names.contains(name.as_str()) {
        return None;
    }
    let known = match names.is_empty() {
        true => "no benchmark has any".to_owned(),
        false => format!("there are {}", names.into_iter().collect::<Vec<_>>().join(", ")),
    };
    Some(format!("--group-by: '{name}' is no parameter: {known}"))
}

fn usage(reason: &str) -> ExitCode {
    console::say(&format!("error: {reason}"));
    ExitCode::Usage
}

fn refused(error: &CampaignError) -> ExitCode {
    if matches!(error, CampaignError::Interrupted) {
        console::say("interrupted before anything was measured");
        return ExitCode::Interrupted;
    }
    entry::failed(&error.to_string())
}

fn request(
    options: &Options,
    compared: &Compared,
    wishes: &BTreeMap<String, Wish>,
    observed: Observed,
) -> Result<Request, ExitCode> {
    let is_compared = compared.variants.iter().any(|variant| variant.against.is_some());
    let assignment = planning::assignment(options, &observed, is_compared);
    let Observed { selection, counted, .. } = observed;
    let mut cases: Vec<CaseRequest> = Vec::with_capacity(compared.variants.len());
    for variant in &compared.variants {
        let mut assignment = assignment.clone();
        assignment.id.clone_from(&variant.case);
        // What it is compared with is measured as it is itself.
        if let Some(wish) = wishes.get(&variant.case) {
            assignment.effort = planning::wished(&options.effort, wish, is_compared);
        }
        assignment.threads = variant.threads.unwrap_or_default();
        cases.push(case(variant, assignment.arguments()));
    }
    let (metrics, policy) = (selection.metrics().count(), policy(options, wishes));
    let too_large = || too_large(cases.len(), metrics, 1);
    if let Some(refusal) = refusal(options, compared, &policy).or_else(too_large) {
        return Err(usage(&refusal));
    }
    let seed = match options.effort.seed {
        Some(seed) => seed,
        None => probity_sys::file::random_bytes::<4>()
            .map(|bytes| u64::from(u32::from_ne_bytes(bytes)))
            .map_err(|error| entry::failed(&format!("draw a seed: {error}")))?,
    };
    let directory = place::directory();
    let shelf = directory.as_deref().map(place::shelf).filter(|_| options.output.keep);
    let out = compared.out.clone().or_else(|| options.output.out.clone());
    Ok(Request {
        kind: BENCH.to_owned(),
        cases,
        reference: None,
        requested: planning::requested(&options.effort, is_compared),
        seed,
        in_order: planning::is_in_order(&options.effort),
        telling: Some(Telling { role: ROLE_VARIABLE, shift: SHIFT_VARIABLE }),
        policy,
        selection,
        counted,
        ignore_failure: IgnoredFailures::default(),
        show_output: false,
        redact: false,
        shelf: shelf.filter(|_| out.is_none()),
        out,
        version: entry::VERSION.to_owned(),
    })
}

fn policy(options: &Options, wishes: &BTreeMap<String, Wish>) -> Policy {
    let comparing = &options.comparing;
    // One policy judges all: a wish counts where every benchmark has it.
    let limit = common(wishes, |wish| wish.limit).unwrap_or(LIMIT);
    let alpha = common(wishes, |wish| wish.significance_level).unwrap_or(ALPHA);
    Policy {
        id: POLICY_ID.to_owned(),
        practical_limit: comparing.limit.map_or(limit, |limit| limit.get()),
        alpha: comparing.significance_level.map_or(alpha, |level| level.get()),
        metrics: Selection::of_role(MetricRole::IterationTime).collect(),
    }
}

/// What all of them wish, where they agree.
fn common(wishes: &BTreeMap<String, Wish>, of: impl Fn(&Wish) -> Option<f64>) -> Option<f64> {
    let mut values = wishes.values().map(of);
    let first = values.next()??;
    values.all(|value| value == Some(first)).then_some(first)
}

fn case(variant: &Variant, words: Vec<String>) -> CaseRequest {
    let program = variant.program.as_os_str().as_encoded_bytes().to_vec();
    let arguments = std::iter::once(program).chain(words.into_iter().map(String::into_bytes));
    let label = |(name, value): &(String, String)| Parameter {
        name: name.clone(),
        value: Text::new(value.as_bytes()),
    };
    CaseRequest {
        name: Text::new(variant.id.as_bytes()),
        command: Text::new(variant.id.as_bytes()),
        arguments: arguments.collect(),
        streams: Streams { input: None, output: Output::Null, error: ErrorOutput::Captured },
        hooks: Hooks::default(),
        parameters: variant.labels.iter().map(label).collect(),
        against: variant.against,
    }
}
