//! One program from its creation to its exec.

use crate::EINVAL;
use crate::calls::{self, call};
use crate::memory::Block;
use core::mem::{MaybeUninit, size_of};

/// What the new process is wired to. All are above 2: our own 0, 1 and 2 are taken.
pub(crate) struct Wiring {
    pub(crate) standard: [i32; 3],
    pub(crate) barrier: i32,
    pub(crate) report: i32,
    /// The pipe on which the program may say something of itself; -1 where there is none.
    pub(crate) speech: i32,
}

/// Where that pipe is in the program: `sys::launch::SPEECH_DESCRIPTOR`.
const SPEECH: usize = 59;

/// clone3's argument structure, first version (include/uapi/linux/sched.h, Linux 5.3).
#[repr(C)]
struct CloneArguments {
    flags: u64,
    rest: [u64; 7],
}

const _: () = assert!(size_of::<CloneArguments>() == 64);

const CLONE_PARENT: u64 = 0x8000;
const SIGCHLD: u64 = 17;
const ENOSYS: isize = 38;
const EPERM: isize = 1;

/// The lists that exec takes.
struct Image {
    path: usize,
    arguments: usize,
    environment: usize,
}

/// Creates the process that an order of `length` bytes describes; its id, or the negative errno.
/// It is a child of our own parent.
///
/// # Safety
/// `block` is filled to `length`.
pub(crate) unsafe fn create(block: &Block, length: usize, wiring: &Wiring) -> isize {
    // SAFETY: as for this function.
    let Some(image) = (unsafe { image(block, length) }) else { return -EINVAL };
    match clone_sibling() {
        0 => become_program(&image, wiring),
        answer => answer,
    }
}

/// Finds the strings of the block and lists them behind it: path; arguments, null; environment,
/// null.
///
/// # Safety
/// `block` is filled to `length`.
unsafe fn image(block: &Block, length: usize) -> Option<Image> {
    const HEAD: usize = 16;
    let start = block.start();
    if length <= HEAD {
        return None;
    }
    // SAFETY: the block is aligned, and its first 16 bytes are filled.
    let [arguments, variables] = unsafe { start.cast::<[u64; 2]>().read() }.map(|n| n as usize);
    let entries = arguments.checked_add(variables)?.checked_add(3)?;
    let list = block.list(length, entries)?;
    let (mut at, mut entry, mut strings) = (HEAD, 0, 0);
    while at < length {
        if strings > arguments + variables {
            return None;
        }
        // SAFETY: at most `entries` addresses are written, for which there is room.
        unsafe { list.add(entry).write(start as usize + at) };
        // SAFETY: below `length`, so filled.
        while at < length && unsafe { start.add(at).read() } != 0 {
            at += 1;
        }
        at += 1;
        strings += 1;
        entry += 1;
        // The path stands alone; a null follows the last argument and the last variable.
        if strings == 1 + arguments {
            // SAFETY: as above.
            unsafe { list.add(entry).write(0) };
            entry += 1;
        }
    }
    if at != length || strings != 1 + arguments + variables {
        return None;
    }
    // SAFETY: as above: path, arguments, null, variables, null.
    unsafe { list.add(entry).write(0) };
    // SAFETY: within the list just written.
    let address = |place| unsafe { list.add(place) } as usize;
    // SAFETY: the first entry is the path.
    let path = unsafe { list.read() };
    Some(Image { path, arguments: address(1), environment: address(2 + arguments) })
}

/// Forks a child of our parent; 0 in the new process.
fn clone_sibling() -> isize {
    // With CLONE_PARENT the exit signal is inherited from us and must be 0 here.
    let arguments = CloneArguments { flags: CLONE_PARENT, rest: [0; 7] };
    let address = (&raw const arguments) as usize;
    // SAFETY: like fork: the new process has its own copy of memory, and goes on from here.
    let answer = unsafe { call(calls::CLONE3, [address, size_of::<CloneArguments>(), 0, 0, 0, 0]) };
    if answer != -ENOSYS && answer != -EPERM {
        return answer;
    }
    // Seccomp filters of container runtimes refuse clone3. All addresses are null, so that the
    // order in which architectures take them does not matter.
    // SAFETY: as above.
    unsafe { call(calls::CLONE, [(CLONE_PARENT | SIGCHLD) as usize, 0, 0, 0, 0, 0]) }
}

/// The steps that can fail, as the report spells them.
const SETUP: u64 = 0;
const EXECUTE: u64 = 1;
const TAG_AT_BARRIER: u64 = 1;
const TAG_FAILED: u64 = 2;

