//! Which executables are measured, and against what.

use super::baseline::Row;
use super::store::{Saved, Store};
use super::{place, planning};
use crate::arguments::{BaselineUse, Filter, Options};
use crate::console;
use crate::entry::{self, Executable};
use crate::registry::Case;
use probity_model::Parameter;
use probity_report::ExitCode;
use probity_sources::Context;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// One case of a campaign: a benchmark of one executable.
pub(crate) struct Variant {
    /// What measures it.
    pub(crate) program: PathBuf,
    /// What it is called for people.
    pub(crate) id: String,
    /// What it is called there.
    pub(crate) case: String,
    /// How many threads run it, where that was asked for.
    pub(crate) threads: Option<usize>,
    /// The full id.
    pub(crate) key: String,
    /// What it differs in from others of its function.
    pub(crate) labels: Vec<(String, String)>,
    /// The place of what it is judged against.
    pub(crate) against: Option<usize>,
}

/// What a campaign is made of.
pub(crate) struct Compared {
    /// The cases.
    pub(crate) variants: Vec<Variant>,
    /// Where the result is saved as a set, and under which name.
    pub(crate) saving: Option<(Store, PathBuf, String)>,
    /// Where the evidence goes, if not where it usually does.
    pub(crate) out: Option<PathBuf>,
    /// What could not be paired, and why: its old figures are shown and not judged.
    pub(crate) unpaired: Option<Unpaired>,
    /// Benchmarks of the baseline that are there no more.
    pub(crate) vanished: Vec<String>,
    /// Names that several benchmarks have, so that these are not compared.
    pub(crate) shared: BTreeSet<String>,
}

/// A saved set that cannot be run here.
pub(crate) struct Unpaired {
    /// The set.
    pub(crate) saved: Saved,
    /// Why not; continues "not paired, because".
    pub(crate) reason: String,
}

/// Why nothing is measured.
pub(crate) struct Failure {
    lines: Vec<String>,
    code: ExitCode,
}

impl Failure {
    fn new(line: String) -> Self {
        Self { lines: vec![line], code: ExitCode::Failed }
    }

    /// Says it.
    pub(crate) fn told(self) -> ExitCode {
        self.lines.iter().for_each(|line| console::say(&format!("error: failed to {line}")));
        self.code
    }
}

impl Compared {
    /// Removes the place of a set that nothing was put into.
    pub(crate) fn clear(&self) {
        if let Some((_, set, _)) = &self.saving {
            // One that has something in it stays: that is not removed this way.
            let _ = std::fs::remove_dir(set);
        }
    }

    /// Finds what is to be measured: `cases`; `others` are there and are not to be.
    ///
    /// # Errors
    /// Where a baseline is asked for that cannot be used, or lacks a benchmark.
    pub(crate) fn prepare(
        executable: Executable,
        options: &Options,
        cases: &[Case],
        others: &[Case],
    ) -> Result<Self, Failure> {
        let program = std::env::current_exe()
            .map_err(|error| Failure::new(format!("find this executable: {error}")))?;
        let candidates = candidates(cases, &program, &planning::threads(&options.effort));
        let store = |purpose: &str| match place::directory() {
            Some(directory) => Ok(Store::of(&directory, executable)),
            None => Err(Failure::new(format!(
                "{purpose} a baseline: this executable is in no target directory of cargo (one has \
                 CACHEDIR.TAG or .rustc_info.json in it)"
            ))),
        };
        let mut compared = Self {
            variants: Vec::new(),
            saving: None,
            out: None,
            unpaired: None,
            vanished: Vec::new(),
            shared: BTreeSet::new(),
        };
        match &options.comparing.baseline {
            BaselineUse::Usual | BaselineUse::Discard => compared.variants = candidates,
            BaselineUse::Save(_) if options.output.out.is_some() => {
                let line = "follow both --out and --save-baseline: a baseline has its own place";
                return Err(Failure { lines: vec![line.to_owned()], code: ExitCode::Usage });
            }
            BaselineUse::Save(name) => {
                let store = store("save")?;
                let set = store
                    .new_set()
                    .map_err(|error| Failure::new(format!("save a baseline: {error}")))?;
                std::fs::create_dir_all(&set).map_err(|error| {
                    Failure::new(format!("make {} for a baseline: {error}", set.display()))
                })?;
                compared.out = Some(set.join("evidence"));
                compared.saving = Some((store, set, name.as_str().to_owned()));
                compared.variants = candidates;
            }
            BaselineUse::Compare { baseline, lenient } => {
                let saved = store("find")?
                    .find(baseline.as_str())
                    .map_err(|error| Failure::new(error.to_string()))?;
                let saved = saved.unless_unlike(&executable.built(), entry::VERSION);
                if options.filter.is_all() {
                    compared.vanished = vanished(&saved, &candidates, others);
                }
                compared.pair(saved, candidates, *lenient, baseline.as_str())?;
            }
            BaselineUse::Load { candidate, baseline, lenient } => {
                let names = [candidate.as_str(), baseline.as_str()];
                compared.load(&store("find")?, names, *lenient, &options.filter)?;
            }
        }
        Ok(compared)
    }

