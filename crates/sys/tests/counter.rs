//! Counters of the kernel we run on.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

use probity_sys::counter::{
    Attributes, Count, Counter, Event, Group, Hardware, Members, NotNow, Refusal, Software, Times,
    open,
};
use probity_sys::kernel::{Kernel, Live};
use probity_testbed::skip_unless;

/// Off, for our own thread, as every user may have it up to perf_event_paranoid 2.
const OFF: Attributes = Attributes {
    event: Event::Software(Software::TaskClock),
    disabled: true,
    enable_on_exec: false,
    inherit: false,
    exclude_user: false,
    exclude_kernel: true,
    exclude_hypervisor: false,
    exclude_guest: false,
};

/// A counter of our own thread, or `None` where the kernel lets us have none.
fn counter(attributes: Attributes, leader: Option<&dyn Counter>) -> Option<Box<dyn Counter>> {
    match open(&attributes, None, leader) {
        Ok(counter) => Some(counter),
        Err(error) => {
            let refusal = Refusal::of(&error);
            assert!(matches!(refusal, Refusal::Denied | Refusal::NoCall), "{error}");
            let _ = skip_unless("user-counters", Err(error.to_string()));
            None
        }
    }
}

#[test]
fn it_counts_between_enable_and_disable_only() {
    let Some(counter) = counter(OFF, None) else { return };
    assert_eq!(counter.read().unwrap(), Count::default());
    counter.enable().unwrap();
    let mut count = counter.read().unwrap();
    while count.value < 100_000 {
        count = counter.read().unwrap();
    }
    counter.disable().unwrap();
    let end = counter.read().unwrap();
    assert!(end.value >= count.value && end.running_ns > 0, "{end:?}");
    assert_eq!(end.running_ns, end.enabled_ns);
    assert_eq!(counter.read().unwrap(), end, "it is off");
}

#[test]
fn a_member_is_on_when_its_leader_is() {
    let Some(leader) = counter(OFF, None) else { return };
    let event = Event::Software(Software::PageFaults);
    let Some(member) = counter(Attributes { event, disabled: false, ..OFF }, Some(&*leader)) else {
        return;
    };
    assert_eq!(member.read().unwrap().enabled_ns, 0);
    leader.enable().unwrap();
    while member.read().unwrap().enabled_ns == 0 {}
}

#[test]
fn it_is_closed_at_exec_and_when_it_is_dropped() {
    let Some(counter) = counter(OFF, None) else { return };
    let path = format!("/proc/self/fdinfo/{}", counter.number());
    let information = std::fs::read_to_string(&path).unwrap();
    let flags = information.lines().find_map(|line| line.strip_prefix("flags:")).unwrap();
    const O_CLOEXEC: u32 = 0o2_000_000;
    assert_ne!(u32::from_str_radix(flags.trim(), 8).unwrap() & O_CLOEXEC, 0, "{information}");
}

#[test]
fn a_thread_that_is_none_is_gone_or_refused() {
    for thread in [0, u32::MAX] {
        assert!(open(&OFF, Some(thread), None).is_err(), "{thread} is a group");
    }
    let Err(error) = open(&OFF, Some(i32::MAX.unsigned_abs()), None) else {
        panic!("there is no such thread")
    };
    assert!(matches!(Refusal::of(&error), Refusal::Gone | Refusal::Denied | Refusal::NoCall));
}

/// A group of our own thread that counts user mode, or `None` where `need` is not met.
fn group(need: &str, events: &[Event]) -> Option<Box<dyn Group>> {
    let members = Members { events, exclude_kernel: true, exclude_hypervisor: false };
    match Live.open_group(&members) {
        Ok(group) => Some(group),
        Err(error) => {
            let refusal = Refusal::of(&error);
            let expected = [Refusal::Denied, Refusal::NoCall, Refusal::NoEvent];
            assert!(expected.contains(&refusal), "{error}");
            let _ = skip_unless(need, Err(error.to_string()));
            None
        }
    }
}

const SOFTWARE: [Event; 3] = [
    Event::Software(Software::TaskClock),
    Event::Software(Software::PageFaults),
    Event::Software(Software::TaskClock),
];

#[test]
fn a_group_is_read_as_a_whole() {
    let Some(mut group) = group("user-counters", &SOFTWARE) else { return };
    let mut values = [u64::MAX; 3];
    assert_eq!(group.read(&mut values).unwrap(), Times::default());
    assert_eq!(values, [0; 3]);
    group.enable().unwrap();
    while values[0] < 100_000 {
        group.read(&mut values).unwrap();
    }
    group.disable().unwrap();
    let times = group.read(&mut values).unwrap();
    assert!(times.running_ns > 0 && times.running_ns == times.enabled_ns, "{times:?}");
    assert!(values[0].abs_diff(values[2]) < values[0] / 2, "two of a kind: {values:?}");
    let before = values;
    assert_eq!(group.read(&mut values).unwrap(), times);
    assert_eq!(values, before, "it is off");
    for places in [0, 2, 4] {
        let error = group.read(&mut vec![0; places]).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
    }
}

#[test]
fn a_group_has_a_member() {
    let members = Members { events: &[], exclude_kernel: true, exclude_hypervisor: false };
    let error = Live.open_group(&members).err().unwrap();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
}

