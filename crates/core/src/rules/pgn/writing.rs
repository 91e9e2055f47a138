//! Games written as PGN, and what is said of them as notes.

use super::tokens::MARKS;
use super::{Pgn, PgnDialect, PgnLine, PgnMove, collection};
use crate::{Heading, Note, NoteKind, Seat, Turn};

/// No line of a text is longer, unless a comment or a tag is.
pub const WIDTH: usize = 80;

impl<S: Clone, A: Copy> Pgn<S, A> {
    /// The game that was played, with what is told about it. A variation that cannot be read is left out.
    pub fn of_game<G: PgnDialect<State = S, Action = A>>(
        game: &G,
        start: &S,
        actions: &[A],
        (heading, notes): (&Heading, &[Note]),
    ) -> Pgn<S, A> {
        let at = |ply: usize| notes.iter().filter(move |note| note.ply == ply);
        let comments = |ply: usize| -> Vec<String> {
            let said = |note: &Note| match note.kind {
                NoteKind::Comment => Some(note.text.clone()),
                NoteKind::Clock => Some(format!("[%clk {}]", note.text)),
                NoteKind::Mark | NoteKind::Variation => None,
            };
            at(ply).filter_map(said).collect()
        };
        let mark = |note: &Note| match note.text.strip_prefix('$') {
            Some(number) => number.parse().ok(),
            None => MARKS.iter().find(|(sign, _)| *sign == note.text).map(|(_, number)| *number),
        };
        let mut state = start.clone();
        let mut moves = Vec::with_capacity(actions.len());
        for (&action, ply) in actions.iter().zip(1..) {
            let variations = at(ply).filter(|note| note.kind == NoteKind::Variation);
            moves.push(PgnMove {
                action,
                marks: at(ply).filter(|note| note.kind == NoteKind::Mark).filter_map(mark).collect(),
                comments: comments(ply),
                variations: variations
                    .filter_map(|note| collection::read_line(game, &state, &note.text).ok())
                    .collect(),
            });
            game.apply(&mut state, action);
        }
        let players = G::WORDS.players.into_iter().zip(&heading.players);
        let players = players.filter_map(|(name, player)| Some((name.to_owned(), player.clone()?)));
        let mut tags: Vec<(String, String)> = Vec::new();
        for (name, value) in players.chain(heading.tags.iter().cloned()) {
            // The rest is written where the game says so.
            let is_written = name == "Result" || G::WORDS.start_tags.contains(&&name[..]);
            if !is_written && tags.iter().all(|(other, _)| *other != name) {
                tags.push((name, value));
            }
        }
        let line = PgnLine { comments: comments(0), moves };
        let result = heading.result.clone().filter(|result| G::WORDS.results.contains(&&result[..]));
        Pgn { tags, start: start.clone(), line, result: result.unwrap_or_else(|| "*".to_owned()) }
    }

    /// Notes on the moves; variations as their moves.
    pub fn notes<G: PgnDialect<State = S, Action = A>>(&self, game: &G) -> Vec<Note> {
        let mut notes: Vec<Note> = self.line.comments.iter().flat_map(|text| Note::of_comment(0, text)).collect();
        let mut state = self.start.clone();
        let before = game.plies_before(&self.start);
        for (played, ply) in self.line.moves.iter().zip(1..) {
            let mark = |&number: &u8| match MARKS.iter().find(|(_, known)| *known == number) {
                Some((sign, _)) if *sign != "*" => Note::new(ply, NoteKind::Mark, *sign),
                _ => Note::new(ply, NoteKind::Mark, format!("${number}")),
            };
            notes.extend(played.marks.iter().map(mark));
            notes.extend(played.comments.iter().flat_map(|text| Note::of_comment(ply, text)));
            for variation in &played.variations {
                let mut words = Vec::new();
                write_line(game, variation, state.clone(), before + ply - 1, &mut words);
                notes.push(Note::new(ply, NoteKind::Variation, words.join(" ")));
            }
            game.apply(&mut state, played.action);
        }
        notes
    }

    /// The game as [`Pgn::parse`] reads it. In a comment `}` becomes a round bracket, for a comment ends there; comments
    /// and tags are of one line.
    pub fn to_text<G: PgnDialect<State = S, Action = A>>(&self, game: &G) -> String {
        let mut text = String::new();
        let escaped = |value: &str| in_a_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        let mut tag = |name: &str, value: &str| text += &format!("[{name} \"{}\"]\n", escaped(value));
        let roster = G::WORDS.roster;
        for name in roster {
            let known = self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str());
            let unknown = if *name == "Date" { "????.??.??" } else { "?" };
            tag(name, if *name == "Result" { &self.result } else { known.unwrap_or(unknown) });
        }
        let others = || self.tags.iter().filter(|(name, _)| !roster.contains(&&name[..]));
        others().for_each(|(name, value)| tag(name, value));
        for (name, value) in game.start_tags(&self.start) {
            if others().all(|(other, _)| other != name) {
                tag(name, &value);
            }
        }
        if !roster.contains(&"Result") {
            tag("Result", &self.result);
        }
        let mut words = Vec::new();
        write_line(game, &self.line, self.start.clone(), game.plies_before(&self.start), &mut words);
        words.push(self.result.clone());
        let mut width = 0;
        for word in words {
            let length = word.chars().count();
            text.push(if width == 0 || width + 1 + length > WIDTH { '\n' } else { ' ' });
            width = if text.ends_with('\n') { length } else { width + 1 + length };
            text += &word;
        }
        text + "\n"
    }
}

/// A text without ends of lines.
fn in_a_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// Writes a line as words: what stands between two of them is a blank or the end of a line. So many plies were played
/// before it, by the numbers of the moves.
fn write_line<G: PgnDialect>(
    game: &G,
    line: &PgnLine<G::Action>,
    mut state: G::State,
    plies: usize,
    words: &mut Vec<String>,
) {
    let comment = |text: &String| format!("{{{}}}", in_a_line(&text.replace('}', ")")));
    words.extend(line.comments.iter().map(comment));
    let mut numbered = false;
    for (played, ply) in line.moves.iter().zip(plies..) {
        // The first seat's moves have a number, and the second's where something stands before them.
        if game.turn(&state) == Turn::Seat(Seat::FIRST) {
            words.push(format!("{}.", ply / 2 + 1));
        } else if !numbered {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(game.move_word(&state, played.action));
        words.extend(played.marks.iter().map(|mark| format!("${mark}")));
        words.extend(played.comments.iter().map(comment));
        for variation in &played.variations {
            let begin = words.len();
            write_line(game, variation, state.clone(), ply, words);
            if words.len() == begin {
                words.push(String::new());
            }
            words[begin].insert(0, '(');
            words.last_mut().expect("there is one").push(')');
        }
        numbered = played.comments.is_empty() && played.variations.is_empty();
        game.apply(&mut state, played.action);
    }
}
