use crate::*;
use probity_model::*;

fn metric(class: Class, role: MetricRole) -> Metric {
    Metric {
        id: MetricId::new("time.wall"),
        unit: Unit::Nanoseconds,
        kind: Kind::Duration,
        aggregation: Aggregation::Delta,
        class,
        scope: Scope::Window,
        role,
        pass: Pass::Every,
        determinism: probity_model::Determinism::Varies,
        derivation: None,
        needs: "".into(),
        summary: "".into(),
    }
}

fn wall() -> Metric {
    metric(Class::Quantitative, MetricRole::Wall)
}

fn measured(value: Value) -> Observation {
    Observation::Measured(Measured {
        value,
        unit: Unit::Nanoseconds,
        quality: Quality::Exact,
        scope: Scope::Window,
        source: "clock_gettime".into(),
    })
}

/// Pairs with these ratios, in thousandths.
fn pairs(thousandths: &[u64]) -> Vec<Pair> {
    let metric = wall();
    let value = |n| measured(Value::Integer(n));
    let pair = |(block, &n): (usize, &u64)| {
        let reference = value(1_000);
        Pair::new(
            block as u64,
            Judgeable::new(&metric, &value(n)).unwrap(),
            Judgeable::new(&metric, &reference).unwrap(),
        )
        .unwrap()
    };
    thousandths.iter().enumerate().map(pair).collect()
}

/// Blocks without a gap.
fn whole(thousandths: &[u64]) -> Pairs {
    Pairs { measured: pairs(thousandths), gap: None }
}

fn policy() -> Policy {
    Policy {
        id: "test".into(),
        practical_limit: 0.01,
        alpha: 0.05,
        metrics: vec![MetricId::new("time.wall")],
    }
}

/// A quiet null: ten blocks about 1.
const QUIET: [u64; 10] = [999, 1001, 1000, 998, 1002, 1000, 1001, 999, 1000, 1000];

/// Judges a family of candidates, given as thousandths, with one null.
fn family(
    candidates: &[Result<Pairs, Refusal>],
    null: &[u64],
    incomplete: Option<&str>,
) -> Vec<Comparison> {
    let ids: Vec<CaseId> = (0..=candidates.len()).map(CaseId::at).collect();
    let id = MetricId::new("time.wall");
    let control = Control::new(&id, Ok(whole(null)), &policy());
    let rows: Vec<Row<'_>> = candidates
        .iter()
        .zip(&ids[1..])
        .map(|(candidate_pairs, candidate)| Row {
            metric: &id,
            reference: &ids[0],
            candidate,
            pairs: candidate_pairs.clone(),
            control: &control,
            same_binary: false,
            same_arguments: false,
        })
        .collect();
    judge(&rows, &policy(), incomplete)
}

fn one(candidate: &[u64], null: &[u64]) -> Comparison {
    family(&[Ok(whole(candidate))], null, None).remove(0)
}

#[test]
fn only_exact_measured_quantitative_values_are_judgeable() {
    let refusal = |metric: &Metric, observation: &Observation| {
        Judgeable::new(metric, observation).unwrap_err()
    };
    let wall = wall();
    assert_eq!(Judgeable::new(&wall, &measured(Value::Integer(7))).unwrap().value(), 7.0);

    let diagnostic = metric(Class::Diagnostic, MetricRole::Pressure);
    let id = || wall.id.clone();
    assert_eq!(refusal(&diagnostic, &measured(Value::Integer(7))), Refusal::Diagnostic(id()));
    let absent = Observation::unavailable(Cause::Denied, "the gate is shut");
    assert_eq!(refusal(&wall, &absent).to_string(), "time.wall is absent: the gate is shut");
    let inapplicable = Observation::NotApplicable { reason: "pinned".into() };
    assert!(matches!(refusal(&wall, &inapplicable), Refusal::NotMeasured { .. }));

    let changed = |change: fn(&mut Measured)| match measured(Value::Integer(7)) {
        Observation::Measured(mut measured) => {
            change(&mut measured);
            Observation::Measured(measured)
        }
        other => other,
    };
    let estimated = changed(|m| m.quality = Quality::Estimated { enabled_ns: 2, running_ns: 1 });
    assert_eq!(refusal(&wall, &estimated), Refusal::Estimated(id()));
    let scope = changed(|m| m.scope = Scope::System);
    assert_eq!(refusal(&wall, &scope), Refusal::OtherQuantity(id()));
    let unit = changed(|m| m.unit = Unit::Bytes);
    assert_eq!(refusal(&wall, &unit), Refusal::OtherQuantity(id()));
    for verdict in [refusal(&wall, &unit).verdict(), refusal(&wall, &absent).verdict()] {
        assert_eq!(verdict, Verdict::Incomparable);
    }
}

