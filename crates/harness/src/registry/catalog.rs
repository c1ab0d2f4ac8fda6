//! Where the cases of an executable come from.

use super::case::Case;
use super::listing::{self, Listing, NotFound};

/// Where the cases of an executable come from: what the attribute registered, or what a program
/// names when it is asked.
pub trait Catalog {
    /// All cases.
    fn cases(&self) -> Listing;

    /// The cases with these ids, as far as there are such.
    fn exactly(&self, ids: &[String]) -> Listing {
        let mut listing = self.cases();
        listing.cases.retain(|case| ids.contains(&case.id()));
        listing
    }

    /// The case with this id. A worker asks for it, and for nothing else.
    ///
    /// # Errors
    /// Where there is none.
    fn find(&self, id: &str) -> Result<Case, NotFound>;

    /// Another spelling of a word that selects cases by their ids, where people have one.
    fn respelled(&self, _word: &str) -> Option<String> {
        None
    }
}

/// What the attribute registered in this executable.
#[derive(Clone, Copy, Debug)]
pub struct Registered;

impl Catalog for Registered {
    fn cases(&self) -> Listing {
        listing::cases()
    }

    fn exactly(&self, ids: &[String]) -> Listing {
        listing::exactly(ids)
    }

    fn find(&self, id: &str) -> Result<Case, NotFound> {
        listing::find(id)
    }
}
