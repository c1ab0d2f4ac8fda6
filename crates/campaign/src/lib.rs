//! Many runs in a planned order.
//!
//! A campaign warms up, fixes its number of blocks before the first judged run, runs the blocks,
//! with their hooks around them and each run written before the next starts, and hands everything
//! to evidence: which validates, judges and seals. It decides the order and the stopping; it
//! judges nothing itself.

#[cfg(target_os = "linux")]
mod driver;
mod error;
mod event;
mod finished;
mod planner;
#[cfg(target_os = "linux")]
mod prepared;
#[cfg(target_os = "linux")]
mod programs;
#[cfg(target_os = "linux")]
mod redaction;
mod request;
#[cfg(target_os = "linux")]
mod seal;
#[cfg(target_os = "linux")]
mod settings;
#[cfg(target_os = "linux")]
mod told;

#[cfg(target_os = "linux")]
pub use driver::run;
pub use error::{CampaignError, HookCause, HookFailure};
pub use event::{Event, Observer, Silent};
pub use finished::Finished;
pub use planner::{Sizing, plan};
pub use request::{CaseRequest, Request, Telling};
