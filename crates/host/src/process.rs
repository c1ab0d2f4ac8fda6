//! One line of /proc/PID/stat: who a process is, whose child, since when.

use std::fs;
use std::io::{self, Read};

/// What the kernel says of one process (proc_pid_stat(5)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its id.
    pub pid: u32,
    /// Its command name, at most 15 bytes, any bytes.
    pub name: Vec<u8>,
    /// One letter: `R`, `S`, `D`, `Z` …
    pub state: u8,
    /// Its parent.
    pub parent: u32,
    /// Its process group.
    pub group: u32,
    /// Its session.
    pub session: u32,
    /// When it was created, in clock ticks since boot (field 22).
    pub start_ticks: u64,
}

impl Process {
    /// Parses the line. The name may contain spaces and parentheses: the last `)` ends it.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let open = line.iter().position(|&byte| byte == b'(')?;
        let close = line.iter().rposition(|&byte| byte == b')')?;
        let pid = std::str::from_utf8(line.get(..open)?).ok()?.trim().parse().ok()?;
        let name = line.get(open + 1..close)?.to_vec();
        let rest = std::str::from_utf8(line.get(close + 1..)?).ok()?;
        let mut fields = rest.split_ascii_whitespace();
        let state = *fields.next()?.as_bytes().first()?;
        let parent = fields.next()?.parse().ok()?;
        let group = fields.next()?.parse().ok()?;
        let session = fields.next()?.parse().ok()?;
        // `session` was field 6; `start_ticks` is field 22.
        let start_ticks = fields.nth(15)?.parse().ok()?;
        Some(Self { pid, name, state, parent, group, session, start_ticks })
    }

    /// Reads process `pid` of this machine.
    ///
    /// # Errors
    /// `NotFound` where there is no such process; `InvalidData` for a line we cannot read.
    pub fn read(pid: u32) -> io::Result<Self> {
        // One read: the line is a few hundred bytes, and the kernel writes it anew for each.
        let mut line = [0; 1024];
        let length = fs::File::open(format!("/proc/{pid}/stat"))?.read(&mut line)?;
        Self::parse(&line[..length]).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Whether it has ended and only waits to be reaped.
    pub fn is_zombie(&self) -> bool {
        matches!(self.state, b'Z' | b'X')
    }
}

/// Every process this user can see. Those that end meanwhile are left out.
///
/// # Errors
/// Where /proc cannot be listed.
pub fn all() -> io::Result<Vec<Process>> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let pid = entry?.file_name().to_str().and_then(|name| name.parse().ok());
        if let Some(process) = pid.and_then(|pid| Process::read(pid).ok()) {
            found.push(process);
        }
    }
    Ok(found)
}

/// Whether /proc shows the process ids that this process has and signals are sent to. In a pid
/// namespace with the /proc of another one it does not, and what is read there is of strangers.
///
/// # Errors
/// Where there is no /proc.
pub fn proc_is_ours() -> io::Result<bool> {
    let shown = fs::read_link("/proc/self")?;
    Ok(shown.to_str() == Some(std::process::id().to_string().as_str()))
}

/// `roots` and all their descendants among `processes`, roots first.
pub fn with_descendants(roots: &[u32], processes: &[Process]) -> Vec<Process> {
    let mut wanted: Vec<u32> = roots.to_vec();
    let mut next = 0;
    while let Some(&pid) = wanted.get(next) {
        let children = processes.iter().filter(|process| process.parent == pid);
        let new: Vec<u32> =
            children.map(|child| child.pid).filter(|pid| !wanted.contains(pid)).collect();
        wanted.extend(new);
        next += 1;
    }
    let find = |pid: &u32| processes.iter().find(|process| process.pid == *pid).cloned();
    wanted.iter().filter_map(find).collect()
}
