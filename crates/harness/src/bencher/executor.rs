//! Code that waits for something, and what runs it.

use crate::timing::{Bracket, Sampled, Shape};
use std::future::Future;
use std::hint::black_box;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::thread::Thread;

/// Runs a future to its end. A runtime is one in three lines:
///
/// ```ignore
/// impl probity::Executor for Runtime {
///     fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
///         self.0.block_on(future)
///     }
/// }
/// ```
pub trait Executor {
    /// What the future comes to.
    fn block_on<T>(&self, future: impl Future<Output = T>) -> T;
}

impl<E: Executor> Executor for &E {
    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        E::block_on(self, future)
    }
}

/// The executor that needs no runtime: it polls on the calling thread, and parks it until it is
/// woken. It has no timers and no sockets.
#[derive(Clone, Copy, Debug, Default)]
pub struct BlockOn;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.0.unpark();
    }
}

thread_local! {
    /// Made once in a thread, so that no sample allocates.
    static WAKER: Waker = Waker::from(Arc::new(Unpark(std::thread::current())));
}

impl Executor for BlockOn {
    fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        let waker = WAKER.with(Waker::clone);
        let mut context = Context::from_waker(&waker);
        loop {
            match future.as_mut().poll(&mut context) {
                Poll::Ready(value) => return value,
                // It may wake for nothing: then it is polled for nothing.
                Poll::Pending => std::thread::park(),
            }
        }
    }
}

/// Code that makes a future, which is awaited. The executor is entered once a sample, outside of
/// the bracket.
pub(super) struct Awaited<E, F> {
    /// What runs it.
    pub(super) executor: E,
    /// What makes the futures.
    pub(super) routine: F,
}

impl<E: Executor, T: Future, F: FnMut() -> T> Sampled for Awaited<E, F> {
    fn shape(&self) -> Shape {
        Shape::Loop
    }

    fn sample<B: Bracket + ?Sized>(&mut self, iterations: u64, bracket: &mut B) {
        let Self { executor, routine } = self;
        executor.block_on(async {
            bracket.begin();
            for _ in 0..iterations {
                black_box(routine().await);
            }
            bracket.end(iterations);
        });
    }
}
