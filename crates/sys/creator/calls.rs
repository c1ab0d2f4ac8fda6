//! System calls without a library.

use core::arch::{asm, global_asm};

/// Numbers of the calls (arch/x86/entry/syscalls/syscall_64.tbl, Linux 6.18).
#[cfg(target_arch = "x86_64")]
mod numbers {
    pub(crate) const CLOSE: usize = 3;
    pub(crate) const MMAP: usize = 9;
    pub(crate) const MUNMAP: usize = 11;
    pub(crate) const IOCTL: usize = 16;
    pub(crate) const SENDTO: usize = 44;
    pub(crate) const RECVFROM: usize = 45;
    pub(crate) const RECVMSG: usize = 47;
    pub(crate) const CLONE: usize = 56;
    pub(crate) const FCNTL: usize = 72;
    pub(crate) const EXECVE: usize = 59;
    pub(crate) const GETRUSAGE: usize = 98;
    pub(crate) const SETPGID: usize = 109;
    pub(crate) const SETSID: usize = 112;
    pub(crate) const WRITE: usize = 1;
    pub(crate) const EXIT_GROUP: usize = 231;
    pub(crate) const OPENAT: usize = 257;
    pub(crate) const PPOLL: usize = 271;
    pub(crate) const DUP3: usize = 292;
    pub(crate) const CLONE3: usize = 435;
}

/// Numbers of the calls (include/uapi/asm-generic/unistd.h, Linux 6.18). Run on the arm64 bed
/// (Linux 6.1); on RISC-V on none.
#[cfg(any(target_arch = "aarch64", target_arch = "riscv64"))]
mod numbers {
    pub(crate) const DUP3: usize = 24;
    pub(crate) const FCNTL: usize = 25;
    pub(crate) const IOCTL: usize = 29;
    pub(crate) const OPENAT: usize = 56;
    pub(crate) const CLOSE: usize = 57;
    pub(crate) const WRITE: usize = 64;
    pub(crate) const PPOLL: usize = 73;
    pub(crate) const EXIT_GROUP: usize = 94;
    pub(crate) const SETPGID: usize = 154;
    pub(crate) const SETSID: usize = 157;
    pub(crate) const GETRUSAGE: usize = 165;
    pub(crate) const SENDTO: usize = 206;
    pub(crate) const RECVFROM: usize = 207;
    pub(crate) const RECVMSG: usize = 212;
    pub(crate) const MUNMAP: usize = 215;
    pub(crate) const CLONE: usize = 220;
    pub(crate) const EXECVE: usize = 221;
    pub(crate) const MMAP: usize = 222;
    pub(crate) const CLONE3: usize = 435;
}

pub(crate) use numbers::*;

// The first instructions: the stack, where the arguments are, is handed on; then it is made what
// the calling convention wants.
#[cfg(target_arch = "x86_64")]
global_asm!(
    ".globl _start",
    "_start:",
    "xor %ebp, %ebp",
    "mov %rsp, %rdi",
    "and $-16, %rsp",
    "call serve",
    options(att_syntax)
);
#[cfg(target_arch = "aarch64")]
global_asm!(".globl _start", "_start:", "mov x29, xzr", "mov x30, xzr", "mov x0, sp", "bl serve");
#[cfg(target_arch = "riscv64")]
global_asm!(".globl _start", "_start:", "mv a0, sp", "andi sp, sp, -16", "call serve");

/// Makes a system call; negative is an errno.
///
/// # Safety
/// As for the call.
#[cfg(target_arch = "x86_64")]
pub(crate) unsafe fn call(number: usize, [a, b, c, d, e, f]: [usize; 6]) -> isize {
    let answer;
    // SAFETY: the kernel overwrites rax, rcx and r11; what it does to memory is the caller's duty.
    unsafe {
        asm!("syscall", inlateout("rax") number as isize => answer, in("rdi") a, in("rsi") b,
            in("rdx") c, in("r10") d, in("r8") e, in("r9") f, lateout("rcx") _, lateout("r11") _,
            options(nostack));
    }
    answer
}

