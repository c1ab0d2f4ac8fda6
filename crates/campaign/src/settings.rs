//! What was asked for, as evidence keeps it.

use crate::planner::{Sizing, plan};
use crate::prepared::Prepared;
use crate::redaction::line;
use crate::{CaseRequest, Request};
use probity_model::{CaseId, CaseSettings, Settings, Text};

/// The settings as far as they are known before the warm-up: no blocks yet.
pub(crate) fn settings(request: &Request, prepared: &Prepared) -> Settings {
    let redaction = &prepared.redaction;
    let case = |(place, case): (usize, &CaseRequest)| {
        let plain = || case.arguments.iter().cloned().map(Text).collect();
        let argv = redaction.as_ref().map_or_else(plain, |by| by.arguments(&case.arguments));
        let command = if request.redact { line(&argv) } else { case.command.clone() };
        // A name that was given is not an argument; one taken from the command is.
        let unnamed = case.name == case.command;
        let name = if unnamed { command.clone() } else { case.name.clone() };
        let hooks = match redaction {
            Some(by) => case.hooks.map(|hook| by.token(&hook.0)),
            None => case.hooks.clone(),
        };
        let parameters = match redaction {
            Some(by) => case.parameters.iter().map(|parameter| by.parameter(parameter)).collect(),
            None => case.parameters.clone(),
        };
        let (id, streams) = (CaseId::at(place), case.streams.clone());
        let against = case.against.map(CaseId::at);
        CaseSettings { id, name, against, command, argv, streams, hooks, parameters }
    };
    let cases: Vec<CaseSettings> = request.cases.iter().enumerate().map(case).collect();
    // One sweep warms up, and tells how long a run takes.
    let warmup = request.requested.warmup.unwrap_or(1);
    let mut unsized_plan =
        plan(&request.requested, request.seed, warmup, request.counted, Sizing::default());
    unsized_plan.in_order = request.in_order;
    unsized_plan.blocks = 0;
    let reference = request.reference.filter(|_| cases.len() > 1);
    let mut settings = Settings {
        reference: reference.map(CaseId::at),
        cases,
        requested: request.requested.clone(),
        plan: unsized_plan,
        policy: request.policy.clone(),
        metrics: request.selection.metrics().collect(),
        named: request.selection.named().collect(),
        estimate: request.selection.is_estimating(),
        ignore_failure: request.ignore_failure.clone(),
        directory: prepared.directory.clone(),
        environment: prepared.environment_digest.clone(),
    };
    let comparisons = Some(settings.comparisons()).filter(|&count| count > 0);
    let required =
        comparisons.map(|count| probity_stats::blocks_required(count, request.policy.alpha));
    settings.plan.blocks_required = required;
    settings
}
