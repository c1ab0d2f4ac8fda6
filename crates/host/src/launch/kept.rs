//! What hooks left running, and is let live for a while.

use super::launcher::Launcher;
use super::leftovers::{end_leftovers, find, is_same};
use crate::process::{self, Process};
use probity_model::Leftover;
use std::io;
use std::time::Duration;

/// How long what a hook leaves may live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tenure {
    /// Until the campaign is over.
    Campaign,
    /// Until the run that follows is over.
    Run,
}

/// How long something that turns itself into a daemon is given between two looks, and how often
/// we look.
const PAUSE: Duration = Duration::from_millis(10);
const LOOKS: usize = 50;

/// The processes that are kept, with what they started since. Refreshed whenever something that is
/// not known turns up below us, and only then: otherwise keeping them would cost every run a look
/// at every process.
///
/// Trap: a process is known by its session, its group and its parents. One that leaves session and
/// group while its parent dies, between two looks, is taken for a leftover of the run between them.
#[derive(Debug, Default)]
pub(super) struct Kept {
    campaign: Vec<Process>,
    run: Vec<Process>,
}

impl Kept {
    fn of(&mut self, tenure: Tenure) -> &mut Vec<Process> {
        match tenure {
            Tenure::Campaign => &mut self.campaign,
            Tenure::Run => &mut self.run,
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = &Process> {
        self.campaign.iter().chain(&self.run)
    }

    /// Whether `pid` is the process of that id which was a child of `parent` at the last look. As
    /// long as nobody reaps it the id is not given to another.
    pub(super) fn has_child(&self, parent: u32, pid: u32) -> bool {
        self.all().any(|kept| kept.pid == pid && kept.parent == parent)
    }

    /// Whether `process` is one of them.
    pub(super) fn contains(&self, process: &Process) -> bool {
        self.all().any(|kept| is_same(kept, process))
    }

    /// Follows them: those that ended are forgotten, and those they started are kept too. All
    /// programs and hooks share the session `shared` until they leave it. Says whether anything
    /// has changed.
    pub(super) fn refresh(&mut self, shared: u32, processes: &[Process]) -> bool {
        let mut has_changed = false;
        for list in [&mut self.campaign, &mut self.run] {
            let found = successors(list, shared, processes);
            let is_equal = found.len() == list.len()
                && list.iter().all(|old| found.iter().any(|new| is_same(old, new)));
            has_changed |= !is_equal;
            *list = found;
        }
        has_changed
    }
}

/// The living among `kept`, what shares their sessions and groups, and what is below those.
fn successors(kept: &[Process], shared: u32, processes: &[Process]) -> Vec<Process> {
    if kept.is_empty() {
        return Vec::new();
    }
    let is_akin = |process: &&Process| {
        kept.iter().any(|one| {
            is_same(one, process)
                || [one.pid, one.group].contains(&process.group)
                || process.session == one.pid
                || (process.session == one.session && one.session != shared)
        })
    };
    let roots: Vec<u32> = processes.iter().filter(is_akin).map(|process| process.pid).collect();
    let mut found = process::with_descendants(&roots, processes);
    found.retain(|process| !process.is_zombie());
    found
}

/// Keeps what the ended and reaped hook left running.
///
/// # Errors
/// Where /proc cannot be read.
pub(super) fn keep(launcher: &mut Launcher, tenure: Tenure) -> io::Result<()> {
    let mut new = find(launcher)?;
    if new.is_empty() {
        return Ok(());
    }
    for _ in 0..LOOKS {
        launcher.kept().of(tenure).append(&mut new);
        launcher.tell_kept();
        // A daemon in the making changes its id, its session and its parent once or twice.
        std::thread::sleep(PAUSE);
        let (shared, processes) = (launcher.session(), process::all()?);
        let has_changed = launcher.kept().refresh(shared, &processes);
        new = find(launcher)?;
        if !has_changed && new.is_empty() {
            break;
        }
    }
    launcher.kept().of(tenure).append(&mut new);
    launcher.tell_kept();
    Ok(())
}

impl Launcher {
    /// Ends what hooks left and was kept for so long, and says what it was.
    ///
    /// # Errors
    /// Where /proc cannot be read.
    pub fn end_kept(&mut self, tenure: Tenure) -> io::Result<Vec<Leftover>> {
        if self.kept().of(tenure).is_empty() {
            return Ok(Vec::new());
        }
        let (shared, processes) = (self.session(), process::all()?);
        self.kept().refresh(shared, &processes);
        // From here on it is like what programs leave; the launcher answers for it until it ended.
        self.kept().of(tenure).clear();
        let ended = end_leftovers(self, shared)?;
        self.tell_kept();
        // A launcher that is gone cannot be told, and the next order will say so.
        let _ = self.program_ended();
        Ok(ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(pid: u32, parent: u32, group: u32, session: u32) -> Process {
        let name = b"x".to_vec();
        Process { pid, name, state: b'S', parent, group, session, start_ticks: u64::from(pid) }
    }

    fn pids(kept: &Kept) -> Vec<u32> {
        kept.all().map(|process| process.pid).collect()
    }

    #[test]
    fn a_daemon_is_followed_through_its_making_and_nothing_else_is() {
        // Session 9 is the launcher's; a hook was process 20.
        let mut kept = Kept { campaign: vec![process(21, 1, 20, 9)], run: Vec::new() };
        // It leads a session of its own now, and has started another that will outlive it.
        let stranger = process(30, 1, 30, 9);
        let all = [process(21, 1, 21, 21), process(22, 21, 22, 21), stranger.clone()];
        assert!(kept.refresh(9, &all));
        assert!(!kept.refresh(9, &all));
        assert_eq!(pids(&kept), [21, 22]);
        assert!(kept.has_child(1, 21) && !kept.has_child(1, 22) && !kept.contains(&stranger));
        kept.refresh(9, &[process(22, 1, 22, 21), process(23, 22, 23, 9), stranger.clone()]);
        assert_eq!(pids(&kept), [22, 23]);
        // Another process with the id of one that ended is a stranger.
        let again = Process { start_ticks: 99, ..process(23, 1, 40, 9) };
        kept.refresh(9, &[again, stranger]);
        assert_eq!(pids(&kept), [0_u32; 0]);
    }

    #[test]
    fn what_has_ended_is_forgotten() {
        let dead = Process { state: b'Z', ..process(21, 1, 20, 9) };
        let mut kept = Kept { campaign: Vec::new(), run: vec![process(21, 1, 20, 9)] };
        kept.refresh(9, &[dead]);
        assert_eq!(pids(&kept), [0_u32; 0]);
    }
}
