//! Session of a protocol: one loop over input lines and search results, and one output.
//!
//! Lines come from one thread and search results from another, both as events in one queue. A protocol is a
//! [`ProtocolHandler`]: it says whether a line can wait until the search is over, handles lines, and sends what a
//! search has found.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use counterplay_api::Progress;

use crate::Channel;
use crate::lines::{Line, spawn_reader};
use crate::search_thread::{SearchResult, SearchThread, Task};

/// Event of a session.
pub(crate) enum Event {
    /// Line from the other program.
    Line(Line),
    /// End of the input.
    End,
    /// Progress of the search: it has finished a depth, so long after it began.
    Progress(Progress, Duration),
    /// End of the search.
    Finished(Box<SearchResult>),
}

/// Urgency of a line while a search is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// Waits until the search is over.
    Waits,
    /// Stops the search, which sends its result, and then the line is handled.
    Stops,
    /// Ends the session: the line is the last one, and waits, but not long.
    Ends,
    /// Handled at once, while the search goes on. Such a line begins no search.
    Beside,
}

/// Control flow after a line: whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    GoOn,
    Quit,
}

/// Protocol handler.
pub(crate) trait ProtocolHandler {
    /// Urgency of a line while a search is running.
    fn urgency(&self, line: &Line) -> Urgency;
    /// Handles a line. No search is running then, unless the line is handled [beside](Urgency::Beside) it.
    fn handle(&mut self, line: &Line, session: &mut Session<'_>) -> io::Result<Flow>;
    /// Called when a search has finished a depth.
    fn on_progress(&mut self, progress: &Progress, time: Duration, session: &mut Session<'_>) -> io::Result<()>;
    /// Called when a search is over. `stopped` if a line or a signal has ended it.
    fn on_result(&mut self, found: SearchResult, stopped: bool, session: &mut Session<'_>) -> io::Result<()>;
}

/// Session state: the output, the log, and the running search.
pub(crate) struct Session<'a> {
    output: &'a mut dyn Write,
    log: Option<&'a mut dyn Write>,
    events: Sender<Event>,
    search_thread: Option<SearchThread>,
}

impl Session<'_> {
    /// Sends a line, and flushes it.
    pub(crate) fn send(&mut self, text: impl Display) -> io::Result<()> {
        self.write_log("<", &text);
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Writes to the log, if there is one. A log that cannot be written is no reason to leave a game.
    pub(crate) fn write_log(&mut self, mark: &str, text: &dyn Display) {
        if let Some(log) = &mut self.log {
            for line in text.to_string().lines() {
                let _ = writeln!(log, "{mark} {line}");
            }
            let _ = log.flush();
        }
    }

    /// Starts a search.
    pub(crate) fn think(&mut self, task: Task) {
        self.search_thread = Some(SearchThread::begin(task, &self.events));
    }
}

/// Grace time of a search after the last line: whoever sends a script wants its result, and whoever is gone does not.
const GRACE: Duration = Duration::from_millis(500);

/// Interval at which the signal is checked.
const TICK: Duration = Duration::from_millis(50);

/// Runs a session until the other program has ended, wants no more, or a signal comes.
///
/// # Errors
/// If the output cannot be written.
pub(crate) fn serve(
    handler: &mut dyn ProtocolHandler,
    source: impl Read + Send + 'static,
    channel: Channel<'_>,
) -> io::Result<()> {
    let Channel { output, log, signal } = channel;
    let (events, happened) = mpsc::channel();
    let permits = spawn_reader(source, events.clone());
    let mut session = Session { output, log, events, search_thread: None };
    let mut waiting: VecDeque<(Line, Urgency)> = VecDeque::new();
    // When it was heard that there will be no more.
    let mut ended: Option<Instant> = None;
    let mut stopped = false;
    loop {
        while session.search_thread.is_none()
            && let Some((line, _)) = waiting.pop_front()
        {
            permits.release();
            if handler.handle(&line, &mut session)? == Flow::Quit {
                return Ok(());
            }
        }
        let signalled = signal.load(Ordering::Relaxed);
        match &session.search_thread {
            None if signalled || ended.is_some() => return Ok(()),
            None => {}
            Some(search_thread) => {
                let interrupted = waiting.iter().any(|&(_, urgency)| urgency == Urgency::Stops);
                let late = ended.is_some_and(|at| at.max(search_thread.start).elapsed() >= GRACE);
                if signalled || late || interrupted {
                    search_thread.stop();
                    stopped = true;
                }
            }
        }
        match happened.recv_timeout(TICK) {
            Ok(Event::Line(line)) => {
                session.write_log(">", &line.text);
                let urgency = handler.urgency(&line);
                if urgency == Urgency::Beside && waiting.is_empty() {
                    permits.release();
                    handler.handle(&line, &mut session)?;
                    continue;
                }
                if urgency == Urgency::Ends {
                    ended = ended.or(Some(Instant::now()));
                }
                waiting.push_back((line, urgency));
            }
            Ok(Event::End) => ended = ended.or(Some(Instant::now())),
            Ok(Event::Progress(progress, time)) => handler.on_progress(&progress, time, &mut session)?,
            Ok(Event::Finished(found)) => {
                session.search_thread = None;
                handler.on_result(*found, std::mem::take(&mut stopped), &mut session)?;
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }
}
