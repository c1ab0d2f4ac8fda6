//! Probity measures programs and says what each number is worth.
//!
//! This is the library behind the command `probity`. Today it measures windows inside your own
//! process and reads, validates and renders evidence; benchmarks for `cargo bench` build on it.
//!
//! ```
//! use probity::{Context, Observation, Selection, Session, SubjectKind};
//!
//! let mut session = Session::open(&Context::live(), SubjectKind::ThisProcess, &Selection::all());
//! session.calibrate();
//! let window = session.start_window();
//! let sum: u64 = std::hint::black_box(0..100_000_u64).sum();
//! let observations = session.stop_window(window);
//!
//! assert_eq!(sum, 4_999_950_000);
//! for (metric, observation) in &observations {
//!     match observation {
//!         Observation::Measured(measured) => println!("{metric}: {:?}", measured.value),
//!         Observation::Unavailable(absence) => println!("{metric}: none, because {absence}"),
//!         Observation::NotApplicable { reason } => println!("{metric}: does not apply: {reason}"),
//!     }
//! }
//! ```
//!
//! An observation is never a number that stands for "could not": matching on it is the only way
//! to the value.

mod entry;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use probity_campaign as campaign;
pub use probity_evidence::{Completeness, Finding, Rule, ValidEvidence, validate};
pub use probity_harness::{BatchSize, Bencher, BlockOn, Executor, Measured, black_box, skip};
pub use probity_host as host;
pub use probity_macros::bench;
pub use probity_model as model;
pub use probity_model::{Absence, Cause, Metric, MetricId, Observation, Scope, Unit, Value};
pub use probity_report as report;
pub use probity_sources::{Context, Selection, Session, SubjectKind, capabilities};
pub use probity_sys::allocation::CountingAllocator;
