//! What is known of a file without opening it.

use std::time::SystemTime;

/// What a name in a directory stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link, itself and not what it points to.
    Link,
    /// A named pipe: opening it for reading would wait for a writer.
    Fifo,
    /// A socket.
    Socket,
    /// A block or character device.
    Device,
    /// Something this system has and we have no word for.
    Other,
}

impl EntryKind {
    /// The field's word for it, with its article, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "a regular file",
            Self::Directory => "a directory",
            Self::Link => "a symbolic link",
            Self::Fifo => "a FIFO",
            Self::Socket => "a socket",
            Self::Device => "a device",
            Self::Other => "an unknown kind of file",
        }
    }
}

/// The part of `stat(2)` that tells files apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// What it is.
    pub kind: EntryKind,
    /// Its length in bytes; meaningful for regular files only. A sparse file may claim far more
    /// than it occupies.
    pub bytes: u64,
    /// The user id that owns it.
    pub owner: u32,
    /// The device it is on. Together with `inode` it names the file for as long as it is open.
    pub device: u64,
    /// Its number on that device.
    pub inode: u64,
    /// When its content (for a directory: its list of names) last changed.
    pub modified: SystemTime,
}

impl Status {
    /// Whether both are the very same file, whatever its names.
    pub fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }
}
