//! Lines that are understood.

use super::*;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

fn count(number: u32) -> Option<NonZeroU32> {
    NonZeroU32::new(number)
}

fn large(number: u64) -> Option<NonZeroU64> {
    NonZeroU64::new(number)
}

#[test]
fn nothing_is_a_test_run_of_everything_by_defaults() {
    let options = run("");
    assert_eq!(options.mode, Mode::TestOnce);
    assert_eq!(options.filter, Filter::default());
    assert_eq!(options.effort, Effort::default());
    assert_eq!(options.metrics, Metrics::default());
    assert_eq!(options.throughput, Throughput::default());
    assert_eq!(options.comparing.baseline, BaselineUse::Usual);
    assert_eq!(options.comparing.fail_on, FailOn::default());
    assert_eq!(options.output.format, OutputFormat::Table);
    assert!(options.output.keep && options.notices.is_empty());
}

#[test]
fn cargo_bench_measures_and_test_mode_wins() {
    for (text, mode) in [
        ("--bench", Mode::Measure),
        ("parse --bench", Mode::Measure),
        ("--test", Mode::TestOnce),
        ("--bench --test", Mode::TestOnce),
        ("--test --bench", Mode::TestOnce),
        ("name --exact --nocapture", Mode::TestOnce),
        ("name --exact --nocapture --bench", Mode::Measure),
        ("--bench -- --test", Mode::Measure),
    ] {
        assert_eq!(run(text).mode, mode, "{text}");
    }
}

#[test]
fn effort_is_read() {
    let effort = run("--bench --processes 12 --budget 1m --min-time 250ms --max-time=2 \
                      --warm-up-time 0.5 --samples 7 --seed 0 --order registered --threads 1,2 \
                      --threads 0 --timer tsc")
    .effort;
    let expected = Effort {
        processes: count(12),
        budget: Some(Duration::from_secs(60)),
        min_time: Some(Duration::from_millis(250)),
        max_time: Some(Duration::from_secs(2)),
        measurement_time: None,
        warm_up_time: Some(Duration::from_millis(500)),
        samples: count(7),
        quick: false,
        seed: Some(0),
        order: Some(Order::Registered),
        threads: [1, 2, 0].map(|n| count(n).map_or(Threads::Available, Threads::Exactly)).to_vec(),
        timer: Some(Timer::Tsc),
    };
    assert_eq!(effort, expected);
}

#[test]
fn flags_of_other_tools_mean_what_they_meant() {
    let options = run("--bench --sample-size 50 --warm-up-time 1 --measurement-time 10.5 \
                       --noise-threshold 0.02 --significance-level 0.1 -n");
    assert_eq!(options.effort.samples, count(50));
    assert_eq!(options.effort.warm_up_time, Some(Duration::from_secs(1)));
    assert_eq!(options.effort.measurement_time, Some(Duration::from_millis(10_500)));
    assert_eq!(options.comparing.limit.map(Fraction::get), Some(0.02));
    assert_eq!(options.comparing.significance_level.map(Fraction::get), Some(0.1));
    assert!(options.notices.is_empty());
    let options = run("--bench --sample-count 9 --bytes-count 4096 --items-count 3 \
                       --chars-count 1 --sortr name --quick=no");
    assert_eq!(options.effort.samples, count(9));
    let throughput = Throughput { bytes: large(4096), items: large(3), chars: large(1) };
    assert_eq!(options.throughput, throughput);
    let order = RowOrder { key: RowKey::Name, descending: true };
    assert_eq!(options.output.rows, Some(order));
}

#[test]
fn metrics_are_read_and_lists_add_up() {
    let options = run("--bench --metrics time.wall --metrics perf.*,mem --counters --estimate \
                       --syscalls=read,write --syscalls=open* --allocations \
                       --count-iterations 1000 --count-batch=8");
    let expected = Metrics {
        metrics: Some(String::from("time.wall,perf.*,mem")),
        counters: true,
        estimate: true,
        syscalls: Some(String::from("read,write,open*")),
        allocations: true,
        count_iterations: large(1000),
        count_batch: large(8),
    };
    assert_eq!(options.metrics, expected);
    for all in ["--syscalls", "--syscalls=read --syscalls"] {
        assert_eq!(run(all).metrics.syscalls.as_deref(), Some("*"), "{all}");
    }
    // A value is never the next word: that is a filter.
    let options = run("--syscalls read");
    assert!(options.filter.selects("read", false) && !options.filter.selects("write", false));
}

#[test]
fn output_is_read() {
    let output = run("--bench --output-format bencher --format terse --sort-by time \
                      --group-by size --explain --out target/kept --no-keep --color never -q")
    .output;
    let expected = Output {
        format: OutputFormat::Bencher,
        libtest: LibtestFormat::Terse,
        rows: Some(RowOrder { key: RowKey::Time, descending: false }),
        group_by: Some(String::from("size")),
        explain: true,
        out: Some(PathBuf::from("target/kept")),
        keep: false,
        color: Color::Never,
        quiet: true,
    };
    assert_eq!(output, expected);
    for (word, format) in [
        ("table", OutputFormat::Table),
        ("json", OutputFormat::Json),
        ("go", OutputFormat::Go),
        ("criterion", OutputFormat::Criterion),
    ] {
        assert_eq!(run(&format!("--output-format={word}")).output.format, format);
    }
}

