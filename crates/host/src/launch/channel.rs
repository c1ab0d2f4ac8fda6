//! Orders to a helper process, and its answers.

use super::order::Order;
use super::survivor::{CREATE, HEADER_BYTES};
use probity_sys::socket;
use std::io::{self, Read};
use std::net::Shutdown;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

/// Our end of the socket to a helper.
pub(super) struct Channel(UnixStream);

impl Channel {
    /// Both ends: ours, and what becomes the helper's standard input.
    pub(super) fn new() -> io::Result<(Self, OwnedFd)> {
        let (ours, theirs) = UnixStream::pair()?;
        Ok((Self(ours), theirs.into()))
    }

    /// Readable or hung up once the helper is gone.
    pub(super) fn descriptor(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Orders a program, wired to `descriptors`; its id is the next answer.
    ///
    /// # Errors
    /// `InvalidInput` for strings that contain a NUL; otherwise the helper is gone.
    pub(super) fn order(
        &mut self,
        order: &Order<'_>,
        descriptors: &[BorrowedFd<'_>],
    ) -> io::Result<()> {
        self.send(CREATE, &order.encode()?, descriptors)
    }

    /// Sends one message.
    ///
    /// # Errors
    /// Where the helper is gone.
    pub(super) fn send(
        &mut self,
        kind: u64,
        body: &[u8],
        descriptors: &[BorrowedFd<'_>],
    ) -> io::Result<()> {
        let mut message = Vec::with_capacity(HEADER_BYTES + body.len());
        message.extend(kind.to_ne_bytes());
        message.extend((body.len() as u64).to_ne_bytes());
        message.extend(body);
        socket::send(self.descriptor(), &message, descriptors)
    }

    /// The answer to an order: the id of the process, or why there is none.
    ///
    /// # Errors
    /// The outer one where the helper is gone.
    pub(super) fn answer(&mut self) -> io::Result<io::Result<u32>> {
        let mut answer = [0_u8; 8];
        self.0.read_exact(&mut answer)?;
        let answer = i64::from_ne_bytes(answer);
        Ok(u32::try_from(answer).map_err(|_| {
            let errno = answer.checked_neg().and_then(|errno| i32::try_from(errno).ok());
            errno.map_or(io::ErrorKind::InvalidData.into(), io::Error::from_raw_os_error)
        }))
    }

    /// Ends the conversation: the helper's signal to leave.
    pub(super) fn close(&self) {
        let _ = self.0.shutdown(Shutdown::Both);
    }
}
