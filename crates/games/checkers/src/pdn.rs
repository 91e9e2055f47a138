//! Games of checkers in PDN, the format of most programs and collections: tags, then the moves with whatever is said
//! about them.
//!
//! ```text
//! [Event "Match"]
//! [GameType "21"]
//! [Result "1/2-1/2"]
//!
//! 1. 11-15 23-19 {the usual answer} (1... 22-18 15x22 2. 25x18) 2. 8-11 1/2-1/2
//! ```
//!
//! `FEN` is the position that the game begins with, if not the usual one. A file may have several games: the first one
//! is read.

mod tokens;

use counterplay_core::{Game, Notation, Seat, TextError};

use super::{Board, Checkers, Move};
use tokens::{RESULTS, Token, Tokens};

/// A game as PDN has it.
///
/// ```
/// use counterplay_checkers::{Checkers, Pdn};
///
/// let game = Checkers::default();
/// let read = Pdn::parse(&game, "[Black \"anna\"] 1. 11-15! {good} 23-19 (1... 22-18 15x22) 1/2-1/2")?;
/// assert_eq!(read.tags, [("Black".to_owned(), "anna".to_owned())]);
/// assert_eq!((read.line.moves.len(), read.result.as_str()), (2, "1/2-1/2"));
/// assert_eq!(Pdn::parse(&game, &read.to_text(&game))?, read);
/// # Ok::<(), counterplay_core::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pdn {
    /// The names and values of the tags, but for those that say what is said here otherwise: `GameType`, `SetUp`,
    /// `FEN`, `Result`.
    pub tags: Vec<(String, String)>,
    /// The board that the game begins with.
    pub start: Board,
    /// The moves that were played.
    pub line: Line,
    /// How the game ended, as it is written, `1-0` or `1/2-1/2` or another; `*` if it did not.
    pub result: String,
}

/// Moves, one after the other, and what is said before them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Played>,
}

/// A move, and what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The move.
    pub action: Move,
    /// Marks by their numbers in PGN: 1 for `!`, 2 for `?`, and so on.
    pub marks: Vec<u8>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// What might have been played instead.
    pub variations: Vec<Line>,
}

/// Variations may be so deep inside one another.
const DEEPEST: usize = 64;
/// No line of a text is longer, unless a comment is.
const WIDTH: usize = 80;
/// The number of English draughts among the kinds of draughts.
const KIND: &str = "21";

