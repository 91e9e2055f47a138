//! Search thread, which can be stopped while the other program's lines are read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use counterplay_api::{ActionWord, AnyPosition, Progress, Report, Request, Strength};
use counterplay_core::Limits;

use crate::session::Event;

/// Search task.
pub(crate) struct Task {
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) request: Request,
    /// Strength to play at, whose mistakes are made too; the engine's best if there is none.
    pub(crate) strength: Option<Strength>,
}

/// Result of a search.
pub(crate) struct SearchResult {
    /// Best action. `None` only where there is none.
    pub(crate) action: Option<ActionWord>,
    /// Search report. A limited strength has none.
    pub(crate) report: Option<Report>,
    /// Error of a failed search; the action is then the first that is legal.
    pub(crate) fault: Option<String>,
    pub(crate) time: Duration,
}

/// Search that is running. When it is dropped it is stopped, and waited for.
pub(crate) struct SearchThread {
    stop: Arc<AtomicBool>,
    pub(crate) start: Instant,
    thread: Option<JoinHandle<()>>,
}

impl SearchThread {
    /// Starts a search. Its progress comes as events, and its end as [`Event::Finished`], whatever happens.
    pub(crate) fn begin(mut task: Task, events: &Sender<Event>) -> SearchThread {
        let (stop, start) = (Arc::<AtomicBool>::default(), Instant::now());
        task.request.limits.stop = Some(Arc::clone(&stop));
        let stack = task.request.limits.stack.saturating_add(Limits::DEFAULT_STACK);
        let sender = events.clone();
        let first = first_action(task.position.as_ref());
        let thread = Builder::new().name("search".to_owned()).stack_size(stack).spawn(move || {
            let mut on_progress =
                |progress: &Progress| drop(sender.send(Event::Progress(progress.clone(), start.elapsed())));
            let mut found = think(&task, &mut on_progress);
            found.time = start.elapsed();
            let _ = sender.send(Event::Finished(Box::new(found)));
        });
        if let Err(error) = &thread {
            let fault = Some(format!("the system refuses a thread: {error}"));
            let _ = events.send(Event::Finished(Box::new(SearchResult {
                action: first,
                report: None,
                fault,
                time: Duration::ZERO,
            })));
        }
        SearchThread { stop, start, thread: thread.ok() }
    }

    /// Asks the search to stop. Its end comes as an event, as always.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn think(task: &Task, tell: &mut dyn FnMut(&Progress)) -> SearchResult {
    let Task { position, request, strength } = task;
    let position = position.as_ref();
    let (answer, report) = match strength {
        Some(strength) => (strength.choose(position, request.seed, request, tell), None),
        None => match position.best(request, tell) {
            Ok(report) => (Ok(report.chosen()), Some(report)),
            Err(error) => (Err(error), None),
        },
    };
    let fault = answer.as_ref().err().map(ToString::to_string);
    let action = answer.ok().flatten().or_else(|| first_action(position));
    SearchResult { action, report, fault, time: Duration::ZERO }
}

fn first_action(position: &dyn AnyPosition) -> Option<ActionWord> {
    position.actions().into_iter().next()
}
