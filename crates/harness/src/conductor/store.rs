//! Saved sets of results: `baselines` in the directory of results.
//!
//! ```text
//! baselines/TARGET-HASH/NAME.json       which set a name stands for
//! baselines/TARGET-HASH/sets/SET/       one set: set.json, evidence/
//! programs/SHA256                       the executables that measured them
//! ```
//!
//! A set is never changed, and saving under a name that there is moves the name to the new set.

use super::baseline::{Pointer, Row, SCHEMA, Set, Version};
use crate::built::Built;
use crate::entry::Executable;
use probity_evidence::{ValidEvidence, sha256, validate};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// No description of a set is longer, in bytes: 1,000 rows of two ids.
const MOST_BYTES: u64 = 4 << 20;

/// The sets of one target.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    programs: PathBuf,
    folder: PathBuf,
    package: String,
    target: String,
    built: Built,
}

/// A set that can be compared with.
pub(crate) struct Saved {
    pub(super) set: Set,
    /// Its executable, if it is still what it was.
    pub(super) program: Result<PathBuf, String>,
    /// What was measured.
    pub(super) evidence: ValidEvidence,
}

/// Why a name stands for nothing that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unusable {
    /// Nothing was saved under it.
    Missing { name: String, known: Vec<String> },
    /// What was saved cannot be used: the file, and why.
    Broken { path: PathBuf, reason: String },
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { name, known } if known.is_empty() => {
                write!(f, "find the baseline '{name}': none is saved; --save-baseline {name} does")
            }
            Self::Missing { name, known } => {
                write!(f, "find the baseline '{name}': saved are {}", known.join(", "))
            }
            Self::Broken { path, reason } => {
                write!(f, "use the baseline at {}: {reason}", path.display())
            }
        }
    }
}

impl Saved {
    /// The same without an executable to run where it was built otherwise than `other`, or measures
    /// by another version of ours: a difference would be the compiler's or ours, and no change of
    /// the code.
    pub(super) fn unless_unlike(mut self, other: &Built, version: &str) -> Self {
        let own = self.version();
        let is_other = (own != version)
            .then(|| format!("Probity {own} is in one of them, and {version} in the other"));
        if let Some(reason) = self.set.built.unlike(other).or(is_other) {
            self.program = Err(reason);
        }
        self
    }

    /// The version of ours that measured it.
    pub(super) fn version(&self) -> &str {
        &self.evidence.document().probity.version
    }

    /// The benchmark with this full id.
    pub(super) fn row(&self, key: &str) -> Option<&Row> {
        self.set.rows.iter().find(|row| row.key == key)
    }
}

impl Store {
    /// The sets of `executable` in the directory of results.
    pub(crate) fn of(directory: &Path, executable: Executable) -> Self {
        let (package, target) = (executable.package.to_owned(), executable.target.to_owned());
        let hash = sha256(format!("{package}/{target}").as_bytes());
        // The name is for people; the hash tells targets of one name apart.
        let readable: String = target.chars().take(32).collect();
        let folder = directory.join("baselines").join(format!("{readable}-{}", &hash[..16]));
        let (programs, built) = (directory.join("programs"), executable.built());
        Self { programs, folder, package, target, built }
    }

    /// Where a new set is to be made.
    ///
    /// # Errors
    /// Where there are no random bytes.
    pub(crate) fn new_set(&self) -> io::Result<PathBuf> {
        let bytes = probity_sys::file::random_bytes::<8>()?;
        Ok(self.folder.join("sets").join(format!("{:016x}", u64::from_be_bytes(bytes))))
    }

    /// Completes the set at `place`, whose evidence is there, and moves `name` to it.
    ///
    /// # Errors
    /// What could not be written. The name stands for what it stood for before.
    pub(crate) fn save(&self, place: &Path, name: &str, rows: Vec<Row>) -> io::Result<()> {
        let program = self.keep_program()?;
        let (package, target) = (self.package.clone(), self.target.clone());
        let built = self.built.clone();
        let set = Set { schema: SCHEMA, package, target, program, built, rows };
        // What could never be read again is not saved.
        if let Some(reason) = contradiction(&set) {
            return Err(io::Error::other(reason));
        }
        write(&place.join("set.json"), &set)?;
        let (package, target) = (self.package.clone(), self.target.clone());
        let set = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let pointer = Pointer { schema: SCHEMA, name: name.to_owned(), package, target, set };
        write(&self.folder.join(format!("{name}.json")), &pointer)
    }

    /// Keeps this executable, and gives its hash.
    fn keep_program(&self) -> io::Result<String> {
        let bytes = probity_host::binary::own()?;
        let hash = sha256(&bytes);
        let path = self.programs.join(&hash);
        if program_at(&path, &hash).is_err() {
            fs::create_dir_all(&self.programs)?;
            replace(&path, &bytes, 0o755)?;
        }
        Ok(hash)
    }

