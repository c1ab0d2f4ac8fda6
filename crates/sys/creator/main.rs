//! The creator: a program of a few pages that creates other programs on order, as children of its
//! own parent, and holds each at a barrier until it is released.
//!
//! What a process is created from stays with it: pages that are copied count towards its peak
//! memory, and the copy is taken down at its expense in exec. So this image has no library, no
//! heap and no thread; `build.rs` compiles it by itself, and `sys::launch::creator` carries its
//! bytes.
//!
//! An order is a header (its kind and the length of its body, 8 bytes each), with five descriptors
//! attached (standard input, output and error, barrier, report) or six (the pipe on which the
//! program may say something of itself), and a body: the block of `sys::launch::image`.
//! The answer is the process id, or the negative errno, in 8 bytes. Numbers
//! are in native byte order: both ends run on one machine. The end of the socket is the end of
//! this process.
#![no_std]
#![no_main]

mod calls;
mod memory;
mod program;

use calls::{Message, Vector, call};
use core::mem::size_of;
use program::Wiring;

/// The socket is our standard input.
const SOCKET: usize = 0;
/// Kind and length.
const HEADER_BYTES: usize = 16;
/// The kind of an order to create.
const CREATE: u64 = 1;
/// Fewest and most descriptors of an order.
const DESCRIPTORS: [usize; 2] = [5, 6];
/// An order that makes no sense (errno(3)).
const EINVAL: isize = 22;

/// A control message with the descriptors of one order (include/linux/socket.h).
#[repr(C)]
struct Control {
    length: usize,
    level: i32,
    kind: i32,
    descriptors: [i32; 6],
}

const _: () = assert!(size_of::<Control>() == 40);

/// Called by the first instructions, with the address of the number of arguments. With one beside
/// our name we make a session of our own, which the programs share; without, we stay in the session
/// that we were started in and only leave its terminal.
///
/// # Safety
/// Nothing else runs in this process, and it is called once, with the stack as the kernel made it.
// SAFETY: nothing else here has this name, which the first instructions call.
#[unsafe(no_mangle)]
unsafe extern "C" fn serve(arguments: *const usize) -> ! {
    // SAFETY: the kernel puts the number of arguments there.
    if unsafe { arguments.read() } > 1 {
        // SAFETY: takes no address.
        unsafe { call(calls::SETSID, [0; 6]) };
    } else {
        leave_terminal();
    }
    // SAFETY: as for this function.
    while unsafe { serve_order() } {}
    calls::exit(0)
}

/// Leaves the terminal but not the session: its signals are for the group in its foreground, and
/// programs without a terminal cannot be stopped for touching one from the background. Programs
/// stay in the session, because a scheduler that shares CPUs among sessions (autogroup) would give
/// those in a session of their own another share than a shell gives them.
fn leave_terminal() {
    const CURRENT_DIRECTORY: usize = -100_isize as usize;
    const READ_WRITE: usize = 2;
    /// Gives up the terminal of this process alone, as it leads no session (tty_ioctl(4)).
    const TIOCNOTTY: usize = 0x5422;
    let path = c"/dev/tty".as_ptr() as usize;
    // SAFETY: the path ends in NUL.
    let terminal = unsafe { call(calls::OPENAT, [CURRENT_DIRECTORY, path, READ_WRITE, 0, 0, 0]) };
    if terminal >= 0 {
        // SAFETY: takes no address.
        unsafe { call(calls::IOCTL, [terminal as usize, TIOCNOTTY, 0, 0, 0, 0]) };
        // SAFETY: takes no address.
        unsafe { call(calls::CLOSE, [terminal as usize, 0, 0, 0, 0, 0]) };
    }
}

/// Obeys one order; false at the end of the socket, or where it broke.
///
/// # Safety
/// As for [`serve`].
unsafe fn serve_order() -> bool {
    let mut header = [0_u64; 2];
    let mut control = Control { length: 0, level: 0, kind: 0, descriptors: [-1; 6] };
    let mut vector = Vector { base: (&raw mut header) as usize, length: HEADER_BYTES };
    let room = (&raw mut control) as usize;
    let mut message = Message::of(&mut vector, room, size_of::<Control>());
    // SAFETY: the message names buffers on this stack with their lengths.
    let received = unsafe { calls::receive(SOCKET, &mut message) };
    if received != HEADER_BYTES as isize || header[0] != CREATE {
        return false;
    }
    let length = header[1] as usize;
    // SAFETY: nobody holds the block of the order before.
    let Some(block) = (unsafe { memory::block(length) }) else { return false };
    if !calls::receive_all(SOCKET, block.start(), length) {
        return false;
    }
    let [least, most] = DESCRIPTORS.map(|count| 16 + 4 * count);
    let is_whole = (control.length == least || control.length == most)
        && message.flags & calls::MSG_CTRUNC == 0;
    let [input, output, error, barrier, report, speech] = control.descriptors;
    let answer = if is_whole {
        let wiring = Wiring { standard: [input, output, error], barrier, report, speech };
        // SAFETY: the block is filled to `length`, and has room for the lists behind it.
        unsafe { program::create(&block, length, &wiring) }
    } else {
        -EINVAL
    };
    for descriptor in &control.descriptors {
        if *descriptor >= 0 {
            // SAFETY: takes no address.
            unsafe { call(calls::CLOSE, [*descriptor as usize, 0, 0, 0, 0, 0]) };
        }
    }
    block.release();
    calls::send(SOCKET, &(answer as i64).to_ne_bytes())
}

/// Never reached: nothing here panics, and the linker needs it.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    calls::exit(134)
}
