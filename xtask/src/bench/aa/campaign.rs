//! One campaign.

use super::programs::Programs;
use super::record::{Identity, Record, Row};
use crate::bench::load::Load;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Instant;

/// The judged metric.
const JUDGED: &str = "iteration.time";

/// Runs it. One that fails is a result, too.
pub(super) fn campaign(programs: &Programs, identity: Identity) -> Record {
    let load = Load::now().last_minute;
    let mut words = vec!["--seed".to_owned(), identity.seed().to_string()];
    if let Some(processes) = identity.processes {
        words.extend(["--processes".to_owned(), processes.to_string()]);
    }
    let began = Instant::now();
    let seen = programs.compare(identity.kind, &words).and_then(|text| judged(&text));
    let seconds = began.elapsed().as_secs_f64();
    let (seen, failed) = match seen {
        Ok(seen) => (seen, None),
        Err(reason) => (BTreeMap::new(), Some(reason)),
    };
    let blocks = seen.values().map(|(blocks, _)| *blocks).max().unwrap_or_default();
    let rows = seen.into_iter().map(|(id, (_, row))| (id, row)).collect();
    Record { identity, seconds, blocks, load, rows, failed }
}

/// The judged rows of what a campaign printed, each with its blocks.
pub(super) fn judged(text: &str) -> Result<BTreeMap<String, (u64, Row)>, String> {
    let rows: Option<BTreeMap<_, _>> = text.lines().map(row).collect();
    rows.filter(|rows| !rows.is_empty())
        .ok_or_else(|| format!("read a verdict for each benchmark: {text:?}"))
}

fn row(line: &str) -> Option<(String, (u64, Row))> {
    let value: Value = serde_json::from_str(line).ok()?;
    let mut judged = value["comparisons"].as_array()?.iter();
    let judged = judged.find(|one| one["metric"] == JUDGED)?;
    let ratio = &judged["ratio"];
    let interval = ratio["interval"].as_array().and_then(|ends| match &ends[..] {
        [low, high] => Some([low.as_f64()?, high.as_f64()?]),
        _ => None,
    });
    let row = Row {
        verdict: judged["verdict"].as_str()?.to_owned(),
        ratio: ratio["median"].as_f64(),
        interval,
    };
    Some((value["id"].as_str()?.to_owned(), (judged["blocks"].as_u64()?, row)))
}
