//! Which bed, how it is to be emulated, and what to do in it.

use super::{Machine, boot, bundle::Bundle, image, suite, tool};
use std::path::Path;

/// What `cargo xtask bed` was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Which machine.
    pub machine: Machine,
    /// How it is emulated.
    pub settings: Settings,
    /// What is done.
    pub action: Action,
}

/// How a machine is emulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// An instruction takes 2 to this power of nanoseconds of the guest's time, and nothing else
    /// takes any: counts are the same each time. `None`: it takes what it takes.
    pub pace: Option<u8>,
    /// The line of kernels, such as `6.12`; `None` is the one of Debian's release.
    pub kernel: Option<String>,
    /// How many CPUs.
    pub cpus: u32,
    /// How many memory nodes; the CPUs are spread over them, and some may have none.
    pub nodes: u32,
    /// How long the guest may run, in seconds of this machine.
    pub seconds: u64,
    /// Fetch and make everything again.
    pub fresh: bool,
}

/// What is done in a bed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// It is made, and not started.
    Prepare,
    /// This command is run in it.
    Run(Vec<String>),
    /// The test programs are run in it: those with this in their name, with these arguments.
    Test(String, Vec<String>),
}

impl Request {
    /// Reads the words after `bed`; `None` where they make no sense.
    pub fn parse(words: &[&str]) -> Option<Self> {
        let (machine, mut words) = words.split_first()?;
        let machine = Machine::parse(machine)?;
        let mut settings = Settings {
            pace: machine.pace(),
            kernel: None,
            cpus: 2,
            nodes: 2,
            seconds: 600,
            fresh: false,
        };
        while let [option, rest @ ..] = words
            && option.starts_with("--")
        {
            words = settings.take(option, rest)?;
        }
        let owned = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let action = match words {
            [] => Action::Prepare,
            ["test"] => Action::Test(String::new(), Vec::new()),
            ["test", name, rest @ ..] => Action::Test((*name).to_owned(), owned(rest)),
            ["run", "--", command @ ..] if !command.is_empty() => Action::Run(owned(command)),
            _ => return None,
        };
        Some(Self { machine, settings, action })
    }

    /// Does what is asked for; the code is that of the command in the guest, 0 where none was run.
    /// `tell` hears what the bed is and what is being made.
    ///
    /// # Errors
    /// When a tool is missing, a bed cannot be made, Probity does not build for it, or the guest
    /// does not tell how the command ended in the time it is given.
    pub fn run(&self, workspace: &Path, tell: impl Fn(&str)) -> Result<i32, String> {
        tool::check(self.machine)?;
        let bed = image::prepare(workspace, self, &tell)?;
        tell(&bed.line(&self.settings));
        if self.action == Action::Prepare {
            return Ok(0);
        }
        let bundle = Bundle::new(workspace, self.machine)?;
        match &self.action {
            Action::Prepare => {}
            Action::Run(words) => bundle.command(words)?,
            Action::Test(name, words) => {
                let suite = suite::Suite { name, words };
                suite.add(workspace, self.machine, &bundle)?;
            }
        }
        boot::boot(&bed, self, &bundle)
    }
}

impl Settings {
    /// Takes one option and its value; what is left.
    fn take<'w>(&mut self, option: &str, rest: &'w [&'w str]) -> Option<&'w [&'w str]> {
        if option == "--fresh" {
            self.fresh = true;
            return Some(rest);
        }
        let (&value, rest) = rest.split_first()?;
        let positive = || value.parse().ok().filter(|&number: &u32| number > 0);
        match option {
            // The emulator takes no more.
            "--icount" if value == "off" => self.pace = None,
            "--icount" => self.pace = Some(value.parse().ok().filter(|&shift| shift <= 10)?),
            "--kernel" => self.kernel = Some(value.to_owned()),
            "--cpus" => self.cpus = positive()?,
            "--nodes" => self.nodes = positive()?,
            "--seconds" => self.seconds = positive()?.into(),
            _ => return None,
        }
        Some(rest)
    }
}
