//! Which campaigns there are to be, in which order.

use super::kind::Kind;
use super::record::Identity;

/// How many campaigns of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) same: u64,
    pub(super) different: u64,
}

impl Size {
    /// Enough to publish, a quick look, or so many without a difference and a quarter as many with
    /// each.
    pub(super) fn new(quick: bool, campaigns: Option<u64>) -> Self {
        match campaigns {
            Some(same) => Self { same, different: same.div_ceil(4) },
            None if quick => Self { same: 60, different: 20 },
            None => Self { same: 400, different: 100 },
        }
    }

    fn of(self, kind: Kind) -> u64 {
        if kind == Kind::Same { self.same } else { self.different }
    }
}

/// The campaigns of all kinds and numbers of processes, mixed evenly: what the machine does in the
/// meantime is done to all of them.
pub(super) fn plan(size: Size, processes: &[Option<u64>]) -> Vec<Identity> {
    let each = processes.iter().flat_map(|processes| Kind::ALL.map(|kind| (*processes, kind)));
    let all = each.flat_map(|(processes, kind)| {
        (1..=size.of(kind)).map(move |number| Identity { processes, kind, number })
    });
    let mut all: Vec<Identity> = all.collect();
    // How far into its kind a campaign is.
    let place = |one: &Identity| (2 * one.number - 1) as f64 / size.of(one.kind) as f64;
    all.sort_by(|one, other| place(one).total_cmp(&place(other)));
    all
}
