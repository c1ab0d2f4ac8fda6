use super::{Attributes, Event, Hardware, Refusal, Software};
use std::io;

const PLAIN: Attributes = Attributes {
    event: Event::Software(Software::TaskClock),
    disabled: false,
    enable_on_exec: false,
    inherit: false,
    exclude_kernel: false,
    exclude_hypervisor: false,
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
        (Attributes { exclude_kernel: true, ..PLAIN }, 5),
        (Attributes { exclude_hypervisor: true, ..PLAIN }, 6),
        (Attributes { enable_on_exec: true, ..PLAIN }, 12),
    ] {
        let text = attributes.to_string();
        assert!(text.contains("other_flags=0x0"), "{text}");
        assert_eq!(text.matches("=1\n").count(), 2, "its flag and the type: {text}");
        let flags: [u8; 8] = bytes(&attributes)[40..48].try_into().unwrap_or_default();
        assert_eq!(bit(u64::from_ne_bytes(flags)), expected, "{text}");
    }
}

/// The structure as it lies in memory.
fn bytes(attributes: &Attributes) -> [u8; 64] {
    // SAFETY: both are 64 bytes without padding, and any bytes are an array of bytes.
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
fn what_is_no_errno_is_no_refusal_of_another_kind() {
    assert_eq!(Refusal::of(&io::ErrorKind::Unsupported.into()), Refusal::NoCall);
    assert_eq!(Refusal::of(&io::ErrorKind::UnexpectedEof.into()), Refusal::Other);
}
