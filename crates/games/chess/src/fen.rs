//! Positions of chess as FEN: four to six fields, and what is wrong with one that the rules do not allow. Operations of
//! EPD may follow, of which only the two counters say something about the position.
//!
//! The rights to castle may be written as `KQkq`, where each means the outermost rook (X-FEN), or by the files of the
//! rooks (Shredder-FEN). They are written as `KQkq` where that is the usual king with the usual rooks.

use std::fmt::Write;

use counterplay_core::TextError;
use cozy_chess::{BitBoard, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square};

use super::{Board, Chess, epd};

const LOOKS: &str = "a position looks like rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A field of a text, and where it begins.
#[derive(Clone, Copy)]
struct Field<'t> {
    text: &'t str,
    at: usize,
}

impl Field<'_> {
    fn wrong<T>(self, message: impl Into<String>) -> Result<T, TextError> {
        Err(TextError::new(self.at, message))
    }
}

/// The fields of a text.
fn fields(text: &str) -> Vec<Field<'_>> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(|field| Field { text: field, at: field.as_ptr() as usize - start }).collect()
}

/// Reads a FEN.
pub(crate) fn read(text: &str) -> Result<Board, TextError> {
    let fields = fields(text);
    let [placement, turn, rest @ ..] = &fields[..] else {
        return Err(TextError::new(0, format!("expected the pieces and who is to move; {LOOKS}")));
    };
    let mut builder = BoardBuilder::empty();
    place(&mut builder, *placement)?;
    builder.side_to_move = match turn.text {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        other => return turn.wrong(format!("expected who is to move, w or b, found {other:?}")),
    };
    check_pieces(&builder, *placement)?;
    // The counters may be left out, and operations stand where they end.
    let is_operation = |field: &&Field<'_>| epd::are_operations(&text[field.at..]);
    let operations = rest.iter().skip(2).find(is_operation).map_or(text.len(), |field| field.at);
    let mut rest = rest.iter().filter(|field| field.at < operations);
    let operations = &text[operations..];
    builder.halfmove_clock = epd::number(operations, "hmvc").map_or(0, |plies| plies.min(Chess::IDLE as u16) as u8);
    builder.fullmove_number = epd::number(operations, "fmvn").unwrap_or(1).max(1);
    if let Some(&field) = rest.next() {
        castling(&mut builder, field)?;
    }
    if let Some(&field) = rest.next() {
        en_passant(&mut builder, field)?;
    }
    if let Some(&field) = rest.next() {
        let clock = field.text.parse().ok().filter(|&plies| u32::from(plies) <= Chess::IDLE);
        let Some(clock) = clock else {
            return field.wrong("expected the plies without a capture or a pawn's move, 0 to 100");
        };
        builder.halfmove_clock = clock;
    }
    if let Some(&field) = rest.next() {
        // Some programs count from 0.
        let Ok(number) = field.text.parse::<u16>() else {
            return field.wrong("expected the number of the move, 1 or more");
        };
        builder.fullmove_number = number.max(1);
    }
    if let Some(field) = rest.next() {
        return field.wrong(format!("expected the end of the position, found {:?}", field.text));
    }
    builder.build().map(Board::new).map_err(|error| refused(&builder, *placement, error))
}

/// Puts the pieces on the board.
fn place(builder: &mut BoardBuilder, field: Field<'_>) -> Result<(), TextError> {
    let wrong = |at: usize, message: String| Err(TextError::new(field.at + at, message));
    let (mut rank, mut file) = (7usize, 0usize);
    for (at, sign) in field.text.char_indices() {
        match sign {
            '/' if file != 8 => return wrong(at, format!("rank {} has {file} squares, not eight", rank + 1)),
            '/' if rank == 0 => return wrong(at, "there are more than eight ranks".to_owned()),
            '/' => (rank, file) = (rank - 1, 0),
            '1'..='8' => file += sign as usize - '0' as usize,
            _ => {
                let Some(piece) = sign.to_ascii_lowercase().to_string().parse::<Piece>().ok() else {
                    return wrong(
                        at,
                        format!("expected a piece or a number of empty squares, found {sign:?}; {LOOKS}"),
                    );
                };
                let color = if sign.is_ascii_uppercase() { Color::White } else { Color::Black };
                if file < 8 {
                    let square = Square::new(File::index(file), Rank::index(rank));
                    *builder.square_mut(square) = Some((piece, color));
                }
                file += 1;
            }
        }
        if file > 8 {
            return wrong(at, format!("rank {} has more than eight squares", rank + 1));
        }
    }
    if (rank, file) != (0, 8) {
        return wrong(field.text.len(), format!("the board ends on rank {} after {file} squares; {LOOKS}", rank + 1));
    }
    Ok(())
}

