//! How often the rules cry wolf and how often they find a difference, on simulated campaigns.
//!
//! A simulation says nothing about real machines; it shows that the rules keep their promise when
//! their assumption (independent blocks) holds. Real campaigns are counted by `cargo xtask bench`.

#![expect(clippy::unwrap_used, reason = "a refusal in a simulation is a bug of the test")]

use probity_judge::{Control, Judgeable, POLICY_ID, Pair, Pairs, Row, judge};
use probity_model::*;
use probity_stats::SplitMix64;

fn wall() -> Metric {
    Metric {
        id: MetricId::new("time.wall"),
        unit: Unit::Nanoseconds,
        kind: Kind::Duration,
        aggregation: Aggregation::Delta,
        class: Class::Quantitative,
        scope: Scope::Window,
        role: MetricRole::Wall,
        pass: Pass::Every,
        determinism: probity_model::Determinism::Varies,
        derivation: None,
        needs: "".into(),
        summary: "".into(),
    }
}

fn uniform(generator: &mut SplitMix64) -> f64 {
    (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A run of 15 ms with a right-skewed noise: mostly within `noise`, sometimes far slower.
fn run(generator: &mut SplitMix64, slowdown: f64, noise: f64) -> Observation {
    let bell: f64 = (0..6).map(|_| uniform(generator)).sum::<f64>() / 3.0 - 1.0;
    let stall = if uniform(generator) < 0.1 { 4.0 * uniform(generator) } else { 0.0 };
    let ns = 15_000_000.0 * slowdown * (1.0 + noise * (bell + stall));
    Observation::Measured(Measured {
        value: Value::Integer(ns as u64),
        unit: Unit::Nanoseconds,
        quality: Quality::Exact,
        scope: Scope::Window,
        source: "simulated".into(),
    })
}

/// The verdicts of one campaign in which every candidate is slower by the same factor.
fn campaign(seed: u64, candidates: usize, slowdown: f64, noise: f64) -> Vec<Verdict> {
    let metric = wall();
    let generator = &mut SplitMix64::new(seed);
    let mut columns = vec![Vec::new(); candidates + 1];
    for block in 0..10 {
        let reference = run(generator, 1.0, noise);
        let reference = Judgeable::new(&metric, &reference).unwrap();
        for (place, column) in columns.iter_mut().enumerate() {
            let side = run(generator, if place == 0 { 1.0 } else { slowdown }, noise);
            let side = Judgeable::new(&metric, &side).unwrap();
            column.push(Pair::new(block, side, reference).unwrap());
        }
    }
    let policy =
        Policy { id: POLICY_ID.into(), practical_limit: 0.01, alpha: 0.05, metrics: Vec::new() };
    let whole = |measured| Ok(Pairs { measured, gap: None });
    let control = Control::new(&metric.id, whole(columns.remove(0)), &policy);
    let ids: Vec<CaseId> = (0..=candidates).map(CaseId::at).collect();
    let rows: Vec<Row<'_>> = columns
        .into_iter()
        .zip(&ids[1..])
        .map(|(pairs, candidate)| Row {
            metric: &metric.id,
            reference: &ids[0],
            candidate,
            pairs: whole(pairs),
            control: &control,
            same_binary: false,
            same_arguments: false,
        })
        .collect();
    judge(&rows, &policy, None).into_iter().map(|comparison| comparison.verdict).collect()
}

/// In how many of `campaigns` any comparison was called as `wanted` says.
fn called(
    campaigns: u64,
    candidates: usize,
    slowdown: f64,
    noise: f64,
    wanted: fn(&Verdict) -> bool,
) -> u64 {
    let any = |seed| campaign(seed, candidates, slowdown, noise).iter().any(wanted);
    (0..campaigns).filter(|seed| any(*seed)).count() as u64
}

fn is_difference(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Regressed | Verdict::Improved)
}

#[test]
fn a_against_a_is_called_different_in_far_less_than_5_percent() {
    for noise in [0.005, 0.03, 0.2] {
        for candidates in [1, 4] {
            let alarms = called(2_000, candidates, 1.0, noise, is_difference);
            // 5 % would be 100, with a standard deviation of 10.
            assert!(alarms < 70, "{alarms} of 2000, noise {noise}, {candidates} candidates");
        }
    }
}

#[test]
fn ten_percent_is_found_nearly_always() {
    for candidates in [1, 4] {
        let found = called(500, candidates, 1.1, 0.02, |v| *v == Verdict::Regressed);
        assert!(found >= 490, "{found} of 500, {candidates} candidates");
    }
    let found = called(500, 1, 1.0 / 1.1, 0.02, |v| *v == Verdict::Improved);
    assert!(found >= 490, "{found} of 500 improvements");
}

#[test]
fn a_quiet_machine_shows_no_difference_and_a_noisy_one_does_not_decide() {
    let quiet = called(500, 1, 1.0, 0.002, |v| *v == Verdict::NoDifferenceShown);
    assert!(quiet >= 490, "{quiet} of 500");
    let noisy = called(500, 1, 1.0, 0.2, |v| *v == Verdict::Inconclusive);
    assert!(noisy >= 400, "{noisy} of 500");
}
