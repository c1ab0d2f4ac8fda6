//! Counters of the kernel we run on.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests may; helpers of tests are tests")]

use probity_sys::counter::{Attributes, Count, Counter, Event, Refusal, Software, open};
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
