//! Names of events in the words of libpfm4: which of its tables holds this machine's CPU, and what
//! of its answers can be counted.

use probity_model::{Absence, Cause};
use probity_sys::counter::{Encoding, LibraryError};

/// The library's table for a CPU by its vendor, family and model, as `/proc/cpuinfo` has them. The
/// library looks itself, and does not know each model (4.13 none of 0x61 of AMD's family 25): then
/// the table is named to it. From the lists of models in lib/pfmlib_amd64.c and
/// lib/pfmlib_intel_*.c of libpfm 4.13, those of AMD's family 26 from the kernel's
/// arch/x86/kernel/cpu/amd.c.
pub(super) fn table(cpuinfo: &str) -> Option<&'static str> {
    let field = |wanted: &str| {
        let lines = cpuinfo.lines().filter_map(|line| line.split_once(':'));
        let mut fields = lines.map(|(key, value)| (key.trim(), value.trim()));
        fields.find_map(|(key, value)| (key == wanted).then_some(value))
    };
    let family: u32 = field("cpu family")?.parse().ok()?;
    let model: u32 = field("model")?.parse().ok()?;
    match (field("vendor_id")?, family) {
        ("AuthenticAMD", 23) if model >= 0x30 => Some("amd64_fam17h_zen2"),
        ("AuthenticAMD", 23) => Some("amd64_fam17h_zen1"),
        ("AuthenticAMD", 25) if model >= 0x60 || (0x10..=0x1f).contains(&model) => {
            Some("amd64_fam19h_zen4")
        }
        ("AuthenticAMD", 25) => Some("amd64_fam19h_zen3"),
        ("AuthenticAMD", 26) if model <= 0x4f || (0x60..=0x7f).contains(&model) => {
            Some("amd64_fam1ah_zen5")
        }
        ("GenuineIntel", 6) => intel(model),
        _ => None,
    }
}

fn intel(model: u32) -> Option<&'static str> {
    match model {
        0x4e | 0x5e | 0x8e | 0x9e | 0xa5 | 0xa6 => Some("skl"),
        0x55 => Some("skx"),
        0x6a | 0x6c => Some("icx"),
        0x7d | 0x7e => Some("icl"),
        0x8f => Some("spr"),
        0xcf => Some("emr"),
        _ => None,
    }
}

/// The encoding of `name`, looked for in the table of this CPU where the library has none itself.
///
/// # Errors
/// Why there is none, or why it cannot be counted as the name says.
pub(super) fn encoded(
    name: &str,
    cpuinfo: &str,
    encode: impl Fn(&str) -> Result<Encoding, LibraryError>,
) -> Result<Encoding, Absence> {
    let first = encode(name);
    let answer = match (&first, table(cpuinfo)) {
        (Err(LibraryError::NotFound), Some(table)) if !name.contains("::") => {
            encode(&format!("{table}::{name}"))
        }
        _ => first,
    };
    let encoding = answer.map_err(absent)?;
    let own = encoding.name.split("::").next().unwrap_or_default();
    if !encoding.is_present && table(cpuinfo) != Some(own) {
        // Its numbers would be taken for those of another event.
        let reason = format!("{} is an event of another CPU", encoding.name);
        return Err(Absence::new(Cause::NoHardware, reason)
            .with_remedy("an event of this CPU; showevtinfo lists events"));
    }
    match encoding.rest.as_slice() {
        [] => Ok(encoding),
        dropped => {
            let reason = "libpfm4 asks for what we do not pass on, so that something else would \
                          be counted";
            Err(Absence::new(Cause::NotImplemented, format!("{reason}: {}", dropped.join(", "))))
        }
    }
}

fn absent(error: LibraryError) -> Absence {
    let reason = error.to_string();
    match error {
        LibraryError::StaticBuild => Absence::new(Cause::NotImplemented, reason)
            .with_remedy("a dynamically linked build, or the event's number (perf.raw.r1c2)"),
        LibraryError::Missing(_) => Absence::new(Cause::ToolMissing, reason)
            .with_remedy("install libpfm4, or give the event's number (perf.raw.r1c2)"),
        LibraryError::Foreign(_) => Absence::new(Cause::ToolMissing, reason)
            .with_remedy("install libpfm4 4.13, or give the event's number (perf.raw.r1c2)"),
        LibraryError::NotFound | LibraryError::Refused(_) => {
            Absence::new(Cause::NoHardware, reason)
                .with_remedy("name its table as in pfm.skl::INST_RETIRED; showevtinfo lists events")
        }
    }
}
