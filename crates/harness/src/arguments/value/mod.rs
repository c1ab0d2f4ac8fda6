//! Values of options: text in, a value or what to give instead out.

mod fraction;
mod name;

pub(crate) mod choice;
pub(crate) mod duration;
pub(crate) mod number;

pub use fraction::Fraction;
pub use name::BaselineName;
