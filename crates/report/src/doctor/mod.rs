//! What can be measured on this machine, what cannot, and what to do about it: the doctor's report
//! and the catalog of metrics.

mod calibration;
mod catalog;
mod cautions;
mod costs;
mod facts;
mod page;
mod paragraph;

pub use catalog::{catalog, catalog_json};
pub use cautions::{Caution, cautions};
pub use page::{Examination, doctor, doctor_json};

pub(crate) use facts::host_rows;
pub(crate) use page::{ability, absent, session_cost};

#[cfg(test)]
mod tests;
