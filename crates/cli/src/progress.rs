//! Progress of long work on stderr: one line, which is written over while somebody looks at it.
//!
//! A thread draws the line twice a second, whatever the work is doing, so that every verb shows at least how long it
//! has been going on. The verb says what it knows: the share that is done, and what has been found so far. On a
//! terminal the line appears after a second and is gone when the work is done; elsewhere there is a line now and then,
//! to find out from a log whether it goes on.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use counterplay_api::Request;
use counterplay_core::Limits;

/// Time after which the line appears on a terminal, and from one drawing of it to the next.
const PATIENCE: Duration = Duration::from_secs(1);
const BETWEEN_DRAWINGS: Duration = Duration::from_millis(500);

/// Time from one line to the next where nobody looks.
const BETWEEN_LINES: Duration = Duration::from_secs(30);

/// Progress line of a verb. It is removed when this is dropped.
pub(crate) struct ProgressLine {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// What the verb and the thread that draws share.
struct Shared {
    start: Instant,
    /// Limits of the work, of which the line tells the share that is spent.
    time: Option<Duration>,
    nodes: Option<u64>,
    /// States that the search has entered.
    count: Arc<AtomicU64>,
    /// Share that is done, in thousandths, where the search tells it.
    share: Arc<AtomicU64>,
    screen: Mutex<Screen>,
    ended: Condvar,
}

/// What stands on the screen, and what is to stand there.
struct Screen {
    known: Known,
    output: Box<dyn Write + Send>,
    is_terminal: bool,
    is_drawn: bool,
    is_over: bool,
}

/// What is known of the work so far.
#[derive(Clone, Default)]
struct Known {
    /// How much is done of how much.
    share: Option<(f64, f64)>,
    /// What has been found, or what is being done.
    words: String,
    /// States entered, where the search tells them itself.
    nodes: u64,
}

impl ProgressLine {
    /// Begins the line of work without limits.
    pub(crate) fn begin() -> ProgressLine {
        ProgressLine::within(&mut Limits::default())
    }

    /// Begins the line of a search: its states are counted from now on.
    pub(crate) fn of_search(request: &mut Request) -> ProgressLine {
        ProgressLine::within(&mut request.limits)
    }

    /// Begins the line of work within limits: what is spent of them is told.
    pub(crate) fn within(limits: &mut Limits) -> ProgressLine {
        let is_terminal = std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let shared = Arc::new(Shared::new(limits, is_terminal, Box::new(std::io::stderr())));
        let watched = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("progress".to_owned()).spawn(move || watched.draw_until_over());
        // Where the system refuses a thread, the work goes on without a word.
        ProgressLine { shared, thread: thread.ok() }
    }

    /// Says what has been found so far, or what is being done.
    pub(crate) fn say(&self, words: impl Into<String>) {
        self.shared.screen().known.words = words.into();
    }

    /// Says how much is done of how much.
    pub(crate) fn share(&self, done: u64, all: u64) {
        self.shared.screen().known.share = (all > 0).then_some((done as f64, all as f64));
    }

    /// Says how many states have been entered, where the search tells that itself.
    pub(crate) fn nodes(&self, nodes: u64) {
        self.shared.screen().known.nodes = nodes;
    }

    /// Does something with the line out of the way, such as writing to stdout.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        let mut screen = self.shared.screen();
        screen.clear();
        work()
    }

    /// Writes a line to stderr that stays.
    pub(crate) fn note(&self, text: &str) {
        self.aside(|| eprintln!("{text}"));
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.shared.screen().is_over = true;
        self.shared.ended.notify_all();
        if let Some(thread) = self.thread.take() {
            // The thread has nothing to say that anybody waits for.
            let _ = thread.join();
        }
        self.shared.screen().clear();
    }
}

impl Shared {
    fn new(limits: &mut Limits, is_terminal: bool, output: Box<dyn Write + Send>) -> Shared {
        let count = Arc::clone(limits.count.get_or_insert_default());
        let share = Arc::clone(limits.share.get_or_insert_default());
        let screen = Screen { known: Known::default(), output, is_terminal, is_drawn: false, is_over: false };
        Shared {
            start: Instant::now(),
            time: limits.time,
            nodes: limits.nodes,
            count,
            share,
            screen: Mutex::new(screen),
            ended: Condvar::new(),
        }
    }

    fn screen(&self) -> MutexGuard<'_, Screen> {
        self.screen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws the line again and again, until the work is over.
    fn draw_until_over(&self) {
        let mut screen = self.screen();
        let (mut wait, again) =
            if screen.is_terminal { (PATIENCE, BETWEEN_DRAWINGS) } else { (BETWEEN_LINES, BETWEEN_LINES) };
        while !screen.is_over {
            let (woken, timeout) = self.ended.wait_timeout(screen, wait).unwrap_or_else(PoisonError::into_inner);
            screen = woken;
            if timeout.timed_out() && !screen.is_over {
                let line = self.line(&screen.known, self.start.elapsed());
                screen.draw(&line);
                wait = again;
            }
        }
    }

