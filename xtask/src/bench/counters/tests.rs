use super::peer::events;
use super::rounds::measure;
use super::seen::{SIZES, quantities};
use crate::bench::example::{Example, Values};
use crate::bench::outcome::Outcome;
use crate::scratch::Scratch;

/// What the program prints for one size, whose session takes `ours` by a floor of 100.
fn printed(size: usize, ours: f64) -> String {
    format!(
        "opened-{size} {}\nours-bracket-{size} {ours}\nfloor-bracket-{size} 100\n\
         bare-bracket-{size} 50\nours-edge-{size} 60\nfloor-edge-{size} 50\n{}",
        size + 2,
        thread(size)
    )
}

fn thread(size: usize) -> String {
    format!("thread-bracket-{size} 20\nthread-edge-{size} 5\n")
}

/// Three rounds of a program that prints this.
fn outcome(text: &str) -> Result<Outcome, String> {
    let scratch = Scratch::new()?;
    let script = scratch.write("fake.sh", &format!("cat <<'END'\n{text}END\n"))?;
    let example = Example::other(["sh".into(), script.into()]);
    measure(&example, &Err("it is not asked".to_owned()), 3)
}

#[test]
fn each_size_is_bounded_by_its_floor() {
    let good = |ours| [1, 6, 10].map(|size| printed(size, ours)).concat() + &thread(20);
    let met = outcome(&good(130.0)).unwrap();
    assert!(met.met && !met.table.contains("MISSED"), "{}", met.table);
    assert!(met.table.contains("perf stat is missing: it is not asked"), "{}", met.table);
    assert!(met.table.contains("the same 8 opened, read, closed"), "{}", met.table);
    let missed = outcome(&good(131.0)).unwrap();
    assert!(!missed.met);
    assert_eq!(missed.table.matches("MISSED").count(), 3, "{}", missed.table);
    let one = outcome(&good(131.0).replacen("ours-bracket-1 131", "ours-bracket-1 99", 1)).unwrap();
    assert_eq!(one.table.matches("MISSED").count(), 2, "{}", one.table);
    let late = good(130.0).replace("ours-edge-6 60", "ours-edge-6 66");
    assert_eq!(outcome(&late).unwrap().table.matches("MISSED").count(), 1);
}

#[test]
fn what_was_not_measured_is_an_error() {
    let all = SIZES.map(|size| printed(size, 110.0)).concat();
    outcome(&all).unwrap();
    for (text, part) in [
        (SIZES.map(thread).concat(), "none of a session"),
        (all.replace("floor-edge-6 50\n", ""), "`floor-edge-6`"),
        (all.replace("bare-bracket-1 50", "bare-bracket-1 0"), "`bare-bracket-1`"),
        (all.replace("thread-edge-20 5\n", ""), "`thread-edge-20`"),
        (all.replace("ours-edge-1 60", "ours-edge-1 NaN"), "it printed"),
        (String::new(), "`thread-bracket-1`"),
    ] {
        let error = outcome(&text).unwrap_err();
        assert!(error.contains(part), "{part}: {error}");
    }
}

#[test]
fn perf_is_asked_for_each_size_that_we_measure() {
    let text = [1, 6, 10].map(|size| printed(size, 120.0)).concat() + &thread(20);
    let split = |line: &str| {
        let (name, value) = line.split_once(' ').unwrap();
        (name.to_owned(), value.parse().unwrap())
    };
    let values: Values = text.lines().map(split).collect();
    let seen = quantities(&values, |size| Ok(Some(size as f64 * 1_000.0))).unwrap();
    let runs = seen.iter().filter(|(quantity, _)| quantity.what().starts_with("run of perf"));
    assert_eq!(runs.map(|(_, value)| *value).collect::<Vec<_>>(), [1_000.0, 6_000.0, 10_000.0]);
    let ratio = seen.iter().find(|(quantity, _)| quantity.what().ends_with("latter, 6"));
    assert!(ratio.is_some());
    assert!(quantities(&values, |_| Err("run perf".to_owned())).is_err());
    assert_eq!(events(1), "task-clock");
    assert_eq!(events(20).split(',').count(), 20);
    assert!(events(10).ends_with("page-faults,context-switches,cpu-migrations"));
}
