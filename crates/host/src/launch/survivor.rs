//! The launcher process: ends the last program when we die, and creates programs on order where
//! there is no creator.

use crate::process;
use probity_sys::launch::image::Image;
use probity_sys::launch::{Wiring, create};
use probity_sys::{process as calls, signal, socket};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// The hidden first argument that makes a program of ours the launcher.
pub const LAUNCHER_ARGUMENT: &str = "__probity-launcher";

/// Kinds of message on the socket.
pub(super) const CREATE: u64 = 1;
pub(super) const ENDED: u64 = 2;
pub(super) const LEFT: u64 = 3;
pub(super) const RUNS: u64 = 4;
pub(super) const KEPT: u64 = 5;
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
    let mut charge = Charge::default();
    let result = serve_orders(socket.as_fd(), &restored, &mut charge);
    charge.end();
    result
}

/// What must not outlive us.
#[derive(Default)]
struct Charge {
    /// The program that runs, by id and start; no start where it is only being created.
    program: Option<(u32, Option<u64>)>,
    /// What an ended program left, by id and start, while it is being ended.
    left: Vec<(u32, u64)>,
    /// What hooks left and we let live, by id and start.
    kept: Vec<(u32, u64)>,
}

impl Charge {
    fn end(self) {
        if let Some((pid, start_ticks)) = self.program {
            end_tree(pid, start_ticks);
        }
        self.left.into_iter().for_each(|(pid, start_ticks)| end_same(pid, start_ticks));
        end_kept(&self.kept);
    }
}

fn serve_orders(socket: BorrowedFd<'_>, restored: &[i32], charge: &mut Charge) -> io::Result<()> {
    loop {
        let mut header = [0_u8; HEADER_BYTES];
        let Some(descriptors) = receive_all(socket, &mut header)? else { return Ok(()) };
        let (kind, length) = split_header(&header);
        let length = usize::try_from(length).ok().filter(|&length| length <= MAX_BODY);
        let mut body = vec![0_u8; length.ok_or(io::ErrorKind::InvalidData)?];
        if !body.is_empty() && receive_all(socket, &mut body)?.is_none() {
            return Ok(());
        }
        match kind {
            CREATE => {
                let created = obey(body, descriptors, restored);
                charge.program = created.as_ref().ok().map(|&pid| (pid, None));
                reply(socket, created)?;
            }
            RUNS => {
                let started = split_pairs(&body).into_iter().next();
                charge.program = started.map(|(pid, start_ticks)| (pid, Some(start_ticks)));
            }
            LEFT => charge.left = split_pairs(&body),
            KEPT => charge.kept = split_pairs(&body),
            ENDED => (charge.program, charge.left) = (None, Vec::new()),
            _ => return Err(io::ErrorKind::InvalidData.into()),
        }
    }
}

fn split_header(header: &[u8; HEADER_BYTES]) -> (u64, u64) {
    let (words, _) = header.as_chunks::<8>();
    (u64::from_ne_bytes(words[0]), u64::from_ne_bytes(words[1]))
}

/// Pairs of a process id and its start.
fn split_pairs(body: &[u8]) -> Vec<(u32, u64)> {
    let (words, _) = body.as_chunks::<8>();
    let (pairs, _) = words.as_chunks::<2>();
    let pair = |[pid, start]: &[[u8; 8]; 2]| {
        Some((u32::try_from(u64::from_ne_bytes(*pid)).ok()?, u64::from_ne_bytes(*start)))
    };
    pairs.iter().filter_map(pair).collect()
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

fn obey(body: Vec<u8>, descriptors: Vec<OwnedFd>, restored: &[i32]) -> io::Result<u32> {
    let mut descriptors = descriptors.into_iter();
    let mut next = || descriptors.next().ok_or(io::ErrorKind::InvalidData);
    let (input, output, error) = (next()?, next()?, next()?);
    let (barrier, report) = (next()?, next()?);
    let speech = descriptors.next();
    if descriptors.next().is_some() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let wiring = Wiring { input, output, error, barrier, report, speech };
    create(&Image::parse(body)?, &wiring, restored)
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
fn end_tree(pid: u32, start_ticks: Option<u64>) {
    // Stopped first, so that the tree does not change while it is read. Where /proc cannot be read
    // only the group is ended: there is nobody left to tell.
    let _ = calls::kill_group(pid, signal::STOP);
    let tree = process::all().map(|all| process::with_descendants(&[pid], &all));
    let _ = calls::kill_group(pid, signal::KILL);
    let tree = tree.unwrap_or_default();
    // If the id names somebody else by now, what is below that is not ours.
    if tree.first().is_some_and(|root| root.pid == pid && Some(root.start_ticks) == start_ticks) {
        tree.iter().for_each(|process| end_same(process.pid, process.start_ticks));
    }
}

/// Ends what was kept, what has joined its groups since, and every descendant that is still below.
fn end_kept(kept: &[(u32, u64)]) {
    if kept.is_empty() {
        return;
    }
    // Where /proc cannot be read nothing can be told from a stranger.
    let all = process::all().unwrap_or_default();
    let is_kept = |one: &&process::Process| kept.contains(&(one.pid, one.start_ticks));
    let groups: Vec<u32> = all.iter().filter(is_kept).map(|one| one.group).collect();
    let roots = all.iter().filter(|one| groups.contains(&one.group));
    let roots: Vec<u32> = roots.map(|one| one.pid).collect();
    for process in process::with_descendants(&roots, &all) {
        end_same(process.pid, process.start_ticks);
    }
}

/// Kills the process, if the id still names the one that started then.
fn end_same(pid: u32, start_ticks: u64) {
    if process::Process::read(pid).is_ok_and(|now| now.start_ticks == start_ticks) {
        let _ = calls::kill(pid, signal::KILL);
    }
}