/// Names the rule that a set of pieces breaks.
fn check_pieces(builder: &BoardBuilder, field: Field<'_>) -> Result<(), TextError> {
    let squares = |color, piece| {
        let here = move |square: &Square| builder.square(*square) == Some((piece, color));
        Square::ALL.into_iter().filter(here)
    };
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let count = |piece| squares(color, piece).count();
        match count(Piece::King) {
            1 => {}
            0 => return field.wrong(format!("{name} has no king")),
            kings => return field.wrong(format!("{name} has {kings} kings, and may have one")),
        }
        let pawns = count(Piece::Pawn);
        if pawns > 8 {
            return field.wrong(format!("{name} has {pawns} pawns, and may have eight"));
        }
        let all: usize = Piece::ALL.into_iter().map(count).sum();
        if all > 16 {
            return field.wrong(format!("{name} has {all} pieces, and may have sixteen"));
        }
        let edge = |square: &Square| matches!(square.rank(), Rank::First | Rank::Eighth);
        if let Some(square) = squares(color, Piece::Pawn).find(edge) {
            return field.wrong(format!("a pawn stands on {square}: no pawn is on the first or the last rank"));
        }
    }
    // cozy-chess does not look for a check by a king.
    let king = |color| squares(color, Piece::King).next();
    match (king(Color::White), king(Color::Black)) {
        (Some(white), Some(black)) if cozy_chess::get_king_moves(white).has(black) => {
            field.wrong(format!("the kings stand next to one another, on {white} and {black}"))
        }
        _ => Ok(()),
    }
}

/// Reads the rights to castle.
fn castling(builder: &mut BoardBuilder, field: Field<'_>) -> Result<(), TextError> {
    if field.text == "-" {
        return Ok(());
    }
    for (at, sign) in field.text.char_indices() {
        let wrong = |message: String| Err(TextError::new(field.at + at, message));
        let color = if sign.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = Rank::First.relative_to(color);
        let on = |file: File, piece| builder.square(Square::new(file, home)) == Some((piece, color));
        let Some(king) = File::ALL.into_iter().find(|&file| on(file, Piece::King)) else {
            return wrong(format!("{sign}: a king that is not on its first rank cannot castle"));
        };
        let rook = match sign.to_ascii_uppercase() {
            'K' => File::ALL.into_iter().rev().find(|&file| file > king && on(file, Piece::Rook)),
            'Q' => File::ALL.into_iter().find(|&file| file < king && on(file, Piece::Rook)),
            letter @ 'A'..='H' => {
                Some(File::index(letter as usize - 'A' as usize)).filter(|&file| on(file, Piece::Rook))
            }
            _ => return wrong(format!("expected the rights to castle, KQkq or files or -, found {sign:?}")),
        };
        let Some(rook) = rook else { return wrong(format!("{sign}: there is no rook to castle with")) };
        let rights = builder.castle_rights_mut(color);
        let right = if rook > king { &mut rights.short } else { &mut rights.long };
        if right.is_some() {
            return wrong(format!("{sign}: this right to castle is given twice"));
        }
        *right = Some(rook);
    }
    Ok(())
}

/// Reads the square of en passant.
fn en_passant(builder: &mut BoardBuilder, field: Field<'_>) -> Result<(), TextError> {
    if field.text == "-" {
        return Ok(());
    }
    let Ok(square) = field.text.to_ascii_lowercase().parse::<Square>() else {
        return field.wrong(format!("expected the square of en passant or -, found {:?}", field.text));
    };
    let side = builder.side_to_move;
    let sixth = Rank::Sixth.relative_to(side);
    if square.rank() != sixth {
        return field.wrong(format!("en passant on {square}: the square must be on rank {}", sixth as usize + 1));
    }
    let at = |rank: Rank| builder.square(Square::new(square.file(), rank.relative_to(side)));
    if at(Rank::Fifth) != Some((Piece::Pawn, !side)) || at(Rank::Sixth).is_some() || at(Rank::Seventh).is_some() {
        return field.wrong(format!("en passant on {square}: no pawn can just have made a double step there"));
    }
    builder.en_passant = Some(square);
    Ok(())
}

