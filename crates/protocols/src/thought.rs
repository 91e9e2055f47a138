//! A search on a thread of its own, which can be stopped while the other program is listened to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use counterplay_api::{AnyPosition, Level, Progress, Report, Request};
use counterplay_core::Limits;

use crate::session::Event;

/// What is to be thought about.
pub(crate) struct Task {
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) request: Request,
    /// Whoever plays at a level errs as it does.
    pub(crate) level: Option<Level>,
}

/// What came of it.
pub(crate) struct Found {
    /// What to do; nothing only where there is nothing to do.
    pub(crate) action: Option<String>,
    /// What the search says; a level says nothing.
    pub(crate) report: Option<Report>,
    /// Why there was no answer; the action is then the first that is legal.
    pub(crate) fault: Option<String>,
    pub(crate) time: Duration,
}

/// A search that is under way. When it is dropped it is stopped, and waited for.
pub(crate) struct Thought {
    stop: Arc<AtomicBool>,
    pub(crate) start: Instant,
    thread: Option<JoinHandle<()>>,
}

impl Thought {
    /// Begins to think. What is found is told as an event, in the end [`Event::Found`], whatever happens.
    pub(crate) fn begin(mut task: Task, events: &Sender<Event>) -> Thought {
        let (stop, start) = (Arc::<AtomicBool>::default(), Instant::now());
        task.request.limits.stop = Some(Arc::clone(&stop));
        let stack = task.request.limits.stack.saturating_add(Limits::DEFAULT_STACK);
        let told = events.clone();
        let first = first_action(task.position.as_ref());
        let thread = Builder::new().name("search".to_owned()).stack_size(stack).spawn(move || {
            let mut tell = |progress: &Progress| drop(told.send(Event::Told(progress.clone(), start.elapsed())));
            let mut found = think(&task, &mut tell);
            found.time = start.elapsed();
            let _ = told.send(Event::Found(found));
        });
        if let Err(error) = &thread {
            let fault = Some(format!("the system refuses a thread: {error}"));
            let _ = events.send(Event::Found(Found { action: first, report: None, fault, time: Duration::ZERO }));
        }
        Thought { stop, start, thread: thread.ok() }
    }

    /// Asks it to come to an end, which it will tell as always.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Thought {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn think(task: &Task, tell: &mut dyn FnMut(&Progress)) -> Found {
    let Task { position, request, level } = task;
    let position = position.as_ref();
    let (answer, report) = match level {
        Some(level) => (level.choose(position, request.seed, request), None),
        None => match position.best(request, tell) {
            Ok(report) => (Ok(report.action.clone()), Some(report)),
            Err(error) => (Err(error), None),
        },
    };
    let fault = answer.as_ref().err().map(ToString::to_string);
    let action = answer.ok().flatten().or_else(|| first_action(position));
    Found { action, report, fault, time: Duration::ZERO }
}

fn first_action(position: &dyn AnyPosition) -> Option<String> {
    position.actions().into_iter().next().map(|action| action.word)
}