#[test]
fn what_the_kernel_counts_itself_is_not_read_without_it() {
    let Some(group) = group("user-counters", &SOFTWARE) else { return };
    group.enable().unwrap();
    for member in 0..3 {
        // Either its page says so, or memory that may be locked is short.
        let refused = group.read_here(member).unwrap_err();
        assert!(matches!(refused, NotNow::Withheld | NotNow::Unmapped(_)), "{refused:?}");
    }
    assert_eq!(group.read_here(3), Err(NotNow::NoMember));
}

/// Whether the kernel lets user mode read what `group` counts. It is off before and after.
fn may_be_read(group: &dyn Group) -> bool {
    group.enable().unwrap();
    let here = group.read_here(0);
    group.disable().unwrap();
    match here {
        // Without the permission arm64 says the latter.
        Err(why @ (NotNow::Withheld | NotNow::OffHardware)) => {
            skip_unless("user-access", Err(format!("user mode may not read: {why:?}")))
        }
        here => {
            here.unwrap();
            true
        }
    }
}

/// Needs a PMU, and a kernel that opens it to user mode: `kernel.perf_user_access` is 1 on arm64 and
/// RISC-V, and on x86-64 `rdpmc` of the PMU's folder is not 0.
#[test]
fn reads_without_a_system_call_agree_with_read() {
    let events = [Event::Hardware(Hardware::Cycles), Event::Hardware(Hardware::Instructions)];
    let Some(mut group) = group("user-access", &events) else { return };
    assert!(group.read_here(0).is_err(), "it is off");
    if !may_be_read(&*group) {
        return;
    }
    group.enable().unwrap();
    let (mut before, mut after) = ([0; 2], [0; 2]);
    let mut last = [Count::default(); 2];
    for round in 0..2_000_u64 {
        let started = group.read(&mut before).unwrap();
        let here = [0, 1].map(|member| group.read_here(member).unwrap());
        let ended = group.read(&mut after).unwrap();
        for (member, here) in here.into_iter().enumerate() {
            let seen = (started, before, here, after, ended);
            assert!(before[member] < here.value && here.value < after[member], "{seen:?}");
            // The page's clock and the kernel's are rounded each for itself.
            assert!(here.enabled_ns + 100 >= started.enabled_ns, "{seen:?}");
            assert!(here.enabled_ns <= ended.enabled_ns + 100, "{seen:?}");
            assert_eq!(here.enabled_ns, here.running_ns, "it was on all the time");
            assert!(here.value > last[member].value, "{seen:?}");
            last[member] = here;
        }
        // Now and then the thread is taken off its CPU, and may come back on another one.
        if round % 64 == 0 {
            std::thread::sleep(std::time::Duration::from_micros(50));
        }
    }
    group.disable().unwrap();
    assert_eq!(group.read_here(0), Err(NotNow::OffHardware));
}

/// The same loop, twice as long, has twice the instructions; read without a system call both times.
#[test]
fn a_loop_of_known_work_is_counted_without_a_system_call() {
    let Some(group) = group("user-access", &[Event::Hardware(Hardware::Instructions)]) else {
        return;
    };
    if !may_be_read(&*group) {
        return;
    }
    group.enable().unwrap();
    let cost = |rounds: u64| {
        let attempt = || {
            let start = group.read_here(0).unwrap().value;
            for round in 0..rounds {
                std::hint::black_box(round);
            }
            group.read_here(0).unwrap().value - start
        };
        // An interrupt may fall into one of them, and a page fault into the first: each is short
        // against the time between two ticks.
        (0..20).map(|_| attempt()).min().unwrap()
    };
    let [none, once, twice] = [0, 5_000, 10_000].map(cost);
    let [once, twice] = [once - none, twice - none];
    assert!(once >= 5_000, "{none} {once} {twice}");
    assert!(twice.abs_diff(2 * once) <= once / 100, "{none} {once} {twice}");
}

/// More groups than any PMU has room for take turns: that shows in what their pages say.
#[test]
fn what_was_not_counted_all_the_time_shows_without_a_system_call() {
    let events = [Event::Hardware(Hardware::Instructions); 4];
    match group("user-access", &events[..1]) {
        Some(alone) if may_be_read(&*alone) => {}
        _ => return,
    }
    let mut groups = Vec::new();
    for _ in 0..6 {
        let Some(group) = group("user-access", &events) else { return };
        group.enable().unwrap();
        groups.push(group);
    }
    let (mut parts, mut off) = (0, 0);
    let start = std::time::Instant::now();
    while (parts == 0 || off == 0) && start.elapsed() < std::time::Duration::from_secs(20) {
        for group in &mut groups {
            let here = group.read_here(0);
            let mut values = [0; 4];
            let times = group.read(&mut values).unwrap();
            match here {
                Ok(count) => {
                    assert!(count.running_ns <= count.enabled_ns, "{count:?}");
                    assert!(count.value <= values[0], "{count:?} {values:?}");
                    assert!(count.enabled_ns <= times.enabled_ns + 100, "{count:?} {times:?}");
                    parts += u32::from(count.running_ns < count.enabled_ns);
                }
                Err(NotNow::OffHardware) => off += 1,
                Err(why) => panic!("{why:?}"),
            }
        }
    }
    assert!(parts > 0 && off > 0, "{parts} read of a part, {off} off the hardware");
}
