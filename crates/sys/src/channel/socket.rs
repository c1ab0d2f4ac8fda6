//! Messages with descriptors over a Unix stream socket.

use crate::errno::check;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

/// The most descriptors one message may carry.
pub const MAX_DESCRIPTORS: usize = 8;

/// Room for one SCM_RIGHTS control message of [`MAX_DESCRIPTORS`], aligned as cmsghdr needs it.
#[repr(C, align(8))]
struct Control([u8; 64]);

// CMSG_SPACE(8 descriptors) is 16 bytes of header and 32 of descriptors on 64-bit systems.
const _: () = assert!(std::mem::size_of::<libc::cmsghdr>() + MAX_DESCRIPTORS * 4 <= 64);

/// Sends all of `bytes`, with `descriptors` attached to the first of them.
///
/// # Errors
/// The errno of sendmsg(2); `EPIPE` where the peer is gone (no signal is raised); `EINVAL` for too
/// many descriptors or no bytes to attach them to.
pub fn send(
    socket: BorrowedFd<'_>,
    bytes: &[u8],
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    if bytes.is_empty() || descriptors.len() > MAX_DESCRIPTORS {
        return Err(io::Error::from_raw_os_error(libc::EINVAL));
    }
    let mut sent = 0;
    while sent < bytes.len() {
        let attached = if sent == 0 { descriptors } else { &[] };
        match send_once(socket, &bytes[sent..], attached) {
            Ok(count) => sent += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn send_once(
    socket: BorrowedFd<'_>,
    bytes: &[u8],
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<usize> {
    let mut vector =
        libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
    let mut control = Control([0; 64]);
    // SAFETY: msghdr is plain data for which all zeros is a valid, empty value.
    let mut message: libc::msghdr = unsafe { MaybeUninit::zeroed().assume_init() };
    message.msg_iov = &raw mut vector;
    message.msg_iovlen = 1;
    if !descriptors.is_empty() {
        let length = (descriptors.len() * size_of::<RawFd>()) as libc::c_uint;
        message.msg_control = control.0.as_mut_ptr().cast();
        // SAFETY: CMSG_SPACE only computes a size.
        message.msg_controllen = unsafe { libc::CMSG_SPACE(length) } as _;
        // SAFETY: the control buffer is aligned and at least CMSG_SPACE(length) long (asserted
        // above), so the first header and its data lie inside it.
        unsafe {
            let header = libc::CMSG_FIRSTHDR(&raw const message);
            (*header).cmsg_level = libc::SOL_SOCKET;
            (*header).cmsg_type = libc::SCM_RIGHTS;
            (*header).cmsg_len = libc::CMSG_LEN(length) as _;
            let data = libc::CMSG_DATA(header).cast::<RawFd>();
            for (place, descriptor) in descriptors.iter().enumerate() {
                data.add(place).write_unaligned(descriptor.as_raw_fd());
            }
        }
    }
    // SAFETY: `message` points at buffers that live through the call.
    let sent = unsafe { libc::sendmsg(socket.as_raw_fd(), &raw const message, libc::MSG_NOSIGNAL) };
    if sent < 0 { Err(io::Error::last_os_error()) } else { Ok(sent as usize) }
}

/// Receives up to `bytes.len()` bytes and whatever descriptors came with them, close-on-exec.
/// 0 bytes is the end of the stream.
///
/// # Errors
/// The errno of recvmsg(2); `EMSGSIZE` where descriptors were cut off (then none is leaked).
pub fn receive(socket: BorrowedFd<'_>, bytes: &mut [u8]) -> io::Result<(usize, Vec<OwnedFd>)> {
    let mut control = Control([0; 64]);
    let mut vector = libc::iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: bytes.len() };
    // SAFETY: msghdr is plain data for which all zeros is a valid, empty value.
    let mut message: libc::msghdr = unsafe { MaybeUninit::zeroed().assume_init() };
    message.msg_iov = &raw mut vector;
    message.msg_iovlen = 1;
    message.msg_control = control.0.as_mut_ptr().cast();
    message.msg_controllen = control.0.len() as _;
    let count = loop {
        // SAFETY: `message` points at writable buffers of the stated lengths.
        let count =
            unsafe { libc::recvmsg(socket.as_raw_fd(), &raw mut message, libc::MSG_CMSG_CLOEXEC) };
        let error = io::Error::last_os_error();
        match check(count as libc::c_int) {
            Ok(count) => break count as usize,
            Err(_) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return Err(error),
        }
    };
    let descriptors = received(&message);
    if message.msg_flags & libc::MSG_CTRUNC != 0 {
        return Err(io::Error::from_raw_os_error(libc::EMSGSIZE));
    }
    Ok((count, descriptors))
}

/// Takes ownership of every descriptor the kernel put into the control buffer.
fn received(message: &libc::msghdr) -> Vec<OwnedFd> {
    let mut descriptors = Vec::new();
    // SAFETY: the kernel filled the control buffer that `message` points at and set its length;
    // CMSG_FIRSTHDR and CMSG_NXTHDR stay inside it. Each SCM_RIGHTS descriptor is new to this
    // process and owned by nobody else.
    unsafe {
        let mut header = libc::CMSG_FIRSTHDR(message);
        while !header.is_null() {
            if (*header).cmsg_level == libc::SOL_SOCKET && (*header).cmsg_type == libc::SCM_RIGHTS {
                let length = (*header).cmsg_len as usize - libc::CMSG_LEN(0) as usize;
                let data = libc::CMSG_DATA(header).cast::<RawFd>();
                for place in 0..length / size_of::<RawFd>() {
                    descriptors.push(OwnedFd::from_raw_fd(data.add(place).read_unaligned()));
                }
            }
            header = libc::CMSG_NXTHDR(message, header);
        }
    }
    descriptors
}
