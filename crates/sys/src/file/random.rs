//! Random bytes from the kernel, for names that nobody can guess.

use std::io;

/// `N` random bytes. They name things; they are not meant as keys.
///
/// # Errors
/// Where the kernel has no randomness to give, or this system has no body for it.
pub fn random_bytes<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    super::body::fill_random(&mut bytes)?;
    Ok(bytes)
}
