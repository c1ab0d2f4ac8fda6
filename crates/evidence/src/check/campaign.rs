//! What was asked for and planned.

use super::Parts;
use crate::layout::{BENCH, MANIFEST, MAX_BLOCKS, SETTINGS};
use crate::validate::{Findings, Rule};
use probity_judge::POLICY_ID;
use probity_model::{
    CaseId, CaseSettings, Class, CountedRuns, HookKind, MetricId, Parameter, Pass, Requested,
    Settings, Text,
};
use std::collections::{BTreeMap, BTreeSet};

impl Parts {
    pub(super) fn check_campaign(&self, findings: &mut Findings) {
        let before = findings.count();
        self.check_cases(findings);
        self.check_policy_range(findings);
        self.check_policy_metrics(findings);
        // The number of blocks follows from all of these.
        if findings.count() == before {
            self.check_plan(findings);
        }
        if self.manifest.completeness.reason().is_some_and(|reason| reason.trim().is_empty()) {
            findings.add(Rule::IncompleteReason, MANIFEST, "incomplete without a reason");
        }
    }

    fn check_cases(&self, findings: &mut Findings) {
        let cases = &self.settings.cases;
        if cases.is_empty() {
            findings.add(Rule::CaseIds, SETTINGS, "there is no case");
        }
        for (position, case) in cases.iter().enumerate() {
            let expected = CaseId::at(position);
            if case.id != expected {
                let detail = format!("case '{}' should be {expected}", case.id);
                findings.add(Rule::CaseIds, SETTINGS, detail);
            }
            if case.argv.is_empty() || case.argv.iter().any(|word| word.0.contains(&0)) {
                let detail = format!("case {} has no words that can be executed", case.id);
                findings.add(Rule::CaseIds, SETTINGS, detail);
            }
            for kind in HookKind::ALL {
                let is_bad = |hook: &Text| hook.0.is_empty() || hook.0.contains(&0);
                if case.hooks.get(kind).is_some_and(is_bad) {
                    let detail =
                        format!("{} of case {} cannot be executed", kind.option(), case.id);
                    findings.add(Rule::CaseIds, SETTINGS, detail);
                }
            }
        }
        self.check_parameters(findings);
        if let Some(detail) = self.wrong_reference() {
            findings.add(Rule::Reference, SETTINGS, detail);
        }
    }

    /// What is wrong with what cases are judged against. Benchmarks are judged against their own
    /// like in another build, or against nothing; commands against one of them.
    fn wrong_reference(&self) -> Option<String> {
        let Settings { cases, reference, .. } = &self.settings;
        if self.manifest.kind == BENCH {
            return match reference {
                Some(_) => Some("benchmarks have a reference in common".to_owned()),
                None => cases.iter().find_map(|case| {
                    let against = case.against.as_ref()?;
                    let is_reference = |other: &&CaseSettings| {
                        other.id == *against && other.id != case.id && other.against.is_none()
                    };
                    let reference = cases.iter().find(is_reference);
                    reference.is_none().then(|| {
                        format!("{} is judged against '{against}', which cannot be", case.id)
                    })
                }),
            };
        }
        match reference {
            _ if cases.iter().any(|case| case.against.is_some()) => {
                Some("a command has a reference of its own".to_owned())
            }
            Some(_) if cases.len() < 2 => Some("a single case has a reference".to_owned()),
            None if cases.len() >= 2 => Some("there are several cases and no reference".to_owned()),
            Some(id) if !cases.iter().any(|case| case.id == *id) => {
                Some(format!("the reference '{id}' is no case"))
            }
            _ => None,
        }
    }

    /// What a reader looks a value up by must find one value, and be fit to be shown as a heading.
    fn check_parameters(&self, findings: &mut Findings) {
        for case in &self.settings.cases {
            let mut seen = BTreeSet::new();
            for Parameter { name, .. } in &case.parameters {
                let detail = if !Parameter::is_name(name) {
                    format!("case {} has a parameter whose name cannot be one", case.id)
                } else if !seen.insert(name) {
                    format!("case {} has two parameters of one name", case.id)
                } else {
                    continue;
                };
                findings.add(Rule::CaseParameters, SETTINGS, detail);
            }
        }
    }

    fn check_policy_range(&self, findings: &mut Findings) {
        let policy = &self.settings.policy;
        // A comparison with NaN is false; JSON has none, and the range would refuse it too.
        if !(0.0..1.0).contains(&policy.practical_limit) {
            let detail = format!("practical_limit {} is not in [0, 1)", policy.practical_limit);
            findings.add(Rule::PolicyRange, SETTINGS, detail);
        }
        if !(policy.alpha > 0.0 && policy.alpha <= 0.5) {
            let detail = format!("alpha {} is not in (0, 0.5]", policy.alpha);
            findings.add(Rule::PolicyRange, SETTINGS, detail);
        }
        if policy.id != POLICY_ID {
            let detail = format!("the policy '{}' is not {POLICY_ID}", policy.id);
            findings.add(Rule::PolicyForeign, SETTINGS, detail);
        }
    }