    /// The line, after so much time.
    fn line(&self, known: &Known, elapsed: Duration) -> String {
        let mut parts = Vec::new();
        let seconds = elapsed.as_secs_f64();
        let limit = self.time.map(|time| format!(" of {}", duration(time.as_secs_f64()))).unwrap_or_default();
        let so_far = format!("{}{limit}", duration(seconds));
        let told = Some(self.share.load(Ordering::Relaxed)).filter(|&share| share > 0);
        match known.share.or(told.map(|share| (share as f64, 1000.0))) {
            Some((done, all)) => {
                let part = (done / all).clamp(0.0, 1.0);
                // What the first hundredth took says little about the rest.
                let left = if part > 0.01 {
                    format!(", about {} left", duration(seconds / part - seconds))
                } else {
                    String::new()
                };
                parts.push(format!("{} {:>3.0} %  {so_far}{left}", bar(part), 100.0 * part));
            }
            None => parts.push(so_far),
        }
        parts.extend((!known.words.is_empty()).then(|| known.words.clone()));
        let nodes = known.nodes.max(self.count.load(Ordering::Relaxed));
        if nodes > 0 {
            let limit = self.nodes.map(|most| format!(" of {}", counted(most as f64))).unwrap_or_default();
            let speed = counted(nodes as f64 / seconds.max(1e-3));
            parts.push(format!("{}{limit} nodes, {speed} a second", counted(nodes as f64)));
        }
        parts.join("  ")
    }
}

impl Screen {
    /// Draws the line over the one that stands there. It ends at the edge of the screen, for if it were broken, only
    /// its last part would be written over.
    fn draw(&mut self, line: &str) {
        // If nobody can see it, there is nobody to tell.
        let _ = if self.is_terminal {
            self.is_drawn = true;
            write!(self.output, "\r\x1b[?7l{line}\x1b[K\x1b[?7h")
        } else {
            writeln!(self.output, "{line}")
        };
        let _ = self.output.flush();
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_drawn) {
            let _ = write!(self.output, "\r\x1b[K");
            let _ = self.output.flush();
        }
    }
}

/// Bar that is full to a share.
fn bar(share: f64) -> String {
    const WIDTH: usize = 20;
    let full = (share * WIDTH as f64) as usize;
    format!("[{}{}]", "#".repeat(full), ".".repeat(WIDTH - full))
}

/// Time for people.
fn duration(seconds: f64) -> String {
    match seconds {
        ..10.0 => format!("{seconds:.1} s"),
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

/// Large number for people: 1234 is 1234, and 12,345,678 is 12.3 million.
fn counted(number: f64) -> String {
    match number {
        ..1e4 => format!("{number:.0}"),
        ..1e6 => format!("{:.0} thousand", number / 1e3),
        ..1e9 => format!("{:.1} million", number / 1e6),
        _ => format!("{:.1} billion", number / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output that can be read afterwards.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn shared(limits: &mut Limits, is_terminal: bool) -> (Shared, Written) {
        let written = Written::default();
        (Shared::new(limits, is_terminal, Box::new(written.clone())), written)
    }

    #[test]
    fn the_line_tells_the_share_the_limits_and_what_is_known() {
        let mut limits = Limits { time: Some(Duration::from_secs(60)), nodes: Some(50_000_000), ..Limits::default() };
        let (line, _) = shared(&mut limits, true);
        let known = Known { share: Some((1.0, 4.0)), words: "36 of 144 games".to_owned(), nodes: 0 };
        let after = |known: &Known, seconds| line.line(known, Duration::from_secs(seconds));
        assert_eq!(after(&known, 15), "[#####...............]  25 %  15 s of 60 s, about 45 s left  36 of 144 games");
        // The search counts by itself.
        limits.count.unwrap().store(12_000_000, Ordering::Relaxed);
        let expected = "4.0 s of 60 s  12.0 million of 50.0 million nodes, 3.0 million a second";
        assert_eq!(after(&Known::default(), 4), expected);
        // So does one that knows how much there is.
        limits.share.unwrap().store(500, Ordering::Relaxed);
        assert!(
            after(&Known::default(), 4).starts_with("[##########..........]  50 %  4.0 s of 60 s, about 4.0 s left")
        );
    }

    #[test]
    fn a_terminal_has_one_line_that_is_gone_in_the_end_and_a_log_has_one_after_the_other() {
        let (line, written) = shared(&mut Limits::default(), true);
        line.screen().draw("a");
        line.screen().draw("b");
        line.screen().clear();
        line.screen().clear();
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        assert_eq!(text, "\r\x1b[?7la\x1b[K\x1b[?7h\r\x1b[?7lb\x1b[K\x1b[?7h\r\x1b[K");
        let (line, written) = shared(&mut Limits::default(), false);
        line.screen().draw("a");
        line.screen().draw("b");
        line.screen().clear();
        assert_eq!(*written.0.lock().unwrap(), b"a\nb\n");
    }

    #[test]
    fn numbers_and_times_are_short() {
        assert_eq!([9.96, 59.0, 121.0, 8000.0].map(duration), ["10.0 s", "59 s", "2 min", "2.2 h"]);
        assert_eq!(
            [9.0, 12_345.0, 12_345_678.0, 2e9].map(counted),
            ["9", "12 thousand", "12.3 million", "2.0 billion"]
        );
    }
}
