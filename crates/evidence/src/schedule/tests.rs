use super::*;
use probity_model::{
    CaseSettings, CountedRuns, Environment, ErrorOutput, Exit, Hooks, IgnoredFailures, Output,
    Plan, Policy, Requested, Streams, Text,
};

fn settings(cases: usize, warmup: u64, blocks: u64) -> Settings {
    let case = |place| CaseSettings {
        against: None,
        id: CaseId::at(place),
        name: "true".into(),
        command: "true".into(),
        argv: vec![Text::from("true")],
        streams: Streams { input: None, output: Output::Null, error: ErrorOutput::Captured },
        hooks: Hooks::default(),
        parameters: Vec::new(),
    };
    Settings {
        cases: (0..cases).map(case).collect(),
        reference: (cases > 1).then(|| CaseId::at(0)),
        requested: Requested {
            runs: None,
            min_runs: 10,
            max_runs: None,
            warmup: None,
            budget_ns: None,
        },
        plan: Plan {
            seed: 42,
            warmup,
            blocks,
            counted: CountedRuns::None,
            in_order: false,
            blocks_required: None,
            reason: "test".into(),
        },
        policy: Policy {
            id: "test".into(),
            practical_limit: 0.01,
            alpha: 0.05,
            metrics: Vec::new(),
        },
        metrics: Vec::new(),
        named: [].into(),
        estimate: false,
        ignore_failure: IgnoredFailures::None,
        directory: "/".into(),
        environment: Environment { variables: 0, sha256: String::new() },
    }
}

/// Slots as short text: `w0.1 c2` is position 1 of warm-up sweep 0.
fn told(slot: &Slot) -> String {
    let role = match slot.role {
        RunRole::Warmup => "w",
        RunRole::Timed => "b",
        RunRole::Null => "n",
        RunRole::Counted => "c",
    };
    format!("{role}{}.{} {}", slot.block, slot.position, slot.case)
}

fn all(schedule: impl Iterator<Item = Slot>) -> Vec<String> {
    schedule.map(|slot| told(&slot)).collect()
}

#[test]
fn warm_up_sweeps_come_first_and_blocks_follow_the_plan() {
    // The first blocks of seed 42 with four slots are 2 0 3 1 and its mirror image.
    assert_eq!(
        all(Schedule::new(&settings(3, 2, 2))),
        [
            "w0.0 c1", "w0.1 c2", "w0.2 c3", "w1.0 c1", "w1.1 c2", "w1.2 c3", //
            "b0.0 c3", "b0.1 c1", "n0.2 c1", "b0.3 c2", //
            "b1.0 c2", "n1.1 c1", "b1.2 c1", "b1.3 c3",
        ]
    );
}

#[test]
fn a_single_case_has_no_null() {
    assert_eq!(all(Schedule::new(&settings(1, 1, 2))), ["w0.0 c1", "b0.0 c1", "b1.0 c1"]);
    assert_eq!(all(Schedule::new(&settings(1, 0, 0))), [""; 0]);
    assert_eq!(all(Schedule::new(&settings(0, u64::MAX, u64::MAX))), [""; 0]);
}

#[test]
fn counted_runs_come_after_the_others_of_their_block() {
    let mut counting = settings(2, 1, 2);
    let [first, second] = [["b0.0 c1", "n0.1 c1", "b0.2 c2"], ["b1.0 c2", "n1.1 c1", "b1.2 c1"]];
    let warm = ["w0.0 c1", "w0.1 c2"];
    counting.plan.counted = CountedRuns::EachBlock;
    let counted: [&[&str]; 5] =
        [&warm, &first, &["c0.3 c1", "c0.4 c2"], &second, &["c1.3 c1", "c1.4 c2"]];
    assert_eq!(all(Schedule::new(&counting)), counted.concat());
    counting.plan.counted = CountedRuns::AtEnd;
    let counted: [&[&str]; 4] = [&warm, &first, &second, &["c1.3 c1", "c1.4 c2"]];
    assert_eq!(all(Schedule::new(&counting)), counted.concat());
    // A case that has failed is not counted either.
    let mut schedule = Schedule::new(&counting);
    schedule.record(&CaseId::at(0), true);
    assert_eq!(all(schedule), ["w0.1 c2", "b0.2 c2", "b1.0 c2", "c1.4 c2"]);
    // No block, no last one.
    counting.plan.blocks = 0;
    assert_eq!(all(Schedule::new(&counting)), warm);
}

#[test]
fn positions_balance_over_two_blocks() {
    let mut sums = std::collections::BTreeMap::new();
    for slot in Schedule::new(&settings(4, 0, 20)) {
        *sums.entry((slot.case, slot.role)).or_insert(0) += slot.position;
    }
    assert_eq!(sums.len(), 5);
    assert!(sums.values().all(|sum| *sum == 20 * 2), "{sums:?}");
}

