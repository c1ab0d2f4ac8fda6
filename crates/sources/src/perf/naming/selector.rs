//! Names of events as a user writes them.

use crate::descriptor::Named;
use probity_model::MetricId;
use std::fmt::Write;

/// What a user has named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::perf) enum EventName {
    /// `perf.raw.r1c2`: the number of an event of the core PMU.
    Raw { config: u64, modes: Modes },
    /// `msr/tsc/`, `cpu/event=0xc0,umask=1/u`: in the terms of a PMU.
    Pmu { pmu: String, terms: Vec<Term>, modes: Modes },
    /// `pfm.RETIRED_INSTRUCTIONS`: as a library of events calls it.
    Library { name: String },
}

/// What stands between two slashes, comma by comma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::perf) struct Term {
    pub(in crate::perf) name: String,
    /// Without a value it is the name of an event, or a field that is set to 1.
    pub(in crate::perf) value: Option<u64>,
}

/// Which modes of the CPU are to count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::perf) enum Modes {
    /// Nothing is said: both, or user mode where the kernel's part is not for us.
    #[default]
    Any,
    User,
    Kernel,
}

const RAW: &str = "perf.raw.";
const LIBRARY: &str = "pfm.";
const PMU: &str = "pmu.";

/// The longest id that evidence takes.
const MAX_ID_BYTES: usize = 100;

/// What `selector` names and the metric that is made for it; `None` where it is written like no
/// event.
pub(in crate::perf) fn parse(selector: &str) -> Option<Result<Named, String>> {
    let name = event_name(selector)?;
    Some(name.and_then(|name| {
        let id = name.id();
        match id.len() {
            0..=MAX_ID_BYTES => Ok(Named { id: MetricId(id.into()), selector: name.to_string() }),
            _ => Err(format!("its metric would have an id of more than {MAX_ID_BYTES} bytes")),
        }
    }))
}

/// The event that `selector` names, as [`parse`].
pub(in crate::perf) fn event_name(selector: &str) -> Option<Result<EventName, String>> {
    if selector.contains('/') {
        Some(of_pmu(selector))
    } else if let Some(number) = selector.strip_prefix(RAW) {
        Some(of_number(number))
    } else if let Some(name) = selector.strip_prefix(LIBRARY) {
        Some(of_library(name))
    } else if selector.starts_with(PMU) {
        Some(Err("events of a PMU are written as PMU/event/ or PMU/term=value,…/".to_owned()))
    } else {
        None
    }
}

fn of_number(text: &str) -> Result<EventName, String> {
    let (number, modes) = match text.split_once(':') {
        None => (text, Modes::Any),
        Some((number, modes)) => (number, modes_of(modes)?),
    };
    let digits = number.strip_prefix('r').unwrap_or_default();
    let is_number =
        (1..=16).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    match u64::from_str_radix(digits, 16) {
        Ok(config) if is_number => Ok(EventName::Raw { config, modes }),
        _ => Err("a raw event is r and 1 to 16 hexadecimal digits, such as perf.raw.r1c2".into()),
    }
}

fn modes_of(text: &str) -> Result<Modes, String> {
    match text {
        "" => Ok(Modes::Any),
        "u" => Ok(Modes::User),
        "k" => Ok(Modes::Kernel),
        _ => Err("after the event may stand u (user mode only) or k (kernel only)".to_owned()),
    }
}

fn of_library(name: &str) -> Result<EventName, String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_:.-=+".contains(&byte);
    match !name.is_empty() && name.bytes().all(is_plain) {
        true => Ok(EventName::Library { name: name.to_owned() }),
        false => Err("an event of the library is named with letters, digits and _:.-=+".to_owned()),
    }
}

fn of_pmu(selector: &str) -> Result<EventName, String> {
    let mut parts = selector.split('/');
    let (Some(pmu), Some(terms), Some(modes), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err("an event of a PMU stands between two slashes, as in msr/tsc/".to_owned());
    };
    // It becomes a folder's name.
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    if pmu.is_empty() || !pmu.bytes().all(is_plain) {
        return Err("the name of a PMU has letters, digits, _ and - only".to_owned());
    }
    let terms = terms.split(',').map(term).collect::<Result<Vec<_>, _>>()?;
    Ok(EventName::Pmu { pmu: pmu.to_owned(), terms, modes: modes_of(modes)? })
}

/// One term, `name` or `name=value`, as a user and as the files of a PMU write it.
pub(super) fn term(text: &str) -> Result<Term, String> {
    let (name, value) = match text.split_once('=') {
        None => (text, None),
        Some((name, value)) => (name, Some(number(value)?)),
    };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
    match name.bytes().all(is_plain) && name.starts_with(|first: char| first.is_ascii_alphabetic())
    {
        true => Ok(Term { name: name.to_owned(), value }),
        false => Err(format!("`{}` is no term: give name or name=value", text.escape_debug())),
    }
}

fn number(text: &str) -> Result<u64, String> {
    let read = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        // from_str_radix takes a sign, too.
        Some(digits) if digits.starts_with('+') => None,
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None if text.starts_with('+') => None,
        None => text.parse().ok(),
    };
    read.ok_or_else(|| format!("`{}` is no number of 64 bits", text.escape_debug()))
}

impl EventName {
    /// The id of its metric: words as ids have them, see docs/decisions/0011.
    fn id(&self) -> String {
        match self {
            Self::Raw { config, modes } => format!("{RAW}r{config:x}{}", modes.word()),
            Self::Pmu { pmu, terms, modes } => {
                let mut id = format!("{PMU}{}", word(pmu));
                for Term { name, value } in terms {
                    id += &format!(".{}", word(name));
                    if let Some(value) = value {
                        // Writing to a string cannot fail.
                        let _ = write!(id, "_{value:#x}");
                    }
                }
                id + modes.word()
            }
            Self::Library { name } => {
                let words = name.split(':').filter(|part| !part.is_empty()).map(word);
                words.fold(String::from("pfm"), |id, word| id + "." + &word)
            }
        }
    }
}

/// The one spelling of it.
impl std::fmt::Display for EventName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |modes: &Modes| match modes {
            Modes::Any => "",
            Modes::User => "u",
            Modes::Kernel => "k",
        };
        match self {
            Self::Raw { config, modes: Modes::Any } => write!(f, "{RAW}r{config:x}"),
            Self::Raw { config, modes } => write!(f, "{RAW}r{config:x}:{}", letter(modes)),
            Self::Pmu { pmu, terms, modes } => {
                write!(f, "{pmu}/")?;
                for (place, Term { name, value }) in terms.iter().enumerate() {
                    f.write_str(if place == 0 { name } else { "," })?;
                    if place > 0 {
                        f.write_str(name)?;
                    }
                    if let Some(value) = value {
                        write!(f, "={value:#x}")?;
                    }
                }
                write!(f, "/{}", letter(modes))
            }
            Self::Library { name } => write!(f, "{LIBRARY}{name}"),
        }
    }
}

impl Modes {
    /// What is said of a reading of them.
    pub(super) fn said(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::User => ", user mode only",
            Self::Kernel => ", kernel only",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::User => ".user",
            Self::Kernel => ".kernel",
        }
    }
}

/// One word of an id: lower case, a letter first, and `_` for whatever ids do not have.
fn word(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    let word: String = text.chars().map(plain).collect();
    match word.starts_with(|first: char| first.is_ascii_lowercase()) {
        true => word,
        false => format!("x{word}"),
    }
}