    /// Finds two saved sets.
    fn load(
        &mut self,
        store: &Store,
        [newer, older]: [&str; 2],
        lenient: bool,
        filter: &Filter,
    ) -> Result<(), Failure> {
        let find = |name: &str| store.find(name).map_err(|error| Failure::new(error.to_string()));
        let (saved, before) = (find(newer)?, find(older)?);
        let program = runnable(&saved)
            .map_err(|reason| Failure::new(format!("run the baseline '{newer}': {reason}")))?;
        let rows = saved.set.rows.iter().filter(|row| filter.selects(&row.id, false));
        let candidates: Vec<Variant> = rows.map(|row| of_row(&saved, row, &program)).collect();
        if candidates.is_empty() {
            return Err(Failure::new(format!("find a benchmark that is selected in '{newer}'")));
        }
        let before = before.unless_unlike(&saved.set.built, saved.version());
        if filter.is_all() {
            self.vanished = vanished(&before, &candidates, &[]);
        }
        self.pair(before, candidates, lenient, older)
    }

    fn pair(
        &mut self,
        saved: Saved,
        candidates: Vec<Variant>,
        lenient: bool,
        name: &str,
    ) -> Result<(), Failure> {
        let lacking: Vec<&Variant> =
            candidates.iter().filter(|variant| saved.row(&variant.key).is_none()).collect();
        if !lenient && !lacking.is_empty() {
            let say = |variant: &&Variant| {
                format!(
                    "find '{}' in the baseline '{name}' (--baseline-lenient leaves it out)",
                    variant.id
                )
            };
            let lines = lacking.iter().map(say).collect();
            return Err(Failure { lines, code: ExitCode::Failed });
        }
        let program = match runnable(&saved) {
            Ok(program) => program,
            Err(reason) => {
                self.variants = candidates;
                self.unpaired = Some(Unpaired { saved, reason });
                return Ok(());
            }
        };
        let shared = shared(&saved, &candidates);
        for name in &shared {
            console::say(&format!(
                "note: '{name}' is what several benchmarks are called; which is which only their \
                 order tells, and they are not compared"
            ));
        }
        for candidate in candidates {
            let row = saved.row(&candidate.key);
            let against = row.filter(|row| !shared.contains(name_of(&row.case))).map(|row| {
                self.variants.push(of_row(&saved, row, &program));
                self.variants.len() - 1
            });
            self.variants.push(Variant { against, ..candidate });
        }
        self.shared = shared;
        if self.variants.iter().all(|variant| variant.against.is_none()) {
            console::say(&format!("note: nothing is compared with the baseline '{name}'"));
        }
        Ok(())
    }
}

