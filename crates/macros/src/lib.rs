//! Attributes that register benchmarks.
//!
//! The attribute keeps the function as it is and adds a registration beside it. Tokens are read
//! and written by hand, without a parser of the whole language: a user waits for this crate before
//! anything else is compiled. So everything between the two ends in `stream` works on tokens of
//! our own, which a test can make from text.

mod dimension;
mod function;
mod options;
mod parameter;
mod refusal;
mod registration;
mod stream;
mod template;
mod token;

use proc_macro::TokenStream;

/// Registers a function as a benchmark.
///
/// ```ignore
/// // A plain body: what is measured is one call, and its value is used up.
/// #[probity::bench]
/// fn fib() -> u64 {
///     fib_of(probity::black_box(20))
/// }
///
/// // With a bencher the body says itself what is measured and what is only made ready.
/// #[probity::bench(args = [16, 1024])]
/// fn sort(b: probity::Bencher, n: usize) {
///     b.iter_batched_ref(|| input(n), |values| values.sort(), probity::BatchSize::SmallInput);
/// }
/// ```
///
/// The first parameter is the bencher when its type is called `Bencher`; such a function returns
/// nothing, `Measured`, or a `Result` of these. A plain body that returns a `Result` fails with its
/// first `Err`; it is not timed as if it had succeeded. The argument of a plain body is the same in
/// every call: it is `Copy` or taken by reference.
///
/// Options, separated by commas:
///
/// - `args = [1, 2]`: a case for each value of the one parameter. Any expression that can be
///   iterated will do; references become values where the parameter is one.
/// - `args(rows = [1, 2], kind = ["a", "b"])`: a case for each combination; the first varies
///   slowest.
/// - `types = [Vec<u8>, String]`: a case for each type of the one type parameter.
/// - `consts = [8, 64]`: a case for each value of the one constant parameter.
/// - `threads = [1, 2, 4]`: a case for each number of threads that call a plain body at once, or
///   that `b.iter_parallel` calls its code with.
/// - `name = "other name"`: what it is called in place of the function's name.
/// - `ignore`, `ignore = "why"`: listed, and run only when asked for; `#[ignore]` says the same.
/// - `crate = some::path`: where the crate `probity` is found, when it is not `::probity`.
///
/// Given together they are multiplied in the order types, constants, arguments, threads.
#[proc_macro_attribute]
pub fn bench(options: TokenStream, item: TokenStream) -> TokenStream {
    stream::expand(options, item)
}

#[cfg(test)]
mod tests;
