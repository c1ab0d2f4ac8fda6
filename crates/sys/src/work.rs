//! Known work: loops of which the number of instructions is known, and the smallest system call.
//!
//! An instrument that counts events can be held against work only if it is known what the work
//! comes to. A compiler may turn a loop into anything, so this one is written out.

/// How many instructions a step of [`spin`] is, where that is known: one that counts down and one
/// that branches back.
pub const STEP_INSTRUCTIONS: Option<u64> =
    if cfg!(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")) {
        Some(2)
    } else {
        None
    };

/// Takes so many steps, each [`STEP_INSTRUCTIONS`] long and one of them a branch. Few more
/// instructions are around them.
#[inline(never)]
pub fn spin(steps: u64) {
    if steps > 0 {
        body(steps);
    }
}

#[cfg(target_arch = "x86_64")]
fn body(steps: u64) {
    // SAFETY: it counts one register down to zero; no memory and no stack is touched, and the flags
    // it changes are declared as changed, as is usual without `preserves_flags`.
    unsafe {
        std::arch::asm!(
            "2:",
            "dec {left}",
            "jnz 2b",
            left = inout(reg) steps => _,
            options(nomem, nostack),
        );
    }
}

#[cfg(target_arch = "aarch64")]
fn body(steps: u64) {
    // SAFETY: it counts one register down to zero; no memory and no stack is touched, and the flags
    // it changes are declared as changed, as is usual without `preserves_flags`.
    unsafe {
        std::arch::asm!(
            "2:",
            "subs {left}, {left}, #1",
            "b.ne 2b",
            left = inout(reg) steps => _,
            options(nomem, nostack),
        );
    }
}

/// No bed has run it.
#[cfg(target_arch = "riscv64")]
fn body(steps: u64) {
    // SAFETY: it counts one register down to zero; no memory and no stack is touched.
    unsafe {
        std::arch::asm!(
            "2:",
            "addi {left}, {left}, -1",
            "bnez {left}, 2b",
            left = inout(reg) steps => _,
            options(nomem, nostack),
        );
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")))]
fn body(steps: u64) {
    (0..steps).for_each(|step| drop(std::hint::black_box(step)));
}

/// Makes so many `getpid` system calls, past any answer that a library has kept.
pub fn call_getpid(times: u64) {
    #[cfg(target_os = "linux")]
    for _ in 0..times {
        // SAFETY: the call takes nothing, touches no memory and cannot fail.
        unsafe { libc::syscall(libc::SYS_getpid) };
    }
    #[cfg(not(target_os = "linux"))]
    (0..times).for_each(|_| {
        std::hint::black_box(std::process::id());
    });
}
