//! The launcher process: creates programs on order and ends the last one when we die.

use super::order::Order;
use crate::process;
use probity_sys::launch::{Image, Wiring, create};
use probity_sys::{process as calls, signal, socket};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// The hidden first argument that makes a program of ours the launcher.
pub const LAUNCHER_ARGUMENT: &str = "__probity-launcher";

/// Kinds of message on the socket.
pub(super) const CREATE: u64 = 1;
pub(super) const ENDED: u64 = 2;
/// Header of a message: its kind and the length of the body.
pub(super) const HEADER_BYTES: usize = 16;
/// Longest body we accept: the kernel's own limit for arguments and environment is smaller.
const MAX_BODY: usize = 64 << 20;

/// Runs the launcher on its socket until the other end is gone; then ends the program, if one
/// still runs, with its group and its descendants. To be called first thing in a process that was
/// started with [`LAUNCHER_ARGUMENT`] and has one thread.
///
/// # Errors
/// When the socket breaks in a way other than its end, or an order makes no sense. The program is
/// ended then too.
pub fn serve(socket: OwnedFd) -> io::Result<()> {
    // A session of its own: signals of the terminal are for us, not for it, and programs without
    // a controlling terminal cannot be stopped for touching it from the background.
    calls::new_session()?;
    let restored = signal::ignore(&signal::INTERRUPTING)?;
    let mut current = None;
    let result = serve_orders(socket.as_fd(), &restored, &mut current);
    if let Some(pid) = current {
        end_tree(pid);
    }
    result
}

fn serve_orders(
    socket: BorrowedFd<'_>,
    restored: &[i32],
    current: &mut Option<u32>,
) -> io::Result<()> {
    loop {
        let mut header = [0_u8; HEADER_BYTES];
        let Some(descriptors) = receive_all(socket, &mut header)? else { return Ok(()) };
        let (kind, length) = split_header(&header);
        let mut body = vec![0_u8; usize::try_from(length).unwrap_or(usize::MAX).min(MAX_BODY)];
        if !body.is_empty() && receive_all(socket, &mut body)?.is_none() {
            return Ok(());
        }
        match kind {
            CREATE => {
                let created = obey(&body, descriptors, restored);
                *current = created.as_ref().ok().copied().or(*current);
                reply(socket, created)?;
            }
            ENDED => *current = None,
            _ => return Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

fn split_header(header: &[u8; HEADER_BYTES]) -> (u64, u64) {
    let (words, _) = header.as_chunks::<8>();
    (u64::from_ne_bytes(words[0]), u64::from_ne_bytes(words[1]))
}

/// Fills `bytes`, collecting descriptors on the way; `None` where the stream ended first.
fn receive_all(socket: BorrowedFd<'_>, bytes: &mut [u8]) -> io::Result<Option<Vec<OwnedFd>>> {
    let mut descriptors = Vec::new();
    let mut filled = 0;
    while filled < bytes.len() {
        let (count, new) = match socket::receive(socket, &mut bytes[filled..]) {
            // The other end died with unread data on its side: an end like any other.
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(None),
            received => received?,
        };
        if count == 0 {
            return Ok(None);
        }
        filled += count;
        descriptors.extend(new);
    }
    Ok(Some(descriptors))
}

fn obey(body: &[u8], descriptors: Vec<OwnedFd>, restored: &[i32]) -> io::Result<u32> {
    let invalid = || io::Error::from(io::ErrorKind::InvalidData);
    let order = Order::decode(body).ok_or_else(invalid)?;
    let [input, output, error, barrier, report]: [OwnedFd; 5] =
        descriptors.try_into().map_err(|_| invalid())?;
    let image = Image::new(order.path, order.arguments, order.environment)?;
    create(&image, &Wiring { input, output, error, barrier, report }, restored)
}

/// Answers with the process id, or with the errno as a negative number.
fn reply(socket: BorrowedFd<'_>, created: io::Result<u32>) -> io::Result<()> {
    let answer: i64 = match created {
        Ok(pid) => i64::from(pid),
        // EINVAL (22) for what never reached the kernel.
        Err(error) => -i64::from(error.raw_os_error().unwrap_or(22)),
    };
    socket::send(socket, &answer.to_ne_bytes(), &[])
}

/// Ends a program, its group, and every descendant that left the group but is still below it.
/// Those that were orphaned *and* left the group have been handed to init with our death and are
/// out of reach here; only a cgroup can hold them.
fn end_tree(pid: u32) {
    // Stopped first, so that the tree does not change while it is read. Where /proc cannot be read
    // only the group is ended: there is nobody left to tell.
    let _ = calls::kill_group(pid, signal::STOP);
    let tree = process::all().map(|all| process::with_descendants(&[pid], &all));
    let _ = calls::kill_group(pid, signal::KILL);
    for process in tree.unwrap_or_default() {
        let still = process::Process::read(process.pid);
        if still.is_ok_and(|now| now.start_ticks == process.start_ticks) {
            let _ = calls::kill(process.pid, signal::KILL);
        }
    }
}
