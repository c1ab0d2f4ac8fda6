use crate::*;

#[test]
fn medians_of_integers_are_exact() {
    let median = |values: &[u64]| Ordered::integers(values.iter().copied()).median();
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[7]).and_then(Halves::integer), Some(7));
    assert_eq!(median(&[9, 1, 5]).and_then(Halves::integer), Some(5));
    let half = median(&[4, 1, 9, 3]).unwrap();
    assert_eq!((half.count(), half.integer(), half.as_f64()), (7, None, 3.5));
    // Beyond 2^53, where a float would be wrong.
    assert_eq!(median(&[u64::MAX, u64::MAX]).and_then(Halves::integer), Some(u64::MAX));
    assert_eq!(median(&[u64::MAX, u64::MAX - 1]).unwrap().integer(), None);
}

#[test]
fn halves_round_to_even() {
    let round = |a, b| Halves::mean(a, b).round_half_even();
    assert_eq!(round(2, 3), 2);
    assert_eq!(round(3, 4), 4);
    assert_eq!(round(0, 1), 0);
    assert_eq!(round(1, 2), 2);
    assert_eq!(round(4, 6), 5);
    assert_eq!(round(u64::MAX - 1, u64::MAX), u64::MAX - 1);
    assert_eq!(round(u64::MAX, u64::MAX), u64::MAX);
}

#[test]
fn deviations_are_unscaled_and_about_the_exact_median() {
    let mad = |values: &[u64]| Ordered::integers(values.iter().copied()).mad().unwrap().as_f64();
    assert_eq!(mad(&[5]), 0.0);
    assert_eq!(mad(&[1, 1, 2, 2, 4, 6, 9]), 1.0);
    assert_eq!(mad(&[1, 2]), 0.5);
    // Median 2.5; deviations 0.5, 0.5, 1.5, 7.5.
    assert_eq!(mad(&[1, 2, 3, 10]), 1.0);
    assert_eq!(mad(&[0, u64::MAX]), u64::MAX as f64 / 2.0);
    let reals = Ordered::reals([1.0, 2.0, 3.0, 10.0]).unwrap();
    assert_eq!((reals.median(), reals.mad()), (Some(2.5), Some(1.0)));
}

#[test]
fn reals_must_be_finite() {
    assert_eq!(Ordered::reals([1.0, f64::NAN]), None);
    assert_eq!(Ordered::reals([f64::INFINITY]), None);
    assert_eq!(Ordered::reals([]).unwrap().median(), None);
}

#[test]
fn ratios_have_a_geometric_middle() {
    let median = |values: &[f64]| Ordered::reals(values.iter().copied()).unwrap().median_ratio();
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[2.0, 8.0]), Some(4.0));
    assert_eq!(median(&[3.0, 0.5, 9.0]), Some(3.0));
    assert_eq!(median(&[1.1, 1.1]), Some(1.1));
    assert_eq!(median(&[0.0, 4.0]), Some(0.0));
    // The products leave the range of floats; the means do not.
    assert!((median(&[1e200, 4e200]).unwrap() / 2e200 - 1.0).abs() < 1e-15);
    assert!((median(&[1e-200, 4e-200]).unwrap() / 2e-200 - 1.0).abs() < 1e-15);
}

#[test]
fn quantiles_are_nearest_rank_and_refuse() {
    let hundred = Ordered::integers(1..=100);
    let quantile = |numerator, denominator| Quantile::new(numerator, denominator).unwrap();
    assert_eq!(hundred.quantile(quantile(7, 10)), Ok(70));
    assert_eq!(hundred.quantile(quantile(1, 10)), Ok(10));
    assert_eq!(hundred.quantile(quantile(9, 10)), Ok(90));
    assert_eq!(hundred.quantile(quantile(7, 100)), Err(TooFew { n: 100, needed: 143 }));
    assert_eq!(hundred.quantile(quantile(99, 100)), Err(TooFew { n: 100, needed: 1000 }));
    // 0.07 * 1000 in floats is above 70; the rank is not.
    assert_eq!(Ordered::integers(1..=1000).quantile(quantile(7, 100)), Ok(70));
    assert_eq!(Ordered::integers(1..=1000).quantile(quantile(99, 100)), Ok(990));
    assert_eq!(quantile(999, 1000).samples_needed(), 10_000);
    assert_eq!(Ordered::integers([]).quantile(quantile(1, 2)), Err(TooFew { n: 0, needed: 1 }));
    for (numerator, denominator) in [(0, 1), (1, 1), (3, 2), (0, 0)] {
        assert_eq!(Quantile::new(numerator, denominator), None);
    }
}

