//! The games of a text, one after the other.
//!
//! What is wrong with a game ends it there, and reading goes on with the next one; what is wrong with a variation costs
//! that variation.

use counterplay_core::{Game, Notation, TextError};

use super::tokens::{self, RESULTS, Token, Tokens};
use super::{DEEPEST, KIND, Line, Pdn, Played};
use crate::{Board, Checkers};

/// A game of a text in PDN, as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnGame {
    /// Where it begins in the text.
    pub offset: usize,
    /// The game, up to its fault.
    pub pdn: Pdn,
    /// Where each of its moves stands.
    pub places: Vec<usize>,
    /// What is odd and keeps nobody from reading on: a tag that is there twice, a variation that cannot be played.
    pub remarks: Vec<TextError>,
    /// Why the rest of it could not be read.
    pub fault: Option<TextError>,
}

/// Reads all games of a text.
pub(super) fn read_all(game: &Checkers, text: &str) -> Vec<PdnGame> {
    let mut games = Vec::new();
    let mut next = Some(0);
    while let Some(at) = next {
        let (read, after) = read(game, text, at);
        games.push(read);
        debug_assert!(after.is_none_or(|after| after > at), "each game begins after the one before it");
        next = after;
    }
    games
}

/// Reads the game that begins at an offset, and finds where the next one does.
pub(super) fn read(game: &Checkers, text: &str, at: usize) -> (PdnGame, Option<usize>) {
    let pdn = Pdn { tags: Vec::new(), start: game.initial(), line: Line::default(), result: String::new() };
    let mut read = PdnGame { offset: at, pdn, places: Vec::new(), remarks: Vec::new(), fault: None };
    let mut reader = Reader { game, text, tokens: Tokens::at(text, at), next: None, read: &mut read };
    match reader.game() {
        Ok(()) => {
            let next = reader.next_game();
            (read, next)
        }
        Err(fault) => {
            let next = next_start(text, at, fault.offset);
            if read.pdn.result.is_empty() {
                "*".clone_into(&mut read.pdn.result);
            }
            read.fault = Some(fault);
            (read, next)
        }
    }
}

/// Where the next game begins after one that begins at `start` and has a fault: with its tags, or with move 1 if the
/// games of the text have none.
fn next_start(text: &str, start: usize, fault: usize) -> Option<usize> {
    let mut at = start;
    let (mut is_tagged, mut in_moves) = (false, false);
    for line in text[start..].split_inclusive('\n') {
        let (begin, body) = (at, line.trim_start_matches('\u{feff}').trim_start());
        at += line.len();
        let is_tag = tokens::is_tag(body);
        // The tags of this game are not those of the next one, wherever among them the fault is.
        is_tagged |= is_tag && !in_moves;
        in_moves |= !is_tag && !body.is_empty() && !body.starts_with(['%', ';']);
        let is_first_move = body.strip_prefix("1.").is_some_and(|rest| !rest.starts_with('.'));
        if in_moves && begin > fault && (is_tag || is_first_move && !is_tagged) {
            return Some(begin);
        }
    }
    None
}

/// Reads a game, one part ahead.
struct Reader<'g, 't> {
    game: &'g Checkers,
    text: &'t str,
    tokens: Tokens<'t>,
    next: Option<(usize, Token<'t>)>,
    read: &'g mut PdnGame,
}

impl Reader<'_, '_> {
    /// Reads the tags, the moves and the result.
    fn game(&mut self) -> Result<(), TextError> {
        let mut line = Line::default();
        let said = self.tags(&mut line.comments)?;
        let found = self.line(self.read.pdn.start, 0, &mut line);
        self.read.pdn.line = line;
        self.read.pdn.result = match self.next {
            Some((_, Token::Result(result))) if found.is_ok() => result,
            _ => said.unwrap_or("*"),
        }
        .to_owned();
        found?;
        match self.next {
            Some((at, Token::Close)) => Err(TextError::new(at, "no variation is open here")),
            _ => Ok(()),
        }
    }

