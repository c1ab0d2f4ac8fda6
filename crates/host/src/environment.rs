//! The environment variables of the programs: passed on whole, kept only as a digest.

use probity_model::Environment;
#[cfg(unix)]
use probity_model::protocol::{DESCRIPTOR_VARIABLE, NONCE_VARIABLE};
use sha2::{Digest, Sha256};
#[cfg(unix)]
use std::ffi::OsString;
use std::fmt::Write;

/// The digest of an environment, `NAME=value` each. Values may be secrets: none is kept. The order
/// in which variables stand does not matter to the digest.
pub fn digest(variables: &[Vec<u8>]) -> Environment {
    let mut sorted: Vec<&[u8]> = variables.iter().map(Vec::as_slice).collect();
    sorted.sort_unstable();
    let mut hash = Sha256::new();
    for variable in sorted {
        hash.update(variable);
        // No variable contains a NUL, so the end of each is unambiguous.
        hash.update([0]);
    }
    Environment { variables: variables.len() as u64, sha256: hex(&hash.finalize()) }
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The directory this process works in, and its programs start in. One that was removed has no
/// path any more, but the kernel still says what it was (with ` (deleted)` behind it).
///
/// # Errors
/// Where neither can be had.
pub fn directory() -> std::io::Result<std::path::PathBuf> {
    std::env::current_dir().or_else(|error| std::fs::read_link("/proc/self/cwd").map_err(|_| error))
}

/// The variables of this process that programs get, `NAME=value` each: all but those by which
/// whoever measures us listens to us, as it must not take a program of ours for us.
#[cfg(unix)]
pub fn for_programs() -> Vec<Vec<u8>> {
    use std::os::unix::ffi::OsStringExt;
    let is_ours = |name: &OsString| name == DESCRIPTOR_VARIABLE || name == NONCE_VARIABLE;
    std::env::vars_os()
        .filter(|(name, _)| !is_ours(name))
        .map(|(name, value)| [name.into_vec(), b"=".to_vec(), value.into_vec()].concat())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_does_not_matter_and_the_borders_do() {
        let one = digest(&[b"A=1".to_vec(), b"B=2".to_vec()]);
        assert_eq!(one, digest(&[b"B=2".to_vec(), b"A=1".to_vec()]));
        assert_ne!(one, digest(&[b"A=1B".to_vec(), b"=2".to_vec()]));
        assert_eq!(one.sha256.len(), 64);
    }
}
