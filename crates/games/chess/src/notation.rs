//! Chess as text: moves as UCI has them, positions as FEN, games as PGN.
//!
//! A move is where from and where to, `e2e4`, with the letter of what a pawn becomes, `e7e8q`. Castling is the king's
//! move, `e1g1`, where king and rook stand as usual, and else the king takes the rook, as in Chess960. Both are read, and so is what players write (SAN).

use counterplay_core::notation::{ParsedGame, find_action, words};
use counterplay_core::{Drawn, Heading, Notation, Note, TextError, pgn};
use cozy_chess::{File, Move, Piece, Square};

use super::{Board, Chess, fen, san};

impl Notation for Chess {
    fn sides(&self) -> [&'static str; 2] {
        ["White", "Black"]
    }

    /// The word of UCI: `e2e4`, `e7e8q`, `e1g1`.
    fn action_text(&self, board: &Board, action: Move) -> String {
        shown(board, action).to_string()
    }

    /// The word of SAN: `Nf3`, `exd5`, `e8=Q+`, `O-O`.
    fn short_text(&self, board: &Board, action: Move) -> Option<String> {
        Some(san::write(self, board, action))
    }

    /// Reads a word of UCI, castling as the king's move or as the king that takes the rook; or of SAN.
    fn parse_action(&self, board: &Board, text: &str, legal: &[Move]) -> Result<Move, TextError> {
        let word = text.trim();
        let uci = |word: &str| {
            let action = word.parse::<Move>().ok()?;
            let meant = legal.iter().find(|&&other| other == action);
            meant.or_else(|| legal.iter().find(|&&other| is_castling(board, other) && kings_move(other) == action))
        };
        if let Some(&action) = uci(word) {
            return Ok(action);
        }
        if let Some(read) = san::read(self, board, word, legal) {
            return read;
        }
        // Only now, for `B1c3` may be a bishop's move.
        if let Some(&action) = uci(&word.to_ascii_lowercase()) {
            return Ok(action);
        }
        if matches!(word, "--" | "Z0" | "0000") {
            return Err(TextError::new(0, format!("{word} is a null move: the rules have none")));
        }
        find_action(text, legal, |action| self.action_text(board, action))
    }

    fn position_text(&self, board: &Board) -> String {
        fen::write(board)
    }

    /// Reads a FEN of four to six fields, perhaps with operations of EPD behind them; nothing at all is the beginning. Of
    /// a game in PGN it is the position after the last move.
    fn parse_position(&self, text: &str) -> Result<Board, TextError> {
        pgn::last_state(self, text).unwrap_or_else(|| self.parse_fen(text))
    }

    /// Reads a game in PGN, the first one if there are several.
    fn parse_game(&self, text: &str) -> Option<Result<(Board, Vec<Move>), TextError>> {
        pgn::parse_game(self, text)
    }

    /// Reads every game of a collection in PGN.
    fn parse_games(&self, text: &str) -> Option<Vec<ParsedGame<Board, Move>>> {
        pgn::parse_games(self, text)
    }

    /// Writes a game in PGN.
    fn game_text(&self, start: &Board, actions: &[Move], told: (&Heading, &[Note])) -> Option<String> {
        Some(pgn::game_text(self, start, actions, told))
    }

    fn ending_text(&self, board: &Board, drawn: Option<Drawn>) -> Option<&'static str> {
        Some(match drawn {
            Some(Drawn::Repeated(_)) => "by repetition",
            Some(Drawn::Idle(_)) => "by the fifty-move rule",
            Some(Drawn::Dead) => "in a dead position",
            None if board.checkers().is_empty() => "by stalemate",
            None => "by checkmate",
        })
    }

    /// Cuts a line of play into its words, and passes over the numbers of the moves: `1. e4 e5 2.Nf3`.
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str> {
        words(moves).into_iter().map(without_number).filter(|word| !word.is_empty()).collect()
    }
}

/// A word without the number of the move before it: `1.e4`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.strip_prefix('.').map_or(word, |rest| rest.trim_start_matches('.'))
}

impl Chess {
    /// Reads a position: see [`Notation::parse_position`].
    pub(crate) fn parse_fen(&self, text: &str) -> Result<Board, TextError> {
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        if body.trim().is_empty() || body.trim() == "startpos" {
            return Ok(counterplay_core::Game::initial(self));
        }
        fen::read(text)
    }
}

/// Whether a move is castling: the king takes a rook of its own side.
pub(crate) fn is_castling(board: &Board, action: Move) -> bool {
    board.colors(board.side_to_move()).has(action.to) && board.pieces(Piece::King).has(action.from)
}

/// Castling as the king's move to the g- or the c-file.
pub(crate) fn kings_move(action: Move) -> Move {
    let file = if action.to.file() > action.from.file() { File::G } else { File::C };
    Move { to: Square::new(file, action.from.rank()), ..action }
}

/// A move as it is written: castling as the king's move where all stands as usual.
pub(crate) fn shown(board: &Board, action: Move) -> Move {
    let usual = is_castling(board, action) && fen::castles_as_usual(board);
    if usual { kings_move(action) } else { action }
}
