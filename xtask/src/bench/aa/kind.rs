//! What a candidate does more than what it is compared with.

/// A build, by its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// The executable that was saved.
    Same,
    /// 2 % more.
    Two,
    /// 5 % more.
    Five,
}

impl Kind {
    pub(super) const ALL: [Self; 3] = [Self::Same, Self::Two, Self::Five];

    /// Units of work.
    pub(super) fn units(self) -> u64 {
        match self {
            Self::Same => 1000,
            Self::Two => 1020,
            Self::Five => 1050,
        }
    }

    /// What it is called for people.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Same => "the same executable",
            Self::Two => "2 % more work",
            Self::Five => "5 % more work",
        }
    }

    /// By units of work.
    pub(super) fn of(units: u64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.units() == units)
    }

    /// Whether this benchmark does more in this build.
    pub(super) fn changes(self, id: &str) -> bool {
        self != Self::Same && !id.starts_with("same_")
    }
}
