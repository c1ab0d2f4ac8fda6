use super::attributes::flag;
use super::library::{ATTR_BYTES, taken_apart};
use super::{Attributes, Encoded, Event, Hardware, Refusal, Software};
use std::io;

const PLAIN: Attributes = Attributes {
    event: Event::Software(Software::TaskClock),
    disabled: false,
    enable_on_exec: false,
    inherit: false,
    exclude_user: false,
    exclude_kernel: false,
    exclude_hypervisor: false,
    exclude_guest: false,
};

#[test]
fn each_flag_is_the_kernels_bit() {
    let bit = |flags: u64| match cfg!(target_endian = "big") {
        true => flags.leading_zeros(),
        false => flags.trailing_zeros(),
    };
    for (attributes, expected) in [
        (Attributes { disabled: true, ..PLAIN }, 0),
        (Attributes { inherit: true, ..PLAIN }, 1),
        (Attributes { exclude_user: true, ..PLAIN }, 4),
        (Attributes { exclude_kernel: true, ..PLAIN }, 5),
        (Attributes { exclude_hypervisor: true, ..PLAIN }, 6),
        (Attributes { enable_on_exec: true, ..PLAIN }, 12),
        (Attributes { exclude_guest: true, ..PLAIN }, 20),
    ] {
        let text = attributes.to_string();
        assert!(text.contains("other_flags=0x0"), "{text}");
        assert_eq!(text.matches("=1\n").count(), 2, "its flag and the type: {text}");
        let flags: [u8; 8] = bytes(&attributes)[40..48].try_into().unwrap_or_default();
        assert_eq!(bit(u64::from_ne_bytes(flags)), expected, "{text}");
    }
}

/// The structure as it lies in memory.
fn bytes(attributes: &Attributes) -> [u8; 136] {
    // SAFETY: both are 136 bytes without padding, and any bytes are an array of bytes.
    unsafe { std::mem::transmute(attributes.raw()) }
}

#[test]
fn type_and_number_are_the_kernels() {
    let hardware = |event| Attributes { event: Event::Hardware(event), ..PLAIN }.to_string();
    assert!(hardware(Hardware::Cycles).starts_with("type=0\nsize=64\nconfig=0x0\n"));
    assert!(hardware(Hardware::BranchMisses).starts_with("type=0\nsize=64\nconfig=0x5\n"));
    let software = |event| Attributes { event: Event::Software(event), ..PLAIN }.to_string();
    assert!(software(Software::CpuMigrations).starts_with("type=1\nsize=64\nconfig=0x4\n"));
    let tracepoint = Attributes { event: Event::Tracepoint(349), ..PLAIN }.to_string();
    assert!(tracepoint.starts_with("type=2\nsize=64\nconfig=0x15d\n"));
}

#[test]
fn no_more_is_passed_than_an_event_needs() {
    let encoded = |pmu, config| {
        let event = Event::Encoded(Encoded { pmu, config });
        Attributes { event, ..PLAIN }
    };
    let text = encoded(4, [0x1c2, 0, 0, 0]).to_string();
    assert!(text.starts_with("type=4\nsize=64\nconfig=0x1c2\n"), "{text}");
    assert!(!text.contains("config2"), "{text}");
    let text = encoded(4, [1, 2, 0, 0]).to_string();
    assert!(text.contains("size=64\n") && text.ends_with("config1=0x2\n"), "{text}");
    let attributes = encoded(11, [1, 2, 3, 0]);
    let text = attributes.to_string();
    assert!(text.contains("size=72\n") && text.ends_with("config2=0x3\n"), "{text}");
    assert_eq!(bytes(&attributes)[64..72], 3_u64.to_ne_bytes());
    let attributes = encoded(11, [1, 2, 3, 4]);
    let text = attributes.to_string();
    assert!(text.contains("size=136\n") && text.ends_with("config3=0x4\n"), "{text}");
    assert_eq!(bytes(&attributes)[128..], 4_u64.to_ne_bytes());
    assert_eq!(bytes(&attributes)[72..128], [0; 56]);
    let cycles = Event::Encoded(Encoded::on_pmu(Hardware::Instructions, 8));
    let text = Attributes { event: cycles, ..PLAIN }.to_string();
    assert!(text.starts_with("type=0\nsize=64\nconfig=0x800000001\n"), "{text}");
}

#[test]
fn what_is_no_errno_is_no_refusal_of_another_kind() {
    assert_eq!(Refusal::of(&io::ErrorKind::Unsupported.into()), Refusal::NoCall);
    assert_eq!(Refusal::of(&io::ErrorKind::UnexpectedEof.into()), Refusal::Other);
}

/// A perf_event_attr with these words at these places.
fn attr(words: &[(usize, u64)]) -> [u8; ATTR_BYTES] {
    let mut attr = [0; ATTR_BYTES];
    for &(at, word) in words {
        attr[at..at + 8].copy_from_slice(&word.to_ne_bytes());
    }
    attr
}

#[test]
fn what_a_library_sets_is_carried_or_named() {
    let carried = taken_apart(
        &attr(&[(8, 0xc0), (56, 1), (64, 2), (128, 3), (40, flag(4) | flag(6))]),
        "zen::X".into(),
    );
    assert_eq!(carried.event.config, [0xc0, 1, 2, 3]);
    assert_eq!(
        (carried.exclude_user, carried.exclude_kernel, carried.exclude_hypervisor),
        (true, false, true)
    );
    assert!(carried.rest.is_empty() && carried.name == "zen::X", "{carried:?}");
    for (at, word, named) in [
        (16, 1, "sample_period"),
        (24, 1, "sample_type"),
        (32, 1, "read_format"),
        (40, flag(15), "precise_ip"),
        (40, flag(16), "precise_ip"),
        (40, flag(19), "a flag that is none"),
        (40, flag(2), "a flag that is none"),
        (72, 1, "sampling"),
        (120, 1 << 63, "sampling"),
        (136, 1, "sampling"),
        (248, 1 << 63, "sampling"),
    ] {
        let rest = taken_apart(&attr(&[(at, word)]), String::new()).rest;
        assert!(rest.len() == 1 && rest[0].contains(named), "{at}: {rest:?}");
    }
}
