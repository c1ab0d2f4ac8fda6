//! What runs the futures of benchmarks.

use probity_harness::{BlockOn, Executor};
use std::future::Future;

/// Runs a future to its end. No runtime is a dependency of this library, so those of other crates
/// are wrapped in a type of one's own:
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
    note = "wrap it: `struct Rt(Runtime);` with `impl criterion::async_executor::AsyncExecutor for \
            Rt`, whose `block_on` calls that of the runtime"
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