#[test]
fn impossible_values_are_invalid() {
    let zero = measured(Value::Integer(0));
    let refusal = Judgeable::new(&wall(), &zero).unwrap_err();
    assert_eq!(refusal.verdict(), Verdict::Invalid);
    assert_eq!(refusal.to_string(), "time.wall is impossible: a run took no time at all");
    for real in [-1.0, f64::NAN, f64::INFINITY] {
        let refusal = Judgeable::new(&wall(), &measured(Value::Real(real))).unwrap_err();
        assert_eq!(refusal.verdict(), Verdict::Invalid, "{real}");
    }
    // Other times may be 0: the accounting is coarse.
    let cpu = metric(Class::Quantitative, MetricRole::OnCpuTotal);
    assert_eq!(Judgeable::new(&cpu, &zero).unwrap().value(), 0.0);
}

#[test]
fn pairs_are_of_one_metric_and_never_divide_by_nothing() {
    let cpu = metric(Class::Quantitative, MetricRole::OnCpuTotal);
    let value = |n| Judgeable::new(&cpu, &measured(Value::Integer(n)));
    let zero = Pair::new(3, value(5).unwrap(), value(0).unwrap()).unwrap_err();
    assert_eq!(zero, Refusal::NoRatio { metric: cpu.id.clone(), block: 3 });
    assert!(Pair::new(3, value(0).unwrap(), value(0).unwrap()).is_err());
    assert_eq!(Pair::new(3, value(0).unwrap(), value(5).unwrap()).unwrap().ratio(), 0.0);

    let other = Metric { id: MetricId::new("time.cpu_total"), ..cpu.clone() };
    let one = measured(Value::Integer(1));
    let other = Judgeable::new(&other, &one).unwrap();
    assert!(matches!(Pair::new(0, other, value(5).unwrap()), Err(Refusal::NotAlike { .. })));
    let tiny = measured(Value::Real(f64::MIN_POSITIVE));
    let tiny = Judgeable::new(&cpu, &tiny).unwrap();
    assert!(matches!(Pair::new(0, value(5).unwrap(), tiny), Err(Refusal::NoRatio { .. })));
}

#[test]
fn a_regression_is_shown() {
    let comparison = one(&[1034, 1021, 1050, 1030, 1040, 1036, 1020, 1034, 1060, 1025], &QUIET);
    assert_eq!(comparison.verdict, Verdict::Regressed);
    assert_eq!(
        comparison.reason,
        "median ratio 1.034 [1.021, 1.050] lies beyond the limit of 1 %, in both halves"
    );
    assert_eq!(comparison.wins, Wins { candidate: 0, reference: 10, ties: 0 });
    assert_eq!((comparison.blocks, comparison.blocks_required), (10, 6));
    assert_eq!(comparison.blocks_more, None);
    assert_eq!(comparison.limit, Limit { practical: 0.01, effective: 0.01 });
    assert_eq!(comparison.ratio.unwrap().level, 0.95);
    let null = comparison.null.unwrap();
    assert!(!null.void && null.blocks == 10 && null.ratio.median == 1.0);
}

#[test]
fn an_improvement_is_shown() {
    let comparison = one(&[900, 910, 890, 905, 880, 920, 899, 901, 903, 897], &QUIET);
    assert_eq!(comparison.verdict, Verdict::Improved);
    assert_eq!(comparison.wins, Wins { candidate: 10, reference: 0, ties: 0 });
}

#[test]
fn no_difference_needs_the_whole_interval() {
    let comparison = one(&QUIET, &QUIET);
    assert_eq!(comparison.verdict, Verdict::NoDifferenceShown);
    assert_eq!(
        comparison.reason,
        "median ratio 1.000 [0.999, 1.001] lies within the limit of 1 %, with all of its interval"
    );
    // Excluding 1 is no regression within the limit.
    let comparison = one(&[1004; 10], &QUIET);
    assert_eq!(comparison.verdict, Verdict::NoDifferenceShown);
    // The limit itself still is within.
    assert_eq!(one(&[1010; 10], &QUIET).verdict, Verdict::NoDifferenceShown);

    let comparison = one(&[1004, 990, 1020, 985, 1015, 1006, 1030, 980, 1002, 1004], &QUIET);
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    // Reaches: 0.016 up against 0.006, 0.019 down against 0.014; (16 / 6)^2 * 10 - 10 = 61.1.
    assert_eq!(comparison.blocks_more, Some(62));
    assert_eq!(
        comparison.reason,
        "median ratio 1.004 [0.985, 1.020] lies within the limit of 1 %, \
         but its interval reaches beyond; about 62 more blocks may decide it"
    );
}