    fn check_policy_metrics(&self, findings: &mut Findings) {
        let Settings { policy, metrics, .. } = &self.settings;
        let requested: BTreeSet<&MetricId> = metrics.iter().collect();
        let classes: BTreeMap<&MetricId, Class> = self
            .capabilities
            .metrics()
            .map(|report| (&report.metric.id, report.metric.class))
            .collect();
        let counted: BTreeSet<&MetricId> = self.counted().collect();
        let mut seen = BTreeSet::new();
        for id in &policy.metrics {
            let detail = if !seen.insert(id) {
                format!("{id} is judged twice")
            } else if !requested.contains(id) {
                format!("{id} is judged and was not requested")
            } else if classes.get(id).is_some_and(|class| *class != Class::Quantitative) {
                format!("{id} is judged and may only explain")
            } else if counted.contains(id) {
                format!("{id} is judged and observed in counted runs only")
            } else {
                continue;
            };
            findings.add(Rule::PolicyMetrics, SETTINGS, detail);
        }
        if policy.metrics.is_empty() {
            findings.add(Rule::PolicyMetrics, SETTINGS, "no metric is judged");
        }
    }

    fn check_plan(&self, findings: &mut Findings) {
        let Settings { plan, requested, .. } = &self.settings;
        if !(1..=MAX_BLOCKS).contains(&plan.blocks) || plan.warmup > MAX_BLOCKS {
            let detail = format!("blocks and warm-up sweeps are not in 1 to {MAX_BLOCKS}");
            return findings.add(Rule::PlanBlocks, SETTINGS, detail);
        }
        for (what, requested, planned) in [
            ("runs", requested.runs, plan.blocks),
            ("warm-up sweeps", requested.warmup, plan.warmup),
        ] {
            if requested.is_some_and(|requested| requested != planned) {
                let detail = format!("{planned} {what} are planned, others were requested");
                findings.add(Rule::PlanBlocks, SETTINGS, detail);
            }
        }
        if requested.runs.is_none() {
            self.check_sizing(findings);
        }
        let required = self.blocks_required();
        if plan.blocks_required != required {
            let needed = match required {
                Some(required) => format!("the family needs {required}"),
                None => "a single case needs none".to_owned(),
            };
            let detail = format!("blocks_required is not what it should be: {needed}");
            findings.add(Rule::PlanBlocks, SETTINGS, detail);
        }
        let is_counting = plan.counted != CountedRuns::None;
        if is_counting != self.counted().next().is_some() {
            let detail = match is_counting {
                true => "counted runs are planned, and no requested metric needs them",
                false => "no counted runs are planned, and a requested metric needs them",
            };
            findings.add(Rule::PlanCounted, SETTINGS, detail);
        }
        if plan.reason.trim().is_empty() {
            let detail = format!("{} blocks are planned without a reason", plan.blocks);
            findings.add(Rule::PlanReason, SETTINGS, detail);
        }
    }

    /// What a plan that sized itself may come to: at most the maximum; and at least the minimum
    /// and what the family needs, unless the maximum, a budget or the format stood against it.
    fn check_sizing(&self, findings: &mut Findings) {
        let Settings { plan, requested, .. } = &self.settings;
        let Requested { min_runs, max_runs, budget_ns, .. } = *requested;
        let most = max_runs.unwrap_or(MAX_BLOCKS).clamp(1, MAX_BLOCKS);
        let least = match budget_ns {
            Some(_) => 1,
            None => min_runs.max(self.blocks_required().unwrap_or(1)).clamp(1, most),
        };
        if !(least..=most).contains(&plan.blocks) {
            let detail = format!(
                "{} blocks are planned, and what was requested allows {least} to {most}",
                plan.blocks
            );
            findings.add(Rule::PlanBlocks, SETTINGS, detail);
        }
    }

    /// The requested metrics that only counted runs observe.
    pub(super) fn counted(&self) -> impl Iterator<Item = &MetricId> {
        let requested = self.capabilities.metrics().filter(|report| report.requested);
        let counted = requested.filter(|report| report.metric.pass == Pass::Counted);
        counted.map(|report| &report.metric.id)
    }

    fn blocks_required(&self) -> Option<u64> {
        let comparisons = Some(self.settings.comparisons()).filter(|count| *count > 0)?;
        Some(probity_stats::blocks_required(comparisons, self.settings.policy.alpha))
    }
}
