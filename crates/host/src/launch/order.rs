//! What the launcher is asked to create.

use probity_sys::image::Image;
use std::io;

/// A program to be created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The file to execute.
    pub path: Vec<u8>,
    /// Its arguments, the name it goes by first.
    pub arguments: Vec<Vec<u8>>,
    /// Its environment, `NAME=value` each.
    pub environment: Vec<Vec<u8>>,
}

impl Order {
    /// The order as the launcher reads it.
    ///
    /// # Errors
    /// `InvalidInput` where a string contains a NUL.
    pub(super) fn encode(&self) -> io::Result<Vec<u8>> {
        Image::encode(&self.path, &self.arguments, &self.environment)
    }
}
