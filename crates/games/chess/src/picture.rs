//! The board as a picture, and how it is set up piece by piece.

use counterplay_core::picture::{Cell, Drawing, Figure, Mark, Material, Path, Picture, Piece as Drawn, Stuff};
use counterplay_core::{Seat, SetUp, Side};
use cozy_chess::{Color, File, Move, Piece, Rank, Square};

use super::{Board, Chess, fen, notation, pieces};

/// Squares are called as players do. A move is made by clicking where from and where to, and what a pawn becomes.
impl Picture for Chess {
    fn picture(&self, board: &Board, last: Option<Move>) -> Drawing {
        let cell = |(row, column): (u16, u16)| {
            let square = Square::new(File::index(column.into()), Rank::index(7 - usize::from(row)));
            let mut cell = Cell::new(square.to_string(), column, row);
            cell.dark = (row + column) % 2 == 1;
            if let Some((piece, color)) = board.piece_on(square).zip(board.color_on(square)) {
                cell.piece = Some(drawn(piece, color));
            }
            let is_last = last.is_some_and(|action| action.from == square || landed(board, action) == square);
            let checked = !board.checkers().is_empty() && board.king(board.side_to_move()) == square;
            match (checked, is_last) {
                (true, _) => cell.mark(Mark::Check),
                (false, true) => cell.mark(Mark::Last),
                (false, false) => cell,
            }
        };
        let cells = (0..8).flat_map(|row| (0..8).map(move |column| (row, column))).map(cell).collect();
        let face = |piece| (name(piece).to_owned(), drawn(piece, board.side_to_move()));
        Drawing {
            cells,
            below: File::ALL.iter().map(ToString::to_string).collect(),
            rows: Rank::ALL.iter().rev().map(ToString::to_string).collect(),
            board: Material::Slate,
            faces: PROMOTIONS.map(face).into(),
            near: Some(Side::Max),
            pieces: [Stuff::Ivory, Stuff::Ebony],
            symbols: pieces::symbols(),
            ..Drawing::default()
        }
    }

    /// Where from and where to; castling by the king's move too where that can mean nothing else; a promotion names the
    /// piece by a third click.
    fn clicks(&self, board: &Board, action: Move) -> Vec<Path> {
        let path = |action: Move| vec![action.from.to_string(), action.to.to_string()];
        match action.promotion {
            Some(piece) => {
                let mut clicks = path(action);
                clicks.push(name(piece).to_owned());
                vec![clicks]
            }
            None if notation::is_castling(board, action) => {
                let kings = notation::kings_move(action);
                let free = kings.to != kings.from && !board.is_legal(kings) && kings != action;
                if free { vec![path(kings), path(action)] } else { vec![path(action)] }
            }
            None => vec![path(action)],
        }
    }
}

/// A piece as it is drawn.
fn drawn(piece: Piece, color: Color) -> Drawn {
    let side = if color == Color::White { Side::Max } else { Side::Min };
    Drawn::new(fen::letter(piece, color), side, Figure::Symbol(piece as u8))
}

/// What a pawn may become, the one that is chosen most first.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];

/// The name of a piece.
pub(crate) fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

/// The square that the piece of a move has come to. After castling no king is where the rook was.
fn landed(board: &Board, action: Move) -> Square {
    let mover = !board.side_to_move();
    let kings = notation::kings_move(action).to;
    let castled = board.color_on(action.to) != Some(mover) && board.king(mover) == kings;
    if castled { kings } else { action.to }
}

impl SetUp for Chess {
    fn example(&self) -> Board {
        counterplay_core::Game::initial(self)
    }

    /// White's pieces and then Black's, each from the pawn to the king.
    fn pieces(&self) -> Vec<Drawn> {
        let kinds =
            [Color::White, Color::Black].into_iter().flat_map(|color| Piece::ALL.map(|piece| drawn(piece, color)));
        kinds.collect()
    }

    /// A king and a rook that stand where they began may castle.
    fn arranged(&self, pieces: &[(&str, &Drawn)], turn: Seat) -> String {
        let mut rows = vec![vec!["1"; 8]; 8];
        for (cell, piece) in pieces {
            if let Ok(square) = cell.parse::<Square>() {
                rows[7 - square.rank() as usize][square.file() as usize] = &piece.text;
            }
        }
        let rights = self.rights(|square| rows[7 - square.rank() as usize][square.file() as usize]);
        let mut board = rows.into_iter().map(|row| row.concat()).collect::<Vec<String>>().join("/");
        for empty in (2..=8).rev() {
            board = board.replace(&"1".repeat(empty), &empty.to_string());
        }
        format!("{board} {} {rights} - 0 1", if turn == Seat::FIRST { 'w' } else { 'b' })
    }

    fn has_turn(&self) -> bool {
        true
    }
}

impl Chess {
    /// The rights to castle of kings and rooks where they began, as a FEN has them; `at` is the letter of a square.
    fn rights<'p>(&self, at: impl Fn(Square) -> &'p str) -> String {
        let start = counterplay_core::Game::initial(self);
        let mut text = String::new();
        for color in Color::ALL {
            let stands = |piece, square| at(square).starts_with(fen::letter(piece, color));
            let rights = start.castle_rights(color);
            for (file, usual) in [(rights.short, 'k'), (rights.long, 'q')] {
                let Some(file) = file else { continue };
                let king = start.king(color);
                if stands(Piece::King, king) && stands(Piece::Rook, Square::new(file, king.rank())) {
                    let letter = if fen::castles_as_usual(&start) { usual } else { char::from(file) };
                    text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
                }
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }
}
