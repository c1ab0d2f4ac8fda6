//! All cases of an executable, and one of them.

use super::case::Case;
use super::identifier;
use super::problem::Problem;
use super::registration::{Registration, Variant};
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;

/// The cases that can be measured, in a stable order, and what keeps others from it.
#[derive(Debug, Default)]
pub struct Listing {
    /// By file, then line, then in the order of the function's values. No two have the same id.
    pub cases: Vec<Case>,
    /// What is wrong with functions or cases that are not in the list.
    pub problems: Vec<Problem>,
}

/// All cases of this executable.
pub fn cases() -> Listing {
    Listing::of(inventory::iter::<Registration>.into_iter())
}

/// The cases with these ids, as far as there are such. Only the arguments of functions are made
/// that one of them could belong to.
pub fn exactly(ids: &[String]) -> Listing {
    let is_meant = |entry: &&Registration| {
        let path = entry.path();
        ids.iter().any(|id| identifier::is_of(&path, id))
    };
    let mut listing = Listing::of(inventory::iter::<Registration>.into_iter().filter(is_meant));
    listing.cases.retain(|case| ids.contains(&case.id()));
    listing
}

/// The case with this id. Only the arguments of the functions are made that the id could belong to:
/// one, as a rule.
pub fn find(id: &str) -> Result<Case, NotFound> {
    find_in(inventory::iter::<Registration>.into_iter(), id)
}

pub(super) fn find_in<'r>(
    registrations: impl Iterator<Item = &'r Registration>,
    id: &str,
) -> Result<Case, NotFound> {
    let listing = Listing::of(registrations.filter(|entry| identifier::is_of(&entry.path(), id)));
    let found = listing.cases.into_iter().find(|case| case.id() == id);
    found.ok_or_else(|| NotFound { id: id.to_owned(), problems: listing.problems })
}

/// There is no case with an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotFound {
    /// The id.
    pub id: String,
    /// What may be the reason: what is wrong with the functions that it could belong to.
    pub problems: Vec<Problem>,
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no benchmark is called '{}'", self.id)?;
        for problem in &self.problems {
            write!(f, "; {problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NotFound {}

impl Listing {
    /// The cases of these registrations, which may come in any order: the linker has its own.
    pub(super) fn of<'r>(registrations: impl Iterator<Item = &'r Registration>) -> Self {
        let mut registrations: Vec<_> = registrations.collect();
        // What one macro wrote is all on one line.
        registrations.sort_by_key(|entry| (entry.file, entry.line, entry.module, entry.function));
        let mut listing = Self::default();
        for registration in registrations {
            listing.add(registration);
        }
        listing.separate();
        listing
    }

    fn add(&mut self, registration: &Registration) {
        let (path, place) = (registration.path(), registration.place());
        match made(registration) {
            Err(message) => self.problems.push(Problem::Panicked { path, place, message }),
            Ok(variants) if variants.is_empty() => {
                self.problems.push(Problem::NoCase { path, place });
            }
            Ok(variants) => {
                for variant in variants {
                    let case = Case::new(registration, variant);
                    if case.threads == Some(0) {
                        self.problems.push(Problem::NoThread { id: case.id(), place });
                    } else {
                        self.cases.push(case);
                    }
                }
            }
        }
    }

    /// Takes out the cases whose id is not theirs alone: each of them would hide the others.
    fn separate(&mut self) {
        let mut places: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for case in &self.cases {
            places.entry(case.id()).or_default().push(case.place);
        }
        places.retain(|_, places| places.len() > 1);
        self.cases.retain(|case| !places.contains_key(&case.id()));
        let same = places.into_iter().map(|(id, places)| Problem::SameId { id, places });
        self.problems.extend(same);
    }
}

/// The variants of a function, or what the panic said that ended making them.
fn made(registration: &Registration) -> Result<Vec<Variant>, String> {
    std::panic::catch_unwind(registration.variants).map_err(|payload| said(&*payload))
}

fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("it left no text")
        .to_owned()
}
