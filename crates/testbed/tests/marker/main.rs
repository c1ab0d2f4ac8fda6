//! Programs that say what they did, in four languages, read as the protocol has it: the writers are
//! the marker's, the reader is the model's, and neither knows the other.

mod bed;
mod book;
mod c;
mod examples;
#[path = "../../../marker/examples/marked.rs"]
mod marked;
mod rust;
