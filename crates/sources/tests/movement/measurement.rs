//! Launching a program as one of the workloads, and measuring it.

use crate::program::{PLACE, PROGRAM, ROLE, Workload};
use probity_model::{MetricId, Nanoseconds, Observation};
use probity_sources::{Session, Span, Subject};
use probity_sys::usage::Usage;
use probity_sys::{clock, wait};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

pub(crate) type Observations = BTreeMap<MetricId, Observation>;

/// A folder on a file system with storage behind it, if we may write there.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).or_else(|_| tempfile::tempdir()).unwrap()
}

/// A program at its barrier, with its own usage there.
struct Held {
    child: Child,
    usage: Usage,
}

impl Held {
    fn new(workload: Workload, place: &Path, program: &Path) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .env(ROLE, format!("{workload:?}"))
            .env(PLACE, place)
            .env(PROGRAM, program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let numbers: Vec<u64> = line.split_whitespace().map(|part| part.parse().unwrap()).collect();
        let [user_ns, kernel_ns, max_rss_bytes] = numbers[..] else { panic!("{line}") };
        Self { child, usage: Usage { user_ns, kernel_ns, max_rss_bytes, ..Usage::default() } }
    }
}

pub(crate) fn measure(session: &Session, workload: Workload, place: &Path) -> Observations {
    measure_file(session, workload, place, &std::env::current_exe().unwrap())
}

/// The same, where what is executed at the release is `program`, a copy of this one.
pub(crate) fn measure_file(
    session: &Session,
    workload: Workload,
    place: &Path,
    program: &Path,
) -> Observations {
    let Held { mut child, usage } = Held::new(workload, place, program);
    let started = session.start(Subject::Child { pid: child.id() }, Some(usage));
    let start = Nanoseconds(clock::monotonic_ns());
    drop(child.stdin.take());
    let ended = wait::peek_blocking(child.id()).unwrap();
    let span = Span { start, end: Nanoseconds(clock::monotonic_ns()) };
    assert_eq!(ended, wait::Ended::Exited(0), "{workload:?}");
    session.stop(started, span, || wait::reap(child.id()).map(|(_, usage)| usage)).unwrap()
}

/// Drops a file's pages from memory; `dd` knows how without unsafe code.
fn evict(file: &Path) {
    let file = file.display();
    for argument in ["conv=notrunc,fdatasync", "conv=notrunc"] {
        let output = format!("of={file}");
        let dd = ["if=/dev/null", &output, "oflag=nocache", "count=0", argument];
        let _ = Command::new("dd").args(dd).stderr(Stdio::null()).status();
    }
}

/// Puts in place what the workload needs to find.
pub(crate) fn prepare(workload: Workload, place: &Path) {
    match workload {
        Workload::Fetch => {
            let file = place.join("big");
            let mut big = File::create(&file).unwrap();
            big.write_all(&vec![7; 4 << 20]).unwrap();
            big.sync_all().unwrap();
            evict(&file);
        }
        Workload::Cold => {
            let file = place.join("program");
            let _ = fs::remove_file(&file);
            fs::copy(std::env::current_exe().unwrap(), &file).unwrap();
            File::open(&file).unwrap().sync_all().unwrap();
            evict(&file);
        }
        _ => {}
    }
}
