//! The `main` of a bench target.

/// The `main` of a bench target: lists and measures what `#[probity::bench]` registered in it.
///
/// What the numbers depend on and neither the code nor the arguments show (an input, the version of
/// a library that is linked) can be named; it is kept with the evidence and shown with the results.
/// A value is anything that can be shown, and found out in each process after it has measured.
///
/// ```
/// # #[probity::bench]
/// # fn nothing() {}
/// probity::main!(provenance = [
///     ("corpus", "silesia 2003"),
///     ("pages", std::env::var("PAGES").unwrap_or_else(|_| "all".into())),
/// ]);
/// ```
#[macro_export]
macro_rules! main {
    () => {
        $crate::main!(provenance = []);
    };
    (provenance = [$(($name:expr, $value:expr $(,)?)),* $(,)?] $(,)?) => {
        fn main() -> ::std::process::ExitCode {
            $crate::__private::main($crate::__private::Executable {
                package: ::std::env!("CARGO_PKG_NAME"),
                version: ::std::env!("CARGO_PKG_VERSION"),
                target: ::std::env!("CARGO_CRATE_NAME"),
                is_debug: ::std::cfg!(debug_assertions),
                features: $crate::__private::target_features!(),
                provenance: || ::std::vec![$((
                    $crate::__private::ToString::to_string(&$name),
                    $crate::__private::ToString::to_string(&$value),
                )),*],
            })
        }
    };
}
