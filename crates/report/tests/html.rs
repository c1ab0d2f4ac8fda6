//! The page for a browser: its bytes, its structure, and that words of strangers stay text.
//!
//! `PROBITY_REGENERATE=1` writes the golden pages anew; open them in a browser before they are kept.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests are tests")]

#[allow(dead_code, reason = "each test program uses its part of it")]
mod builder;

use builder::markup;
use builder::*;
use probity_model::*;
use probity_report::*;
use std::path::Path;

/// Judged runs of commands with these wall medians: a warm-up sweep, then blocks with the null
/// control in each, with a spread that is made up and always the same.
fn runs(walls: &[u64], blocks: u64) -> Vec<Run> {
    let mut runs = Vec::new();
    for block in 0..=blocks {
        for (place, wall) in walls.iter().enumerate().chain([(0, &walls[0])]) {
            let index = runs.len() as u64;
            let is_null = index % (walls.len() as u64 + 1) == walls.len() as u64;
            let role = match (block, is_null) {
                (0, true) => continue,
                (0, false) => RunRole::Warmup,
                (_, true) => RunRole::Null,
                (_, false) => RunRole::Timed,
            };
            let noise = (index * 7919 + 13) % 101;
            let value = wall + wall / 5_000 * noise + if block == 0 { *wall } else { 0 };
            let mut made = run(place, index, Observation::unavailable(Cause::Lost, "torn"), vec![]);
            let wall = Observation::Measured(Measured {
                value: value.into(),
                unit: Unit::Nanoseconds,
                quality: Quality::Exact,
                scope: Scope::Window,
                source: "clock_gettime(CLOCK_MONOTONIC)".into(),
            });
            made.observations.insert(id("time.wall"), wall);
            (made.role, made.block) = (role, block.saturating_sub(1));
            runs.push(made);
        }
    }
    runs
}

fn two() -> Document {
    let mut document =
        document(&[(b"gzip -1 -kc in", 12_345_678), (b"gzip -9 -kc in", 40_123_456)]);
    judge(&mut document, 1, Verdict::Regressed, 3.2514, 0.95);
    document
}

fn twelve() -> Document {
    let names: Vec<String> = (1..=12).map(|level| format!("zstd -{level} -c in")).collect();
    let walls = [2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 1_440, 14_400];
    let named = names.iter().zip(walls);
    let commands: Vec<(&[u8], u64)> =
        named.map(|(name, wall)| (name.as_bytes(), wall * 1_000_000 + 123_456)).collect();
    let mut document = document(&commands);
    let verdicts = [Verdict::Regressed, Verdict::NoDifferenceShown, Verdict::Improved];
    for place in 1..12 {
        let verdict = if place > 8 { Verdict::Inconclusive } else { verdicts[place % 3] };
        let ratio = [1.002, 0.953, 1.5, 10.25, 123.4][place % 5];
        judge(&mut document, place, verdict, ratio, 1.0 - 0.05 / (12 - place) as f64);
    }
    document
}

/// Two metrics are judged, and the null control of one strays: nothing is decided.
fn void() -> Document {
    let mut document = two();
    judge(&mut document, 1, Verdict::Inconclusive, 1.004, 0.95);
    let rss = id("mem.peak_rss");
    document.settings.policy.metrics.push(rss.clone());
    let found = document.comparisons.last_mut().unwrap();
    found.metric = rss;
    found.limit.effective = 0.31;
    found.null = Some(NullControl { void: true, ..null(1.31) });
    found.reason = "the null control strays by 31 %".into();
    document
}

/// Nobody's time is divided, each for another reason; the last used two CPUs.
fn undivided() -> Document {
    let mut document = document(&[(b"short", 900_000), (b"none", 5_000_000), (b"busy", 5_000_000)]);
    let [short, none, busy] = &mut document.cases[..] else { panic!("three commands") };
    if let Decomposition::Divided(parts) = &mut short.decomposition {
        let absence = Absence::new(Cause::WindowTooShort, "the runs are <short>");
        (parts.modes, parts.excess_ns, parts.absent) = (CpuModes::absent(absence), 31, 2);
    }
    none.decomposition =
        Decomposition::Unavailable(Absence::new(Cause::Lost, "torn <b>").with_remedy("again"));
    busy.decomposition = Decomposition::Undivided(CpuShare {
        runs: 12,
        absent: 0,
        wall_ns: 60_000_000,
        on_cpu_ns: 114_000_000,
        reason: "other threads had <all>".into(),
    });
    judge(&mut document, 1, Verdict::Improved, 0.9, 0.95);
    judge(&mut document, 2, Verdict::Inconclusive, 1.0, 0.95);
    document
}

