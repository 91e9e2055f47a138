//! The games of a text, one after the other.
//!
//! What is wrong with a game ends it there, and reading goes on with the next one; what is wrong with a variation costs
//! that variation.

use super::tokens::{self, Token, Tokens};
use super::{DEEPEST, Pgn, PgnDialect, PgnLine, PgnMove};
use crate::TextError;

/// A game of a text in PGN, as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnGame<S, A> {
    /// Where it begins in the text.
    pub offset: usize,
    /// The game, up to its fault.
    pub pgn: Pgn<S, A>,
    /// Where each of its moves stands.
    pub places: Vec<usize>,
    /// What is odd and keeps nobody from reading on: a tag that is there twice, a variation that cannot be played.
    pub remarks: Vec<TextError>,
    /// Why the rest of it could not be read.
    pub fault: Option<TextError>,
}

/// Reads all games of a text.
pub(super) fn read_all<G: PgnDialect>(game: &G, text: &str) -> Vec<PgnGame<G::State, G::Action>> {
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
pub(super) fn read<G: PgnDialect>(game: &G, text: &str, at: usize) -> (PgnGame<G::State, G::Action>, Option<usize>) {
    let mut read = blank(game, at);
    let mut reader = Reader { game, text, tokens: Tokens::at(G::WORDS, text, at), next: None, read: &mut read };
    match reader.game() {
        Ok(()) => {
            let next = reader.next_game();
            (read, next)
        }
        Err(fault) => {
            let next = next_start(text, at, fault.offset);
            if read.pgn.result.is_empty() {
                "*".clone_into(&mut read.pgn.result);
            }
            read.fault = Some(fault);
            (read, next)
        }
    }
}

/// Reads a line that begins in a state, with nothing behind it: a variation without its brackets.
pub(super) fn read_line<G: PgnDialect>(
    game: &G,
    start: &G::State,
    text: &str,
) -> Result<PgnLine<G::Action>, TextError> {
    let mut read = blank(game, 0);
    let mut reader = Reader { game, text, tokens: Tokens::at(G::WORDS, text, 0), next: None, read: &mut read };
    let mut line = PgnLine::default();
    reader.next = reader.tokens.next()?;
    reader.line(start.clone(), 1, &mut line)?;
    match reader.next {
        Some((at, _)) => Err(TextError::new(at, "expected the end of the variation")),
        None => Ok(line),
    }
}

/// A game at an offset of which nothing is read yet.
fn blank<G: PgnDialect>(game: &G, offset: usize) -> PgnGame<G::State, G::Action> {
    let pgn = Pgn { tags: Vec::new(), start: game.initial(), line: PgnLine::default(), result: String::new() };
    PgnGame { offset, pgn, places: Vec::new(), remarks: Vec::new(), fault: None }
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
struct Reader<'g, 't, G: PgnDialect> {
    game: &'g G,
    text: &'t str,
    tokens: Tokens<'t>,
    next: Option<(usize, Token<'t>)>,
    read: &'g mut PgnGame<G::State, G::Action>,
}

impl<G: PgnDialect> Reader<'_, '_, G> {
    /// Reads the tags, the moves and the result.
    fn game(&mut self) -> Result<(), TextError> {
        let mut line = PgnLine::default();
        let said = self.tags(&mut line.comments)?;
        let found = self.line(self.read.pgn.start.clone(), 0, &mut line);
        self.read.pgn.line = line;
        self.read.pgn.result = match self.next {
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
            if name == "Result" {
                let value = value.trim();
                said = G::WORDS.result(value).filter(|(_, length)| *length == value.len()).map(|(result, _)| result);
                continue;
            }
            let text_end = self.text.len();
            let wrong = |error: TextError| TextError::new(text_end.min(inside + error.offset), error.message);
            self.game.read_tag(name, value, &mut self.read.pgn.start).map_err(wrong)?;
            if !G::WORDS.start_tags.contains(&name) {
                self.read.pgn.tags.push((name.to_owned(), value.clone()));
            }
        }
    }

    /// Reads a line up to what ends it: a result, a bracket, a tag of the next game, the end of the text. On an error
    /// the line has what was read before.
    fn line(&mut self, mut state: G::State, depth: usize, line: &mut PgnLine<G::Action>) -> Result<(), TextError> {
        // Where a variation of the last move begins.
        let mut before = state.clone();
        while let Some((at, token)) = &self.next {
            let at = *at;
            match token {
                Token::Move(word) => {
                    let legal = self.game.action_list(&state);
                    let found = self.game.parse_action(&state, word, &legal);
                    let action = found.map_err(|error| TextError::new(at, error.message))?;
                    line.moves.push(PgnMove::new(action));
                    if depth == 0 {
                        self.read.places.push(at);
                    }
                    before.clone_from(&state);
                    self.game.apply(&mut state, action);
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
                    match self.variation(at, before.clone(), depth) {
                        Ok(variation) => played.variations.push(variation),
                        // Nobody has played what stands in brackets: the game goes on behind them.
                        Err(error) if depth == 0 => {
                            let Some(end) = tokens::closing(self.text, at) else { return Err(error) };
                            self.tokens = Tokens::at(G::WORDS, self.text, end);
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
    fn variation(&mut self, at: usize, before: G::State, depth: usize) -> Result<PgnLine<G::Action>, TextError> {
        if depth == DEEPEST {
            return Err(TextError::new(at, format!("variations are more than {DEEPEST} deep")));
        }
        self.next = self.tokens.next()?;
        let mut variation = PgnLine::default();
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