#[test]
fn noise_about_1_is_inconclusive_with_the_blocks_needed() {
    let comparison = one(&[1030, 980, 1060, 990, 1050, 1040, 1070, 970, 1030, 1030], &QUIET);
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    // From 1.030 down to 0.980 against a way of 0.030 to 1.
    assert_eq!(comparison.blocks_more, Some(18));
    assert!(comparison.reason.contains("but its interval holds 1; about 18 more blocks"));
}

#[test]
fn where_blocks_alone_are_no_way_the_noise_is_named() {
    let comparison = one(&[1004, 950, 1060, 960, 1050, 1003, 1070, 940, 1005, 1004], &QUIET);
    // (56 / 6)^2 * 10 - 10 = 861.1: more than fifty times the ten there are.
    assert_eq!(comparison.blocks_more, Some(862));
    let expected = "; it is too noisy here for so small a difference: about 862 more blocks may";
    assert!(comparison.reason.contains(expected), "{}", comparison.reason);
    // A median beside the limit is no noise: (8 / 1)^2 * 10 - 10.
    let near = [1009, 1000, 1009, 1017, 1009, 1009, 1002, 1018, 1009, 1009];
    let comparison = one(&near, &QUIET);
    assert!(comparison.blocks_more > Some(500), "{comparison:?}");
    assert!(!comparison.reason.contains("noisy"), "{}", comparison.reason);
}

#[test]
fn no_number_of_blocks_is_promised_from_the_line_itself() {
    let comparison = one(&[1010, 1010, 980, 1040, 1010, 1010, 970, 1050, 960, 1060], &QUIET);
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    assert_eq!(comparison.blocks_more, None);
    assert!(comparison.reason.contains("too near the limit"), "{}", comparison.reason);
}

#[test]
fn both_halves_must_agree() {
    let drifting = [1200, 1200, 1200, 1200, 1200, 1200, 1020, 999, 998, 997, 996, 1030, 1030];
    let comparison = one(&drifting, &QUIET);
    assert_eq!(comparison.verdict, Verdict::Inconclusive, "{}", comparison.reason);
    let steady: Vec<u64> = (0..12).map(|i| if i % 6 == 0 { 999 } else { 1030 }).collect();
    assert_eq!(one(&steady, &QUIET).verdict, Verdict::Regressed);
}

#[test]
fn a_drift_is_told() {
    // Most blocks above 1 show it, yet the middle of the last ten is below. The middle one of 21
    // would turn either half, and belongs to none.
    for first in [10, 11] {
        let blocks = [&vec![1100; first][..], &[990; 5][..], &[1002; 5][..]].concat();
        let Comparison { verdict, blocks_more, reason, .. } = one(&blocks, &QUIET);
        assert_eq!((verdict, blocks_more), (Verdict::Inconclusive, None));
        let told = "but not in both halves (1.100, then 0.996): it drifts";
        assert!(reason.contains(told), "{reason}");
    }
}

#[test]
fn the_null_widens_the_limit() {
    // The null lies 2 % off, without excluding 1 by more than the practical limit.
    let null = [1005, 1020, 1020, 1020, 1035, 1005, 1020, 1005, 1040, 1020];
    let comparison = one(&[1015; 10], &null);
    assert_eq!(comparison.verdict, Verdict::NoDifferenceShown);
    assert_eq!(comparison.limit.practical, 0.01);
    assert!((comparison.limit.effective - 0.02).abs() < 1e-12);
    assert!(comparison.reason.contains("the limit of 2 % set by the null control"));
    assert_eq!(one(&[1030; 10], &null).verdict, Verdict::Regressed);
}

#[test]
fn a_straying_null_voids_the_campaign() {
    let both = family(&[Ok(whole(&[1500; 10])), Ok(whole(&QUIET))], &[1020; 10], None);
    for comparison in both {
        assert_eq!(comparison.verdict, Verdict::Inconclusive);
        assert_eq!(comparison.blocks_more, None);
        assert!(comparison.null.unwrap().void);
        assert_eq!(
            comparison.reason,
            "the campaign is void: the null control of time.wall, median ratio \
             1.020 [1.020, 1.020], strays from 1 by more than 1 %"
        );
    }
    // 0.8 % off, all of it: excludes 1, not by more than the practical limit.
    assert!(!one(&[1500; 10], &[1008; 10]).null.unwrap().void);
}