fn hostile() -> Document {
    let names: [&[u8]; 4] = [
        b"innocent\nreference \x1b[2J\x1b]0;title\x07",
        b"</code></title></style><script>alert(1)</script><img src=x onerror=alert(2)>",
        b"\" onload='alert(3)' x=\" &lt; &#60; \xff\xfe",
        "\u{202e}reversed\u{202c} http://example.org/ 表表".as_bytes(),
    ];
    let mut document = document(&names.map(|name| (name, 12_000_000)));
    for place in 1..4 {
        judge(&mut document, place, Verdict::Inconclusive, 1.004, 0.95);
        document.comparisons[place - 1].reason = format!("reason {place}\n<b> \x1b[1m");
    }
    document.host.kernel = Fact::known("6.1\n<img src=x>\"'".into());
    document.settings.directory = Text::from("/srv/<i>'\"");
    let tail = b"<script>alert(4)</script>\n<!-- \x1b[0m\n]]>\n";
    fail(&mut document, 3, Exit::Code(1), Some(tail));
    parametrise(&mut document, 1, &[("<b>", b"</dd><script>alert(2)</script>"), ("n", b"\xff")]);
    document
}

fn page(document: &Document, runs: &[Run]) -> String {
    html(Campaign { document, runs, incomplete: None, unit: None })
}

fn walls(document: &Document) -> Vec<u64> {
    let wall = |case: &Case| match case.summary.get(&id("time.wall")) {
        Some(MetricSummary::Measured(found)) => found.median.as_integer().unwrap(),
        _ => 12_000_000,
    };
    document.cases.iter().map(wall).collect()
}