/// What a benchmark is called without the number of one that is not the first of its name.
fn name_of(id: &str) -> &str {
    match id.rsplit_once('#') {
        Some((name, number)) if number.parse::<u32>().is_ok() => name,
        _ => id,
    }
}

/// Names that several benchmarks of a build have: those of another order may be others.
fn shared(saved: &Saved, candidates: &[Variant]) -> BTreeSet<String> {
    let before: BTreeSet<&str> = saved.set.rows.iter().map(|row| &*row.case).collect();
    let now: BTreeSet<&str> = candidates.iter().map(|variant| &*variant.case).collect();
    // A name of somebody's own may end like that too.
    let is_shared = |name: &str, ids: &BTreeSet<&str>| {
        ids.contains(name) && ids.contains(&*format!("{name}#2"))
    };
    let names = now.iter().map(|id| name_of(id));
    let shared = names.filter(|name| is_shared(name, &before) || is_shared(name, &now));
    shared.map(str::to_owned).collect()
}

/// The benchmarks of a set that are there no more. One that is left out is there.
fn vanished(saved: &Saved, candidates: &[Variant], others: &[Case]) -> Vec<String> {
    let others: Vec<String> = others.iter().map(Case::id).collect();
    let is_there = |row: &Row| {
        others.contains(&row.case) || candidates.iter().any(|variant| variant.key == row.key)
    };
    let gone = saved.set.rows.iter().filter(|row| !is_there(row));
    gone.map(|row| row.id.clone()).collect()
}

/// The saved executable, where it can be run beside ours.
fn runnable(saved: &Saved) -> Result<PathBuf, String> {
    let program = saved.program.clone()?;
    let context = Context::live();
    let here = probity_host::facts::survey(&context.root, context.kernel.as_ref());
    let there = &saved.evidence.document().host;
    match here.fingerprint == there.fingerprint {
        true => Ok(program),
        false => Err("it was measured on another machine, or with another kernel".into()),
    }
}

/// A benchmark of a saved executable.
fn of_row(saved: &Saved, row: &Row, program: &Path) -> Variant {
    let settings = &saved.evidence.document().settings;
    let case = settings.cases.iter().find(|case| case.name.lossy() == row.id);
    let parameters = case.map_or(&[][..], |case| case.parameters.as_slice());
    let label = |one: &Parameter| (one.name.clone(), one.value.lossy());
    Variant {
        program: program.to_owned(),
        id: row.id.clone(),
        case: row.case.clone(),
        threads: row.threads,
        key: row.key.clone(),
        labels: parameters.iter().map(label).collect(),
        against: None,
    }
}

/// The benchmarks of this executable, each with every number of threads that is asked for. Those
/// that have numbers of their own keep them.
fn candidates(cases: &[Case], program: &Path, threads: &[usize]) -> Vec<Variant> {
    let candidates = |case: &Case| -> Vec<Variant> {
        match threads {
            [] => vec![candidate(case, program, None)],
            _ if case.threads.is_some() => vec![candidate(case, program, None)],
            threads => threads.iter().map(|n| candidate(case, program, Some(*n))).collect(),
        }
    };
    cases.iter().flat_map(candidates).collect()
}

fn candidate(case: &Case, program: &Path, threads: Option<usize>) -> Variant {
    let labels = case.identity.labels.iter();
    let mut labels: Vec<(String, String)> =
        labels.map(|label| (label.name.to_owned(), label.value.clone())).collect();
    let (id, key) = (case.id(), case.key());
    let joint = if labels.is_empty() { "::" } else { "," };
    let suffix = threads.map_or_else(String::new, |n| format!("{joint}threads={n}"));
    labels.extend(threads.map(|n| ("threads".to_owned(), n.to_string())));
    Variant {
        program: program.to_owned(),
        id: format!("{id}{suffix}"),
        key: format!("{key}{suffix}"),
        case: id,
        threads,
        labels,
        against: None,
    }
}
