//! Drawings: SVG of our own, the same bytes for the same numbers on every machine.

mod axis;
mod bar;
mod ecdf;
mod frame;
mod group;
mod lanes;
mod path;
mod ratio;
mod strip;

pub(super) use bar::{Segment, bar};
pub(super) use ecdf::{Distribution, ecdf};
pub(super) use lanes::{Lane, lanes};
pub(super) use ratio::{Limits, Row, ratios};
pub(super) use strip::{Mark, Sort, Strip, strip};
