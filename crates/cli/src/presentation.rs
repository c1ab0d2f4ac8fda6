//! How tables show a result: the unit of times and the order of rows.

use clap::{Args, ValueEnum};
use probity_evidence::ValidEvidence;
use probity_model::Document;
use probity_report::{Campaign, Order, TimeUnit, ordered};

/// The options of tables.
#[derive(Debug, Args)]
pub(crate) struct PresentationArguments {
    /// Unit of times in the table, Markdown and CSV; us, ms and s for short [default: what fits;
    /// seconds in CSV]
    #[arg(short = 'u', long, value_name = "UNIT", env = "PROBITY_TIME_UNIT")]
    time_unit: Option<UnitName>,

    /// Order of rows in the table and in exports; auto is as the commands were given
    #[arg(long, value_name = "METHOD", env = "PROBITY_SORT", default_value = "auto")]
    sort: Sort,
}

/// Names of units.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum UnitName {
    #[value(alias = "us")]
    Microsecond,
    #[value(alias = "ms")]
    Millisecond,
    #[value(alias = "s")]
    Second,
}

/// Names of orders.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sort {
    Auto,
    Command,
    MeanTime,
    MedianTime,
}

impl PresentationArguments {
    /// The document of `evidence` with its rows in order: what [`Self::campaign`] shows.
    pub(crate) fn document(&self, evidence: &ValidEvidence) -> Document {
        let order = match self.sort {
            Sort::Auto | Sort::Command => Order::Command,
            Sort::MeanTime => Order::MeanTime,
            Sort::MedianTime => Order::MedianTime,
        };
        ordered(Campaign::from(evidence), order)
    }

    /// The campaign as tables show it.
    pub(crate) fn campaign<'a>(
        &self,
        evidence: &'a ValidEvidence,
        document: &'a Document,
    ) -> Campaign<'a> {
        let unit = self.time_unit.map(|unit| match unit {
            UnitName::Microsecond => TimeUnit::Microsecond,
            UnitName::Millisecond => TimeUnit::Millisecond,
            UnitName::Second => TimeUnit::Second,
        });
        Campaign { document, unit, ..Campaign::from(evidence) }
    }
}