#[test]
fn quartiles_need_four() {
    assert_eq!(Ordered::integers([1, 2, 3]).quartiles(), Err(TooFew { n: 3, needed: 4 }));
    assert_eq!(Ordered::integers([4, 3, 2, 1]).quartiles(), Ok([1, 3]));
    assert_eq!(Ordered::integers(1..=7).quartiles(), Ok([2, 6]));
}

#[test]
fn rsd_may_be_indeterminate() {
    assert_eq!(rsd(&[]), None);
    assert_eq!(rsd(&[5.0]), None);
    assert_eq!(rsd(&[0.0, 0.0]), None);
    assert_eq!(rsd(&[-1.0, 1.0]), None);
    assert_eq!(rsd(&[f64::MAX, f64::MAX]), None);
    assert_eq!(rsd(&[3.0, 3.0]), Some(0.0));
    assert_eq!(rsd(&[1.0, 3.0]), Some(2f64.sqrt() / 2.0));
}

#[test]
fn blocks_follow_from_the_family() {
    for (comparisons, blocks) in [(1, 6), (2, 7), (5, 8), (20, 10), (200, 13)] {
        assert_eq!(blocks_required(comparisons, 0.05), blocks, "{comparisons}");
    }
    assert_eq!(blocks_required(0, 0.05), 6);
    // Equality is enough: 2^-4.
    assert_eq!(blocks_required(1, 0.0625), 5);
    for nonsense in [f64::NAN, 0.0, -1.0] {
        assert_eq!(blocks_required(1, nonsense), 1076);
        assert_eq!(interval_ranks(50, nonsense), None);
    }
}

/// Lower ranks computed with exact integers by another program.
#[test]
fn interval_ranks_are_those_of_exact_integers() {
    let levels = [0.05, 0.01, 0.05 / 3.0, 0.05 / 20.0];
    for (n, lowers) in [
        (6, [1, 0, 0, 0]),
        (7, [1, 0, 1, 0]),
        (9, [2, 1, 1, 0]),
        (10, [2, 1, 1, 1]),
        (50, [18, 16, 17, 14]),
        (100, [40, 37, 38, 35]),
        (1_000, [469, 459, 462, 452]),
        (10_000, [4_902, 4_871, 4_880, 4_849]),
    ] {
        for (alpha, lower) in levels.into_iter().zip(lowers) {
            let expected = (lower > 0).then(|| Ranks { lower, upper: n + 1 - lower });
            assert_eq!(interval_ranks(n, alpha), expected, "n {n} alpha {alpha}");
        }
    }
    assert_eq!(interval_ranks(100_000, 0.05).unwrap().lower, 49_690);
    assert_eq!(interval_ranks(1_000_000, 0.05).unwrap().lower, 499_020);
    assert_eq!(interval_ranks(5, 0.0625), Some(Ranks { lower: 1, upper: 5 }));
    assert_eq!(interval_ranks(0, 0.05), None);
}

