use super::cost::{Cost, per_run};
use super::quantity::{Aim, Quantity};
use super::rounds::Row;
use super::table::{judged, outcome, ratio};
use super::tool::Tool;
use crate::bench::compiled::compile;
use crate::bench::program::Program;
use crate::scratch::Scratch;
use probity_testbed::skip_unless;

fn tools() -> [Tool; 3] {
    Tool::all(&Program::other(["probity".into()]))
}

#[test]
fn what_a_run_costs_is_without_starting_and_without_the_program() {
    let cost = |cpu_us, elapsed_ns| Cost { cpu_us, elapsed_ns, peak_kib: 1 };
    // Starting costs 500 µs, the program 100 µs a run, the tool 7 µs a run.
    let (once, twice) = (cost(500 + 1070, 1_570_000), cost(500 + 2140, 2_640_000));
    assert_eq!(per_run(10, once, twice, cost(1000, 1_000_000)), (7.0, 7.0));
}

#[test]
fn answers_of_the_tiny_parent_are_three_numbers() {
    let cost = Cost { cpu_us: 1, elapsed_ns: 2, peak_kib: 3 };
    assert_eq!(Cost::parse("1 2 3\n"), Some(cost));
    for bad in ["", "1 2", "1 2 3 4", "1 2 x"] {
        assert_eq!(Cost::parse(bad), None, "{bad}");
    }
}

#[test]
fn aims_are_met_missed_or_cannot_be_told() {
    let tools = tools();
    let told = |aim, medians| judged(aim, medians, &tools);
    let all = |ours| [Some(ours), Some(5.0), Some(9.0)];
    assert_eq!(told(Aim::Peer(1), all(5.0)), ("at most hyperfine -N: met".to_owned(), true));
    assert_eq!(told(Aim::Peer(1), all(5.1)), ("at most hyperfine -N: NOT MET".to_owned(), false));
    assert!(!told(Aim::Below(20.0), all(20.5)).1);
    let noise = [Some(-1.0), Some(2.0), Some(-3.0)];
    assert!(!told(Aim::Peer(1), noise).1 && told(Aim::Peer(2), noise).0.ends_with("noise"));
    let missing = [Some(1.0), None, None];
    assert_eq!(told(Aim::Peer(2), missing).0, "at most perf stat -r: cannot tell");
    assert!(!told(Aim::Peer(2), missing).1 && told(Aim::Open, missing).1);
}

#[test]
fn noise_divides_nothing() {
    assert_eq!(ratio(Some(3.0), Some(2.0)), "1.50");
    assert_eq!(ratio(Some(3.0), Some(-0.1)), "lost in noise");
    assert_eq!(ratio(Some(3.0), None), "missing");
}

#[test]
fn a_missing_tool_is_named_with_its_reason() {
    let mut tools = tools();
    tools[2].start = Err("it is not installed".to_owned());
    let mut row = Row::new("nothing", Quantity::Cpu);
    row.values = [vec![1.0, 3.0, 2.0], vec![4.0], Vec::new()];
    let mut page = Row::new("nothing", Quantity::Page);
    page.values[0].push(999.0);
    // Whether it is installed here is not asked.
    tools[1].start = Ok(vec!["hyperfine".into()]);
    let outcome = outcome(&[row, page], &tools);
    assert!(outcome.met, "{}", outcome.table);
    for part in [
        "2.0 (1.0 … 3.0)",
        "| 0.50 ",
        "| missing ",
        "met",
        "missing: it is not installed",
        "| none ",
    ] {
        assert!(outcome.table.contains(part), "{part} in {}", outcome.table);
    }
}

#[test]
fn the_tiny_parent_adds_up_its_runs_and_tells_failures() {
    let scratch = Scratch::new().unwrap();
    let repeat = match compile(&scratch, "repeat", include_str!("repeat.c")) {
        Err(error) if error.starts_with("run cc") || error.starts_with("compile") => {
            assert!(!skip_unless("cc", Err(error)));
            return;
        }
        compiled => compiled.unwrap(),
    };
    let sleep = Cost::of(&repeat, 3, &["sleep", "0.01"]).unwrap();
    assert!(sleep.elapsed_ns >= 30_000_000 && sleep.peak_kib > 0, "{sleep:?}");
    assert!(Cost::of(&repeat, 1, &["false"]).is_err());
}
