use super::NotNow;
use super::page::{Fields, MEANT, Machine, USER_RDPMC, USER_TIME, USER_TIME_SHORT, read};
use crate::counter::Count;
use std::cell::Cell;

/// A machine made by hand: after so many steps the kernel writes the page once more, each time.
struct Handmade {
    fields: Fields,
    register: Option<u64>,
    clock: u64,
    /// What `lock` is at each look; the last one stays.
    locks: Vec<u32>,
    looks: Cell<usize>,
    registers: Cell<u32>,
}

const ALL: u64 = MEANT | USER_RDPMC | USER_TIME;

/// A counter that stands at 7 over an offset of 1000 and has been on for 50 ns since the page.
fn counting() -> Handmade {
    let fields = Fields {
        index: 3,
        offset: 1_000,
        time_enabled: 400,
        time_running: 300,
        capabilities: ALL,
        pmc_width: 48,
        time_shift: 1,
        time_mult: 1,
        ..Fields::default()
    };
    Handmade {
        fields,
        register: Some(7),
        clock: 100,
        locks: vec![4],
        looks: Cell::new(0),
        registers: Cell::new(0),
    }
}

impl Handmade {
    fn look(&self) -> u32 {
        let look = self.looks.get();
        self.looks.set(look + 1);
        self.locks[look.min(self.locks.len() - 1)]
    }

    fn with(change: impl FnOnce(&mut Fields)) -> Self {
        let mut machine = counting();
        change(&mut machine.fields);
        machine
    }
}

impl Machine for Handmade {
    fn lock(&self) -> u32 {
        self.look()
    }

    fn lock_again(&self) -> u32 {
        self.look()
    }

    fn fields(&self) -> Fields {
        self.fields
    }

    fn clock(&self) -> u64 {
        self.clock
    }

    fn register(&self, number: u32) -> Option<u64> {
        self.registers.set(self.registers.get() + 1);
        assert_eq!(number, self.fields.index - 1);
        self.register
    }
}

fn count(value: u64, enabled_ns: u64, running_ns: u64) -> Count {
    Count { value, enabled_ns, running_ns }
}

#[test]
fn offset_register_and_clock_make_the_totals() {
    assert_eq!(read(&counting()), Ok(count(1_007, 450, 350)));
}

#[test]
fn a_register_is_a_signed_number_of_its_width() {
    let value = |register, offset, width| {
        let mut machine =
            Handmade::with(|fields| (fields.offset, fields.pmc_width) = (offset, width));
        machine.register = Some(register);
        read(&machine).map(|count| count.value)
    };
    // The kernel starts a register at minus its period and the offset at plus that.
    assert_eq!(value((1 << 48) - 200, 1_000, 48), Ok(800));
    assert_eq!(value(0xffff_fff0, 0x8000_0000, 32), Ok(0x7fff_fff0));
    assert_eq!(value(0x7fff_ffff, 0x8000_0000, 32), Ok(0xffff_ffff));
    assert_eq!(value(u64::MAX, 5, 64), Ok(4));
    // Bits beyond the width are nobody's.
    assert_eq!(value(0xabcd_0000_0000_0007, 0, 40), Ok(7));
    // What overflows 64 bits goes on from 0, as the kernel's own totals do.
    assert_eq!(value(3, -2, 48), Ok(1));
    for width in [0, 65, u16::MAX] {
        assert_eq!(value(7, 0, width), Err(NotNow::Unknown), "{width}");
    }
}