fn check(name: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("PROBITY_REGENERATE").is_some() {
        assert!(std::fs::write(&path, page).is_ok(), "{name} cannot be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let first = page.lines().zip(golden.lines()).find(|(now, before)| now != before);
    assert!(page == golden, "{name} differs, first here (now, before): {first:?}");
}

fn assert_sound(page: &str) {
    let ids = ["headline", "notes", "commands", "metrics", "host", "settings", "reproduce-command"];
    markup::assert_sound(page, &ids);
}

#[test]
fn golden_pages() {
    let one = document(&[(b"gzip -1 -kc in", 12_345_678)]);
    check("one.html", &page(&one, &runs(&walls(&one), 12)));
    let two = two();
    check("two.html", &page(&two, &runs(&walls(&two), 12)));
    let hostile = hostile();
    check("hostile.html", &page(&hostile, &runs(&walls(&hostile), 12)));
}

/// Documents with counted runs, in each block and once in the end.
fn counted() -> [Document; 2] {
    let (mut each, mut once) = (two(), document(&[(b"gzip -1 -kc in", 12_345_678)]));
    count(&mut each, CountedRuns::EachBlock);
    let lost = Absence::new(Cause::Lost, "the counter could not be read: <b>");
    let absent = MetricSummary::Unavailable(lost);
    each.cases[1].summary.insert(id("perf.cpu_migrations"), absent);
    count(&mut once, CountedRuns::AtEnd);
    [each, once]
}

/// The runs of a document with its counted ones, each of which took so long (ns).
fn with_counted(document: &Document, wall: u64) -> Vec<Run> {
    let blocks = 12;
    let mut all: Vec<Run> = Vec::new();
    let judged = runs(&walls(document), blocks);
    for (place, run) in judged.iter().enumerate() {
        all.push(run.clone());
        let is_last = judged.get(place + 1).is_none_or(|next| next.block != run.block);
        let is_counted = match document.settings.plan.counted {
            CountedRuns::None => false,
            CountedRuns::EachBlock => run.role != RunRole::Warmup,
            CountedRuns::AtEnd => run.block + 1 == blocks,
        };
        for case in 0..document.cases.len() {
            if is_last && is_counted {
                let (role, block) = (RunRole::Counted, run.block);
                all.push(Run { role, block, ..timed(case, 0, wall) });
            }
        }
    }
    (0..).zip(&mut all).for_each(|(index, run)| run.index = index);
    all
}

#[test]
fn counted_runs_are_in_tables_and_in_no_drawing() {
    for (name, document) in ["counted.html", "counted-once.html"].iter().zip(counted()) {
        // So slow that no drawing could hide it.
        let runs = with_counted(&document, 9_000_000_000);
        let many = runs.iter().filter(|run| run.role == RunRole::Counted).count();
        assert_eq!(many, if document.cases.len() == 1 { 1 } else { 24 });
        let shown = page(&document, &runs);
        assert_sound(&shown);
        check(name, &shown);
        assert_eq!(shown, page(&document, &with_counted(&document, 1)), "{name}");
        for part in ["perf.task_clock", "perf.ipc", "this machine offers no core PMU"] {
            assert!(shown.contains(part), "{part} in {name}");
        }
    }
}

#[test]
fn every_page_is_sound() {
    let one = document(&[(b"true", 812)]);
    let [each, once] = counted();
    for document in [one, two(), twelve(), hostile(), void(), undivided(), each, once] {
        let runs = runs(&walls(&document), 12);
        let shown = page(&document, &runs);
        assert_sound(&shown);
        assert_eq!(shown, page(&document, &runs));
        assert_sound(&page(&document, &[]));
        let incomplete = Some("interrupted <b>");
        let shown = html(Campaign { document: &document, runs: &runs, incomplete, unit: None });
        assert_sound(&shown);
        assert!(shown.contains("id=\"banner\"") && shown.contains("interrupted &lt;b&gt;"));
        let drawn = shown.matches("<article id=\"command-").count();
        assert_eq!(drawn, document.cases.len());
        let is_known = |case: &&Case| !matches!(case.decomposition, Decomposition::Unavailable(_));
        let bars = document.cases.iter().filter(is_known).count();
        assert_eq!(shown.matches("Where the wall time of c").count(), bars);
    }
    let plots =
        |document: &Document| page(document, &runs(&walls(document), 12)).matches("<svg ").count();
    // A strip, a distribution and a bar for each, and the ratios.
    assert_eq!([plots(&document(&[(b"true", 812)])), plots(&two()), plots(&twelve())], [3, 7, 37]);
}

#[test]
fn the_page_says_where_the_time_went_or_why_not() {
    let mut one = document(&[(b"gzip -1 -kc in", 12_345_678)]);
    assert!(page(&one, &[]).contains("on CPU, user 87 %, "), "an exact split is no estimate");
    for source in &mut one.capabilities.sources {
        for MetricReport { metric, .. } in &mut source.metrics {
            if matches!(metric.role, MetricRole::OnCpuUser | MetricRole::OnCpuKernel) {
                metric.class = Class::Diagnostic;
            }
        }
    }
    let shown = page(&one, &[]);
    for part in [
        "on CPU, user ≈87 %, 10.74 ms",
        "on CPU, kernel ≈4.1 %, ",
        "run-queue wait 0.1 %, 12.42 µs",
        "other 8.8 %, 1.087 ms",
        "12 runs together, times are means of a run of 12.35 ms",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let shown = page(&undivided(), &[]);
    for part in [
        "Not split by mode: the runs are &lt;short&gt;.",
        "; 2 runs without these times left out",
        " more than the wall time",
        "Where the wall time went is not known: torn &lt;b&gt;; try: again.",
        "CPU time is 190 % of the wall time (to the mark), 5 ms a run",
        "Not divided: other threads had &lt;all&gt;.",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let mut failed = one;
    fail(&mut failed, 0, Exit::Code(1), None);
    failed.cases[0].decomposition =
        Decomposition::Unavailable(Absence::new(Cause::TooFew, "no timed run of it succeeded"));
    let shown = page(&failed, &[]);
    assert!(!shown.contains("<figure") && !shown.contains("dashed: the median"), "{shown}");
}

#[test]
fn words_of_strangers_stay_text() {
    let document = hostile();
    let shown = page(&document, &runs(&walls(&document), 12));
    assert!(!shown.contains("<script") && !shown.contains("<img") && !shown.contains("<i>"));
    assert!(shown.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(shown.contains("&lt;script&gt;alert(4)&lt;/script&gt;"));
    assert!(!shown.contains('\u{202e}') && shown.contains("\\u{202e}"));
    assert!(!shown.replace("http-equiv", "").replace("http://example.org/", "").contains("http"));
}

#[test]
fn a_page_of_many_runs_stays_small_and_says_so() {
    let document = two();
    let many = runs(&walls(&document), 10_000);
    let shown = page(&document, &many);
    assert_sound(&shown);
    assert!(shown.len() < 200_000, "{} bytes", shown.len());
    assert!(shown.contains("Drawn in groups of up to 34 successive runs"));
    assert!(shown.contains("Distribution of 10000 timed runs"));
    let few = page(&document, &runs(&walls(&document), 12));
    assert!(!few.contains("Drawn in groups"));
}

#[test]
fn a_page_of_many_commands_stays_small_and_says_so() {
    let names: Vec<String> = (0..1000).map(|place| format!("command {place}")).collect();
    let commands: Vec<(&[u8], u64)> =
        names.iter().map(|name| (name.as_bytes(), 1_000_000)).collect();
    let mut document = document(&commands);
    for place in 1..1000 {
        judge(&mut document, place, Verdict::NoDifferenceShown, 1.0, 0.95);
    }
    let shown = page(&document, &runs(&walls(&document), 12));
    assert_sound(&shown);
    assert!(shown.len() < 4_000_000, "{} bytes", shown.len());
    assert!(shown.contains("Drawn are the first 60 of 1000 commands"));
}

#[test]
fn the_command_line_can_be_typed_again() {
    let command_line = |document: &Document| {
        let shown = page(document, &[]);
        let (_, rest) = shown.split_once("id=\"reproduce-command\">").unwrap();
        let line =
            rest.split_once("</pre>").unwrap().0.replace("&#39;", "'").replace("&quot;", "\"");
        line.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    };
    let mut document = two();
    assert_eq!(
        command_line(&document),
        "cd /srv\nprobity stat -r 12 -w 1 --seed 42 --limit 1 'gzip -1 -kc in' 'gzip -9 -kc in'\n"
    );
    let [each, once] = counted();
    let line = command_line(&each);
    assert!(line.contains("-r 12 -w 1 --seed 42 --limit 1 --counters 'gzip -1 "), "{line}");
    let line = command_line(&once);
    assert!(line.ends_with("--seed 42 -- gzip -1 -kc in\n"), "the default: {line}");
    // Asked for: what the default observes, without its counted run.
    let line = command_line(&builder::document(&[(b"true", 1_000)]));
    assert!(line.contains(" --metrics time.wall,"), "{line}");
    // 0.07 * 100 is 7.000000000000001.
    document.settings.policy.practical_limit = 0.07;
    assert!(command_line(&document).contains("--limit 7 "));
    document.settings.cases[1].argv = vec!["a b".into(), "it's".into(), Text::new(b"\x1b\xff")];
    document.settings.reference = Some(CaseId::at(1));
    document.settings.cases[0].streams.output = Output::Pipe;
    document.settings.ignore_failure = IgnoredFailures::All;
    let line = command_line(&document);
    // The line itself is split by Probity, which knows plain quotes only.
    let word = r#"$'\'a b\' \'it\'\\\'\'s\' \'\x1b\xff\''"#;
    assert!(line.contains("--output pipe --output null"), "{line}");
    assert!(line.contains(" -i "), "{line}");
    assert!(!line.contains("--prepare"), "{line}");
    assert!(line.contains(&format!("--reference {word}")), "{line}\n{word}");
    document.settings.ignore_failure = IgnoredFailures::Codes([1, 130].into());
    for case in &mut document.settings.cases {
        case.hooks.setup = Some("make".into());
        case.hooks.prepare = Some(Text::new(format!("touch {}", case.id)));
    }
    document.settings.cases[0].hooks.cleanup = Some("rm it".into());
    let line = command_line(&document);
    assert!(line.contains(" --setup make --prepare 'touch c1' --prepare 'touch c2' "), "{line}");
    assert!(line.contains(" --cleanup 'rm it' --cleanup : "), "each has one: {line}");
    assert!(line.contains(" -i=1,130 "), "{line}");
    for case in &mut document.settings.cases {
        case.argv = vec!["sh".into(), "-c".into(), case.command.clone()];
    }
    assert!(command_line(&document).contains("--shell sh"), "{line}");
}
