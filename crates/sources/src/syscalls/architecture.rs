//! Which of the numbers are this machine's.
//!
//! Run on x86-64 (Linux 6.18) and arm64 (6.1, emulated), with 32-bit programs of both; riscv64 was
//! run nowhere.

use super::table::Call;

/// An architecture that the table has a column for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Architecture {
    pub(super) name: &'static str,
    column: usize,
    /// The number of `exit_group` in 32-bit programs of this architecture, where their numbers
    /// mean other calls than the table's. Nearly every such program ends with this call.
    pub(super) foreign_exit: Option<u16>,
}

/// All of them. The numbers of 32-bit programs are those of arch/x86/entry/syscalls/syscall_32.tbl
/// and arch/arm64/tools/syscall_32.tbl; on riscv both kinds of programs have one table.
pub(super) const ALL: [Architecture; super::table::ARCHITECTURES] = [
    Architecture { name: "x86-64", column: 0, foreign_exit: Some(252) },
    Architecture { name: "arm64", column: 1, foreign_exit: Some(248) },
    Architecture { name: "riscv64", column: 2, foreign_exit: None },
];

/// The one that this was built for: a 64-bit program runs on no other. None where the table has no
/// column for it.
pub(super) fn own() -> Option<Architecture> {
    let [x86, arm, riscv] = ALL;
    // Not x32, whose numbers have a bit of their own.
    if cfg!(all(target_arch = "x86_64", target_pointer_width = "64")) {
        Some(x86)
    } else if cfg!(all(target_arch = "aarch64", target_pointer_width = "64")) {
        Some(arm)
    } else if cfg!(target_arch = "riscv64") {
        Some(riscv)
    } else {
        None
    }
}

impl Architecture {
    /// The number of `call`, where it exists here.
    pub(super) fn number(self, call: &Call) -> Option<u16> {
        call.numbers[self.column]
    }
}
