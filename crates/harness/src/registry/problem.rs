//! What keeps a registered function from being measured.

use super::case::Place;
use std::fmt;

/// Why a function has cases that are not in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Several cases have this id; none of them can be chosen by it.
    SameId {
        /// The id.
        id: String,
        /// Where their functions stand; a place as often as cases of its function have the id.
        places: Vec<Place>,
    },
    /// Making the arguments, or their texts, panicked.
    Panicked {
        /// The path of the function.
        path: String,
        /// Where it stands.
        place: Place,
        /// What the panic said.
        message: String,
    },
    /// What should give values gave none.
    NoCase {
        /// The path of the function.
        path: String,
        /// Where it stands.
        place: Place,
    },
    /// A function that names cases as it runs panicked before its end.
    Unlisted {
        /// The function.
        path: String,
        /// Where it is named.
        place: Place,
        /// What the panic said.
        message: String,
    },
    /// A case with no thread to run it.
    NoThread {
        /// The id of the case.
        id: String,
        /// Where its function stands.
        place: Place,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameId { id, places } => {
                write!(f, "{} cases are called '{id}' (", places.len())?;
                for (index, place) in places.iter().enumerate() {
                    write!(f, "{}{place}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str(
                    "); name one of the functions with `name = \"…\"`, or make its values \
                    differ in their texts",
                )
            }
            Self::Panicked { path, place, message } => write!(
                f,
                "the arguments of '{path}' ({place}) cannot be listed: making them panicked: \
                {message}"
            ),
            Self::NoCase { path, place } => write!(
                f,
                "'{path}' ({place}) has no case: one of its lists of values is empty; give it a \
                value, or remove the benchmark"
            ),
            Self::Unlisted { path, place, message } => write!(
                f,
                "the benchmarks of '{path}' ({place}) cannot all be listed: it panicked: {message}"
            ),
            Self::NoThread { id, place } => {
                write!(f, "'{id}' ({place}) has 0 threads to run it; write 1 or more")
            }
        }
    }
}

impl std::error::Error for Problem {}