    /// What was saved under `name`, all of it read and checked.
    ///
    /// # Errors
    /// [`Unusable`].
    pub(crate) fn find(&self, name: &str) -> Result<Saved, Unusable> {
        let path = self.folder.join(format!("{name}.json"));
        if !path.exists() {
            return Err(Unusable::Missing { name: name.to_owned(), known: self.names() });
        }
        let pointer: Pointer = read(&path)?;
        let broken = |path: &Path, reason: String| Unusable::Broken { path: path.into(), reason };
        let is_ours =
            |package: &str, target: &str| package == self.package && target == self.target;
        if pointer.name != name || !is_ours(&pointer.package, &pointer.target) {
            let Pointer { name, package, target, .. } = pointer;
            return Err(broken(&path, format!("it is '{name}' of {package}/{target}")));
        }
        // A name of a directory, not a way to anywhere.
        if pointer.set.is_empty() || !pointer.set.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(broken(&path, "the set it names cannot be one".into()));
        }
        let place = self.folder.join("sets").join(&pointer.set);
        let set: Set = read(&place.join("set.json"))?;
        if !is_ours(&set.package, &set.target) {
            return Err(broken(&place, format!("it is of {}/{}", set.package, set.target)));
        }
        if let Some(reason) = contradiction(&set) {
            return Err(broken(&place, reason));
        }
        let evidence = validate(&place.join("evidence")).map_err(|findings| {
            let first = findings.first().map(|finding| finding.to_string());
            broken(&place.join("evidence"), first.unwrap_or_else(|| "it is not valid".into()))
        })?;
        let cases = &evidence.document().cases;
        let place_of = |row: &Row| cases.iter().position(|case| case.name.lossy() == row.id);
        for row in &set.rows {
            let Some(case) = place_of(row) else {
                return Err(broken(&place, format!("its evidence does not have '{}'", row.id)));
            };
            let measured = evidence.cohort().binaries.get(case).and_then(|it| it.sha256.value());
            if measured != Some(&set.program) {
                let reason = format!("'{}' was measured by another executable", row.id);
                return Err(broken(&place, reason));
            }
        }
        let program = self.programs.join(&set.program);
        let program = program_at(&program, &set.program).map(|()| program);
        Ok(Saved { set, program, evidence })
    }

    /// The names that are saved.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let name = |entry: fs::DirEntry| {
            Some(entry.file_name().to_str()?.strip_suffix(".json")?.to_owned())
        };
        let mut names: Vec<String> = entries.filter_map(name).collect();
        names.sort_unstable();
        names
    }
}

/// What contradicts what in a set, where something does.
fn contradiction(set: &Set) -> Option<String> {
    let mut seen = BTreeSet::new();
    set.rows.iter().find_map(|row| match seen.insert(&row.key) {
        true => row.contradiction(),
        false => Some(format!("'{}' is there twice", row.key)),
    })
}

/// Whether the executable is what it was.
fn program_at(path: &Path, hash: &str) -> Result<(), String> {
    let bytes = fs::read(path).map_err(|error| format!("its executable is gone ({error})"))?;
    match sha256(&bytes) == hash {
        true => Ok(()),
        false => Err("its executable is another by now".into()),
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, Unusable> {
    let broken = |reason: String| Unusable::Broken { path: path.into(), reason };
    let length = fs::metadata(path).map_err(|error| broken(error.to_string()))?.len();
    if length > MOST_BYTES {
        return Err(broken(format!("{length} bytes are more than it can have")));
    }
    let bytes = fs::read(path).map_err(|error| broken(error.to_string()))?;
    let version: Version = serde_json::from_slice(&bytes)
        .map_err(|error| broken(format!("it cannot be read: {error}")))?;
    if version.schema != SCHEMA {
        let schema = version.schema;
        return Err(broken(format!("it has the form {schema}, and this Probity knows {SCHEMA}")));
    }
    serde_json::from_slice(&bytes).map_err(|error| broken(format!("it cannot be read: {error}")))
}

fn write(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let mut bytes = serde_json::to_vec_pretty(value)?;
    bytes.push(b'\n');
    replace(path, &bytes, 0o644)
}

/// Writes a file beside its place, to the disk, and puts it there in one step: whoever reads sees
/// the old one or the new one.
fn replace(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let number = u64::from_be_bytes(probity_sys::file::random_bytes::<8>()?);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}-{number:016x}"));
    let written =
        File::options().write(true).create_new(true).open(&beside).and_then(|mut file| {
            file.write_all(bytes)?;
            file.set_permissions(fs::Permissions::from_mode(mode))?;
            file.sync_all()
        });
    match written.and_then(|()| fs::rename(&beside, path)) {
        Ok(()) => path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all()),
        Err(error) => {
            // It may not be there at all.
            let _ = fs::remove_file(&beside);
            Err(error)
        }
    }
}
