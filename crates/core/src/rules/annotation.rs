//! Annotations of a game in a file: who played, what was said, what the clocks showed.

/// The heading of a game in a file: what stands before its moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    /// Who played, the first seat first.
    pub players: [Option<String>; 2],
    /// The result, as the file writes it; nothing if the game is not over.
    pub result: Option<String>,
    /// The other tags, with their values: the event, the date, the place.
    pub tags: Vec<(String, String)>,
}

/// A note on a game: a comment, a variation, a mark or a clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// How many actions were played before it; 0 for what is said before the first.
    pub ply: usize,
    /// What it is.
    pub kind: NoteKind,
    /// Its words.
    pub text: String,
}

/// The kinds of notes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoteKind {
    /// What somebody said of the action.
    Comment,
    /// What might have been played instead, as moves in the format of the file.
    Variation,
    /// A mark such as `!?`, or its number in PGN, `$14`.
    Mark,
    /// What a clock showed: the time that was left, or the time that the action took.
    Clock,
}

impl NoteKind {
    /// The word for the kind.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            NoteKind::Comment => "comment",
            NoteKind::Variation => "variation",
            NoteKind::Mark => "mark",
            NoteKind::Clock => "clock",
        }
    }

    /// The kind of a word.
    #[must_use]
    pub fn of(word: &str) -> Option<NoteKind> {
        let all = [NoteKind::Comment, NoteKind::Variation, NoteKind::Mark, NoteKind::Clock];
        all.into_iter().find(|kind| kind.word() == word)
    }
}

/// How a comment says what a clock showed.
const CLOCKS: [&str; 2] = ["[%clk ", "[%emt "];

impl Note {
    /// A note after so many actions.
    #[must_use]
    pub fn new(ply: usize, kind: NoteKind, text: impl Into<String>) -> Note {
        Note { ply, kind, text: text.into() }
    }

    /// The notes that a comment is: `[%clk 0:05:00]` in it is a clock, and the rest is what was said.
    pub fn of_comment(ply: usize, text: &str) -> impl Iterator<Item = Note> + use<> {
        let (mut said, mut clocks) = (text.to_owned(), Vec::new());
        for begin in CLOCKS {
            while let Some(at) = said.find(begin) {
                let Some(length) = said[at..].find(']') else { break };
                clocks.push(Note::new(ply, NoteKind::Clock, said[at + begin.len()..at + length].trim()));
                said.replace_range(at..=at + length, "");
            }
        }
        let said = said.trim().to_owned();
        let comment = (!said.is_empty()).then(|| Note::new(ply, NoteKind::Comment, said));
        clocks.into_iter().chain(comment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_may_hold_a_clock() {
        let notes = |text: &str| -> Vec<(NoteKind, String)> {
            Note::of_comment(3, text).map(|note| (note.kind, note.text)).collect()
        };
        let (clock, comment) = (NoteKind::Clock, NoteKind::Comment);
        assert_eq!(notes("[%clk 0:05:00] best"), [(clock, "0:05:00".to_owned()), (comment, "best".to_owned())]);
        assert_eq!(notes("[%emt 2.5]"), [(clock, "2.5".to_owned())]);
        assert_eq!(notes("[%clk 0:05"), [(comment, "[%clk 0:05".to_owned())]);
        assert!(notes("  ").is_empty());
        assert!(
            ["comment", "variation", "mark", "clock"].iter().all(|word| NoteKind::of(word).unwrap().word() == *word)
        );
        assert_eq!(NoteKind::of("x"), None);
    }
}