impl Pdn {
    /// Whether a text is meant to be a game in PDN: it begins with a tag, with a number, or with a comment. A file that
    /// names its `Game` is one of our own.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let ours = text.contains("[Game \"");
        text.starts_with(|sign: char| sign.is_ascii_digit() || "[{;%".contains(sign)) && !ours
    }

    /// Reads the first game of a text.
    ///
    /// # Errors
    /// What is wrong with the text, and where: a move that is not legal, a position that is not possible, another kind
    /// of draughts.
    pub fn parse(game: &Checkers, text: &str) -> Result<Pdn, TextError> {
        let mut tokens = Tokens::new(text);
        let mut read = Pdn { tags: Vec::new(), start: game.initial(), line: Line::default(), result: String::new() };
        let mut said = None;
        let mut next = tokens.next()?;
        while let Some((at, Token::Tag { name, value, inside })) = next {
            match name {
                "GameType" if value.split(',').next().map(str::trim) != Some(KIND) => {
                    let message = format!("expected English draughts, GameType {KIND}, found {value:?}");
                    return Err(TextError::new(inside, message));
                }
                "GameType" | "SetUp" => {}
                "FEN" => {
                    let wrong = |error: TextError| TextError::new(text.len().min(inside + error.offset), error.message);
                    read.start = game.parse_fen(&value).map_err(wrong)?;
                }
                "Result" => said = RESULTS.into_iter().find(|result| *result == value),
                _ if read.tags.iter().any(|(other, _)| other == name) => {
                    return Err(TextError::new(at, format!("the tag {name} is there twice")));
                }
                _ => read.tags.push((name.to_owned(), value)),
            }
            next = tokens.next()?;
        }
        let mut reader = Reader { game, tokens, next };
        read.line = reader.line(read.start, 0)?;
        read.result = match reader.next {
            Some((_, Token::Result(result))) => result,
            Some((at, Token::Close)) => return Err(TextError::new(at, "no variation is open here")),
            _ => said.unwrap_or("*"),
        }
        .to_owned();
        Ok(read)
    }

    /// The moves that were played.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.line.moves.iter().map(|played| played.action)
    }

    /// The game as [`Pdn::parse`] reads it. In a comment `}` becomes a round bracket, for a comment ends there.
    #[must_use]
    pub fn to_text(&self, game: &Checkers) -> String {
        let mut text = String::new();
        let escaped = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
        let mut tag = |name: &str, value: &str| text += &format!("[{name} \"{}\"]\n", escaped(value));
        self.tags.iter().for_each(|(name, value)| tag(name, value));
        tag("GameType", KIND);
        if self.start != game.initial() {
            tag("SetUp", "1");
            tag("FEN", &game.position_text(&self.start));
        }
        tag("Result", &self.result);
        let mut words = Vec::new();
        write_line(game, &self.line, self.start, 0, &mut words);
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

/// Writes a line as words: what stands between two of them is a blank or the end of a line.
fn write_line(game: &Checkers, line: &Line, start: Board, ply: usize, words: &mut Vec<String>) {
    let comment = |text: &String| format!("{{{}}}", text.replace('}', ")"));
    words.extend(line.comments.iter().map(comment));
    let (mut board, mut numbered) = (start, false);
    for (played, ply) in line.moves.iter().zip(ply..) {
        // Black's moves have a number, and White's where something stands before them.
        if board.mover == Seat::FIRST {
            words.push(format!("{}.", ply / 2 + 1));
        } else if !numbered {
            words.push(format!("{}...", ply / 2 + 1));
        }
        words.push(game.action_text(&board, played.action));
        words.extend(played.marks.iter().map(|mark| format!("${mark}")));
        words.extend(played.comments.iter().map(comment));
        for variation in &played.variations {
            words.push("(".to_owned());
            write_line(game, variation, board, ply, words);
            words.push(")".to_owned());
        }
        numbered = played.comments.is_empty() && played.variations.is_empty();
        game.apply(&mut board, played.action);
    }
}

/// Reads moves, one part ahead.
struct Reader<'g, 't> {
    game: &'g Checkers,
    tokens: Tokens<'t>,
    next: Option<(usize, Token<'t>)>,
}

impl Reader<'_, '_> {
    /// Reads a line up to what ends it: a result, a bracket, a tag of the next game, the end of the text.
    fn line(&mut self, mut board: Board, depth: usize) -> Result<Line, TextError> {
        let mut line = Line::default();
        // Where a variation of the last move begins.
        let mut before = board;
        while let Some((at, token)) = &self.next {
            let at = *at;
            match token {
                Token::Move(word) => {
                    let legal = self.game.action_list(&board);
                    let found = self.game.parse_action(&board, word, &legal);
                    let action = found.map_err(|error| TextError::new(at, error.message))?;
                    line.moves.push(Played { action, marks: Vec::new(), comments: Vec::new(), variations: Vec::new() });
                    before = board;
                    self.game.apply(&mut board, action);
                }
                Token::Comment(comment) => match line.moves.last_mut() {
                    Some(played) => played.comments.push((*comment).to_owned()),
                    None => line.comments.push((*comment).to_owned()),
                },
                Token::Mark(mark) => match line.moves.last_mut() {
                    Some(played) => played.marks.push(*mark),
                    None => return Err(TextError::new(at, "there is no move before this mark")),
                },
                Token::Open => {
                    if depth == DEEPEST {
                        return Err(TextError::new(at, format!("variations are more than {DEEPEST} deep")));
                    }
                    if line.moves.is_empty() {
                        return Err(TextError::new(at, "there is no move before this variation"));
                    }
                    self.next = self.tokens.next()?;
                    let variation = self.line(before, depth + 1)?;
                    if !matches!(self.next, Some((_, Token::Close))) {
                        return Err(TextError::new(at, "the variation is not closed by )"));
                    }
                    if let Some(played) = line.moves.last_mut() {
                        played.variations.push(variation);
                    }
                }
                // Some write how a variation would have ended.
                Token::Result(_) if depth > 0 => {}
                Token::Result(_) | Token::Close | Token::Tag { .. } => break,
            }
            self.next = self.tokens.next()?;
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use counterplay_core::{Random, Seeded};

    use super::*;

    /// A line of random moves with something said about some of them.
    fn random_line(game: &Checkers, mut board: Board, depth: u32, random: &mut Seeded) -> Line {
        let comments = |random: &mut Seeded| (0..random.below(3) / 2).map(|at| format!("so {at}; (x [y] $1")).collect();
        let mut line = Line { comments: comments(random), moves: Vec::new() };
        for _ in 0..random.below(if depth == 0 { 90 } else { 12 }) {
            let legal = game.action_list(&board);
            let Some(at) = random.index(legal.len()) else { break };
            let mut played =
                Played { action: legal[at], marks: Vec::new(), comments: comments(random), variations: Vec::new() };
            if random.below(6) == 0 {
                played.marks.push(random.below(256) as u8);
            }
            if depth < 3 && random.below(8) == 0 {
                played.variations.push(random_line(game, board, depth + 1, random));
            }
            line.moves.push(played);
            game.apply(&mut board, legal[at]);
        }
        line
    }

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let game = Checkers::default();
        let mut random = Seeded::new(7);
        let starts = ["", "W:W18,K22,27,30-32:B1-3,12,K29"].map(|text| game.parse_position(text).unwrap());
        for round in 0..200 {
            let tags = vec![("Event".to_owned(), "a \"b\" \\ c".to_owned()), ("Round".to_owned(), String::new())];
            let start = starts[round % 2];
            let line = random_line(&game, start, 0, &mut random);
            let result = RESULTS[round % RESULTS.len()].to_owned();
            let written = Pdn { tags, start, line, result };
            let text = written.to_text(&game);
            assert_eq!(Pdn::parse(&game, &text).as_ref(), Ok(&written), "{text}");
            let moves: Vec<Move> = written.moves().collect();
            assert_eq!(game.parse_game(&text), Some(Ok((start, moves.clone()))));
            let last = moves.iter().fold(start, |board, &action| game.result(&board, action));
            assert_eq!(game.parse_position(&text), Ok(last));
            assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        }
    }

    #[test]
    fn what_programs_write_is_read() {
        let game = Checkers::default();
        let text = "\u{feff}% made by a program\r\n[Event \"?\"]\r\n[GameType \"21,B,8,8,N1,0\"]\r\n[Result \"0-1\"]\r\n\r\n\
            1.11-15! 23-19?! {good} 2. 8-11* 22-17 $14 ; to the end 1. 9-13\r\n3. 11-16 (3. 9-13 17-14 (3... 24-20 15x24) 1-0) 24-20 1-0\r\n\
            [Event \"the next one\"] nonsense";
        let read = Pdn::parse(&game, text).unwrap();
        let marks: Vec<&[u8]> = read.line.moves.iter().map(|played| played.marks.as_slice()).collect();
        assert_eq!(marks, [&[1][..], &[6], &[7], &[14], &[], &[]]);
        assert_eq!(read.line.moves[3].comments, ["to the end 1. 9-13"]);
        assert_eq!(read.line.moves[4].variations[0].moves[1].variations[0].moves.len(), 2);
        assert_eq!(read.result, "1-0");
        // A line of moves alone will do, and a position alone.
        assert_eq!(Pdn::parse(&game, "11-15 23-19 *").unwrap().moves().count(), 2);
        let alone = Pdn::parse(&game, "[FEN \"W:W32:BK1.\"]").unwrap();
        assert_eq!((game.position_text(&alone.start).as_str(), alone.result.as_str()), ("W:W32:BK1", "*"));
        assert_eq!(game.parse_game("[Game \"checkers\"]\n\n1. 11-15 *"), None);
        assert_eq!(game.parse_game("B:W21-32:B1-12"), None);
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let refused = |text: &str, rest: &str, part: &str| {
            let error = Checkers::default().parse_position(text).unwrap_err();
            assert_eq!(&text[error.offset..], rest, "{text}: {error}");
            assert!(error.message.contains(part), "{text}: {error}");
        };
        refused("1. 11-15 23-20 *", "23-20 *", "not legal here");
        refused("1. 11-15 {x", "{x", "not closed");
        refused("1. 11-15 (11-16", "(11-16", "not closed");
        refused("1. 11-15) *", ") *", "no variation");
        refused("1. (11-15) *", "(11-15) *", "no move before");
        refused("1. $3 *", "$3 *", "no move before");
        refused("1. 11-15 $ *", "$ *", "number of a mark");
        refused("1. 11-15 foo", "foo", "expected a move");
        refused("1. 11", "11", "expected a move");
        refused("[GameType \"20\"]", "20\"]", "English draughts");
        refused("[FEN \"B:W1:B2\"]", "1:B2\"]", "crowned");
        refused("[Event \"x]", "\"x]", "not closed");
        refused("[Event x]", "x]", "expected a tag");
        refused("[A \"\"][A \"\"]", "[A \"\"]", "twice");
        let deep = format!("11-15 {}", "(11-15 ".repeat(70));
        refused(&deep, &"(11-15 ".repeat(70 - DEEPEST), "deep");
    }
}