#[test]
fn p_values_neither_underflow_nor_overflow() {
    let p = |below, above, ties| Signs { below, above, ties }.p_value();
    assert!(p(1_000_000, 0, 0) < p(999_999, 0, 0));
    assert!(p(1_000_000, 0, 0) < p(999_999, 1, 0));
    assert!(p(999_999, 1, 0).is_within(f64::MIN_POSITIVE));
    assert_eq!(p(0, 0, 0), Probability::ONE);
    assert_eq!(p(500_000, 500_000, 0), Probability::ONE);
    assert!(p(500_000, 500_010, 0) < Probability::ONE);
    // 2^-5 and 2 * (1 + 10) / 2^10, both exact.
    assert!(p(0, 6, 0).is_within(0.03125) && !p(0, 6, 0).is_within(0.03124));
    assert!(p(9, 1, 0).is_within(22.0 / 1024.0) && !p(9, 1, 0).is_within(21.9 / 1024.0));
    // A tie is held against the majority.
    assert_eq!(p(9, 0, 1), p(9, 1, 0));
}

#[test]
fn signs_count_sides() {
    let signs = Signs::about(1.0, &[0.5, 1.0, 2.0, 3.0]);
    assert_eq!(signs, Signs { below: 1, above: 2, ties: 1 });
}

#[test]
fn holm_steps_down_and_stops() {
    let p = |majority| Signs { below: majority, above: 12 - majority, ties: 0 }.p_value();
    // Two-sided: 12 of 12 is 0.0005, 11 is 0.0063, 10 is 0.0386, 9 is 0.146.
    let steps = holm(&[p(10), p(12), p(11)], 0.05);
    assert_eq!(steps.iter().map(|s| s.is_shown).collect::<Vec<_>>(), [true, true, true]);
    assert_eq!(steps.iter().map(|s| s.alpha).collect::<Vec<_>>(), [0.05, 0.05 / 3.0, 0.05 / 2.0]);
    // The second row fails at 0.025, so the third is not shown though 0.0386 is within 0.05.
    let steps = holm(&[p(10), p(10), p(12)], 0.05);
    assert_eq!(steps.iter().map(|s| s.is_shown).collect::<Vec<_>>(), [false, false, true]);
    // Equal values keep their order.
    assert_eq!(steps[0].alpha, 0.025);
    assert_eq!(steps[1].alpha, 0.05);
    assert_eq!(holm(&[], 0.05), []);
}

/// The first numbers of Vigna's `splitmix64.c` from the seed 1234567.
#[test]
fn the_generator_is_the_published_one() {
    let mut generator = SplitMix64::new(1_234_567);
    let drawn: Vec<u64> = (0..5).map(|_| generator.next_u64()).collect();
    assert_eq!(
        drawn,
        [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821
        ]
    );
}

/// Frozen: evidence is replayed from its seed. Computed by another program from the description.
#[test]
fn plans_never_change() {
    let plan = |seed, slots| BlockPlan::new(seed, slots).take(6).collect::<Vec<_>>();
    assert_eq!(plan(1, 3), [[0, 1, 2], [2, 1, 0], [2, 1, 0], [0, 1, 2], [1, 2, 0], [0, 2, 1]]);
    assert_eq!(
        plan(42, 4),
        [[2, 0, 3, 1], [1, 3, 0, 2], [2, 3, 1, 0], [0, 1, 3, 2], [0, 3, 2, 1], [1, 2, 3, 0]]
    );
    assert_eq!(
        plan(u64::MAX, 7)[..3],
        [[5, 4, 6, 2, 1, 3, 0], [0, 3, 1, 2, 6, 4, 5], [6, 5, 1, 4, 0, 2, 3]]
    );
    assert_eq!(plan(9, 1)[..2], [[0], [0]]);
    assert_eq!(plan(9, 0)[0], [0; 0]);
}

#[test]
fn every_order_is_as_likely() {
    let mut counts = std::collections::BTreeMap::new();
    for order in BlockPlan::new(7, 3).step_by(2).take(6_000) {
        *counts.entry(order).or_insert(0u32) += 1;
    }
    assert_eq!(counts.len(), 6);
    // 1,000 expected, standard deviation 29.
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
    let mut generator = SplitMix64::new(3);
    assert!((0..1_000).all(|_| generator.below(5) < 5));
    assert_eq!(generator.below(1), 0);
    assert_eq!(generator.below(0), 0);
}
