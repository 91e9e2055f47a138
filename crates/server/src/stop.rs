//! A flag that a search looks at, and that a task can wait for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Whether something is to end. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    /// What a search looks at: it knows nothing of tasks.
    flag: Arc<AtomicBool>,
    raised: Notify,
}

impl Stop {
    /// The flag for the limits of a search.
    pub(crate) fn flag(&self) -> &Arc<AtomicBool> {
        &self.0.flag
    }

    pub(crate) fn raise(&self) {
        self.0.flag.store(true, Ordering::Release);
        self.0.raised.notify_waiters();
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.0.flag.load(Ordering::Acquire)
    }

    /// Ends when the flag is raised, at once if it is already.
    pub(crate) async fn raised(&self) {
        // Who looks first and listens then would miss what happens in between.
        let mut raised = std::pin::pin!(self.0.raised.notified());
        raised.as_mut().enable();
        if !self.is_raised() {
            raised.await;
        }
    }
}

/// Raises a flag when it is dropped: with the client that wanted a search.
#[derive(Debug)]
pub(crate) struct StopGuard(pub(crate) Stop);

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_waits_is_told_and_whoever_comes_later_does_not_wait() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let stop = Stop::default();
            let guard = StopGuard(stop.clone());
            let waiting = [stop.clone(), stop.clone()].map(|stop| tokio::spawn(async move { stop.raised().await }));
            tokio::task::yield_now().await;
            assert!(!stop.is_raised() && waiting.iter().all(|task| !task.is_finished()));
            drop(guard);
            for task in waiting {
                task.await.unwrap();
            }
            stop.raised().await;
            assert!(stop.flag().load(Ordering::Relaxed));
        });
    }
}