#[test]
fn too_few_blocks_are_inconclusive_with_the_difference() {
    let comparison = one(&[1500; 4], &QUIET);
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    assert_eq!((comparison.blocks, comparison.blocks_more), (4, Some(2)));
    assert_eq!(comparison.reason, "only 4 of the 6 blocks that 1 comparison needs");
    let ratio = comparison.ratio.unwrap();
    assert_eq!((ratio.median, ratio.interval.bounds()), (1.5, None));

    let none = one(&[], &QUIET);
    assert_eq!((none.verdict, none.blocks_more), (Verdict::Inconclusive, Some(6)));
    assert_eq!(none.ratio, None);
}

#[test]
fn without_a_null_control_nothing_is_judged() {
    for (null, more) in [(&QUIET[..0], 6), (&QUIET[..4], 2)] {
        let comparison = one(&[1500; 10], null);
        assert_eq!(comparison.verdict, Verdict::Inconclusive);
        assert_eq!(comparison.blocks_more, Some(more));
        assert!(comparison.reason.starts_with("the null control has only"));
    }
    assert_eq!(one(&[1500; 10], &[]).null, None);
}

#[test]
fn a_refused_row_has_no_number_and_stays_in_the_family() {
    let refusal = Refusal::Failed { reason: "c2 (false) ended with exit code 1 in run 3".into() };
    let rows = family(&[Err(refusal), Ok(whole(&[1500; 10]))], &QUIET, None);
    assert_eq!(rows[0].verdict, Verdict::Incomparable);
    assert_eq!(rows[0].ratio, None);
    assert_eq!(rows[0].reason, "c2 (false) ended with exit code 1 in run 3");
    assert_eq!(rows[1].verdict, Verdict::Regressed);
    assert_eq!((rows[1].family, rows[1].blocks_required), (2, 7));
    assert_eq!(rows[1].ratio.as_ref().unwrap().level, 0.975);
}

#[test]
fn a_refused_null_refuses_the_row() {
    let (metric, ids) = (wall(), [CaseId::at(0), CaseId::at(1)]);
    let refusal = Judgeable::new(&metric, &measured(Value::Integer(0))).unwrap_err();
    let row = Row {
        metric: &metric.id,
        reference: &ids[0],
        candidate: &ids[1],
        pairs: Ok(whole(&[1500; 10])),
        control: &Control::new(&metric.id, Err(refusal), &policy()),
        same_binary: false,
        same_arguments: false,
    };
    let comparison = judge(&[row], &policy(), None).remove(0);
    assert_eq!((comparison.verdict, comparison.ratio), (Verdict::Invalid, None));
}

#[test]
fn holm_decides_the_levels() {
    let noisy = [1050, 1040, 980, 1060, 990, 1050, 1030, 970, 1020, 1040];
    let rows = family(&[Ok(whole(&noisy)), Ok(whole(&[1500; 10]))], &QUIET, None);
    assert_eq!(rows[0].ratio.as_ref().unwrap().level, 0.95);
    assert_eq!(rows[1].ratio.as_ref().unwrap().level, 0.975);
    assert_eq!(rows[1].verdict, Verdict::Regressed);
    assert_eq!(rows[0].verdict, Verdict::Inconclusive);

    // 10 of 12 excludes 1 at 95 %, not at 97.5 %: as the second of two equals it is not shown.
    let weak = [1050, 1050, 980, 1050, 1050, 1050, 1050, 980, 1050, 1050, 1050, 1050];
    assert_eq!(one(&weak, &QUIET).verdict, Verdict::Regressed);
    let rows = family(&[Ok(whole(&weak)), Ok(whole(&weak))], &QUIET, None);
    assert!(rows[0].reason.contains("but its interval holds 1"), "{}", rows[0].reason);
    assert!(rows[1].reason.contains("as much or more evidence is not shown either (Holm)"));
    assert_eq!(rows[1].blocks_more, None);
    assert!(rows.iter().all(|row| row.verdict == Verdict::Inconclusive));
}