/// Says why a board was refused that has the right pieces.
fn refused(builder: &BoardBuilder, field: Field<'_>, error: BoardBuilderError) -> TextError {
    let (to_move, other) = match builder.side_to_move {
        Color::White => ("White", "Black"),
        Color::Black => ("Black", "White"),
    };
    let rule = match error {
        BoardBuilderError::InvalidEnPassant => {
            "en passant: before the double step the king would have been in check".to_owned()
        }
        BoardBuilderError::InvalidCastlingRights => {
            "the rights to castle fit neither the king nor the rooks".to_owned()
        }
        _ if other_in_check(builder) => format!("{other} is in check, and it is {to_move} to move"),
        _ => "no move can have led here: the king is in check from too many sides".to_owned(),
    };
    TextError::new(field.at, rule)
}

/// Whether the king of the side that is not to move is attacked.
fn other_in_check(builder: &BoardBuilder) -> bool {
    let side = builder.side_to_move;
    let of = |piece: Piece, color: Color| {
        let here = |square: &Square| builder.square(*square) == Some((piece, color));
        Square::ALL.into_iter().filter(here).fold(BitBoard::EMPTY, |set, square| set | square.bitboard())
    };
    let occupied = Square::ALL
        .into_iter()
        .filter(|&square| builder.square(square).is_some())
        .fold(BitBoard::EMPTY, |set, square| set | square.bitboard());
    let Some(king) = of(Piece::King, !side).next_square() else { return false };
    let queen = of(Piece::Queen, side);
    let attackers = cozy_chess::get_pawn_attacks(king, !side) & of(Piece::Pawn, side)
        | cozy_chess::get_knight_moves(king) & of(Piece::Knight, side)
        | cozy_chess::get_king_moves(king) & of(Piece::King, side)
        | cozy_chess::get_bishop_moves(king, occupied) & (of(Piece::Bishop, side) | queen)
        | cozy_chess::get_rook_moves(king, occupied) & (of(Piece::Rook, side) | queen);
    !attackers.is_empty()
}

/// Writes a FEN of six fields. The square of en passant is written only where a pawn may capture there.
pub(crate) fn write(board: &Board) -> String {
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            let square = Square::new(file, rank);
            let Some((piece, color)) = board.piece_on(square).zip(board.color_on(square)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                let _ = write!(text, "{empty}");
                empty = 0;
            }
            text.push(letter(piece, color));
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        if rank != Rank::First {
            text.push('/');
        }
    }
    let turn = if board.side_to_move() == Color::White { 'w' } else { 'b' };
    let en_passant = super::board::en_passant_square(board).map_or("-".to_owned(), |square| square.to_string());
    let (clock, number) = (board.halfmove_clock(), board.fullmove_number());
    let _ = write!(text, " {turn} {} {en_passant} {clock} {number}", castling_text(board));
    text
}

/// The letter of a piece: a capital for White.
pub(crate) fn letter(piece: Piece, color: Color) -> char {
    let letter = char::from(piece);
    if color == Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// Whether all rights to castle are those of the usual king with the usual rooks.
pub(crate) fn castles_as_usual(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let rights = board.castle_rights(color);
        let none = rights.short.is_none() && rights.long.is_none();
        none || board.king(color).file() == File::E
            && rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A)
    })
}

fn castling_text(board: &Board) -> String {
    let usual = castles_as_usual(board);
    let mut text = String::new();
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        for (file, usual_letter) in [(rights.short, 'k'), (rights.long, 'q')] {
            let Some(file) = file else { continue };
            let sign = if usual { usual_letter } else { char::from(file) };
            text.push(if color == Color::White { sign.to_ascii_uppercase() } else { sign });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}
