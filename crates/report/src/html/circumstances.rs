//! The machine, and what was asked for and planned.

use super::markup::{Html, element};
use super::tables::facts;
use crate::doctor::{host_rows, session_cost};
use crate::phrase::{Phrase, listed};
use crate::quantity::{percent, quantity};
use crate::stat::Campaign;
use probity_model::{IgnoredFailures, Unit, Value};

/// The facts of the host, and what looking costs there.
pub(super) fn host(campaign: Campaign<'_>) -> Html {
    let document = campaign.document;
    let mut rows = host_rows(&document.host);
    if let Some(session) = &document.capabilities.session {
        rows.push(("session", session_cost(session)));
    }
    let head = element("h2").line("Host");
    element("section").id("host").line(head.then(facts(rows)))
}

/// The settings: the plan, the policy, and where the programs ran.
pub(super) fn settings(campaign: Campaign<'_>) -> Html {
    let settings = &campaign.document.settings;
    let (plan, policy, asked) = (&settings.plan, &settings.policy, &settings.requested);
    let mut rows = vec![
        ("blocks", Phrase::new().number(plan.blocks).ours(": ").prose(&plan.reason)),
        ("warm-up", Phrase::new().count(plan.warmup, "sweep", "sweeps")),
        ("seed", Phrase::new().number(plan.seed)),
        ("at least", Phrase::new().count(asked.min_runs, "block", "blocks")),
    ];
    if let Some(most) = asked.max_runs {
        rows.push(("at most", Phrase::new().count(most, "block", "blocks")));
    }
    if let Some(budget) = asked.budget_ns {
        let time = quantity(Unit::Nanoseconds, Value::Integer(budget));
        rows.push(("budget", Phrase::new().figure(&time)));
    }
    if campaign.is_comparison() {
        let judged = listed(policy.metrics.iter().map(|id| Phrase::new().id(id.as_str())));
        rows.push(("judged", judged.ours(" by ").id(&policy.id)));
        rows.push(("limit", Phrase::new().figure(&percent(policy.practical_limit))));
        let chance = Phrase::new().figure(&percent(policy.alpha));
        rows.push(("false alarms", chance.ours(" at most, over all comparisons together")));
    }
    if settings.estimate {
        let line = "asked for, where a counter was on the hardware for a part of the time (≈)";
        rows.push(("estimates", line.into()));
    }
    rows.push(("failures", failures(&settings.ignore_failure)));
    rows.push(("directory", Phrase::new().name(&settings.directory)));
    let environment = Phrase::new().count(settings.environment.variables, "variable", "variables");
    rows.push(("environment", environment.ours(", SHA-256 ").id(&settings.environment.sha256)));
    let head = element("h2").line("Settings");
    element("section").id("settings").line(head.then(facts(rows)))
}

/// What a run that fails comes to.
fn failures(ignored: &IgnoredFailures) -> Phrase {
    let codes = match ignored {
        IgnoredFailures::None => {
            return "a run that fails ends the measuring of its command".into();
        }
        IgnoredFailures::All => return "a run that fails counts all the same (-i)".into(),
        IgnoredFailures::Codes(codes) => codes,
    };
    let codes = listed(codes.iter().map(|code| Phrase::new().number(u64::from(*code))));
    Phrase::from("a run that fails with exit code ")
        .then(codes)
        .ours(" counts all the same (-i); another failure ends the measuring of its command")
}