#[test]
fn an_incomplete_campaign_shows_ratios_and_judges_none() {
    let reason = Some("gzip changed while it was measured");
    let comparison = family(&[Ok(whole(&[1500; 10]))], &QUIET, reason).remove(0);
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    assert_eq!(
        comparison.reason,
        "the campaign is incomplete: gzip changed while it was measured; nothing is decided"
    );
    assert!(comparison.ratio.unwrap().interval.bounds().is_some());
}

/// The pairs, with so many more blocks that lack the value.
fn lacking(thousandths: &[u64], lacking: u64) -> Pairs {
    let ran = thousandths.len() as u64 + lacking;
    Pairs { gap: Some(Gap { lacking, ran, reason: "lost".into() }), ..whole(thousandths) }
}

#[test]
fn a_selection_of_blocks_is_shown_and_not_judged() {
    let rows = [Ok(lacking(&[1500; 9], 3)), Ok(whole(&[1500; 10]))];
    let rows = family(&rows, &QUIET, None);
    let Comparison { verdict, reason, ratio, blocks, blocks_more, .. } = &rows[0];
    assert_eq!((*verdict, *blocks, *blocks_more), (Verdict::Inconclusive, 9, None));
    assert_eq!(reason, "3 of 12 blocks lack time.wall: lost");
    assert_eq!(ratio.as_ref().unwrap().median, 1.5);
    // It is the weakest of the family, however far its blocks lie from 1.
    assert_eq!(ratio.as_ref().unwrap().level, 0.95);
    assert_eq!(rows[1].verdict, Verdict::Regressed);
    assert_eq!(rows[1].ratio.as_ref().unwrap().level, 0.975);
    let one = family(&[Ok(lacking(&[1500; 9], 1))], &QUIET, None).remove(0);
    assert_eq!(one.reason, "1 of 10 blocks lacks time.wall: lost");
}

#[test]
fn a_selection_of_null_blocks_is_no_control() {
    let (id, ids) = (MetricId::new("time.wall"), [CaseId::at(0), CaseId::at(1)]);
    let judged = |null| {
        let row = Row {
            metric: &id,
            reference: &ids[0],
            candidate: &ids[1],
            pairs: Ok(whole(&[1500; 10])),
            control: &Control::new(&id, Ok(null), &policy()),
            same_binary: false,
            same_arguments: false,
        };
        judge(&[row], &policy(), None).remove(0)
    };
    let comparison = judged(lacking(&QUIET, 2));
    assert_eq!(comparison.verdict, Verdict::Inconclusive);
    assert_eq!(comparison.reason, "2 of 12 blocks lack time.wall of the null control: lost");
    assert_eq!(comparison.null.unwrap().blocks, 10);
    // What is left of a control may still void the campaign.
    assert!(judged(lacking(&[1500; 10], 2)).reason.contains("is void"));
}

#[test]
fn identical_commands_say_so() {
    let (id, ids) = (MetricId::new("time.wall"), [CaseId::at(0), CaseId::at(1)]);
    let control = Control::new(&id, Ok(whole(&QUIET)), &policy());
    let row = |same_arguments| Row {
        metric: &id,
        reference: &ids[0],
        candidate: &ids[1],
        pairs: Ok(whole(&QUIET)),
        control: &control,
        same_binary: true,
        same_arguments,
    };
    let said = |same_arguments| judge(&[row(same_arguments)], &policy(), None).remove(0);
    let note = "; both run the same file with the same arguments";
    assert!(said(true).reason.ends_with(note) && said(true).same_binary);
    assert!(!said(false).reason.contains(note) && said(false).same_binary);
}

#[test]
fn the_order_of_pairs_given_does_not_matter() {
    let mut backwards = whole(&[1100, 1100, 1100, 1100, 1100, 990, 1002, 1002, 1002, 1002]);
    let forwards = family(&[Ok(backwards.clone())], &QUIET, None);
    backwards.measured.reverse();
    assert_eq!(family(&[Ok(backwards)], &QUIET, None), forwards);
}

#[test]
fn numbers_are_written_for_people() {
    use crate::wording::{decimals, number, percent};
    let percents = [0.01, 0.005, 0.0123, 0.1, 0.0, 0.00004].map(percent);
    assert_eq!(percents, ["1 %", "0.5 %", "1.23 %", "10 %", "0 %", "0.004 %"]);
    assert_eq!(number(0.00123, 3), "0.00123");
    assert_eq!(number(0.0, 3), "0.000");
    assert_eq!(number(12.5, 3), "12.500");
    assert_eq!([0.01, 0.005, 0.001, 0.0001, 0.0].map(decimals), [3, 3, 4, 5, 6]);
}
