//! A board as shapes: what a game looks like, and where one clicks, said once for the terminal, for SVG and for the
//! browser.
//!
//! A picture names *materials* and never colours: a board of felt, discs of ebony and ivory. How each looks, by day, by
//! night, in print and in a terminal, is the renderer's to know.
//!
//! A cell is whatever can be pointed at: a square, a card, a die. What has no place on the board, such as *roll* or
//! *bet*, is a button. An action is made by clicking cells and buttons one after the other, a *path*; whoever shows the
//! board narrows the legal actions by the path begun, and needs to know nothing of the game.

use crate::{Game, Hidden, Side};

mod symbol;

pub use self::symbol::{Part, Symbol};

/// A path of cells that a person would click, by their names.
pub type Path = Vec<String>;

/// A game whose board can be drawn as a picture.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what its board looks like",
    note = "`.drawn()` needs that: add `impl Picture for {Self}` with its `picture`"
)]
pub trait Picture: Game {
    /// The board of a state; `last` is the action that led to it, to be marked.
    fn picture(&self, state: &Self::State, last: Option<Self::Action>) -> Drawing;

    /// The paths that mean an action, the one to point at first. No path is the beginning of another action's, so that
    /// one knows when it has come to its end. Without any, the action's word is the name of what to click; and a name
    /// that no cell of the board has is a button.
    fn clicks(&self, state: &Self::State, action: Self::Action) -> Vec<Path> {
        let _ = (state, action);
        Vec::new()
    }
}

/// A game with secrets whose board can be drawn: the picture is made from what a seat sees, and so cannot show more.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what its board looks like to a seat",
    note = "`.drawn_by_view()` needs that: add `impl PictureOfView for {Self}` with its `picture_of_view`"
)]
pub trait PictureOfView: Hidden {
    /// The board as the view's seat sees it.
    fn picture_of_view(&self, view: &Self::View) -> Drawing;

    /// As [`Picture::clicks`], for the seat whose view it is.
    fn clicks_in_view(&self, view: &Self::View, action: Self::Action) -> Vec<Path> {
        let _ = (view, action);
        Vec::new()
    }
}

/// A picture of a board: cells in a plane, and lines of text below them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The cells, in reading order, each with a name of its own.
    pub cells: Vec<Cell>,
    /// The captions of the columns, from the left, if they have any.
    pub columns: Vec<String>,
    /// The captions below the columns, if there are others than above them.
    pub below: Vec<String>,
    /// The captions of the rows, from the top, if they have any.
    pub rows: Vec<String>,
    /// What else there is to see, a line each.
    pub notes: Vec<String>,
    /// How many layers a board in space has, of equal width, side by side with an empty column between them; none if it
    /// is flat.
    pub layers: usize,
    /// What else there is to click: cells without a place.
    pub buttons: Vec<String>,
    /// What the board is made of.
    pub board: Material,
    /// How the cells lie.
    pub grid: Grid,
    /// What the pieces of MAX and of MIN are made of.
    pub pieces: [Stuff; 2],
    /// Whose the upper, the right, the lower and the left edge of the board are, where that matters.
    pub edges: [Option<Side>; 4],
    /// The lines between points, each by the names of the cells at its ends. Without any, each point of
    /// [`Grid::Points`] is joined to its neighbours.
    pub lines: Vec<[String; 2]>,
    /// Symbols of the game's own, which [`Figure::Symbol`] counts from 0.
    pub symbols: Vec<Symbol>,
    /// The pieces that buttons stand for, by the names of the buttons, in the order in which they are offered: what a
    /// pawn may become.
    pub faces: Vec<(String, Piece)>,
    /// Whose edge of the board the lower one is, where each side has an edge: the other side may want to look at the
    /// board from there.
    pub near: Option<Side>,
    /// What the two sides are called, if they have names: see [`Notation::sides`](crate::Notation::sides).
    pub sides: Option<[String; 2]>,
}

/// The material of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Material {
    /// Paper with lines on it, for marks.
    #[default]
    Paper,
    /// Green felt with lines in a dark rim.
    Felt,
    /// Squares of light and dark wood.
    Wood,
    /// Squares of pale and blue slate.
    Slate,
    /// Yellow wood with lines, for stones.
    Kaya,
    /// The sea.
    Sea,
    /// A blue frame with round holes, behind which discs fall.
    Frame,
    /// A wooden case lined with felt, for wedges.
    Case,
    /// A round table covered with felt, for cards and dice.
    Table,
}

