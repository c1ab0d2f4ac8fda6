//! The measured program: it tells its usage, waits at a barrier, and works.

use probity_sys::usage;
use std::fs::File;
use std::hint::black_box;
use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What a program can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Workload {
    /// One thread computes.
    Spin,
    /// It sleeps, again and again.
    Sleep,
    /// More threads compute than there are CPUs.
    Crowd,
    /// It touches 64 MiB of memory.
    Touch,
    /// It writes files and waits until they are stored.
    Store,
    /// It reads a file that is not in memory.
    Fetch,
    /// It lets another program read, and waits for it.
    Delegate,
    /// It runs a program file that is not in memory, and waits for it.
    Cold,
    /// Its second thread computes, and a descendant that nobody waits for does too.
    Spread,
    /// It asks for its process id, and so do a thread and a child of it.
    Ask,
    /// It goes round a loop, a million times.
    OneMillion,
    /// The same loop, two million times.
    TwoMillion,
    /// The same loop, three million times.
    ThreeMillion,
}

impl Workload {
    const ALL: [Self; 13] = [
        Self::Spin,
        Self::Sleep,
        Self::Crowd,
        Self::Touch,
        Self::Store,
        Self::Fetch,
        Self::Delegate,
        Self::Cold,
        Self::Spread,
        Self::Ask,
        Self::OneMillion,
        Self::TwoMillion,
        Self::ThreeMillion,
    ];
}

/// Names the workload that a copy of this program shall be, or [`NOTHING`].
pub(crate) const ROLE: &str = "PROBITY_TEST_WORKLOAD";
/// Names the file that it executes once it is released: a copy of this program.
pub(crate) const PROGRAM: &str = "PROBITY_TEST_PROGRAM";
/// Names the folder it may use.
pub(crate) const PLACE: &str = "PROBITY_TEST_PLACE";
/// Is set once the program has been released: counters begin at the exec that follows.
const RELEASED: &str = "PROBITY_TEST_RELEASED";
/// Ends at once.
pub(crate) const NOTHING: &str = "nothing";

/// Uses CPU time and ends.
const BURN: &str = "burn";

/// Asks for its process id and ends.
const ASKER: &str = "asker";

/// How often the program of [`Workload::Ask`], its thread and its child ask for their process ids.
pub(crate) const ASKED: [u64; 3] = [100, 20, 3];

/// CPU time that a thread, and that a process, of [`Workload::Spread`] uses, in nanoseconds.
pub(crate) const BURNT_NS: u64 = 40_000_000;

/// Bytes that somebody else reads for the program.
pub(crate) const DELEGATED: u64 = 1 << 20;

pub(crate) fn spin(time: Duration) {
    let start = Instant::now();
    let mut sum = 0u64;
    while start.elapsed() < time {
        for step in 0..10_000 {
            sum = black_box(sum.wrapping_add(step));
        }
    }
}

/// Threads that compute, more than there are CPUs; the first thread is one of them.
fn crowd(time: Duration) {
    let cpus = thread::available_parallelism().map_or(1, usize::from);
    let others: Vec<_> = (0..2 * cpus).map(|_| thread::spawn(move || spin(time))).collect();
    spin(time);
    for other in others {
        other.join().unwrap();
    }
}

pub(crate) fn touch() {
    let mut memory = vec![0u8; 64 << 20];
    for at in (0..memory.len()).step_by(1024) {
        memory[at] = 1;
    }
    black_box(&memory);
}

fn store(place: &Path) {
    for round in 0..8 {
        let mut file = File::create(place.join(format!("stored-{round}"))).unwrap();
        file.write_all(&vec![round; 1 << 20]).unwrap();
        file.sync_all().unwrap();
    }
}

fn fetch(place: &Path) {
    let mut file = File::open(place.join("big")).unwrap();
    let mut buffer = vec![0; 64 << 10];
    while file.read(&mut buffer).unwrap() > 0 {}
}

/// Computes until this process has used [`BURNT_NS`] more of CPU time.
fn burn() {
    let used = || usage::of_self().unwrap().cpu_ns();
    let start = used();
    while used() < start + BURNT_NS {
        (0..10_000).for_each(|step| _ = black_box(step));
    }
}

/// The same instructions in each round.
fn rounds(count: u64) {
    let mut left = black_box(count);
    while left > 0 {
        left = black_box(left - 1);
    }
}

/// A thread that computes, and a process that does and is seen to end but never waited for.
#[allow(clippy::zombie_processes, reason = "that nobody waits for it is the point")]
fn spread() {
    thread::spawn(burn).join().unwrap();
    let mut other = Command::new(std::env::current_exe().unwrap())
        .env(ROLE, BURN)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    other.stdout.take().unwrap().read_to_end(&mut Vec::new()).unwrap();
}

/// As many system calls: the C library keeps no process id.
fn ask(times: u64) {
    (0..times).for_each(|_| _ = black_box(std::process::id()));
}

fn ask_all() {
    let [own, thread, _] = ASKED;
    ask(own);
    thread::spawn(move || ask(thread)).join().unwrap();
    let child = Command::new(std::env::current_exe().unwrap()).env(ROLE, ASKER).status();
    assert!(child.unwrap().success());
}

fn work(workload: Workload, place: &Path) {
    match workload {
        Workload::Spin => spin(Duration::from_millis(60)),
        Workload::Sleep => (0..20).for_each(|_| thread::sleep(Duration::from_millis(3))),
        Workload::Crowd => crowd(Duration::from_millis(150)),
        Workload::Touch => touch(),
        Workload::Store => store(place),
        Workload::Fetch => fetch(place),
        Workload::Delegate => {
            let count = DELEGATED.to_string();
            let mut head = Command::new("head");
            let head = head.args(["-c", &count, "/dev/zero"]).stdout(Stdio::null());
            assert!(head.status().unwrap().success());
        }
        Workload::Cold => {
            let program = Command::new(place.join("program")).env(ROLE, NOTHING).status();
            assert!(program.unwrap().success());
        }
        Workload::Spread => spread(),
        Workload::Ask => ask_all(),
        Workload::OneMillion => rounds(1_000_000),
        Workload::TwoMillion => rounds(2_000_000),
        Workload::ThreeMillion => rounds(3_000_000),
    }
}

/// Is the workload `role`, on the first thread, whose waits the kernel's schedstat knows.
pub(crate) fn run(role: &str) {
    match role {
        NOTHING => return,
        BURN => return burn(),
        ASKER => return ask(ASKED[2]),
        _ => {}
    }
    let workload = Workload::ALL.into_iter().find(|known| format!("{known:?}") == role).unwrap();
    let place = PathBuf::from(std::env::var_os(PLACE).unwrap());
    if std::env::var_os(RELEASED).is_some() {
        return work(workload, &place);
    }
    let used = usage::of_self().unwrap();
    println!("{} {} {}", used.user_ns, used.kernel_ns, used.max_rss_bytes);
    std::io::stdin().read_line(&mut String::new()).unwrap();
    let program = std::env::var_os(PROGRAM).unwrap();
    panic!("{}", Command::new(program).env(RELEASED, "yes").exec());
}
