//! What came of one campaign, as a line of JSON.

use super::kind::Kind;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Which campaign it is: there is one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Identity {
    /// How many processes were asked for; none where the harness decides.
    pub(super) processes: Option<u64>,
    pub(super) kind: Kind,
    /// From 1. With the others it makes the seed.
    pub(super) number: u64,
}

/// What came of one campaign.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    pub(super) identity: Identity,
    pub(super) seconds: f64,
    /// Blocks that the judged rows had, at most.
    pub(super) blocks: u64,
    /// Of the machine, as it began.
    pub(super) load: Option<f64>,
    pub(super) rows: BTreeMap<String, Row>,
    /// Why there are no rows.
    pub(super) failed: Option<String>,
}

/// What came of one benchmark in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) verdict: String,
    /// The median ratio and its interval, as far as there are any.
    pub(super) ratio: Option<f64>,
    pub(super) interval: Option<[f64; 2]>,
}

impl Identity {
    /// A seed that no other campaign has.
    pub(super) fn seed(self) -> u64 {
        let processes = self.processes.unwrap_or_default();
        (processes * 10_000 + self.kind.units()) * 1_000_000 + self.number
    }
}

impl Record {
    /// The line, without its end.
    pub(super) fn line(&self) -> String {
        let Identity { processes, kind, number } = self.identity;
        let rows: Map<String, Value> =
            self.rows.iter().map(|(id, row)| (id.clone(), row.value())).collect();
        let mut value = json!({
            "units": kind.units(), "number": number, "seed": self.identity.seed(),
            "seconds": rounded(self.seconds, 1e3), "blocks": self.blocks, "rows": rows,
        });
        let more = [
            ("processes", processes.map(Value::from)),
            ("load", self.load.map(Value::from)),
            ("failed", self.failed.clone().map(Value::from)),
        ];
        for (name, content) in more {
            if let Some(content) = content {
                value[name] = content;
            }
        }
        value.to_string()
    }

    /// Reads a line.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(line).ok()?;
        let rows = value["rows"].as_object()?.iter();
        let rows: Option<BTreeMap<_, _>> =
            rows.map(|(id, row)| Some((id.clone(), Row::parse(row)?))).collect();
        Some(Self {
            identity: Identity {
                processes: value["processes"].as_u64(),
                kind: Kind::of(value["units"].as_u64()?)?,
                number: value["number"].as_u64()?,
            },
            seconds: value["seconds"].as_f64()?,
            blocks: value["blocks"].as_u64()?,
            load: value["load"].as_f64(),
            rows: rows?,
            failed: value["failed"].as_str().map(str::to_owned),
        })
    }
}

impl Row {
    /// The verdict, then ratio, lower and upper end, as far as there are any.
    fn value(&self) -> Value {
        let numbers = self.ratio.into_iter().chain(self.interval.into_iter().flatten());
        let numbers = numbers.map(|number| Value::from(rounded(number, 1e5)));
        [Value::from(self.verdict.clone())].into_iter().chain(numbers).collect()
    }

    fn parse(value: &Value) -> Option<Self> {
        let (verdict, numbers) = value.as_array()?.split_first()?;
        let numbers: Option<Vec<f64>> = numbers.iter().map(Value::as_f64).collect();
        let (ratio, interval) = match numbers?[..] {
            [] => (None, None),
            [ratio] => (Some(ratio), None),
            [ratio, low, high] => (Some(ratio), Some([low, high])),
            _ => return None,
        };
        Some(Self { verdict: verdict.as_str()?.to_owned(), ratio, interval })
    }
}

/// To a fraction that is enough and keeps the file small.
fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
