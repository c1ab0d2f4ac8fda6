//! Options that come from the environment, for those who cannot reach the command line.

use crate::bed::{Bed, LEAST, assert_told, is_timed, rows};

#[test]
fn options_can_be_variables() {
    let Some(bed) = Bed::new() else { return };
    let tool = bed
        .tool("bed")
        .with("PROBITY_PROCESSES", "2")
        .with("PROBITY_MIN_TIME", "1ms")
        .with("PROBITY_OUTPUT_FORMAT", "json")
        .with("PROBITY_NO_KEEP", "1");
    let finished = tool.run(["--bench", "sum"]);
    assert_told(&finished, 0, &[]);
    assert_eq!(rows(&finished)["sum"]["processes"], 2);
    assert!(bed.kept().is_empty());
    // A flag wins.
    let finished = tool.run(["--bench", "sum", "--processes", "3", "--no-keep=no"]);
    assert_eq!(rows(&finished)["sum"]["processes"], 3);
    assert_eq!(bed.kept().len(), 1);
}

#[test]
fn a_variable_that_cannot_be_read_is_named() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.tool("bed").with("PROBITY_PROCESSES", "many").run(["--bench", "sum"]);
    assert_told(&finished, 2, &["PROBITY_PROCESSES", "'many'"]);
    assert_eq!((&*finished.stdout, bed.kept().len()), ("", 0));
}

#[test]
fn without_bench_no_variable_makes_it_measure() {
    let Some(bed) = Bed::new() else { return };
    let finished = bed.tool("bed").with("PROBITY_BENCH", "1").run(["sum"]);
    assert_told(&finished, 0, &[]);
    assert!(finished.stdout.contains("test sum ... ok\n"), "{finished:?}");
}

#[test]
fn seeds_and_orders_are_recorded() {
    let Some(bed) = Bed::new() else { return };
    let tool = bed.tool("bed").with("PROBITY_SEED", "7").with("PROBITY_ORDER", "registered");
    let finished = tool.run(["--bench", "--processes=2", "--min-time=1ms", "sort"]);
    assert_told(&finished, 0, &[]);
    let evidence = probity::validate(&bed.kept()[0]).unwrap();
    let settings = serde_json::to_value(&evidence.document().settings).unwrap();
    assert_eq!(settings["plan"]["seed"], 7, "{settings}");
}

#[test]
fn each_number_of_threads_is_measured_once() {
    let Some(bed) = Bed::new() else { return };
    let words = ["--threads", "2,1,2", "--output-format", "json", "sum", "sort"];
    let finished = bed.run(&LEAST, &words);
    assert_told(&finished, 0, &[]);
    let rows = rows(&finished);
    assert_eq!(rows.len(), 6, "{finished:?}");
    // A function without parameters can be called by any number, and other code by one.
    assert!(["sum::threads=1", "sum::threads=2"].iter().all(|id| is_timed(&rows[*id])));
    assert!(is_timed(&rows["sort::n=8,threads=1"]), "{finished:?}");
    assert_eq!(rows["sort::n=8,threads=2"]["status"], "not_applicable");
}
