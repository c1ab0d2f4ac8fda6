//! The macros that make a bench target of functions.

/// A function that runs benchmark functions, one after another, with a
/// [`Criterion`](crate::Criterion): the default one, or that of `config`.
///
/// ```ignore
/// criterion_group!(benches, parse, print);
/// criterion_group! {
///     name = benches;
///     config = Criterion::default().sample_size(20);
///     targets = parse, print
/// }
/// ```
#[macro_export]
macro_rules! criterion_group {
    (name = $name:ident; config = $config:expr; targets = $($target:path),+ $(,)*) => {
        /// Runs the benchmarks of this group.
        pub fn $name() {
            let mut criterion: $crate::Criterion<_> = $config.configure_from_args();
            $(
                $crate::__private::target(
                    ::std::stringify!($target),
                    ::std::file!(),
                    ::std::line!(),
                    || {
                        // As criterion calls it: whatever it gives back is dropped.
                        let _ = $target(&mut criterion);
                    },
                );
            )+
        }
    };
    ($name:ident, $($target:path),+ $(,)*) => {
        $crate::criterion_group! {
            name = $name;
            config = $crate::Criterion::default();
            targets = $($target),+
        }
    };
}

/// The `main` of a bench target: lists and measures the benchmarks of these groups.
#[macro_export]
macro_rules! criterion_main {
    ($($group:path),+ $(,)*) => {
        fn main() -> ::std::process::ExitCode {
            const GROUPS: &[$crate::__private::Group] = &[$(
                $crate::__private::Group {
                    name: ::std::stringify!($group),
                    file: ::std::file!(),
                    line: ::std::line!(),
                    run: || {
                        $group();
                    },
                },
            )+];
            $crate::__private::main(
                $crate::__private::Executable {
                    package: ::std::env!("CARGO_PKG_NAME"),
                    version: ::std::env!("CARGO_PKG_VERSION"),
                    target: ::std::env!("CARGO_CRATE_NAME"),
                    is_debug: ::std::cfg!(debug_assertions),
                    features: $crate::__private::target_features!(),
                    provenance: ::std::vec::Vec::new,
                },
                GROUPS,
            )
        }
    };
}