impl Material {
    /// All materials.
    pub const ALL: [Material; 9] = [
        Material::Paper,
        Material::Felt,
        Material::Wood,
        Material::Slate,
        Material::Kaya,
        Material::Sea,
        Material::Frame,
        Material::Case,
        Material::Table,
    ];
}

/// The stuff that pieces are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stuff {
    /// Black wood.
    Ebony,
    /// White bone.
    Ivory,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
}

impl Stuff {
    /// All stuffs.
    pub const ALL: [Stuff; 5] = [Stuff::Ebony, Stuff::Ivory, Stuff::Red, Stuff::Yellow, Stuff::Blue];
    /// The pieces of the two sides if a game says nothing: ebony and ivory.
    pub const PAIR: [Stuff; 2] = [Stuff::Ebony, Stuff::Ivory];
}

/// The grid of a board: how its cells lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Grid {
    /// Squares side by side.
    #[default]
    Squares,
    /// Hexagons: each row begins half a cell further to the right than the one above.
    Hexagons,
    /// Points where lines meet.
    Points,
    /// Squares with walls between them. Every other column and row, from the first, is narrow: a cell in a narrow
    /// column or in a narrow row is a wall, and where both are narrow there is a post.
    Walls,
}

/// A cell of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// What it is called in a path.
    pub name: String,
    /// Its column, from 0 at the left.
    pub column: u16,
    /// Its row, from 0 at the top.
    pub row: u16,
    /// How many rows it takes, from this one down. On one that takes several, a pile of pieces lies in a line.
    pub tall: u16,
    /// What it looks like when nothing stands there.
    pub ground: Ground,
    /// What stands there: a letter or two, or nothing.
    pub piece: Option<Piece>,
    /// Whether it is one of the dark cells of a checkered board.
    pub dark: bool,
    /// Whether its name is written on it: in text where it is empty, in a picture in its corner.
    pub named: bool,
    /// What is to be noticed about it.
    pub mark: Mark,
    /// How much it is worth to act here, in thousandths of the most that it can be worth, if that was asked for.
    pub heat: Option<u16>,
    /// Where its middle is in a picture, in hundredths of a cell from the middle of the first cell, if that is not where
    /// its column and its row are; those say where it stands in text.
    pub at: Option<[i32; 2]>,
}

impl Cell {
    /// An empty cell in a column and a row, both from 0 at the top left.
    #[must_use]
    pub fn new(name: impl Into<String>, column: u16, row: u16) -> Cell {
        Cell {
            name: name.into(),
            column,
            row,
            tall: 1,
            ground: Ground::Square,
            piece: None,
            dark: false,
            named: false,
            mark: Mark::None,
            heat: None,
            at: None,
        }
    }

    /// Moves the cell in pictures: its middle in hundredths of a cell, to the right and down from that of the first.
    #[must_use]
    pub fn at(self, right: i32, down: i32) -> Cell {
        Cell { at: Some([right, down]), ..self }
    }

    /// Leaves out the ground of the cell: what stands there stands on the board itself.
    #[must_use]
    pub fn bare(self) -> Cell {
        Cell { ground: Ground::Bare, ..self }
    }

    /// Makes the cell so many rows tall.
    #[must_use]
    pub fn tall(self, rows: u16, ground: Ground) -> Cell {
        Cell { tall: rows.max(1), ground, ..self }
    }

    /// Puts a piece on the cell that is drawn as its letters.
    #[must_use]
    pub fn piece(self, text: impl Into<String>, side: Side) -> Cell {
        self.figure(text, side, Figure::Letters)
    }

    /// Puts a piece on the cell that has a shape of its own.
    #[must_use]
    pub fn figure(self, text: impl Into<String>, side: Side, figure: Figure) -> Cell {
        Cell { piece: Some(Piece::new(text, side, figure)), ..self }
    }

    /// Puts so many pieces on the cell; nothing if there are none.
    #[must_use]
    pub fn pile(self, count: u16, text: impl Into<String>, side: Side, figure: Figure) -> Cell {
        let piece = (count > 0).then(|| Piece { count, ..Piece::new(text, side, figure) });
        Cell { piece, ..self }
    }

    /// Joins the piece to those above, to the right, below and to the left, as a part of something longer.
    #[must_use]
    pub fn joined(mut self, joined: [bool; 4]) -> Cell {
        if let Some(piece) = &mut self.piece {
            piece.joined = joined;
        }
        self
    }