#[test]
fn a_failed_case_is_skipped_and_positions_stay() {
    let planned: Vec<Slot> = Schedule::new(&settings(3, 1, 4)).collect();
    for failing in [CaseId::at(0), CaseId::at(1)] {
        let mut schedule = Schedule::new(&settings(3, 1, 4));
        let mut made = Vec::new();
        while let Some(slot) = schedule.next() {
            let failed = slot.case == failing && slot.role != RunRole::Warmup;
            schedule.record(&slot.case, failed);
            made.push(slot);
        }
        let first = planned
            .iter()
            .position(|slot| slot.case == failing && slot.role != RunRole::Warmup)
            .unwrap();
        let kept = planned.iter().enumerate();
        let kept = kept.filter(|(at, slot)| *at <= first || slot.case != failing);
        assert_eq!(made, kept.map(|(_, slot)| slot.clone()).collect::<Vec<_>>());
    }
}

#[test]
fn a_case_fails_once_however_often_it_is_recorded() {
    let mut schedule = Schedule::new(&settings(3, 0, 2));
    for _ in 0..5 {
        schedule.record(&CaseId::at(0), true);
        schedule.record(&CaseId::at(2), true);
        schedule.record(&CaseId::at(9), true);
    }
    // Two runs of the second case, where the plan has them.
    assert_eq!(all(schedule), ["b0.3 c2", "b1.0 c2"]);
}

#[test]
fn ignored_failures_change_nothing() {
    let mut ignoring = settings(2, 1, 3);
    let planned: Vec<Slot> = Schedule::new(&ignoring).collect();
    ignoring.ignore_failure = IgnoredFailures::All;
    let mut schedule = Schedule::new(&ignoring);
    let mut made = Vec::new();
    while let Some(slot) = schedule.next() {
        schedule.record(&slot.case, ignoring.is_spoilt_by(Exit::Code(1)));
        made.push(slot);
    }
    assert_eq!(made, planned);
}

#[test]
fn a_plan_without_end_is_lazy_and_ends_when_all_have_failed() {
    let mut schedule = Schedule::new(&settings(2, 0, u64::MAX));
    assert_eq!(schedule.by_ref().take(30_000).last().unwrap().block, 9_999);
    schedule.record(&CaseId::at(0), true);
    assert!(schedule.by_ref().take(100).all(|slot| slot.case == CaseId::at(1)));
    schedule.record(&CaseId::at(1), true);
    assert_eq!(schedule.next(), None);
}

#[test]
fn the_warm_up_does_not_depend_on_the_number_of_blocks() {
    let sized = all(Schedule::new(&settings(3, 2, 10)));
    assert_eq!(all(Schedule::new(&settings(3, 2, 0))), sized[..6]);
}

/// Benchmarks, each but the third with its like in another build before it.
fn benchmarks(in_order: bool) -> Settings {
    let mut settings = settings(5, 0, 4);
    settings.reference = None;
    settings.plan.in_order = in_order;
    settings.cases[1].against = Some(CaseId::at(0));
    settings.cases[4].against = Some(CaseId::at(3));
    settings
}

#[test]
fn what_is_judged_against_each_other_stands_together() {
    let slots: Vec<Slot> = Schedule::new(&benchmarks(false)).collect();
    assert_eq!(slots.len(), 4 * 7, "five timed runs and two null runs in each block");
    for block in slots.chunks(7) {
        let group = |slot: &Slot| match slot.case.0.as_str() {
            "c1" | "c2" => 'a',
            "c3" => 'b',
            _ => 'c',
        };
        let mut groups: Vec<char> = block.iter().map(group).collect();
        groups.dedup();
        groups.sort_unstable();
        assert_eq!(groups, ['a', 'b', 'c'], "{block:?}");
        let nulls = block.iter().filter(|slot| slot.role == RunRole::Null);
        let mut nulls: Vec<&str> = nulls.map(|slot| slot.case.0.as_str()).collect();
        nulls.sort_unstable();
        assert_eq!(nulls, ["c1", "c4"]);
    }
    let of = |block: &[Slot]| -> Vec<(CaseId, RunRole)> {
        block.iter().map(|slot| (slot.case.clone(), slot.role)).collect()
    };
    let mirrored: Vec<_> = of(&slots[7..14]).into_iter().rev().collect();
    assert_eq!(of(&slots[..7]), mirrored);
}

#[test]
fn in_order_only_what_is_judged_is_shuffled() {
    let slots: Vec<Slot> = Schedule::new(&benchmarks(true)).collect();
    let third = slots[..7].iter().position(|slot| slot.case == CaseId::at(2));
    assert_eq!(third, Some(3), "{:?}", &slots[..7]);
    let mut alone = settings(3, 0, 1);
    alone.reference = None;
    alone.plan.in_order = true;
    assert_eq!(all(Schedule::new(&alone)), ["b0.0 c1", "b0.1 c2", "b0.2 c3"]);
}
