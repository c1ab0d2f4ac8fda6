//! A program that says what it did.

use probity_marker::{Kind, Tally};
use std::time::Instant;

static ROUND: Tally = Tally::new("round", "ns");

pub(crate) fn main() {
    probity_marker::identify("marked-rust", Some("1"));
    probity_marker::ready();
    probity_marker::provenance("rows", "all");
    probity_marker::phase("scan");
    let mut sum = 0_u64;
    for _ in 0..2 {
        let _window = probity_marker::window("scan");
        let start = Instant::now();
        sum += (0..1000).map(|i: u64| i * i).sum::<u64>();
        ROUND.add(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX));
    }
    probity_marker::work("rows", 2000);
    probity_marker::checksum(&format!("{sum:x}"));
    probity_marker::counter("rounds", "count", Kind::Counter, 2_u64);
    probity_marker::tally(&ROUND.totals());
    probity_marker::result(&format!("{sum:x}"));
}