    /// Makes it a dark cell of a checkered board, with its name written on it.
    #[must_use]
    pub fn dark_and_named(self) -> Cell {
        Cell { dark: true, named: true, ..self }
    }

    /// Marks the cell.
    #[must_use]
    pub fn mark(self, mark: Mark) -> Cell {
        Cell { mark, ..self }
    }
}

/// A piece that stands on a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The letters by which it is known in a terminal: `X`, `wk`; the pips of a die; the rank of a card and the letter
    /// of its suit if it has one, `Qh`, or `?` if it lies face down.
    pub text: String,
    /// Whose it is, for its colour.
    pub side: Side,
    /// What it looks like where there is more than letters.
    pub figure: Figure,
    /// How many of them lie there: of more than there is room for, the last has the number on it.
    pub count: u16,
    /// What it is made of, if that is something else than what the side's pieces are made of.
    pub stuff: Option<Stuff>,
    /// Whether it goes on above, to the right, below and to the left.
    pub joined: [bool; 4],
}

impl Piece {
    /// One piece of a side.
    #[must_use]
    pub fn new(text: impl Into<String>, side: Side, figure: Figure) -> Piece {
        Piece { text: text.into(), side, figure, count: 1, stuff: None, joined: [false; 4] }
    }
}

/// The ground of a cell: what it looks like when nothing stands there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ground {
    /// A square, or several on end. A pile begins at the top.
    #[default]
    Square,
    /// Several on end, in which a pile begins at the bottom.
    Floor,
    /// A wedge whose base, where a pile begins, is at the bottom.
    Up,
    /// A wedge whose base, where a pile begins, is at the top.
    Down,
    /// Nothing: what stands there stands on the board itself.
    Bare,
}

impl Ground {
    /// Whether a pile begins at the bottom.
    #[must_use]
    pub fn begins_below(self) -> bool {
        matches!(self, Ground::Floor | Ground::Up)
    }

    /// Whether it is a wedge.
    #[must_use]
    pub fn is_wedge(self) -> bool {
        matches!(self, Ground::Up | Ground::Down)
    }
}

/// The figure of a piece: what it looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Figure {
    /// Its letters.
    #[default]
    Letters,
    /// A flat disc, with a ring in it for MIN if the pieces are coloured.
    Disc,
    /// A ridged man.
    Man,
    /// A ridged man with a crown.
    King,
    /// A round stone.
    Stone,
    /// A wall, or a line that somebody has drawn, along the cell.
    Wall,
    /// A symbol of the game's own, by its place in [`Drawing::symbols`].
    Symbol(u8),
    /// A cube with a number on it.
    Cube,
    /// A die, with its pips.
    Die,
    /// A card.
    Card,
    /// A part of a ship, with its letters.
    Ship,
    /// A shot that hit nothing.
    Miss,
    /// A shot that hit something.
    Hit,
    /// A part of a ship that was hit.
    Wreck,
}

/// A mark on a cell: what is to be noticed about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// The last action was made here.
    Last,
    /// It belongs to what won the game.
    Winning,
    /// What stands there is in check: attacked, and that must be answered.
    Check,
}

impl Default for Drawing {
    fn default() -> Drawing {
        Drawing {
            cells: Vec::new(),
            columns: Vec::new(),
            below: Vec::new(),
            rows: Vec::new(),
            notes: Vec::new(),
            layers: 0,
            buttons: Vec::new(),
            board: Material::default(),
            grid: Grid::default(),
            pieces: Stuff::PAIR,
            edges: [None; 4],
            lines: Vec::new(),
            symbols: Vec::new(),
            faces: Vec::new(),
            near: None,
            sides: None,
        }
    }
}

impl Drawing {
    /// A drawing that is nothing but text.
    #[must_use]
    pub fn of_text(text: &str) -> Drawing {
        Drawing { notes: text.lines().map(str::to_owned).collect(), ..Drawing::default() }
    }

    /// Whether there is a cell or a button of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.cells.iter().any(|cell| cell.name == name) || self.buttons.iter().any(|button| button == name)
    }

    /// Adds a button for every name in the paths that is on the board nowhere. Those that stand for a piece come first.
    #[must_use]
    pub fn with_buttons<'p>(mut self, paths: impl IntoIterator<Item = &'p Path>) -> Drawing {
        for name in paths.into_iter().flatten() {
            if !self.has(name) {
                self.buttons.push(name.clone());
            }
        }
        let faces = &self.faces;
        self.buttons.sort_by_key(|button| faces.iter().position(|(name, _)| name == button).unwrap_or(faces.len()));
        self
    }
}
