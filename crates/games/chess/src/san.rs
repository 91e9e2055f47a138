//! Moves as players write them (SAN): `e4`, `Nf3`, `exd5`, `R1e2`, `e8=Q`, `O-O`.
//!
//! Reading is lenient: the mark of a capture, of check and of mate may be left out or be wrong, `=` before the new piece
//! may be missing, more of the first square may be told than is needed, and castling may be written with zeros. What
//! more than one legal move could be is refused all the same.

use counterplay_core::{Game, TextError};
use cozy_chess::{File, Move, Piece, Rank, Square};

use super::notation::is_castling;
use super::{Board, Chess, fen};

/// A word of SAN taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    /// Castling: to the king's side, or to the queen's.
    Castling { short: bool },
    /// Any other move, with as much of the first square as is told.
    Move { piece: Piece, file: Option<File>, rank: Option<Rank>, to: Square, promotion: Option<Piece> },
}

/// Reads a word of SAN, or of long algebraic notation (`Ng1-f3`); nothing if it is none.
///
/// # Errors
/// If none of the legal moves is meant, or more than one could be.
pub(crate) fn read(game: &Chess, board: &Board, word: &str, legal: &[Move]) -> Option<Result<Move, TextError>> {
    let word = stripped(word);
    let parsed = parse(word)?;
    let meant: Vec<Move> = legal.iter().copied().filter(|&action| is_meant(board, action, parsed)).collect();
    Some(match meant[..] {
        [action] => Ok(action),
        [] => return None,
        _ => {
            let words: Vec<String> = meant.into_iter().map(|action| write(game, board, action)).collect();
            Err(TextError::new(0, format!("{word} could be {}", words.join(" or "))))
        }
    })
}

/// A word without what is said of the move: check, mate, `!?`, `e.p.`
fn stripped(word: &str) -> &str {
    let signs = ['+', '#', '!', '?'];
    let word = word.trim().trim_end_matches(signs);
    word.strip_suffix("e.p.").or_else(|| word.strip_suffix("ep")).unwrap_or(word).trim_end().trim_end_matches(signs)
}

/// Takes a word apart, from its end.
fn parse(word: &str) -> Option<Word> {
    match word {
        "O-O" | "0-0" | "o-o" => return Some(Word::Castling { short: true }),
        "O-O-O" | "0-0-0" | "o-o-o" => return Some(Word::Castling { short: false }),
        _ => {}
    }
    let mut signs: Vec<char> = word.chars().collect();
    // The last sign is a rank, unless a pawn becomes something.
    let promotion = signs.pop_if(|sign| !sign.is_ascii_digit()).map(|sign| piece(sign, true));
    let promotion = match promotion {
        Some(piece) => Some(piece?),
        None => None,
    };
    signs.pop_if(|sign| promotion.is_some() && *sign == '=');
    let (to_rank, to_file) = (rank(signs.pop()?)?, file(signs.pop()?)?);
    signs.pop_if(|sign| matches!(sign, 'x' | 'X' | ':' | '-'));
    let from_rank = signs.last().and_then(|&sign| rank(sign));
    signs.pop_if(|_| from_rank.is_some());
    // A small b is a file, and a capital one is a bishop.
    let from_file = signs.last().and_then(|&sign| file(sign));
    signs.pop_if(|_| from_file.is_some());
    let piece = match signs[..] {
        [] => Piece::Pawn,
        [sign] => piece(sign, false)?,
        _ => return None,
    };
    let (file, rank) = (from_file, from_rank);
    Some(Word::Move { piece, file, rank, to: Square::new(to_file, to_rank), promotion })
}

/// The file of a small letter.
fn file(sign: char) -> Option<File> {
    ('a'..='h').contains(&sign).then(|| File::index(sign as usize - 'a' as usize))
}

fn rank(sign: char) -> Option<Rank> {
    ('1'..='8').contains(&sign).then(|| Rank::index(sign as usize - '1' as usize))
}

/// The piece of a letter: of a capital one, and of a small one where that is no file.
fn piece(sign: char, after_square: bool) -> Option<Piece> {
    let is_clear = sign.is_ascii_uppercase() || after_square || !('a'..='h').contains(&sign);
    let piece = sign.to_ascii_lowercase().to_string().parse().ok()?;
    is_clear.then_some(piece)
}

/// Whether a legal move is what a word says.
fn is_meant(board: &Board, action: Move, word: Word) -> bool {
    match word {
        Word::Castling { short } => is_castling(board, action) && (action.to.file() > action.from.file()) == short,
        Word::Move { piece, file, rank, to, promotion } => {
            !is_castling(board, action)
                && board.piece_on(action.from) == Some(piece)
                && (action.to, action.promotion) == (to, promotion)
                && file.is_none_or(|file| action.from.file() == file)
                && rank.is_none_or(|rank| action.from.rank() == rank)
        }
    }
}

/// Writes a legal move, with as much of its first square as tells it from others.
pub(crate) fn write(game: &Chess, board: &Board, action: Move) -> String {
    let mut word = String::new();
    let capture = is_capture(board, action);
    match board.piece_on(action.from) {
        _ if is_castling(board, action) => {
            word += if action.to.file() > action.from.file() { "O-O" } else { "O-O-O" };
        }
        None | Some(Piece::Pawn) => {
            if capture {
                word += &format!("{}x", action.from.file());
            }
            word += &action.to.to_string();
            if let Some(piece) = action.promotion {
                word.push('=');
                word.push(fen::letter(piece, cozy_chess::Color::White));
            }
        }
        Some(piece) => {
            word.push(fen::letter(piece, cozy_chess::Color::White));
            word += &first_square(game, board, piece, action);
            if capture {
                word.push('x');
            }
            word += &action.to.to_string();
        }
    }
    let after = game.result(board, action);
    if !after.checkers().is_empty() {
        word.push(if game.is_terminal(&after) { '#' } else { '+' });
    }
    word
}

fn is_capture(board: &Board, action: Move) -> bool {
    let is_en_passant = board.pieces(Piece::Pawn).has(action.from) && action.from.file() != action.to.file();
    board.colors(!board.side_to_move()).has(action.to) || is_en_passant
}

/// As much of the first square of a piece's move as is needed: the file, else the rank, else both.
fn first_square(game: &Chess, board: &Board, piece: Piece, action: Move) -> String {
    let is_rival = |other: &Move| {
        other.to == action.to
            && other.from != action.from
            && board.piece_on(other.from) == Some(piece)
            && !is_castling(board, *other)
    };
    let rivals: Vec<Square> = game.action_list(board).into_iter().filter(is_rival).map(|other| other.from).collect();
    let (file, rank) = (action.from.file(), action.from.rank());
    match (
        rivals.is_empty(),
        rivals.iter().any(|from| from.file() == file),
        rivals.iter().any(|from| from.rank() == rank),
    ) {
        (true, ..) => String::new(),
        (_, false, _) => file.to_string(),
        (_, true, false) => rank.to_string(),
        _ => action.from.to_string(),
    }
}

#[cfg(test)]
mod tests;
