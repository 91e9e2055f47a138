//! Plan of a board: where its cells are, and how large the picture is.

use counterplay_core::picture::{Cell, Drawing, Grid};

/// Size of a cell.
pub(super) const CELL: f64 = 48.0;
/// Width of a wall between cells.
pub(super) const WALL: f64 = 14.0;
/// Room for captions beside the cells.
const CAPTION: f64 = 18.0;
/// Gap between boards that stand side by side.
const GAP: f64 = 14.0;

/// A rectangle: its upper left corner and its size.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Area {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Area {
    /// The rectangle that is larger by so much on each side.
    pub(super) fn grown(self, by: f64) -> Area {
        Area { x: self.x - by, y: self.y - by, width: self.width + 2.0 * by, height: self.height + 2.0 * by }
    }

    pub(super) fn moved(self, [x, y]: [f64; 2]) -> Area {
        Area { x: self.x + x, y: self.y + y, ..self }
    }

    pub(super) fn around(areas: impl Iterator<Item = Area>) -> Option<Area> {
        areas.reduce(|one, other| {
            let (x, y) = (one.x.min(other.x), one.y.min(other.y));
            let right = (one.x + one.width).max(other.x + other.width);
            let below = (one.y + one.height).max(other.y + other.height);
            Area { x, y, width: right - x, height: below - y }
        })
    }

    pub(super) fn middle(self) -> [f64; 2] {
        [self.x + self.width / 2.0, self.y + self.height / 2.0]
    }
}

/// A board of the picture: the cells of some columns. A column without cells ends it, and the next one begins another.
pub(super) struct Block {
    /// Its columns.
    pub(super) columns: std::ops::Range<usize>,
    /// Where it stands, and where it stands if boards stand one below the other.
    pub(super) at: [f64; 2],
    pub(super) stacked: [f64; 2],
    /// The room of its cells, as if the block stood at the origin.
    pub(super) field: Area,
    /// All of it, with rim and captions.
    pub(super) whole: Area,
}

/// The plan.
pub(super) struct Plan {
    pub(super) grid: Grid,
    pub(super) blocks: Vec<Block>,
    pub(super) rows: usize,
}

/// What is around the cells of a block.
#[derive(Clone, Copy)]
pub(super) struct Border {
    pub(super) margin: f64,
    /// The width of the rim; nothing if there is none.
    pub(super) rim: f64,
}

impl Plan {
    pub(super) fn of(drawing: &Drawing, border: Border) -> Plan {
        let (columns, rows) = size(drawing);
        let mut plan = Plan { grid: drawing.grid, blocks: Vec::new(), rows };
        let taken = |column: usize| drawing.cells.iter().any(|cell| usize::from(cell.column) == column);
        let splits = matches!(drawing.grid, Grid::Squares) && drawing.lines.is_empty();
        let mut first = 0;
        for column in 0..columns {
            if column + 1 == columns || splits && taken(column) && !taken(column + 1) {
                plan.blocks.extend(plan.block(drawing, first..column + 1, border));
                first = column + 2;
            }
        }
        plan.place(drawing.layers > 1);
        plan
    }

    /// The block of some columns, at the origin.
    fn block(&self, drawing: &Drawing, columns: std::ops::Range<usize>, border: Border) -> Option<Block> {
        let mut block =
            Block { columns, at: [0.0; 2], stacked: [0.0; 2], field: Area::default(), whole: Area::default() };
        let cells = drawing.cells.iter().filter(|cell| block.has(cell.column.into()));
        block.field = Area::around(cells.map(|cell| self.area(cell)))?;
        let rim = border.margin + border.rim;
        let mut whole = block.field.grown(rim);
        // Captions stand in the rim, or outside where there is none.
        let outside = |captions: &[String]| border.rim == 0.0 && captions.iter().any(|caption| !caption.is_empty());
        if outside(&drawing.columns) {
            (whole.y, whole.height) = (whole.y - CAPTION, whole.height + CAPTION);
        }
        if outside(&drawing.below) {
            whole.height += CAPTION;
        }
        if outside(&drawing.rows) {
            (whole.x, whole.width) = (whole.x - CAPTION, whole.width + CAPTION);
        }
        block.whole = whole;
        Some(block)
    }

    /// Places the blocks side by side; layers, in rows as long as there are rows of them.
    fn place(&mut self, in_layers: bool) {
        let count = self.blocks.len();
        let across = if in_layers && count > 3 { (count as f64).sqrt().ceil() as usize } else { count.max(1) };
        let (mut x, mut y, mut below, mut stack) = (0.0, 0.0, 0.0f64, 0.0);
        for (number, block) in self.blocks.iter_mut().enumerate() {
            if number % across == 0 && number > 0 {
                (x, y, below) = (0.0, below + GAP, below + GAP);
            }
            let whole = block.whole;
            block.at = [x - whole.x, y - whole.y];
            block.stacked = [-whole.x, stack - whole.y];
            x += whole.width + GAP;
            stack += whole.height + GAP;
            below = below.max(y + whole.height);
        }
    }

    /// The room of all blocks, side by side or one below the other.
    pub(super) fn room(&self, stacked: bool) -> Area {
        let placed = |block: &Block| block.whole.moved(if stacked { block.stacked } else { block.at });
        Area::around(self.blocks.iter().map(placed)).unwrap_or_default()
    }

    /// The middle of a column and a row.
    pub(super) fn middle(&self, column: usize, row: usize) -> [f64; 2] {
        let (across, down) = (column as f64, row as f64);
        match self.grid {
            Grid::Squares | Grid::Points => [across * CELL, down * CELL],
            Grid::Hexagons => [(across + down / 2.0) * CELL, down * 1.5 * side()],
            Grid::Walls => [column, row].map(|at| {
                let pairs = (at / 2) as f64 * (CELL + WALL);
                pairs + if at % 2 == 1 { (WALL + CELL) / 2.0 } else { 0.0 }
            }),
        }
    }

    /// The room of a cell.
    pub(super) fn area(&self, cell: &Cell) -> Area {
        let (column, row) = (usize::from(cell.column), usize::from(cell.row));
        let [x, y] = match cell.at {
            Some(at) => at.map(|at| f64::from(at) / 100.0 * CELL),
            None => self.middle(column, row),
        };
        let (width, height) = match self.grid {
            Grid::Squares | Grid::Points => (CELL, CELL),
            Grid::Hexagons => (CELL, 2.0 * side()),
            Grid::Walls => {
                let [width, height] = [column, row].map(|at| if at % 2 == 1 { CELL } else { WALL });
                (width, height)
            }
        };
        let more = f64::from(cell.tall - 1) * CELL;
        Area { x: x - width / 2.0, y: y - height / 2.0, width, height: height + more }
    }

    /// The block in which a cell is.
    pub(super) fn block_of(&self, cell: &Cell) -> usize {
        self.blocks.iter().position(|block| block.has(cell.column.into())).unwrap_or(0)
    }
}

impl Block {
    pub(super) fn has(&self, column: usize) -> bool {
        self.columns.contains(&column)
    }
}

/// Side of a hexagon as wide as a cell.
pub(super) fn side() -> f64 {
    CELL / 3f64.sqrt()
}

/// Number of columns and rows.
pub(super) fn size(drawing: &Drawing) -> (usize, usize) {
    let most =
        |place: fn(&Cell) -> u16| drawing.cells.iter().map(|cell| usize::from(place(cell)) + 1).max().unwrap_or(0);
    (most(|cell| cell.column), most(|cell| cell.row + cell.tall - 1))
}
