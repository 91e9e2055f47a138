//! A board as shapes: what a game looks like, said once for the terminal, for SVG and for the browser.

use crate::Game;

/// A game that can be seen.
pub trait Draw: Game {
    /// The board of a state; `last` is the action that led to it, to be marked.
    fn draw(&self, state: &Self::State, last: Option<Self::Action>) -> Drawing;
}

/// Cells in a plane, and lines of text below them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Drawing {
    /// The cells, in reading order.
    pub cells: Vec<Cell>,
    /// The captions of the columns, from the left, if they have any.
    pub columns: Vec<String>,
    /// The captions of the rows, from the top, if they have any.
    pub rows: Vec<String>,
    /// What else there is to see, a line each.
    pub notes: Vec<String>,
}

/// A place on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// What it is called; a person would click it or type it.
    pub name: String,
    /// Its column, from 0 at the left.
    pub column: u16,
    /// Its row, from 0 at the top.
    pub row: u16,
    /// What stands there: a letter or two, or nothing.
    pub piece: Option<Piece>,
    /// Whether it is one of the dark cells of a checkered board.
    pub dark: bool,
    /// What is to be noticed about it.
    pub mark: Mark,
}

impl Cell {
    /// An empty cell in a column and a row, both from 0 at the top left.
    #[must_use]
    pub fn new(name: impl Into<String>, column: u16, row: u16) -> Cell {
        Cell { name: name.into(), column, row, piece: None, dark: false, mark: Mark::None }
    }

    /// The same with a piece on it.
    #[must_use]
    pub fn piece(self, text: impl Into<String>, side: crate::Side) -> Cell {
        Cell { piece: Some(Piece { text: text.into(), side }), ..self }
    }

    /// The same with a mark.
    #[must_use]
    pub fn mark(self, mark: Mark) -> Cell {
        Cell { mark, ..self }
    }
}

/// What stands on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The letters by which it is known in a terminal: `X`, `wk`.
    pub text: String,
    /// Whose it is, for its colour.
    pub side: crate::Side,
}

/// What is to be noticed about a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// The last action was made here.
    Last,
    /// It belongs to what won the game.
    Winning,
}

impl Drawing {
    /// A drawing that is nothing but text.
    #[must_use]
    pub fn of_text(text: &str) -> Drawing {
        Drawing { notes: text.lines().map(str::to_owned).collect(), ..Drawing::default() }
    }
}
