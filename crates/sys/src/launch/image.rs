//! What a process is to become: path, arguments and environment in one block of bytes.
//!
//! One block, because every page that the creator fills is copied into the new process and counts
//! as that program's peak memory. The block is what travels and what exec reads; nothing is copied
//! on the way.

use std::ffi::c_char;
use std::io;

/// Counts before the strings, native byte order: arguments, variables. Both ends are the same
/// program on the same machine.
const HEAD: usize = 16;

/// A program ready to be executed: everything is allocated before the process is made.
pub struct Image {
    bytes: Vec<u8>,
    /// Where each string starts: the path, the arguments, the variables.
    starts: Vec<usize>,
    arguments: usize,
}

impl Image {
    /// The block of a program: the file, its arguments (the name it goes by first) and its
    /// environment (`NAME=value` each).
    ///
    /// # Errors
    /// `InvalidInput` where a string contains a NUL, which none can.
    pub fn encode(
        path: &[u8],
        arguments: &[Vec<u8>],
        environment: &[Vec<u8>],
    ) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        bytes.extend((arguments.len() as u64).to_ne_bytes());
        bytes.extend((environment.len() as u64).to_ne_bytes());
        let strings = arguments.iter().chain(environment).map(Vec::as_slice);
        for string in [path].into_iter().chain(strings) {
            if string.contains(&0) {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            bytes.extend(string);
            bytes.push(0);
        }
        Ok(bytes)
    }

    /// Reads a block back, keeping it.
    ///
    /// # Errors
    /// `InvalidData` for bytes that are none.
    pub fn parse(bytes: Vec<u8>) -> io::Result<Self> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidData);
        let (counts, _) = bytes.get(..HEAD).ok_or_else(invalid)?.as_chunks::<8>();
        let count = |at: usize| usize::try_from(u64::from_ne_bytes(counts[at])).ok();
        let (arguments, variables) = count(0).zip(count(1)).ok_or_else(invalid)?;
        let wanted = arguments.checked_add(variables).and_then(|sum| sum.checked_add(1));
        let mut starts = Vec::new();
        let mut at = HEAD;
        while let Some(length) = bytes[at..].iter().position(|&byte| byte == 0) {
            starts.push(at);
            at += length + 1;
        }
        if at != bytes.len() || Some(starts.len()) != wanted {
            return Err(invalid());
        }
        Ok(Self { bytes, starts, arguments })
    }

    /// Addresses of the path; of the arguments and a null; of the variables and a null. They are
    /// good for as long as the image lives, and each points at a string that ends in NUL.
    pub(crate) fn addresses(&self) -> (*const c_char, Vec<*const c_char>, Vec<*const c_char>) {
        let address = |&start: &usize| self.bytes[start..].as_ptr().cast::<c_char>();
        let list = |starts: &[usize]| -> Vec<*const c_char> {
            starts.iter().map(address).chain([std::ptr::null()]).collect()
        };
        let (arguments, variables) = self.starts[1..].split_at(self.arguments);
        (address(&self.starts[0]), list(arguments), list(variables))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn strings(list: &[*const c_char]) -> Vec<Vec<u8>> {
        let (null, list) = list.split_last().unwrap();
        assert!(null.is_null());
        // SAFETY: the test keeps the image alive, and its strings end in NUL.
        list.iter().map(|&at| unsafe { CStr::from_ptr(at) }.to_bytes().to_vec()).collect()
    }

    #[test]
    fn images_travel_whole() {
        let arguments = [b"a b".to_vec(), Vec::new(), b"\n\xff".to_vec()];
        let environment = [b"A=".to_vec()];
        let bytes = Image::encode(b"/bin/\xff", &arguments, &environment).unwrap();
        let image = Image::parse(bytes.clone()).unwrap();
        let (path, found, variables) = image.addresses();
        assert_eq!(strings(&[path, std::ptr::null()]), [b"/bin/\xff".to_vec()]);
        assert_eq!(strings(&found), arguments);
        assert_eq!(strings(&variables), environment);
        for cut in 0..bytes.len() {
            assert!(Image::parse(bytes[..cut].to_vec()).is_err(), "cut at {cut}");
        }
        assert!(Image::parse([bytes, vec![0]].concat()).is_err());
    }

    #[test]
    fn a_nul_is_refused() {
        assert!(Image::encode(b"/bin/true", &[b"a\0b".to_vec()], &[]).is_err());
    }
}
