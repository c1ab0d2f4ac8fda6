//! What the creator, or the launcher in its place, is asked to create.

use probity_sys::launch::image::Image;
use std::io;

/// A program to be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<'a> {
    /// The file to execute.
    pub path: &'a [u8],
    /// Its arguments, the name it goes by first.
    pub arguments: &'a [Vec<u8>],
    /// Its environment, `NAME=value` each.
    pub environment: &'a [Vec<u8>],
}

impl Order<'_> {
    /// The order as these read it.
    ///
    /// # Errors
    /// `InvalidInput` where a string contains a NUL.
    pub(super) fn encode(&self) -> io::Result<Vec<u8>> {
        Image::encode(self.path, self.arguments, self.environment)
    }
}