#[test]
fn the_clock_is_scaled_whole_and_rest_apart() {
    let since = |change: &dyn Fn(&mut Fields), clock| {
        let mut machine = Handmade::with(|fields| {
            (fields.time_enabled, fields.time_running) = (0, 0);
            change(fields);
        });
        machine.clock = clock;
        read(&machine).map(|count| {
            assert_eq!(count.enabled_ns, count.running_ns);
            count.enabled_ns
        })
    };
    // As arm64 emulated by QEMU has it: 62.5 MHz, 16 ns a tick.
    let emulated = |fields: &mut Fields| (fields.time_mult, fields.time_shift) = (33_554_432, 21);
    assert_eq!(since(&emulated, 62_500_000), Ok(1_000_000_000));
    assert_eq!(since(&emulated, u64::from(u32::MAX)), Ok(u64::from(u32::MAX) * 16));
    // 2.3 GHz; the product of clock and multiplier would not fit.
    let fast = |fields: &mut Fields| (fields.time_mult, fields.time_shift) = (933_688_542, 31);
    let expected = ((u128::from(u64::MAX / 2) * 933_688_542) >> 31) as u64;
    assert!(since(&fast, u64::MAX / 2).unwrap().abs_diff(expected) <= 1);
    // The offset is of the moment of the page, and mostly below zero.
    let offset = |fields: &mut Fields| fields.time_offset = 40_u64.wrapping_neg();
    assert_eq!(since(&offset, 100), Ok(10));
    for shift in [64, u16::MAX] {
        let wide = |fields: &mut Fields| fields.time_shift = shift;
        assert_eq!(since(&wide, 100), Err(NotNow::Unknown));
    }
}

#[test]
fn a_narrow_clock_may_have_wrapped() {
    let mut machine = Handmade::with(|fields| {
        fields.capabilities |= USER_TIME_SHORT;
        (fields.time_cycles, fields.time_mask) = (0x1_0000_00f0, 0xff);
        (fields.time_shift, fields.time_mult) = (0, 1);
        fields.time_offset = 0x1_0000_00f0_u64.wrapping_neg();
    });
    // Of a clock of 8 bits that stood at 0xf0 and now is 0x10: 32 ticks.
    machine.clock = 0x10;
    assert_eq!(read(&machine), Ok(count(1_007, 432, 332)));
    machine.fields.capabilities = ALL;
    assert_ne!(read(&machine), Ok(count(1_007, 432, 332)), "the mask is asked for");
}

#[test]
fn what_cannot_be_read_says_why_and_touches_no_register() {
    for (machine, expected) in [
        (Handmade::with(|fields| fields.capabilities = MEANT | USER_TIME), NotNow::Withheld),
        // Kernels before 3.12 have another meaning for the bits.
        (Handmade::with(|fields| fields.capabilities &= !MEANT), NotNow::Withheld),
        (Handmade::with(|fields| fields.capabilities = 0), NotNow::Withheld),
        (Handmade::with(|fields| fields.index = 0), NotNow::OffHardware),
        (Handmade::with(|fields| fields.capabilities &= !USER_TIME), NotNow::NoTimes),
    ] {
        assert_eq!(read(&machine), Err(expected));
        assert_eq!(machine.registers.get(), 0, "{expected:?}");
    }
    let mut machine = counting();
    machine.register = None;
    assert_eq!(read(&machine), Err(NotNow::Unknown));
}

#[test]
fn a_page_that_changed_is_read_again() {
    let mut machine = counting();
    // It changed within the first attempt, and was being written at the second.
    machine.locks = vec![4, 6, 7, 7, 8, 8];
    assert_eq!(read(&machine), Ok(count(1_007, 450, 350)));
    assert!(machine.looks.get() >= 5, "{}", machine.looks.get());
}

#[test]
fn a_reason_is_of_one_page_too() {
    let mut machine = Handmade::with(|fields| fields.index = 0);
    machine.locks = vec![4, 6, 6];
    assert_eq!(read(&machine), Err(NotNow::OffHardware));
    assert!(machine.looks.get() >= 4, "{}", machine.looks.get());
}

#[test]
fn a_page_that_never_rests_is_given_up() {
    let mut machine = counting();
    machine.locks = (0..1_000).map(|look| look * 2).collect();
    assert_eq!(read(&machine), Err(NotNow::Torn));
    assert!(machine.looks.get() < 100);
    machine.locks = vec![5];
    assert_eq!(read(&machine), Err(NotNow::Torn), "it is being written all the time");
}
