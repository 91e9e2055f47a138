//! Child process of a player, with a process group of its own, which reads and writes lines.
//!
//! Nothing that a child does holds the referee up or fills its memory. What is written to it and what it writes goes
//! through threads of their own. A line and the number of lines that wait are bounded. Every response has a deadline.
//! In the end the whole group is killed, and whatever left it.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::descendants::Mark;
use crate::player::{Fault, Trouble};

/// Longest line. A longer one ends the connection.
const LONGEST_LINE: usize = 64 << 10;
/// Most lines that wait to be read; then the child waits.
const WAITING_LINES: usize = 64;
/// Lines of other output that are kept, for the report of a crash.
const KEPT_LINES: usize = 8;
/// Most bytes of such a line.
const KEPT_BYTES: usize = 500;
/// Time for a child to quit by itself.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// Interval at which a wait checks whether it is still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Deadline after so much time, at most a year.
pub(crate) fn after(time: Duration) -> Instant {
    Instant::now() + time.min(Duration::from_secs(365 * 24 * 3600))
}

/// Event on a child's stdout.
enum OutputEvent {
    Line(String),
    TooLong,
}

/// Recent output of a child besides its responses.
#[derive(Clone, Default)]
struct RecentOutput(Arc<Mutex<VecDeque<String>>>);

impl RecentOutput {
    fn add(&self, line: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == KEPT_LINES {
            lines.pop_front();
        }
        lines.push_back(line.chars().take(KEPT_BYTES).collect());
    }

    fn text(&self) -> String {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(String::as_str).collect::<Vec<_>>().join(" | ")
    }
}

/// Process in its own process group.
pub(crate) struct Process {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<OutputEvent>,
    recent_output: RecentOutput,
    stop: Arc<AtomicBool>,
    mark: Mark,
    /// Whether nobody has waited for the child yet, so that its process number is still its own.
    is_ours: bool,
}

impl Process {
    /// Starts a shell command. The flag ends every wait.
    pub(crate) fn start(command: &str, stop: &Arc<AtomicBool>) -> Result<Process, Fault> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let mark = Mark::new(&mut shell);
        let mut child = shell.spawn().map_err(|error| Fault::Crash(format!("it cannot be started: {error}")))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Fault::Crash("it cannot be spoken to".to_owned()));
        };
        let recent_output = RecentOutput::default();
        let (to, lines) = channel();
        let (heard, from) = sync_channel(WAITING_LINES);
        // The threads end with the pipes, or when nobody reads from them any more.
        thread::spawn(move || write_lines(stdin, &lines));
        thread::spawn(move || read_lines(stdout, &heard));
        let keeper = recent_output.clone();
        thread::spawn(move || keep_last_lines(stderr, &keeper));
        Ok(Process { child, to: Some(to), from, recent_output, stop: Arc::clone(stop), mark, is_ours: true })
    }

    /// Sends a line. Whether it arrives is found out by the response.
    pub(crate) fn send(&self, line: &str) {
        if let Some(to) = &self.to {
            let _ = to.send(format!("{line}\n"));
        }
    }

    /// Line that has arrived already, if any.
    pub(crate) fn try_read(&self) -> Option<String> {
        loop {
            match self.from.try_recv() {
                Ok(OutputEvent::Line(line)) if self.is_comment(&line) => {}
                Ok(OutputEvent::Line(line)) => return Some(line),
                Ok(OutputEvent::TooLong) => return Some("a line without an end".to_owned()),
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => return None,
            }
        }
    }

    /// Reads the next line that is not a comment.
    pub(crate) fn read_line(&mut self, deadline: Instant) -> Result<String, Trouble> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Trouble::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::Time.into());
            }
            match self.from.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(OutputEvent::Line(line)) if self.is_comment(&line) => {}
                Ok(OutputEvent::Line(line)) => return Ok(line),
                Ok(OutputEvent::TooLong) => {
                    let what = format!("a line of more than {} KiB", LONGEST_LINE >> 10);
                    return Err(Fault::Illegal(what).into());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.death().into()),
            }
        }
    }

    /// Whether a line is a comment, which is kept with the child's stderr.
    fn is_comment(&self, line: &str) -> bool {
        let aside = line.starts_with('#');
        if aside {
            self.recent_output.add(line);
        }
        aside
    }

    /// Fault of a child that has ended: why nothing more comes.
    pub(crate) fn death(&mut self) -> Fault {
        let ended = self.has_ended_within(QUIT_TIMEOUT);
        let status = self.kill();
        let how = match status {
            Some(status) if ended => format!("it ended ({status})"),
            _ => "it closed its output".to_owned(),
        };
        // What it said last may still be on its way.
        thread::sleep(POLL_INTERVAL);
        let said = self.recent_output.text();
        Fault::Crash(if said.is_empty() { how } else { format!("{how}: {said}") })
    }

    /// Tells the child to quit, and waits a little.
    pub(crate) fn quit(mut self, last_word: &str) {
        self.send(last_word);
        self.to = None;
        self.has_ended_within(QUIT_TIMEOUT);
    }

    /// Whether the child ends by itself within a time. It is not waited for, so its number still belongs to its group.
    fn has_ended_within(&self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while Instant::now() < deadline {
            if self.has_ended() {
                return true;
            }
            thread::sleep(Duration::from_millis(2));
        }
        false
    }

    #[cfg(unix)]
    fn has_ended(&self) -> bool {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        !matches!(waitid(Id::Pid(self.group()), flags), Ok(WaitStatus::StillAlive))
    }

    /// Process group, which has the number of the child.
    #[cfg(unix)]
    fn group(&self) -> nix::unistd::Pid {
        nix::unistd::Pid::from_raw(self.child.id().cast_signed())
    }

    #[cfg(not(unix))]
    fn has_ended(&self) -> bool {
        false
    }

    /// Kills the whole group and what left it, and waits for the child, so that nothing is left of it.
    fn kill(&mut self) -> Option<ExitStatus> {
        self.to = None;
        if !std::mem::take(&mut self.is_ours) {
            return None;
        }
        #[cfg(unix)]
        let _ = nix::sys::signal::killpg(self.group(), nix::sys::signal::Signal::SIGKILL);
        let _ = self.child.kill();
        let status = self.child.wait().ok();
        self.mark.kill_all();
        status
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: impl Read, heard: &SyncSender<OutputEvent>) {
    let mut source = BufReader::new(stdout);
    while let Some(line) = next_line(&mut source) {
        let ends = matches!(line, OutputEvent::TooLong);
        if heard.send(line).is_err() || ends {
            return;
        }
    }
}

fn next_line(source: &mut impl BufRead) -> Option<OutputEvent> {
    let mut bytes = Vec::new();
    let read = source.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes).ok()?;
    match read {
        0 => None,
        _ if bytes.len() > LONGEST_LINE => Some(OutputEvent::TooLong),
        _ => Some(OutputEvent::Line(String::from_utf8_lossy(&bytes).trim().to_owned())),
    }
}

fn keep_last_lines(stderr: impl Read, recent_output: &RecentOutput) {
    let mut source = BufReader::new(stderr);
    loop {
        match next_line(&mut source) {
            Some(OutputEvent::Line(line)) if !line.is_empty() => recent_output.add(&line),
            Some(_) => {}
            None => return,
        }
    }
}
