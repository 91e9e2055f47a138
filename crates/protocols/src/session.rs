//! What all protocols share: one loop that hears lines and searches, and one mouth.
//!
//! Lines come from one thread and what a search finds from another, both as events in one queue. A protocol is a [`Speaker`]: it says
//! whether a line can wait until the search is over, answers lines, and tells what a search has found.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use counterplay_api::Progress;

use crate::Channel;
use crate::lines::{Line, listen};
use crate::thought::{Found, Task, Thought};

/// Something has happened.
pub(crate) enum Event {
    /// The other program has said something.
    Line(Line),
    /// It will say no more.
    End,
    /// The search has finished a depth, so long after it began.
    Told(Progress, Duration),
    /// The search is over.
    Found(Found),
}

/// What a line means for a search that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// The line waits until the search is over.
    Waits,
    /// The search is stopped, says what it has found, and then the line is answered.
    Stops,
    /// The line is the last one: it waits, but not long.
    Ends,
    /// The line is answered at once, and the search goes on. Such a line begins no search.
    Beside,
}

/// Whether to go on after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    GoOn,
    Quit,
}

/// A protocol.
pub(crate) trait Speaker {
    /// What a line means for a search that is under way.
    fn urgency(&self, line: &Line) -> Urgency;
    /// Answers a line. No search is under way then, unless the line is answered [beside](Urgency::Beside) it.
    fn hear(&mut self, line: &Line, desk: &mut Desk<'_>) -> io::Result<Flow>;
    /// Tells how a search is getting on.
    fn told(&mut self, progress: &Progress, time: Duration, desk: &mut Desk<'_>) -> io::Result<()>;
    /// Tells what a search has found. `stopped` if a line or a signal has ended it.
    fn found(&mut self, found: Found, stopped: bool, desk: &mut Desk<'_>) -> io::Result<()>;
}

/// Where a protocol speaks, and where it has things thought about.
pub(crate) struct Desk<'a> {
    output: &'a mut dyn Write,
    log: Option<&'a mut dyn Write>,
    events: Sender<Event>,
    thought: Option<Thought>,
}

impl Desk<'_> {
    /// Says something, with the end of the line, so that it is heard at once.
    pub(crate) fn say(&mut self, text: impl Display) -> io::Result<()> {
        self.note("<", &text);
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    /// Writes into the log, if there is one. That it cannot be written is no reason to leave a game.
    pub(crate) fn note(&mut self, mark: &str, text: &dyn Display) {
        if let Some(log) = &mut self.log {
            for line in text.to_string().lines() {
                let _ = writeln!(log, "{mark} {line}");
            }
            let _ = log.flush();
        }
    }

    /// Begins to think.
    pub(crate) fn think(&mut self, task: Task) {
        self.thought = Some(Thought::begin(task, &self.events));
    }
}

/// After the last line a search has so long for its answer: whoever sends a script wants it, and whoever is gone does not.
const GRACE: Duration = Duration::from_millis(500);

/// How often a signal is looked for.
const TICK: Duration = Duration::from_millis(50);

/// Speaks until the other program has ended, wants no more, or a signal comes.
///
/// # Errors
/// If nothing can be said any more.
pub(crate) fn serve(
    speaker: &mut dyn Speaker,
    source: impl Read + Send + 'static,
    channel: Channel<'_>,
) -> io::Result<()> {
    let Channel { output, log, signal } = channel;
    let (events, happened) = mpsc::channel();
    let permits = listen(source, events.clone());
    let mut desk = Desk { output, log, events, thought: None };
    let mut waiting: VecDeque<(Line, Urgency)> = VecDeque::new();
    // When it was heard that there will be no more.
    let mut ended: Option<Instant> = None;
    let mut stopped = false;
    loop {
        while desk.thought.is_none()
            && let Some((line, _)) = waiting.pop_front()
        {
            permits.give_back();
            if speaker.hear(&line, &mut desk)? == Flow::Quit {
                return Ok(());
            }
        }
        let signalled = signal.load(Ordering::Relaxed);
        match &desk.thought {
            None if signalled || ended.is_some() => return Ok(()),
            None => {}
            Some(thought) => {
                let interrupted = waiting.iter().any(|&(_, urgency)| urgency == Urgency::Stops);
                let late = ended.is_some_and(|at| at.max(thought.start).elapsed() >= GRACE);
                if signalled || late || interrupted {
                    thought.stop();
                    stopped = true;
                }
            }
        }
        match happened.recv_timeout(TICK) {
            Ok(Event::Line(line)) => {
                desk.note(">", &line.text);
                let urgency = speaker.urgency(&line);
                if urgency == Urgency::Beside && waiting.is_empty() {
                    permits.give_back();
                    speaker.hear(&line, &mut desk)?;
                    continue;
                }
                if urgency == Urgency::Ends {
                    ended = ended.or(Some(Instant::now()));
                }
                waiting.push_back((line, urgency));
            }
            Ok(Event::End) => ended = ended.or(Some(Instant::now())),
            Ok(Event::Told(progress, time)) => speaker.told(&progress, time, &mut desk)?,
            Ok(Event::Found(found)) => {
                desk.thought = None;
                speaker.found(found, std::mem::take(&mut stopped), &mut desk)?;
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }
}
