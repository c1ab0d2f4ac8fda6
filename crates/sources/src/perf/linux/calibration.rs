//! What fits on the hardware, and what stands still there: tried before anything is measured.

use super::counting::{Counting, Opener};
use super::work::Work;
use crate::context::Subject;
use crate::counting::Kind;
use crate::perf::event::Event;
use probity_sys::kernel::Kernel;
use std::collections::BTreeMap;

/// The events that are wanted and exist, by their places.
pub(super) type Events = BTreeMap<usize, Event>;

/// Places of events that are counted as one group.
type Group = Vec<usize>;

/// What was found out.
pub(super) struct Calibration {
    /// What is counted in one run: a turn. There are several where the hardware cannot count all
    /// at once. Each place of a core is in one of them, all other places are in each.
    pub(super) turns: Vec<Vec<Group>>,
    /// Places whose events ran over known work and did not move, and should have.
    pub(super) still: Vec<usize>,
}

fn of_kind(events: &Events, is_of: impl Fn(Kind) -> bool) -> Group {
    events.iter().filter(|(_, event)| is_of(event.kind)).map(|(&place, _)| place).collect()
}

impl Calibration {
    /// All at once: what does not fit into its group is opened by itself.
    pub(super) fn untried(events: &Events) -> Self {
        let cores = [of_kind(events, |k| k == Kind::Core), of_kind(events, |k| k == Kind::Extra)];
        let cores = cores.into_iter().filter(|group| !group.is_empty());
        Self { turns: vec![cores.chain(others(events)).collect()], still: Vec::new() }
    }

    /// Opens all on ourselves, in as many groups as it takes, and works for a while with each. With
    /// `is_estimating` all are in one turn whether they fit or not.
    pub(super) fn tried(kernel: &dyn Kernel, events: &Events, is_estimating: bool) -> Self {
        let mut trial = Trial::new(kernel, events);
        let others: Vec<Group> = others(events).collect();
        // What the kernel itself counts is on all of the time, and needs no trial.
        let is_tried = |group: &&Group| group.iter().any(|place| events[place].has_work);
        let tried: Vec<Group> = others.iter().filter(is_tried).cloned().collect();
        trial.work_with(&tried);
        // A spin is on one kind of core, and says nothing of the others.
        if events.values().any(Event::is_hybrid) {
            return Self { still: trial.still(), ..Self::untried(events) };
        }
        let mut groups = trial.groups(of_kind(events, |kind| kind == Kind::Core));
        let table = groups.len();
        groups.extend(trial.groups(of_kind(events, |kind| kind == Kind::Extra)));
        let fit =
            groups.len() <= 1 || (table == 1 && groups.len() == 2 && trial.work_with(&groups));
        let turns = if fit || is_estimating {
            vec![[groups, others].concat()]
        } else {
            let turn = |group| [vec![group], others.clone()].concat();
            groups.into_iter().map(turn).collect()
        };
        Self { turns, still: trial.still() }
    }

    /// The turn of `place`.
    pub(super) fn turn_of(&self, place: usize) -> usize {
        let has = |turn: &Vec<Group>| turn.iter().any(|group| group.contains(&place));
        self.turns.iter().position(has).unwrap_or(0)
    }
}

/// Those that share nothing.
fn others(events: &Events) -> impl Iterator<Item = Group> {
    events.iter().filter(|(_, event)| !event.is_core()).map(|(&place, _)| vec![place])
}

struct Trial<'a> {
    kernel: &'a dyn Kernel,
    events: &'a Events,
    work: Option<Work>,
    /// Whether an event moved when it ran.
    moved: BTreeMap<usize, bool>,
}

impl<'a> Trial<'a> {
    fn new(kernel: &'a dyn Kernel, events: &'a Events) -> Self {
        Self { kernel, events, work: None, moved: BTreeMap::new() }
    }

    fn opener(&self) -> Opener<'a> {
        Opener { kernel: self.kernel, subject: Subject::ThisProcess, is_trial: true }
    }

    /// Divides `places` into groups that the hardware holds, from the first to the last. What is
    /// refused for a reason of its own stays with its neighbours.
    fn groups(&mut self, mut places: Group) -> Vec<Group> {
        let mut groups = Vec::new();
        while !places.is_empty() {
            let mut held = self.held(&places);
            // The kernel lets a group open that is too large where a counter is taken for good, as
            // by the watchdog, and never runs it.
            while !self.work_with(&[places[..held].to_vec()]) && held > 1 {
                held -= 1;
            }
            let rest = places.split_off(held);
            groups.push(std::mem::replace(&mut places, rest));
        }
        groups
    }

    /// How many of `places`, from the first, open as one group.
    fn held(&self, places: &[usize]) -> usize {
        let opener = self.opener();
        let mut leader: Option<Counting> = None;
        let mut members = Vec::new();
        for (at, place) in places.iter().enumerate() {
            match opener.open(&self.events[place], leader.as_ref()) {
                Ok(counting) if leader.is_none() => leader = Some(counting),
                Ok(counting) if counting.is_grouped => members.push(counting),
                Ok(_) => return at,
                Err(_) => {}
            }
        }
        places.len()
    }

    /// Works with these groups open at the same time; says whether their leaders ran all of it.
    fn work_with(&mut self, groups: &[Group]) -> bool {
        let opener = self.opener();
        let mut opened: Vec<(usize, Counting)> = Vec::new();
        let mut leaders = Vec::new();
        for group in groups {
            let mut leader: Option<usize> = None;
            for &place in group {
                let of = leader.map(|at: usize| &opened[at].1);
                let Ok(counting) = opener.open(&self.events[&place], of) else { continue };
                if leader.is_none() {
                    leader = Some(opened.len());
                    leaders.push(opened.len());
                }
                opened.push((place, counting));
            }
        }
        if opened.is_empty() {
            return true;
        }
        let read = |opened: &[(usize, Counting)]| -> Vec<_> {
            let read = |(place, counting): &(usize, Counting)| {
                counting.read().ok().map(|counts| Counting::sum(&self.events[place], &counts))
            };
            opened.iter().map(read).collect()
        };
        // A baseline of the counts and of both their times: nothing is ever reset.
        let before = read(&opened);
        let switch = |on: bool| {
            for (_, counting) in opened.iter().filter(|(_, counting)| !counting.is_grouped) {
                for counter in &counting.counters {
                    // One that cannot be switched on shows by not running.
                    let _ = if on { counter.enable() } else { counter.disable() };
                }
            }
        };
        switch(true);
        self.work.get_or_insert_with(Work::new).perform(self.kernel);
        switch(false);
        let after = read(&opened);
        let mut ran = vec![false; opened.len()];
        for (at, (place, _)) in opened.iter().enumerate() {
            let Some((before, after)) = before[at].zip(after[at]) else { continue };
            let enabled = after.enabled_ns.saturating_sub(before.enabled_ns);
            ran[at] = enabled > 0 && after.running_ns.saturating_sub(before.running_ns) == enabled;
            if ran[at] {
                let moved = after.value != before.value;
                *self.moved.entry(*place).or_default() |= moved;
            }
        }
        leaders.into_iter().all(|leader| ran[leader])
    }

    fn still(&self) -> Vec<usize> {
        let is_still = |(place, moved): (&usize, &bool)| {
            (!moved && self.events[place].has_work).then_some(*place)
        };
        self.moved.iter().filter_map(is_still).collect()
    }
}
