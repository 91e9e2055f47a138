//! Line reader of the other program's output, on a thread of its own.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};

use crate::session::Event;

/// Longest line in bytes. Of a longer one only so much is kept.
const LONGEST: usize = 64 << 10;

/// Lines that are read ahead of the first that is handled. Whoever sends more has to wait.
const AHEAD: usize = 256;

/// Line without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub(crate) text: String,
    /// Whether the line was longer than is kept.
    pub(crate) cut: bool,
}

/// Permits to read on; the reader takes one for each line.
pub(crate) struct Permits(SyncSender<()>);

impl Permits {
    /// Returns a permit: a line has been handled.
    pub(crate) fn release(&self) {
        // A reader that has come to the end needs no more.
        let _ = self.0.try_send(());
    }
}

/// Reads to the end on a thread. Each line and the end become events.
pub(crate) fn spawn_reader(source: impl Read + Send + 'static, events: Sender<Event>) -> Permits {
    let (permits, taken) = sync_channel(AHEAD);
    let permits = Permits(permits);
    (0..AHEAD).for_each(|_| permits.release());
    std::thread::spawn(move || read(BufReader::new(source), &taken, &events));
    permits
}

fn read(mut source: impl BufRead, permits: &Receiver<()>, events: &Sender<Event>) {
    while permits.recv().is_ok() {
        // What cannot be read any more has ended.
        let event = next_line(&mut source).ok().flatten().map_or(Event::End, Event::Line);
        let ended = matches!(event, Event::End);
        if events.send(event).is_err() || ended {
            return;
        }
    }
}

/// Reads the next line. `None` at the end. Invalid text is replaced: no word of a protocol has such signs.
fn next_line(source: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if source.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let mut cut = false;
    let mut rest = bytes.clone();
    while rest.last() != Some(&b'\n') {
        rest.clear();
        if source.by_ref().take(LONGEST as u64).read_until(b'\n', &mut rest)? == 0 {
            break;
        }
        cut |= rest != b"\n" && rest != b"\r\n";
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Ok(Some(Line { text: String::from_utf8_lossy(&bytes).into_owned(), cut }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<(String, bool)> {
        let mut source = BufReader::with_capacity(7, bytes);
        let next = || next_line(&mut source).unwrap().map(|line| (line.text, line.cut));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn a_line_ends_in_several_ways() {
        let read = lines(b"a\nb\r\n\n\xff\x00c\nno end");
        let texts: Vec<&str> = read.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["a", "b", "", "\u{fffd}\0c", "no end"]);
        assert!(read.iter().all(|(_, cut)| !cut));
        assert!(lines(b"").is_empty());
    }

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_one_is_whole() {
        for (length, cut) in [(LONGEST - 1, false), (LONGEST, false), (LONGEST + 1, true), (5 * LONGEST, true)] {
            let text = [&b"x".repeat(length)[..], b"\nnext\n"].concat();
            let read = lines(&text);
            assert_eq!((read.len(), read[0].1, read[1].0.as_str()), (2, cut, "next"), "{length}");
            assert_eq!(read[0].0.len(), length.min(LONGEST));
        }
        assert_eq!(lines(&b"x".repeat(LONGEST)), [("x".repeat(LONGEST), false)]);
    }
}
