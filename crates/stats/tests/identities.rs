//! Identities that hold for all samples.

use probity_stats::{BlockPlan, Ordered, Probability, Quantile, Signs, holm, interval_ranks};
use proptest::prelude::*;

fn integers() -> impl Strategy<Value = Vec<u64>> {
    prop_oneof![prop::collection::vec(0..20u64, 1..40), prop::collection::vec(any::<u64>(), 1..40)]
}

/// Ratios near 1, with many ties and many exact ones.
fn ratios() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec((95..106u32).prop_map(|hundredths| f64::from(hundredths) / 100.0), 0..60)
}

/// P-values of random signs of 30 blocks.
fn p_values() -> impl Strategy<Value = Vec<Probability>> {
    let p = (0..31u64).prop_map(|below| Signs { below, above: 30 - below, ties: 0 }.p_value());
    prop::collection::vec(p, 0..12)
}

proptest! {
    #[test]
    fn as_many_lie_below_the_median_as_above(values in integers()) {
        let n = values.len();
        let halves = Ordered::integers(values.iter().copied()).median().unwrap().count();
        let below = values.iter().filter(|&&v| 2 * u128::from(v) < halves).count();
        let above = values.iter().filter(|&&v| 2 * u128::from(v) > halves).count();
        prop_assert!(2 * below <= n && 2 * above <= n);
    }

    #[test]
    fn a_shift_moves_the_median_and_keeps_the_deviation(
        values in prop::collection::vec(0..1_000_000u64, 1..40), shift in 0..1_000_000u64,
    ) {
        let here = Ordered::integers(values.iter().copied());
        let there = Ordered::integers(values.iter().map(|v| v + shift));
        prop_assert_eq!(here.mad(), there.mad());
        let moved = here.median().unwrap().count() + 2 * u128::from(shift);
        prop_assert_eq!(moved, there.median().unwrap().count());
        prop_assert!(here.mad().unwrap().count() <= 2 * u128::from(here.max().unwrap()));
    }

    #[test]
    fn integers_and_reals_agree(values in prop::collection::vec(0..1_000_000u64, 1..40)) {
        let exact = Ordered::integers(values.iter().copied());
        let floats = Ordered::reals(values.iter().map(|&v| v as f64)).unwrap();
        prop_assert_eq!(exact.median().unwrap().as_f64(), floats.median().unwrap());
        prop_assert_eq!(exact.mad().unwrap().as_f64(), floats.mad().unwrap());
    }

    #[test]
    fn quantiles_rise_and_are_samples(values in integers(), a in 1..100u32, b in 1..100u32) {
        let samples = Ordered::integers(values.iter().copied());
        let at = |percent| samples.quantile(Quantile::new(percent, 100).unwrap());
        if let (Ok(low), Ok(high)) = (at(a.min(b)), at(a.max(b))) {
            prop_assert!(low <= high && values.contains(&low) && values.contains(&high));
        }
    }

    #[test]
    fn the_median_ratio_of_inverses_is_the_inverse(
        values in prop::collection::vec(0.01..100.0f64, 1..40),
    ) {
        let here = Ordered::reals(values.iter().copied()).unwrap();
        let there = Ordered::reals(values.iter().map(|v| 1.0 / v)).unwrap();
        let product = here.median_ratio().unwrap() * there.median_ratio().unwrap();
        prop_assert!((product - 1.0).abs() < 1e-12);
        let median = here.median_ratio().unwrap();
        prop_assert!(here.min().unwrap() <= median && median <= here.max().unwrap());
    }

    #[test]
    fn an_interval_excludes_1_exactly_when_the_p_value_is_within_alpha(
        values in ratios(), alpha in prop_oneof![Just(0.05), Just(0.0625), 0.0001..0.9f64],
    ) {
        let p = Signs::about(1.0, &values).p_value();
        let interval = Ordered::reals(values.iter().copied()).unwrap().interval(alpha);
        let excludes = interval.is_ok_and(|[low, high]| low > 1.0 || high < 1.0);
        prop_assert_eq!(excludes, p.is_within(alpha));
    }

    #[test]
    fn more_samples_or_less_confidence_narrow_the_interval(
        n in 1..400u64, alpha in 0.0001..0.5f64,
    ) {
        if let Some(ranks) = interval_ranks(n, alpha) {
            prop_assert!(1 <= ranks.lower && ranks.lower <= ranks.upper);
            prop_assert_eq!(ranks.lower + ranks.upper, n + 1);
            prop_assert!(interval_ranks(n, alpha * 1.5).unwrap().lower >= ranks.lower);
            prop_assert!(interval_ranks(n + 1, alpha).unwrap().lower >= ranks.lower);
        }
    }

    #[test]
    fn holm_lies_between_no_correction_and_bonferroni(ps in p_values()) {
        let steps = holm(&ps, 0.05);
        for (p, step) in ps.iter().zip(&steps) {
            prop_assert!(!step.is_shown || p.is_within(0.05));
            prop_assert!(step.is_shown || !p.is_within(0.05 / ps.len() as f64));
        }
        for (i, p) in ps.iter().enumerate() {
            for (j, q) in ps.iter().enumerate() {
                prop_assert!(p >= q || steps[i].is_shown || !steps[j].is_shown);
            }
        }
    }

    #[test]
    fn blocks_are_permutations_and_mirror_pairs(seed in any::<u64>(), slots in 0..9usize) {
        let orders: Vec<_> = BlockPlan::new(seed, slots).take(8).collect();
        for pair in orders.chunks_exact(2) {
            let mut sorted = pair[0].clone();
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..slots).collect::<Vec<_>>());
            let mirror: Vec<_> = pair[0].iter().rev().copied().collect();
            prop_assert_eq!(&mirror, &pair[1]);
        }
    }
}
