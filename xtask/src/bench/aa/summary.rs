//! What campaigns of one kind come to.

use super::kind::Kind;
use super::record::{Record, Row};
use crate::bench::spread::median;
use std::collections::BTreeMap;

/// Campaigns of one kind and one number of processes.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) processes: Option<u64>,
    pub(super) kind: Kind,
    /// Those that gave verdicts.
    pub(super) campaigns: u64,
    /// Those that did not.
    pub(super) failed: u64,
    /// Blocks, and seconds that a campaign took: medians.
    pub(super) blocks: f64,
    pub(super) seconds: f64,
    /// Campaigns in which a benchmark that does no other work was called different.
    pub(super) false_alarms: u64,
    /// How many such benchmarks there are, in all campaigns, and how many were called different.
    pub(super) unchanged: Share,
    /// Campaigns in which every benchmark that does more work was found, and in which any was.
    pub(super) found_all: u64,
    pub(super) found_any: u64,
    pub(super) rows: BTreeMap<String, Verdicts>,
}

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) seen: u64,
    pub(super) all: u64,
}

/// What came of one benchmark in all campaigns.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    pub(super) regressed: u64,
    pub(super) improved: u64,
    pub(super) no_difference_shown: u64,
    pub(super) inconclusive: u64,
    /// Any other.
    pub(super) other: u64,
    /// Ratios, and half of how wide their intervals are.
    pub(super) ratios: Vec<f64>,
    pub(super) halves: Vec<f64>,
}

/// By number of processes and kind.
pub(super) fn summaries(records: &[Record]) -> Vec<Summary> {
    let mut groups: BTreeMap<_, Vec<&Record>> = BTreeMap::new();
    for record in records {
        let group = (record.identity.processes, record.identity.kind);
        groups.entry(group).or_default().push(record);
    }
    let groups = groups.into_iter();
    groups.map(|((processes, kind), records)| summary(processes, kind, &records)).collect()
}

fn summary(processes: Option<u64>, kind: Kind, records: &[&Record]) -> Summary {
    let whole: Vec<&Record> =
        records.iter().copied().filter(|record| record.failed.is_none()).collect();
    let middle = |of: &dyn Fn(&Record) -> f64| {
        let values: Vec<f64> = whole.iter().map(|record| of(record)).collect();
        median(&values).unwrap_or_default()
    };
    let campaigns =
        |that: &dyn Fn(&Record) -> bool| whole.iter().filter(|record| that(record)).count() as u64;
    let mut rows: BTreeMap<String, Verdicts> = BTreeMap::new();
    let mut unchanged = Share::default();
    for (id, row) in whole.iter().flat_map(|record| &record.rows) {
        rows.entry(id.clone()).or_default().add(row);
        if !kind.changes(id) {
            unchanged.all += 1;
            unchanged.seen += u64::from(is_shown(row));
        }
    }
    let is_alarm = |(id, row): (&String, &Row)| !kind.changes(id) && is_shown(row);
    let changed = |record: &Record| {
        let of = record.rows.iter().filter(|(id, _)| kind.changes(id));
        of.map(|(_, row)| row.verdict == "regressed").collect::<Vec<bool>>()
    };
    Summary {
        processes,
        kind,
        campaigns: whole.len() as u64,
        failed: (records.len() - whole.len()) as u64,
        blocks: middle(&|record| record.blocks as f64),
        seconds: middle(&|record| record.seconds),
        false_alarms: campaigns(&|record| record.rows.iter().any(is_alarm)),
        unchanged,
        found_all: campaigns(&|record| {
            let found = changed(record);
            !found.is_empty() && found.iter().all(|found| *found)
        }),
        found_any: campaigns(&|record| changed(record).iter().any(|found| *found)),
        rows,
    }
}

fn is_shown(row: &Row) -> bool {
    ["regressed", "improved"].contains(&row.verdict.as_str())
}

impl Verdicts {
    fn add(&mut self, row: &Row) {
        let count = match row.verdict.as_str() {
            "regressed" => &mut self.regressed,
            "improved" => &mut self.improved,
            "no_difference_shown" => &mut self.no_difference_shown,
            "inconclusive" => &mut self.inconclusive,
            _ => &mut self.other,
        };
        *count += 1;
        self.ratios.extend(row.ratio);
        self.halves.extend(row.interval.map(|[low, high]| (high - low) / 2.0));
    }

    /// All of them.
    pub(super) fn all(&self) -> u64 {
        let Self { regressed, improved, no_difference_shown, inconclusive, other, .. } = self;
        regressed + improved + no_difference_shown + inconclusive + other
    }
}
