//! What a source says about itself, before anything is measured.

use crate::abilities::Claim;
use crate::context::{Context, SubjectKind};
use crate::reading::Reader;
use crate::selection::{Extra, Selection};
use probity_model::{
    Absence, Aggregation, Class, Derivation, Determinism, Kind, Metric, MetricId, MetricRole, Pass,
    Scope, Unit,
};
use std::borrow::Cow;

/// A place measurements come from. Its id is the name of its folder.
pub(crate) struct Source {
    pub(crate) id: &'static str,
    /// What it measures, one line.
    pub(crate) summary: &'static str,
    /// The calls or files it reads.
    pub(crate) reads: &'static str,
    /// When the edges of a launched program's window can be had.
    pub(crate) taken: Taken,
    /// Whether in this process its totals include the session's own reading of files, so that the
    /// calibrated part of it is to be subtracted.
    pub(crate) self_charging: bool,
    /// Its metrics, in column order.
    pub(crate) metrics: &'static [Descriptor],
    /// What it makes Probity able to do.
    pub(crate) abilities: &'static [Claim],
    /// How it makes metrics for what a user names, where it does.
    pub(crate) naming: Option<Naming>,
    /// Opens it for those of its metrics that are asked for: a reader or an absence, there is no
    /// third way. Never changes the machine.
    pub(crate) open: Open,
}

pub(crate) type Open = fn(&Context, SubjectKind, &Asked<'_>) -> Result<Reader, Absence>;

/// What is asked of a source.
pub(crate) struct Asked<'a> {
    /// Which of its metrics, in their order.
    pub(crate) wanted: &'a [bool],
    /// What it is to make besides; their readings follow those of its metrics.
    pub(crate) extras: &'a [Extra],
    /// Whether estimates are.
    pub(crate) is_estimating: bool,
    /// Whether it is only to be seen what can be had: nothing is measured with it.
    pub(crate) is_probe: bool,
}

/// How a source makes metrics for what a user names.
pub(crate) struct Naming {
    /// The metric that a selector names, or why it cannot be one; `None` where it is not written
    /// as such names are. Knows no machine.
    pub(crate) parse: fn(selector: &str) -> Option<Result<Named, String>>,
    /// The metric on a machine. It is there even where it cannot be had.
    pub(crate) describe: fn(&Context, &Extra) -> Column,
}

/// A metric that is in no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) id: MetricId,
    /// The one spelling of the selector.
    pub(crate) selector: String,
}

/// A metric as a session has it: of the table, or made for what was named.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Column {
    pub(crate) metric: Metric,
    /// What is read for it.
    pub(crate) reads: Cow<'static, str>,
}

impl Source {
    /// Its metrics for subjects of `kind` and what it makes for `selection`, in column order.
    pub(crate) fn columns(
        &self,
        context: &Context,
        kind: SubjectKind,
        selection: &Selection,
    ) -> Vec<Column> {
        let own = self.metrics.iter().map(|metric| metric.column(kind));
        let extras = self.naming.iter().flat_map(|naming| {
            selection.extras(self.id).map(|extra| (naming.describe)(context, extra))
        });
        own.chain(extras).collect()
    }
}

/// When the edges of a *launched program* can be had. In this process all are taken at the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Both are handed in with the window.
    Given,
    /// At the barrier, and again while the program is a zombie.
    AtZombie,
    /// At the barrier, and again when the program is reaped.
    AtReap,
}

/// Whose number it is and what is read for it, for one kind of subject.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    pub(crate) scope: Scope,
    pub(crate) reads: &'static str,
}

/// What a user has to say for a metric to be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offered {
    /// Nothing, or that counters are wanted. Energy is observed then where it can be had.
    Unasked,
    /// That everything is wanted, or its id: other counts of the same run show what it costs, or it
    /// is a level of the machine.
    Broadly,
    /// Its id, or a pattern that spells its family: there are hundreds of its kind.
    ByName,
}

/// A metric of the table, for both kinds of subject.
#[derive(Clone, Copy)]
pub(crate) struct Descriptor {
    pub(crate) id: &'static str,
    pub(crate) unit: Unit,
    pub(crate) kind: Kind,
    pub(crate) aggregation: Aggregation,
    pub(crate) class: Class,
    pub(crate) role: MetricRole,
    pub(crate) pass: Pass,
    pub(crate) determinism: Determinism,
    pub(crate) offered: Offered,
    /// What is divided by what, where it follows from two other metrics of its source.
    pub(crate) quotient: Option<[&'static str; 2]>,
    pub(crate) child: Reach,
    pub(crate) this_process: Reach,
    pub(crate) needs: &'static str,
    pub(crate) summary: &'static str,
}

impl Descriptor {
    fn reach(&self, kind: SubjectKind) -> Reach {
        match kind {
            SubjectKind::Child => self.child,
            SubjectKind::ThisProcess => self.this_process,
        }
    }

    /// How it follows from others, where it does.
    fn derivation(&self) -> Option<Derivation> {
        let [numerator, denominator] = self.quotient?.map(MetricId::new);
        Some(Derivation::Quotient { numerator, denominator })
    }

    /// The descriptor as it holds for `kind`.
    pub(crate) fn column(&self, kind: SubjectKind) -> Column {
        let metric = Metric {
            id: MetricId::new(self.id),
            unit: self.unit,
            kind: self.kind,
            aggregation: self.aggregation,
            class: self.class,
            scope: self.reach(kind).scope,
            role: self.role,
            pass: self.pass,
            determinism: self.determinism,
            derivation: self.derivation(),
            needs: Cow::Borrowed(self.needs),
            summary: Cow::Borrowed(self.summary),
        };
        Column { metric, reads: Cow::Borrowed(self.reach(kind).reads) }
    }
}
