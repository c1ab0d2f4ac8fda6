//! A skip is printed, and is a failure where `PROBITY_REQUIRE` names the need.

use probity_testbed::{Finished, Scratch, Tool, skip_unless};

/// Runs `skips` below in a process of its own, whose environment can be chosen.
fn skipping(require: Option<&str>) -> Finished {
    let scratch = Scratch::new();
    let tool = Tool::new(std::env::current_exe().unwrap(), scratch.path());
    let tool = match require {
        None => tool,
        Some(names) => tool.with("PROBITY_REQUIRE", names),
    };
    tool.run(["--exact", "skips", "--ignored", "--nocapture", "--test-threads", "1"])
}

#[test]
#[ignore = "run by the tests below, each in an environment of its own"]
fn skips() {
    assert!(skip_unless("met", Ok(())), "a need that is met skips nothing");
    assert!(!skip_unless("moon", Err(String::from("it is cloudy"))));
}

#[test]
fn a_skip_says_what_is_missing_and_why() {
    for harmless in [None, Some(""), Some("sun,moons"), Some("met")] {
        let run = skipping(harmless);
        assert_eq!(run.code, Some(0), "{harmless:?}: {run:?}");
        assert!(run.stderr.contains("skipped: needs moon: it is cloudy"), "{run:?}");
    }
}

#[test]
fn a_required_need_fails_instead() {
    for strict in ["moon", "sun, moon", "moon,sun", "all"] {
        let run = skipping(Some(strict));
        assert_ne!(run.code, Some(0), "{strict}: {run:?}");
        let output = format!("{}{}", run.stdout, run.stderr);
        assert!(output.contains("PROBITY_REQUIRE forbids to skip 'moon'"), "{strict}: {output}");
        assert!(output.contains("it is cloudy"), "{strict}: {output}");
    }
}
