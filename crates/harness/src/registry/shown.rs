//! The text of an argument: as it is displayed, or else as it is debugged.
//!
//! Which of the two a type has is found by the order in which the compiler looks for a method:
//! `(&&&Shown(&value)).text()` finds what is implemented for `&&Shown`, or else for `&Shown`, or
//! else for `Shown`. The traits must be in scope there.

use std::fmt::{Debug, Display};

/// An argument whose text is wanted.
#[derive(Debug)]
pub struct Shown<'v, T: ?Sized>(pub &'v T);

/// Of what can be displayed.
pub trait ByDisplay {
    /// The text.
    fn text(&self) -> String;
}

impl<T: Display + ?Sized> ByDisplay for &&Shown<'_, T> {
    fn text(&self) -> String {
        self.0.to_string()
    }
}

/// Of what can only be debugged.
pub trait ByDebug {
    /// The text.
    fn text(&self) -> String;
}

impl<T: Debug + ?Sized> ByDebug for &Shown<'_, T> {
    fn text(&self) -> String {
        format!("{:?}", self.0)
    }
}

/// Of what can be neither: it is found, and then refused with a reason.
pub trait ByNothing<T: ?Sized> {
    /// The text.
    fn text(&self) -> String
    where
        T: Text;
}

impl<T: ?Sized> ByNothing<T> for Shown<'_, T> {
    fn text(&self) -> String
    where
        T: Text,
    {
        self.0.told()
    }
}

/// What a value without a text lacks. Nothing implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no text to tell its case from others",
    note = "derive `Debug` for it, or implement `Display`"
)]
pub trait Text {
    /// The text.
    fn told(&self) -> String;
}
