//! Clocks, usage and waiting, on real children.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

use probity_sys::{clock, kernel, usage, wait};
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A shell that runs `script` once its standard input is closed or gets a line.
fn held(script: &str) -> Child {
    Command::new("sh")
        .args(["-c", &format!("read -r go; {script}")])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn release(child: &mut Child) {
    child.stdin.take().unwrap().write_all(b"\n").unwrap();
}

#[test]
fn a_zombie_is_seen_twice_and_reaped_once() {
    let mut child = held("exit 3");
    assert_eq!(wait::peek(child.id()).unwrap(), None, "it is still held");
    release(&mut child);
    assert_eq!(wait::peek_blocking(child.id()).unwrap(), wait::Ended::Exited(3));
    assert_eq!(wait::peek(child.id()).unwrap(), Some(wait::Ended::Exited(3)));
    assert!(clock::cpu_ns_of(child.id()).unwrap() > 0, "a zombie's CPU clock still answers");
    let (ended, usage) = wait::reap(child.id()).unwrap();
    assert_eq!(ended, wait::Ended::Exited(3));
    assert!(usage.max_rss_bytes > 64 * 1024, "a peak below 64 KiB is a wrong unit: {usage:?}");
    assert!(usage.minor_faults > 0 && usage.cpu_ns() > 0, "{usage:?}");
    for gone in [wait::peek(child.id()).map(drop), wait::reap(child.id()).map(drop)] {
        assert_eq!(gone.unwrap_err().raw_os_error(), Some(10), "ECHILD");
    }
}

#[test]
fn a_signal_is_not_an_exit_code() {
    let mut child = held("kill -TERM $$");
    release(&mut child);
    let expected = wait::Ended::Signalled { signal: 15, core: false };
    assert_eq!(wait::peek_blocking(child.id()).unwrap(), expected);
    assert_eq!(wait::reap(child.id()).unwrap().0, expected);
}

#[test]
fn usage_of_a_child_holds_its_waited_for_descendants() {
    let mut child = held("sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; true");
    release(&mut child);
    wait::peek_blocking(child.id()).unwrap();
    let alone = clock::cpu_ns_of(child.id()).unwrap();
    let (_, usage) = wait::reap(child.id()).unwrap();
    assert!(usage.cpu_ns() > alone, "{usage:?} against {alone} ns of the child alone");
}

#[test]
fn groups_are_no_process() {
    for pid in [0, u32::MAX, 1 << 31] {
        for error in [
            wait::peek(pid).unwrap_err(),
            wait::reap(pid).unwrap_err(),
            clock::cpu_ns_of(pid).unwrap_err(),
        ] {
            assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput, "{pid}");
        }
    }
    // pid_max is at most 2^22.
    assert_eq!(clock::cpu_ns_of(1 << 23).unwrap_err().kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn clocks_and_usage_move_with_work() {
    let (wall, cpu, charged) =
        (clock::monotonic_ns(), clock::process_cpu_ns().unwrap(), usage::of_self().unwrap());
    let start = Instant::now();
    let mut sum = 0u64;
    while start.elapsed() < Duration::from_millis(30)
        || usage::of_self().unwrap().cpu_ns() == charged.cpu_ns()
    {
        sum = std::hint::black_box(sum.wrapping_add(1));
        assert!(start.elapsed() < Duration::from_secs(30), "the usage never moved");
    }
    assert!(clock::monotonic_ns() - wall >= 30_000_000);
    assert!(clock::process_cpu_ns().unwrap() > cpu);
    assert!((1..=1_000_000_000).contains(&clock::monotonic_resolution_ns().unwrap()));
}

#[test]
fn the_live_kernel_asks_for_the_page_size() {
    use kernel::Kernel;
    let page = kernel::Live.page_bytes().unwrap();
    assert!(page >= 4096 && page.is_power_of_two(), "{page}");
}
