//! How a value of `args` becomes what the function takes.

/// A value that can be given where a benchmark takes `P`: the same type, or a reference to it.
#[diagnostic::on_unimplemented(
    message = "the benchmark takes `{P}`, and `{Self}` is given",
    note = "a value of `args` has the type of its parameter, or is a reference to it"
)]
pub trait Pass<P> {
    /// The value as the function takes it.
    fn pass(self) -> P;
}

impl<T> Pass<T> for T {
    fn pass(self) -> T {
        self
    }
}

impl<T: Clone> Pass<T> for &T {
    fn pass(self) -> T {
        self.clone()
    }
}

/// The value as the function takes it.
pub fn pass<P>(value: impl Pass<P>) -> P {
    value.pass()
}

/// A value that can be given again in every call.
#[diagnostic::on_unimplemented(
    message = "a plain body is called many times, and `{Self}` can be given away only once",
    label = "this argument is not `Copy`",
    note = "take it by reference, or take a bencher first and clone it in a setup of its own"
)]
pub trait Again {
    /// The value once more.
    fn again(&self) -> Self;
}

impl<T: Copy> Again for T {
    #[inline(always)]
    fn again(&self) -> Self {
        *self
    }
}

/// The value once more.
#[inline(always)]
pub fn again<T: Again>(value: &T) -> T {
    value.again()
}
