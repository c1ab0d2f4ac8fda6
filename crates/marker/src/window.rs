//! A window that ends with its guard.

use crate::Message;
use crate::pipe::{self, Outcome};
use core::sync::atomic::{AtomicU64, Ordering};

static NEXT: AtomicU64 = AtomicU64::new(1);

/// An open window; it ends where this is dropped.
///
/// Where a panic drops it no end is said: a window that was left so is a finding, not a short one.
/// Nor does a forked child end the windows of its parent.
#[must_use = "the window ends where this is dropped"]
#[derive(Debug)]
pub struct Window(Option<Open>);

#[derive(Clone, Copy, Debug)]
struct Open {
    id: u64,
    pid: u32,
}

/// Begins a window.
#[inline]
pub fn window(name: &str) -> Window {
    Window(pipe::pipe().and_then(|pipe| {
        let open = Open { id: NEXT.fetch_add(1, Ordering::Relaxed), pid: std::process::id() };
        let t_ns = pipe.now();
        let message = Message::WindowStart { name, id: open.id, t_ns, clock: None };
        (pipe.say_as(open.pid, &message) == Outcome::Sent).then_some(open)
    }))
}

impl Window {
    /// Ends it here.
    pub fn end(self) {}
}

impl Drop for Window {
    #[inline]
    fn drop(&mut self) {
        let Some(open) = self.0 else { return };
        let Some(pipe) = pipe::pipe() else { return };
        let t_ns = pipe.now();
        if open.pid == std::process::id() && !std::thread::panicking() {
            pipe.say_as(open.pid, &Message::WindowEnd { id: open.id, t_ns, clock: None });
        }
    }
}
