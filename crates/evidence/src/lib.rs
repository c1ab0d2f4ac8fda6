//! Evidence on disk.

mod derive;
mod schedule;