/// The new process.
fn become_program(image: &Image, wiring: &Wiring) -> ! {
    // SAFETY: takes no address.
    let grouped = unsafe { call(calls::SETPGID, [0; 6]) };
    if grouped < 0 {
        fail(wiring, SETUP, grouped);
    }
    for (target, source) in wiring.standard.iter().enumerate() {
        // SAFETY: takes no address.
        let wired = unsafe { call(calls::DUP3, [*source as usize, target, 0, 0, 0, 0]) };
        if wired < 0 {
            fail(wiring, SETUP, wired);
        }
    }
    // We may have been started with so many files open that our own have its number.
    let (barrier, report) = (aside(wiring.barrier), aside(wiring.report));
    let wiring = &Wiring { barrier, report, ..*wiring };
    let speech = aside(wiring.speech);
    if speech >= 0 {
        // SAFETY: takes no address.
        let wired = unsafe { call(calls::DUP3, [speech as usize, SPEECH, 0, 0, 0, 0]) };
        if wired < 0 {
            fail(wiring, SETUP, wired);
        }
    }
    let usage = match usage() {
        Ok(usage) => usage,
        Err(error) => fail(wiring, SETUP, error),
    };
    tell(wiring, &usage);
    if !released(wiring) {
        // Whoever would measure is gone.
        calls::exit(127);
    }
    let Image { path, arguments, environment } = *image;
    // SAFETY: strings and lists end in NUL and null, and live until exec.
    let error = unsafe { call(calls::EXECVE, [path, arguments, environment, 0, 0, 0]) };
    fail(wiring, EXECUTE, error)
}

/// The file under another number where it has that of the pipe; closed on exec.
fn aside(descriptor: i32) -> i32 {
    /// fcntl(2), include/uapi/linux/fcntl.h.
    const F_DUPFD_CLOEXEC: usize = 1030;
    if descriptor != SPEECH as i32 {
        return descriptor;
    }
    // SAFETY: takes no address.
    let moved = unsafe { call(calls::FCNTL, [SPEECH, F_DUPFD_CLOEXEC, SPEECH + 1, 0, 0, 0]) };
    // One that cannot be moved fails where it is used.
    if moved < 0 { descriptor } else { moved as i32 }
}

/// struct rusage (include/uapi/linux/resource.h): two times, then fourteen longs.
#[repr(C)]
struct Resources {
    user: [u64; 2],
    kernel: [u64; 2],
    max_rss_kib: u64,
    sizes: [u64; 3],
    minor_faults: u64,
    major_faults: u64,
    others: [u64; 6],
    voluntary_switches: u64,
    involuntary_switches: u64,
}

const _: () = assert!(size_of::<Resources>() == 144);

/// What this process has used, as the report has it.
fn usage() -> Result<[u64; 8], isize> {
    const SELF: usize = 0;
    // Filled by the kernel alone: filling it with zeros takes a function of a library.
    let mut used = MaybeUninit::<Resources>::uninit();
    let address = used.as_mut_ptr() as usize;
    // SAFETY: writes a struct rusage on this stack.
    let answer = unsafe { call(calls::GETRUSAGE, [SELF, address, 0, 0, 0, 0]) };
    if answer < 0 {
        return Err(answer);
    }
    // SAFETY: the call succeeded, and fills all of it; any bits are a value of it.
    let used = unsafe { used.assume_init_ref() };
    let nanoseconds =
        |[seconds, micros]: [u64; 2]| seconds.wrapping_mul(1_000_000_000) + micros * 1_000;
    Ok([
        TAG_AT_BARRIER,
        nanoseconds(used.user),
        nanoseconds(used.kernel),
        used.max_rss_kib * 1024,
        used.minor_faults,
        used.major_faults,
        used.voluntary_switches,
        used.involuntary_switches,
    ])
}

fn fail(wiring: &Wiring, step: u64, error: isize) -> ! {
    tell(wiring, &[TAG_FAILED, error.unsigned_abs() as u64, step, 0, 0, 0, 0, 0]);
    calls::exit(127)
}

/// 64 bytes into a pipe are written whole. If the reader is gone the barrier's end tells us next.
fn tell(wiring: &Wiring, words: &[u64; 8]) {
    let (address, length) = (words.as_ptr() as usize, size_of::<[u64; 8]>());
    // SAFETY: the words live through the call.
    unsafe { call(calls::WRITE, [wiring.report as usize, address, length, 0, 0, 0]) };
}

/// struct pollfd (include/uapi/asm-generic/poll.h).
#[repr(C)]
struct Poll {
    descriptor: i32,
    events: i16,
    returned: i16,
}

const POLLIN: i16 = 1;

/// Waits for the barrier to open. It polls and leaves the byte unread, because a read would be
/// charged to the program (one call, one byte); polling is not.
fn released(wiring: &Wiring) -> bool {
    let mut entry = Poll { descriptor: wiring.barrier, events: POLLIN, returned: 0 };
    loop {
        // SAFETY: one entry on this stack; no timeout, no signal mask.
        let ready = unsafe { call(calls::PPOLL, [(&raw mut entry) as usize, 1, 0, 0, 8, 0]) };
        if ready > 0 {
            // SAFETY: read back what the kernel wrote.
            return unsafe { (&raw const entry.returned).read_volatile() } & POLLIN != 0;
        }
        if ready != -calls::EINTR {
            return false;
        }
    }
}
