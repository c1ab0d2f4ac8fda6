//! Which processes are our children.

use crate::process::all;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};

/// The threads of this process; each has a list of children of its own.
const THREADS: &str = "/proc/self/task";
/// Links of that folder beside those of the threads: itself and its parent (`proc_task_getattr`,
/// fs/proc/base.c, Linux 6.18).
const OWN_LINKS: u64 = 2;
/// More than a handful of children does not fit; then the long way is taken.
const SHORT: usize = 256;

/// The list of our children, kept at hand. With a single thread a look at it costs two calls.
pub(crate) struct Children(Option<Held>);

/// What is kept open.
struct Held {
    threads: File,
    /// The list of the first thread, which is the only one where there is one.
    first: File,
}

impl Children {
    /// Opens it. Where that fails every look takes the long way.
    pub(crate) fn open() -> Self {
        let first = format!("{THREADS}/{}/children", std::process::id());
        let held =
            File::open(THREADS).and_then(|threads| Ok(Held { threads, first: File::open(first)? }));
        Self(held.ok())
    }

    /// The ids of the living and dead children of this process.
    ///
    /// # Errors
    /// Where /proc cannot be read.
    pub(crate) fn list(&self) -> io::Result<Vec<u32>> {
        match self.0.as_ref().and_then(Held::short) {
            Some(list) => Ok(list),
            None => of_self(),
        }
    }
}

impl Held {
    /// The list, where there is one thread and the list is short.
    fn short(&self) -> Option<Vec<u32>> {
        if self.threads.metadata().ok()?.nlink() != OWN_LINKS + 1 {
            return None;
        }
        let mut bytes = [0; SHORT];
        let length = self.first.read_at(&mut bytes, 0).ok()?;
        // What fills the buffer may go on.
        let text = bytes.get(..length).filter(|_| length < SHORT)?;
        Some(ids(std::str::from_utf8(text).ok()?).collect())
    }
}

fn ids(list: &str) -> impl Iterator<Item = u32> {
    list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok())
}

/// The ids of the living and dead children of this process, by the kernel's own list where it
/// keeps one (`CONFIG_PROC_CHILDREN`), otherwise by looking at every process.
///
/// # Errors
/// Where /proc cannot be read.
pub(crate) fn of_self() -> io::Result<Vec<u32>> {
    let mut found = Vec::new();
    for task in fs::read_dir(THREADS)? {
        match fs::read_to_string(task?.path().join("children")) {
            Ok(list) => found.extend(ids(&list)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return scan(),
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

fn scan() -> io::Result<Vec<u32>> {
    let own = std::process::id();
    let children = all()?.into_iter().filter(|process| process.parent == own);
    Ok(children.map(|process| process.pid).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Child, Command, Stdio};
    use std::thread;

    fn start() -> Child {
        Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap()
    }

    /// Other tests of this program may start children meanwhile: only the one made here is looked
    /// for.
    #[test]
    fn a_child_of_a_thread_is_found_for_as_long_as_it_is_there() {
        let children = Children::open();
        let mut child = start();
        assert!(children.list().unwrap().contains(&child.id()));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!children.list().unwrap().contains(&child.id()));
    }

    #[test]
    fn the_short_way_is_not_taken_beside_other_threads() {
        let held = Children::open().0.unwrap();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let other = thread::spawn(move || ended.recv());
        assert_eq!(held.short(), None);
        drop(end);
        assert!(other.join().unwrap().is_err());
    }
}
