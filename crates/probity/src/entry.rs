//! The `main` of a bench target.

/// The `main` of a bench target: lists and measures what `#[probity::bench]` registered in it.
#[macro_export]
macro_rules! main {
    () => {
        fn main() -> ::std::process::ExitCode {
            $crate::__private::main($crate::__private::Executable {
                package: ::std::env!("CARGO_PKG_NAME"),
                version: ::std::env!("CARGO_PKG_VERSION"),
                target: ::std::env!("CARGO_CRATE_NAME"),
                is_debug: ::std::cfg!(debug_assertions),
            })
        }
    };
}
