//! The book's page of metrics says what the table of sources says.
#![allow(clippy::unwrap_used, reason = "tests may; helpers of tests are tests")]

use probity_model::{Aggregation, Class, Pass};
use probity_sources::{Context, Selection, SubjectKind, capabilities};
use std::path::Path;

const HEAD: &str = "\
# Metrics

What a metric is called never changes its meaning. Its *class* says whether it may be judged (`quantitative`) or may only
explain (`diagnostic`); its *scope* says whose number it is when a program is measured. Counters are subtracted between the
two edges of a window; a *boundary* value is read at the end and never subtracted; a *derived* one follows from others of
the same run. *Runs* says which runs observe it: every run, or counted runs only, which are made besides the timed ones.
*Repeats* says whether the same work gives the same number: `exact` by construction, since it counts what the program itself
asks for, or `varies`. A *role* is what it means to a part of Probity that must not know its source.

`probity metrics` says which of them can be had on your machine. This page is compared with the code by a test.

";

const TAIL: &str = "
What to know about them:

- `time.wall` runs from the release of the program, before its exec, to the moment its end was seen.
- CPU times, faults and switches are those of the program and of the descendants that it waited for; what a daemon of its
  did is not in them. What the process used before it was released is subtracted.
- The split of CPU time into user and kernel is the kernel's own: most kernels account by timer ticks and scale an exact
  total by what the ticks met, so that a run of a few milliseconds may be all of one mode. Only the total may be judged.
- `mem.peak_rss` is that of the one largest process, not a sum. It does not start at the peak of Probity.
- `sched.run_queue_wait` is of the first thread only: the kernel keeps it per thread, and of an ended process this is the
  one that can still be read.
- `io.read_bytes` and `io.write_bytes` are storage traffic that the kernel charged to the program; `io.read_chars` and
  `io.write_chars` are what went through its system calls, from wherever.
- Pressure is of the whole machine: context, never an attribution. `psi.cpu.full` does not apply at this scope: the kernel
  pins it to zero.
- Energy, heat, frequencies and throttling are of the whole machine too, and not run on any test bed; see
  [energy and heat](energy.md). Without `--metrics` only energy is observed of them, where it can be had.
- `perf.*` are of the program and all its descendants, waited for or not, from its exec to its end; see
  [counters](metrics-and-units.md#counters).
- `syscalls.NAME` counts the system calls of one name; there are hundreds, which `probity metrics 'syscalls.*'` lists. See
  [system calls](syscalls.md).
";

fn page() -> String {
    let report = capabilities(&Context::live(), SubjectKind::Child, &Selection::all());
    let mut page = String::from(HEAD);
    page.push_str(
        "| metric | unit | kind | class | scope | edges | runs | repeats | what | source |\n",
    );
    page.push_str("|---|---|---|---|---|---|---|---|---|---|\n");
    let mut needs = String::from("\n| metric | role | needs |\n|---|---|---|\n");
    for source in &report.sources {
        for metric in source.metrics.iter().map(|found| &found.metric) {
            let class = match metric.class {
                Class::Quantitative => "quantitative",
                Class::Diagnostic => "diagnostic",
            };
            let edges = match (&metric.derivation, metric.aggregation) {
                (Some(_), _) => "derived",
                (None, Aggregation::Delta) => "subtracted",
                (None, Aggregation::Boundary) => "boundary",
            };
            let runs = match metric.pass {
                Pass::Every => "every",
                Pass::Counted => "counted",
            };
            let (id, unit, scope) = (&metric.id, metric.unit.name(), metric.scope.name());
            let (what, source) = (&metric.summary, &source.source);
            let (kind, repeats) = (metric.kind.name(), metric.determinism.name());
            page += &format!("| `{id}` | {unit} | {kind} | {class} | {scope} | {edges} | {runs} ");
            page += &format!("| {repeats} | {what} | `{source}` |\n");
            let role = metric.role.name();
            let asks = if metric.needs.is_empty() { "nothing special" } else { &*metric.needs };
            needs += &format!("| `{id}` | `{role}` | {asks} |\n");
        }
    }
    page + &needs + TAIL
}

#[test]
fn the_page_of_metrics_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/metrics.md");
    let page = page();
    if std::env::var_os("PROBITY_REGENERATE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(page, stored, "PROBITY_REGENERATE=1 writes it anew");
}
