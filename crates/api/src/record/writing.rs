//! Writing of a record: tags, then the moves with the notes on them, in lines of a fixed width.

use std::fmt;

use counterplay_core::{Note, NoteKind};

use super::reader::{LONGEST_WORD, Moves, Reader, is_mark};
use super::{Record, UNFINISHED};

/// No line of moves is longer, unless one word is.
pub(super) const WIDTH: usize = 80;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.as_deref().unwrap_or(UNFINISHED);
        let mut tag = |name: &str, value: &str| writeln!(f, "[{name} {}]", quoted(value));
        tag("Game", &self.game)?;
        for (name, value) in &self.options {
            tag(&capital(name), value)?;
        }
        if !self.position.is_empty() {
            tag("Position", &self.position)?;
        }
        for (name, player) in ["First", "Second"].iter().zip(&self.players) {
            if let Some(player) = player {
                tag(name, player)?;
            }
        }
        tag("Result", result)?;
        for (name, value) in &self.other {
            tag(name, value)?;
        }
        writeln!(f)?;
        let mut column = 0;
        let mut put = |word: &str| {
            let width = word.chars().count();
            let breaks = column > 0 && column + 1 + width > WIDTH;
            let between = if column == 0 {
                ""
            } else if breaks {
                "\n"
            } else {
                " "
            };
            column = if column == 0 || breaks { width } else { column + 1 + width };
            write!(f, "{between}{word}")
        };
        let say = |ply: usize, put: &mut dyn FnMut(&str) -> fmt::Result| -> fmt::Result {
            self.notes.iter().filter(|note| note.ply == ply).try_for_each(|note| put(&note_text(note)))
        };
        say(0, &mut put)?;
        for (ply, word) in self.moves.iter().enumerate() {
            if ply % 2 == 0 {
                put(&format!("{}.", ply / 2 + 1))?;
            }
            put(&if is_plain(word) { word.clone() } else { quoted(word) })?;
            say(ply + 1, &mut put)?;
        }
        put(result)?;
        writeln!(f)
    }
}

/// The tag of an option.
pub(super) fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A note as it is written behind its move. What would end it before its end becomes a round bracket.
fn note_text(note: &Note) -> String {
    let line = note.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let comment = |text: &str| format!("{{{}}}", text.replace('}', ")"));
    match note.kind {
        NoteKind::Comment => comment(&line),
        NoteKind::Clock => format!("{{[%clk {}]}}", line.replace(['}', ']'], ")")),
        NoteKind::Mark if is_mark(&line) => line,
        NoteKind::Variation if reads_back(&format!("x ({line})"), NoteKind::Variation, &line) => format!("({line})"),
        NoteKind::Mark | NoteKind::Variation => comment(&line),
    }
}

/// Notes as they are when a record is written and read again: on one line each, a variation that would not be found
/// again as a comment.
pub(super) fn canonical(notes: Vec<Note>) -> Vec<Note> {
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let again = |note: Note| -> Vec<Note> {
        let words = line(&note.text);
        match note.kind {
            NoteKind::Variation if reads_back(&format!("x ({words})"), NoteKind::Variation, &words) => {
                vec![Note { text: words, ..note }]
            }
            NoteKind::Clock => vec![Note { text: words.replace(['}', ']'], ")"), ..note }],
            NoteKind::Mark => vec![note],
            NoteKind::Comment | NoteKind::Variation => {
                let said = Note::of_comment(note.ply, &words.replace('}', ")"));
                said.map(|said| Note { text: line(&said.text), ..said }).collect()
            }
        }
    };
    notes.into_iter().flat_map(again).collect()
}

/// Whether a reader finds a note again.
fn reads_back(text: &str, kind: NoteKind, words: &str) -> bool {
    let (mut reader, mut moves) = (Reader::new(text, 0), Moves::default());
    let is_read = reader.moves(&mut moves).is_ok() && reader.at == text.len() && moves.words == ["x"];
    is_read && matches!(&moves.notes[..], [note] if note.kind == kind && note.text == words)
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Whether a move can be written as it is: whether a reader finds it again.
pub(super) fn is_plain(word: &str) -> bool {
    if word.len() >= LONGEST_WORD {
        return false;
    }
    let (mut reader, mut moves) = (Reader::new(word, 0), Moves::default());
    let is_read = reader.moves(&mut moves).is_ok() && reader.at == word.len();
    is_read && moves.result.is_none() && moves.words == [word] && moves.notes.is_empty()
}
