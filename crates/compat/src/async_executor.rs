//! What runs the futures of benchmarks.

use probity_harness::{BlockOn, Executor};
use std::future::Future;

/// Runs a future to its end. With the feature `async_tokio` a `Runtime` and a `Handle` of tokio do,
/// and references to them. No other runtime is a dependency of this library, so those of other
/// crates are wrapped in a type of one's own:
///
/// ```
/// # use probity_compat as criterion;
/// # struct Runtime;
/// # impl Runtime {
/// #     fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
/// #         use criterion::async_executor::{AsyncExecutor, FuturesExecutor};
/// #         FuturesExecutor.block_on(future)
/// #     }
/// # }
/// struct OnRuntime(Runtime);
///
/// impl criterion::async_executor::AsyncExecutor for OnRuntime {
///     fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
///         self.0.block_on(future)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known as what runs futures",
    note = "one of tokio is, with the feature `async_tokio`",
    note = "wrap any other: `struct Rt(Runtime);` with `impl \
            criterion::async_executor::AsyncExecutor for Rt`, whose `block_on` calls that of the \
            runtime"
)]
pub trait AsyncExecutor {
    /// What the future comes to.
    fn block_on<T>(&self, future: impl Future<Output = T>) -> T;
}

/// Polls on the calling thread, and parks it until it is woken. It has no timers and no sockets.
#[derive(Clone, Copy, Debug, Default)]
pub struct FuturesExecutor;

impl AsyncExecutor for FuturesExecutor {
    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        BlockOn.block_on(future)
    }
}

/// What has a method `block_on` of its own.
#[cfg(feature = "async_tokio")]
macro_rules! blocks_on {
    ($($runtime:ty),+) => {$(
        impl AsyncExecutor for $runtime {
            fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
                <$runtime>::block_on(self, future)
            }
        }

        impl AsyncExecutor for &$runtime {
            fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
                <$runtime>::block_on(self, future)
            }
        }
    )+};
}

#[cfg(feature = "async_tokio")]
blocks_on!(tokio::runtime::Runtime, tokio::runtime::Handle);

#[cfg(all(test, feature = "async_tokio"))]
mod tests {
    use super::AsyncExecutor;
    use tokio::runtime::{Builder, Handle};

    /// What only works on a runtime of tokio.
    async fn spawned() -> u64 {
        tokio::spawn(async { 42 }).await.unwrap_or_default()
    }

    fn on(executor: impl AsyncExecutor) -> u64 {
        executor.block_on(spawned())
    }

    #[test]
    fn a_runtime_of_tokio_runs_futures() {
        let new = || Builder::new_current_thread().build().unwrap();
        let runtime = new();
        assert_eq!((on(&runtime), on(new())), (42, 42));
        // A handle drives tasks where the threads of its runtime do not.
        let handle: &Handle = runtime.handle();
        assert_eq!(handle.block_on(async { 7 }), AsyncExecutor::block_on(&handle, async { 7 }));
    }
}
