//! Measuring in interleaved rounds.

use super::cost::{Cost, per_run};
use super::quantity::Quantity;
use super::tool::Tool;
use std::ffi::OsString;
use std::path::PathBuf;

/// A program to be measured with each tool.
pub(super) struct Workload {
    pub(super) name: &'static str,
    pub(super) path: PathBuf,
    /// Runs of the smaller campaign.
    pub(super) runs: u64,
}

/// Runs of the evidence that is shown as a page.
const SHOWN_RUNS: u64 = 10_000;

/// All there is to compare.
pub(super) struct Bench {
    /// The tiny parent.
    pub(super) repeat: PathBuf,
    pub(super) tools: [Tool; 3],
    pub(super) workloads: Vec<Workload>,
    /// Where evidence may be kept.
    pub(super) folder: PathBuf,
}

/// One quantity with one program, of each tool: a value a round, none where the tool is missing.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) program: &'static str,
    pub(super) quantity: Quantity,
    pub(super) values: [Vec<f64>; 3],
}

impl Bench {
    /// So many rounds, each with every program and tool once.
    pub(super) fn run(&self, rounds: usize) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        for workload in &self.workloads {
            rows.extend([Quantity::Cpu, Quantity::Elapsed].map(|of| Row::new(workload.name, of)));
        }
        let first = rows.len();
        let small = self.workloads.first().map_or("", |workload| workload.name);
        let rest = [Quantity::Peak, Quantity::First, Quantity::Version];
        rows.extend(rest.map(|of| Row::new(small, of)));
        let mut page = Row::new(small, Quantity::Page);
        let shown = self.kept()?;
        for round in 0..rounds {
            for (place, workload) in self.workloads.iter().enumerate() {
                let alone = Cost::of(&self.repeat, workload.runs, &[&workload.path])?;
                // Each tool is first, second and last equally often.
                for turn in 0..self.tools.len() {
                    let tool = (round + turn) % self.tools.len();
                    if let Some((cpu, elapsed)) = self.per_run(tool, workload, alone)? {
                        rows[2 * place].values[tool].push(cpu);
                        rows[2 * place + 1].values[tool].push(elapsed);
                    }
                }
            }
            for tool in 0..self.tools.len() {
                let whole = self.whole(tool)?;
                for (row, value) in rows[first..].iter_mut().zip(whole.into_iter().flatten()) {
                    row.values[tool].push(value);
                }
            }
            if let Some(shown) = &shown {
                let took = Cost::of(&self.repeat, 1, shown)?;
                page.values[0].push(took.elapsed_ns as f64 / 1e6);
            }
        }
        rows.push(page);
        Ok(rows)
    }

    /// Keeps evidence of many runs, and gives the command line that shows it as a page: it is read,
    /// checked, rebuilt and drawn.
    fn kept(&self) -> Result<Option<Vec<OsString>>, String> {
        let (tool, small) = (&self.tools[0], self.workloads.first());
        let campaign = small.and_then(|small| tool.campaign(SHOWN_RUNS, &small.path));
        let (Ok(start), Some(mut campaign)) = (&tool.start, campaign) else { return Ok(None) };
        let place = self.folder.join("kept").into_os_string();
        // Behind `stat`.
        campaign.splice(start.len() + 1..start.len() + 1, ["--out".into(), place.clone()]);
        Cost::of(&self.repeat, 1, &campaign)?;
        let words = ["report".into(), place, "--html".into()];
        Ok(Some(start.iter().cloned().chain(words).collect()))
    }

    fn per_run(
        &self,
        tool: usize,
        workload: &Workload,
        alone: Cost,
    ) -> Result<Option<(f64, f64)>, String> {
        let campaign = |runs| self.tools[tool].campaign(runs, &workload.path);
        let Some((small, large)) = campaign(workload.runs).zip(campaign(2 * workload.runs)) else {
            return Ok(None);
        };
        let once = Cost::of(&self.repeat, 1, &small)?;
        let twice = Cost::of(&self.repeat, 1, &large)?;
        Ok(Some(per_run(workload.runs, once, twice, alone)))
    }

    /// Peak memory in a campaign of the smallest program, which never is the largest process; one
    /// run; the version.
    fn whole(&self, tool: usize) -> Result<Option<[f64; 3]>, String> {
        let Some(workload) = self.workloads.first() else { return Ok(None) };
        let campaign = |runs| self.tools[tool].campaign(runs, &workload.path);
        let commands = campaign(workload.runs).zip(campaign(1)).zip(self.tools[tool].version());
        let Some(((many, one), version)) = commands else { return Ok(None) };
        let cost = |words: &[_]| Cost::of(&self.repeat, 1, words);
        let ms = |cost: Cost| cost.elapsed_ns as f64 / 1e6;
        let peak = cost(&many)?.peak_kib as f64 / 1024.0;
        Ok(Some([peak, ms(cost(&one)?), ms(cost(&version)?)]))
    }
}

impl Row {
    pub(super) fn new(program: &'static str, quantity: Quantity) -> Self {
        Self { program, quantity, values: Default::default() }
    }
}