    /// Reads the tags, and comments among them; gives the result that they tell.
    ///
    /// Of a tag that is there twice the first one counts. Behind a comment or an empty line it is the next game's: there
    /// are collections of positions without moves.
    fn tags(&mut self, comments: &mut Vec<String>) -> Result<Option<&'static str>, TextError> {
        let (mut said, mut seen, mut end) = (None, Vec::new(), self.read.offset);
        loop {
            self.next = self.tokens.next()?;
            let (at, name, value, inside) = match &self.next {
                Some((at, Token::Tag { name, value, inside })) => (*at, *name, value, *inside),
                Some((_, Token::Comment(comment))) => {
                    comments.push((*comment).to_owned());
                    continue;
                }
                _ => return Ok(said),
            };
            let is_apart = self.text[end..at].matches('\n').count() > 1 || !comments.is_empty();
            end = self.tokens.end();
            if seen.contains(&name) {
                if is_apart {
                    return Ok(said);
                }
                let message = format!("the tag {name} is there twice: the first one counts");
                self.read.remarks.push(TextError::new(at, message));
                continue;
            }
            seen.push(name);
            match name {
                "GameType" if value.split(',').next().map(str::trim) != Some(KIND) => {
                    let message = format!("expected English draughts, GameType {KIND}, found {value:?}");
                    return Err(TextError::new(inside, message));
                }
                "GameType" | "SetUp" => {}
                "FEN" => {
                    let end = self.text.len();
                    let wrong = |error: TextError| TextError::new(end.min(inside + error.offset), error.message);
                    self.read.pdn.start = self.game.parse_fen(value).map_err(wrong)?;
                }
                "Result" => said = RESULTS.into_iter().find(|result| result == value),
                _ => self.read.pdn.tags.push((name.to_owned(), value.clone())),
            }
        }
    }

    /// Reads a line up to what ends it: a result, a bracket, a tag of the next game, the end of the text. On an error
    /// the line has what was read before.
    fn line(&mut self, mut board: Board, depth: usize, line: &mut Line) -> Result<(), TextError> {
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
                    if depth == 0 {
                        self.read.places.push(at);
                    }
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
                    let Some(played) = line.moves.last_mut() else {
                        return Err(TextError::new(at, "there is no move before this variation"));
                    };
                    match self.variation(at, before, depth) {
                        Ok(variation) => played.variations.push(variation),
                        // Nobody has played what stands in brackets: the game goes on behind them.
                        Err(error) if depth == 0 => {
                            let Some(end) = tokens::closing(self.text, at) else { return Err(error) };
                            self.tokens = Tokens::at(self.text, end);
                            let message = format!("the variation is left out: {}", error.message);
                            self.read.remarks.push(TextError::new(error.offset, message));
                        }
                        Err(error) => return Err(error),
                    }
                }
                // Some write how a variation would have ended.
                Token::Result(_) if depth > 0 => {}
                Token::Result(_) | Token::Close | Token::Tag { .. } => break,
            }
            self.next = self.tokens.next()?;
        }
        Ok(())
    }

    /// Reads the variation that a bracket opens, up to the one that closes it.
    fn variation(&mut self, at: usize, before: Board, depth: usize) -> Result<Line, TextError> {
        if depth == DEEPEST {
            return Err(TextError::new(at, format!("variations are more than {DEEPEST} deep")));
        }
        self.next = self.tokens.next()?;
        let mut variation = Line::default();
        self.line(before, depth + 1, &mut variation)?;
        match self.next {
            Some((_, Token::Close)) => Ok(variation),
            _ => Err(TextError::new(at, "the variation is not closed by )")),
        }
    }

    /// Where the next game begins after this one was read whole. What is said behind the result belongs to no game.
    fn next_game(&mut self) -> Option<usize> {
        if let Some((at, Token::Tag { .. })) = self.next {
            return Some(at);
        }
        loop {
            let at = self.tokens.next_at();
            match self.tokens.next() {
                Ok(Some((_, Token::Comment(_)))) => {}
                Ok(None) => return None,
                // The next reader finds out what is wrong.
                Ok(Some(_)) | Err(_) => return Some(at),
            }
        }
    }
}
