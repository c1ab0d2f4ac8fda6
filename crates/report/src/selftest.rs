//! What the instrument found when it checked itself.

use crate::json::pretty;
use crate::phrase::{Colour, Phrase};
use crate::table::{Align, Column, Style, Table};
use probity_model::{Check, CheckVerdict, SelfTest};

/// A line for each check, and one that says what to do next.
pub fn text(selftest: &SelfTest, style: Style) -> String {
    let column = |head: &'static str, cell: fn(&Check) -> Phrase| Column {
        head: head.into(),
        unit: "",
        align: Align::Left,
        cells: selftest.checks.iter().map(cell).collect(),
    };
    let columns =
        vec![column("verdict", verdict), column("check", name), column("what was found", found)];
    Table { columns }.text(style, "") + &format!("\n{}\n", summary(selftest).terminal())
}

fn verdict(check: &Check) -> Phrase {
    let colour = match check.verdict {
        CheckVerdict::Pass => Colour::Green,
        CheckVerdict::Fail => Colour::Red,
        CheckVerdict::CannotTell => Colour::Yellow,
    };
    Phrase::new().ours(check.verdict.name()).coloured(Some(colour))
}

fn name(check: &Check) -> Phrase {
    Phrase::new().prose(&check.id)
}

fn found(check: &Check) -> Phrase {
    let line = Phrase::new();
    let line = match check.verdict {
        CheckVerdict::Fail => line.ours("not shown that ").prose(&check.shows).ours(": "),
        CheckVerdict::Pass | CheckVerdict::CannotTell => line,
    };
    let line = line.prose(&check.reason);
    match &check.remedy {
        Some(remedy) => line.ours("; try: ").prose(remedy),
        None => line,
    }
}

fn summary(selftest: &SelfTest) -> Phrase {
    let of = |verdict| selftest.count(verdict) as u64;
    let line = Phrase::new().number(of(CheckVerdict::Pass)).ours(" pass, ");
    let line = line.number(of(CheckVerdict::Fail)).ours(" fail, ");
    let line = line.number(of(CheckVerdict::CannotTell)).ours(" cannot tell: ");
    line.ours(match (of(CheckVerdict::Fail), of(CheckVerdict::CannotTell)) {
        (0, 0) => "numbers can be trusted here as far as the checks reach",
        (0, _) => {
            "what was checked can be trusted here; probity doctor says what the rest would need"
        }
        _ => {
            "do not trust what a failed check is about; --json - has the numbers behind it, for a \
             report"
        }
    })
}

/// The record as JSON.
///
/// # Errors
/// When a part has no JSON form; these types always have one.
pub fn json(selftest: &SelfTest) -> Result<String, serde_json::Error> {
    pretty(selftest)
}
