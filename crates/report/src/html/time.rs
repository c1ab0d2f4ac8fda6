//! The drawing of where the wall time of a command went.

use super::markup::{Html, element};
use super::plot::{Segment, bar};
use crate::phrase::{Phrase, listed};
use crate::quantity::quantity;
use crate::stat::{Campaign, Part, beside, parts, remarks, share, unsplit};
use crate::wording;
use probity_model::{Absence, Case, Cause, CpuShare, Decomposition, TimeParts, Unit, Value};

/// What all of these drawings mean.
pub(super) fn legend() -> Html {
    let line = Phrase::from(
        "Where the wall time went is divided only where all CPU time was the first thread's, \
         whose run-queue wait is known. Other: asleep, waiting for storage or for somebody else, \
         and from the end of the program until that was seen.",
    );
    element("p").class("faint").id("time-legend").line(line.html())
}

/// A bar for a command, or why there is none; nothing where no run of it counts.
pub(super) fn time(campaign: Campaign<'_>, case: &Case) -> Html {
    let (drawn, caption) = match &case.decomposition {
        Decomposition::Divided(found) => divided(campaign, case, found),
        Decomposition::Undivided(found) => undivided(case, found),
        // The numbers beside it say so already.
        Decomposition::Unavailable(Absence {
            cause: Cause::TooFew | Cause::Interrupted, ..
        }) => {
            return Html::default();
        }
        Decomposition::Unavailable(absence) => {
            let line = Phrase::from("Where the wall time went is not known: ");
            (Html::default(), line.then(wording::absence(absence)).ours("."))
        }
    };
    let caption = element("figcaption").holding(caption.html());
    element("figure").class("time").line(drawn.then(caption))
}

fn label(case: &Case, words: &Phrase) -> Html {
    let line = Phrase::from("Where the wall time of ").id(&case.id.0).ours(" went: ");
    line.then(words.clone()).plain_html()
}

/// The mean over the runs.
fn mean(sum_ns: u64, runs: u64) -> Phrase {
    let mean = Value::Integer(sum_ns / runs.max(1));
    Phrase::new().figure(&quantity(Unit::Nanoseconds, mean))
}

fn divided(campaign: Campaign<'_>, case: &Case, found: &TimeParts) -> (Html, Phrase) {
    let words = |part: Part, part_ns| {
        let share = share(campaign, part, part_ns, found.wall_ns);
        let line = Phrase::from(part.name()).ours(" ").then(share);
        line.ours(", ").then(mean(part_ns, found.runs))
    };
    let parts = parts(found);
    let segment = |(part, part_ns): &(Part, u64)| Segment {
        share: *part_ns as f64 / found.wall_ns as f64,
        words: words(*part, *part_ns).terminal(),
        class: class(*part),
    };
    let segments: Vec<Segment> = parts.iter().map(segment).collect();
    let all = listed(parts.iter().map(|(part, part_ns)| words(*part, *part_ns)));
    let line = Phrase::from("Where the wall time went: ").count(found.runs, "run", "runs");
    let line = line.ours(" together, times are means of a run of ");
    let line = line.then(mean(found.wall_ns, found.runs)).then(remarks(found)).ours(".");
    let line = match unsplit(case) {
        Some(absence) => {
            line.ours(" Not split by mode: ").then(wording::absence(absence)).ours(".")
        }
        None => line,
    };
    (bar(&segments, label(case, &all)), line)
}

fn undivided(case: &Case, found: &CpuShare) -> (Html, Phrase) {
    let words = Phrase::from("on CPUs, ").then(mean(found.on_cpu_ns, found.runs)).ours(" a run");
    let segment = Segment {
        share: found.on_cpu_ns as f64 / found.wall_ns as f64,
        words: words.terminal(),
        class: class(Part::OnCpu),
    };
    let line = beside(found).ours(" (to the mark), ").then(mean(found.wall_ns, found.runs));
    let line = line.ours(" a run, over ").count(found.runs, "run", "runs");
    let line = line.ours(" together. Not divided: ").prose(&found.reason).ours(".");
    (bar(&[segment], label(case, &beside(found))), line)
}

/// The class of a part's colour.
fn class(part: Part) -> &'static str {
    match part {
        Part::OnCpu | Part::User => "user",
        Part::Kernel => "kernel",
        Part::RunQueue => "queue",
        Part::Other => "rest",
    }
}
