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

impl Heading {
    /// The game in a line: who played, the result, the event, the round, the date, the score. Empty if nothing is known.
    #[must_use]
    pub fn words(&self) -> String {
        let tag = |wanted: &str| {
            let found = self.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
            // Formats write what is not known as `?` or `????.??.??`.
            found.map(|(_, value)| value.as_str()).filter(|value| value.contains(|sign| !"?. ".contains(sign)))
        };
        let players = match &self.players {
            [None, None] => None,
            [first, second] => Some([first, second].map(|name| name.as_deref().unwrap_or("?")).join(" – ")),
        };
        let date = tag("date").or_else(|| tag("dt")).map(str::to_owned);
        let parts = [
            players,
            self.result.clone(),
            tag("event").map(str::to_owned),
            tag("round").map(|round| format!("round {round}")),
            date,
            tag("score").map(|score| format!("score {score}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
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

    /// The note in words: what was said, what could have been played instead, what the clock showed.
    #[must_use]
    pub fn words(&self) -> String {
        match self.kind {
            NoteKind::Comment | NoteKind::Mark => self.text.clone(),
            NoteKind::Variation => format!("instead: {}", self.text),
            NoteKind::Clock => format!("clock {}", self.text),
        }
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
    fn a_game_is_told_in_a_line_without_what_is_not_known() {
        let tags = [("Event", "club"), ("Round", "?"), ("Date", "2026.??.??"), ("Site", "here")];
        let heading = Heading {
            players: [Some("Ann".to_owned()), None],
            result: Some("1-0".to_owned()),
            tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        };
        assert_eq!(heading.words(), "Ann – ?, 1-0, club, 2026.??.??");
        assert_eq!(Heading::default().words(), "");
        let instead = Note::new(1, NoteKind::Variation, "1... 22-18");
        assert_eq!(instead.words(), "instead: 1... 22-18");
    }

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