/// Makes a system call; negative is an errno.
///
/// # Safety
/// As for the call.
#[cfg(target_arch = "aarch64")]
pub(crate) unsafe fn call(number: usize, [a, b, c, d, e, f]: [usize; 6]) -> isize {
    let answer;
    // SAFETY: the kernel overwrites x0; what it does to memory is the caller's duty.
    unsafe {
        asm!("svc 0", in("x8") number, inlateout("x0") a as isize => answer, in("x1") b,
            in("x2") c, in("x3") d, in("x4") e, in("x5") f, options(nostack));
    }
    answer
}

/// Makes a system call; negative is an errno.
///
/// # Safety
/// As for the call.
#[cfg(target_arch = "riscv64")]
pub(crate) unsafe fn call(number: usize, [a, b, c, d, e, f]: [usize; 6]) -> isize {
    let answer;
    // SAFETY: the kernel overwrites a0; what it does to memory is the caller's duty.
    unsafe {
        asm!("ecall", in("a7") number, inlateout("a0") a as isize => answer, in("a1") b,
            in("a2") c, in("a3") d, in("a4") e, in("a5") f, options(nostack));
    }
    answer
}

/// A buffer of a message (include/uapi/linux/uio.h).
#[repr(C)]
pub(crate) struct Vector {
    pub(crate) base: usize,
    pub(crate) length: usize,
}

/// A message as recvmsg(2) takes it (include/linux/socket.h, 64-bit).
#[repr(C)]
pub(crate) struct Message {
    name: usize,
    name_length: u64,
    vectors: usize,
    count: usize,
    control: usize,
    control_length: usize,
    pub(crate) flags: i32,
}

impl Message {
    /// A message of one buffer, with room for control data.
    pub(crate) fn of(vector: &mut Vector, control: usize, control_length: usize) -> Self {
        let vectors = (vector as *mut Vector) as usize;
        let (name, name_length, count, flags) = (0, 0, 1, 0);
        Self { name, name_length, vectors, count, control, control_length, flags }
    }
}

/// Control data was cut off (include/linux/socket.h).
pub(crate) const MSG_CTRUNC: i32 = 8;
const MSG_WAITALL: usize = 0x100;
const MSG_NOSIGNAL: usize = 0x4000;
const MSG_CMSG_CLOEXEC: usize = 0x4000_0000;
/// A signal came first (errno(3)).
pub(crate) const EINTR: isize = 4;

/// Receives a message whole, its descriptors close-on-exec.
///
/// # Safety
/// The message names writable buffers with their lengths.
pub(crate) unsafe fn receive(socket: usize, message: &mut Message) -> isize {
    let address = (message as *mut Message) as usize;
    loop {
        // SAFETY: as for this function.
        let received =
            unsafe { call(RECVMSG, [socket, address, MSG_CMSG_CLOEXEC | MSG_WAITALL, 0, 0, 0]) };
        if received != -EINTR {
            return received;
        }
    }
}

/// Receives exactly `length` bytes at `start`; false where the stream ended first.
pub(crate) fn receive_all(socket: usize, start: *mut u8, length: usize) -> bool {
    let mut filled = 0;
    while filled < length {
        let at = start as usize + filled;
        // SAFETY: the block that begins at `start` has room for `length` bytes.
        match unsafe { call(RECVFROM, [socket, at, length - filled, MSG_WAITALL, 0, 0]) } {
            received if received > 0 => filled += received as usize,
            received if received == -EINTR => {}
            _ => return false,
        }
    }
    true
}

/// Sends a few bytes; false where nobody takes them.
pub(crate) fn send(socket: usize, bytes: &[u8]) -> bool {
    let (address, length) = (bytes.as_ptr() as usize, bytes.len());
    // SAFETY: the bytes live through the call.
    let sent = unsafe { call(SENDTO, [socket, address, length, MSG_NOSIGNAL, 0, 0]) };
    sent == length as isize
}

/// Ends this process.
pub(crate) fn exit(code: usize) -> ! {
    loop {
        // SAFETY: takes no address, and does not return.
        unsafe { call(EXIT_GROUP, [code, 0, 0, 0, 0, 0]) };
    }
}