#[test]
fn baselines_are_read() {
    let name = |text: &str| BaselineName::read(text).unwrap();
    let compare = |lenient| BaselineUse::Compare { baseline: name("main"), lenient };
    let load =
        |lenient| BaselineUse::Load { candidate: name("new"), baseline: name("main"), lenient };
    for (text, expected) in [
        ("", BaselineUse::Usual),
        ("--save-baseline v1.2_x-3", BaselineUse::Save(name("v1.2_x-3"))),
        ("-s main", BaselineUse::Save(name("main"))),
        ("--baseline main", compare(false)),
        ("-b=main", compare(false)),
        ("-bmain", compare(false)),
        ("--baseline-lenient=main", compare(true)),
        ("--load-baseline new --baseline main", load(false)),
        ("--load-baseline new --baseline-lenient main", load(true)),
        ("--discard-baseline", BaselineUse::Discard),
    ] {
        assert_eq!(run(text).comparing.baseline, expected, "{text}");
    }
    let longest = "x".repeat(64);
    assert_eq!(name(&longest).as_str(), longest);
}

#[test]
fn what_fails_and_the_limit_are_read() {
    let both = FailOn { regression: true, undecided: true };
    let regression = FailOn { undecided: false, ..both };
    for (text, expected) in [
        ("--fail-on regression", regression),
        ("--fail-on regression,undecided", both),
        ("--fail-on undecided --fail-on regression", both),
        ("--fail-on none", FailOn::default()),
    ] {
        assert_eq!(run(text).comparing.fail_on, expected, "{text}");
    }
    for (text, limit) in [("1%", 0.01), ("0.01", 0.01), ("2.5 %", 0.025), ("99.9%", 0.999)] {
        let Ok(Command::Run(options)) = read(&["--limit", text], BARE) else { panic!("{text}") };
        assert_eq!(options.comparing.limit.map(Fraction::get), Some(limit), "{text}");
    }
}

#[test]
fn durations_are_read() {
    for (text, nanoseconds) in [
        ("250ms", 250_000_000),
        ("2s", 2_000_000_000),
        ("1m", 60_000_000_000),
        ("1min", 60_000_000_000),
        ("1h", 3_600_000_000_000),
        ("500us", 500_000),
        ("500µs", 500_000),
        ("7ns", 7),
        ("3", 3_000_000_000),
        ("0.1", 100_000_000),
        (".5s", 500_000_000),
        ("1.5e3ms", 1_500_000_000),
        ("2 s", 2_000_000_000),
    ] {
        let read = value::duration::read(text);
        assert_eq!(read, Ok(Duration::from_nanos(nanoseconds)), "{text}");
    }
}

#[test]
fn the_last_of_repeated_values_counts() {
    assert_eq!(run("--samples 3 --samples 4").effort.samples, count(4));
    assert!(!run("--quick --quick=no").effort.quick);
    assert!(run("--quick=off --quick").effort.quick);
    assert_eq!(run("--color always --colour auto").output.color, Color::Auto);
}

#[test]
fn lists_help_and_version_are_commands() {
    assert_eq!(line("--list-metrics"), Ok(Command::ListMetrics));
    assert_eq!(line("--version"), Ok(Command::Version));
    assert_eq!(line("-V"), Ok(Command::Version));
    for text in ["--help", "-h", "-qh", "--budget never --help", "--help --nonsense"] {
        assert!(matches!(line(text), Ok(Command::Help(_))), "{text}");
    }
    assert_eq!(list("--list").format, LibtestFormat::Pretty);
    for text in ["--list --format terse", "--format=terse --list", "--list -q --bench --test"] {
        assert_eq!(list(text).format, LibtestFormat::Terse, "{text}");
    }
}

#[test]
fn what_is_not_followed_is_said() {
    let all = "--bench --confidence-level 0.95 --nresamples 1000 --plotting-backend gnuplot \
               --verbose --skip-ext-time --bytes-format binary --cycles-count 5 --format json";
    let notices = run(all).notices;
    assert_eq!(notices.len(), 8, "{notices:?}");
    for notice in &notices {
        assert!(notice.starts_with("--") && notice.ends_with('.') && !notice.contains('\n'));
    }
    assert_eq!(
        notices[1],
        "--nresamples is not used: intervals are order statistics, nothing is resampled."
    );
    assert_eq!(
        list("--list --format junit").notices,
        ["--format junit is libtest's unstable format and is not made here: --output-format json \
          is the measured result as JSON."]
    );
}

#[test]
fn options_of_measuring_say_that_a_test_run_does_not_hear_them() {
    assert_eq!(
        run("--quick").notices,
        ["--quick has no effect: every benchmark is only run once, as a test; 'cargo bench' \
          measures."]
    );
    let both = run("--bench --test --save-baseline x --samples 3").notices;
    assert!(both[0].starts_with("--samples, --save-baseline have no effect"), "{both:?}");
    assert!(run("--color never --quiet --out x").notices.is_empty());
    assert!(run_with("", &[("PROBITY_QUICK", "1")]).notices.is_empty());
}
