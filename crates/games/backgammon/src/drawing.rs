//! The board of backgammon: twenty-four points, the bar, what is off, the dice and the cube.
//!
//! The first seat's home is at the bottom right. The points are called as the seat counts them whose turn it is, so
//! that they are what a play is written with. A play is made by clicking where each man leaves and where he arrives,
//! with one die after the other, in any order that the rules allow; or for a man who goes on, where he ends.

use counterplay_core::picture::{Cell, Drawing, Figure, Ground, Mark, Material, Path, Picture, Piece, Stuff};
use counterplay_core::{Game, Notation, Seat, SetUp, Side, set_up};

use super::{Action, BAR, Backgammon, Crawford, HOME, MEN, Match, Men, OFF, Play, Stage, Stakes, State, Step};

/// How many men fit on a point.
const ROWS: u16 = 5;
/// The columns of the bar and of what is off.
const BAR_COLUMN: u16 = 6;
const OFF_COLUMN: u16 = 13;
/// Where the dice lie, and where the lower half begins.
const MIDDLE: u16 = ROWS;

impl Picture for Backgammon {
    fn picture(&self, state: &State, last: Option<Action>) -> Drawing {
        let mut cells: Vec<Cell> = (1..BAR).map(|point| point_cell(state, point)).collect();
        for seat in Seat::PAIR {
            let whose = if seat == state.seat { "" } else { "other " };
            let (row, ground) = if seat == Seat::FIRST { (MIDDLE + 1, Ground::Floor) } else { (0, Ground::Square) };
            let pile = |cell: Cell, men: u8| cell.pile(men.into(), letter(seat), side(seat), Figure::Man);
            let bar = Cell { dark: true, ..Cell::new(format!("{whose}bar"), BAR_COLUMN, row) };
            // The bar has no gap between its halves.
            let rows = if seat == Seat::FIRST { ROWS } else { ROWS + 1 };
            cells.push(pile(bar.tall(rows, ground), state.men(seat).on(BAR)));
            // The cube of its owner lies beside what he has borne off.
            let (row, rows) = match (self.stakes.has_cube(), seat) {
                (false, _) => (row, rows),
                (true, Seat::FIRST) => (row, ROWS - 1),
                (true, _) => (row + 1, ROWS - 1),
            };
            let tray = Cell { dark: true, ..Cell::new(format!("{whose}off"), OFF_COLUMN, row) }.tall(rows, ground);
            cells.push(pile(tray, state.men(seat).on(OFF)));
        }
        cells.extend(dice(state));
        if self.stakes.has_cube() {
            cells.push(cube(state));
        }
        mark(&mut cells, state, last);
        cells.sort_by_key(|cell| (cell.row, cell.column));
        let caption = |column: u16, is_upper| match point_at(column, is_upper) {
            Some(point) => as_counted(state.seat, point).to_string(),
            None => String::new(),
        };
        Drawing {
            cells,
            columns: (0..OFF_COLUMN).map(|column| caption(column, true)).collect(),
            below: (0..OFF_COLUMN).map(|column| caption(column, false)).collect(),
            notes: self.notes(state),
            board: Material::Case,
            pieces: [Stuff::Ivory, Stuff::Ebony],
            ..Drawing::default()
        }
    }

    fn clicks(&self, state: &State, action: Action) -> Vec<Path> {
        match action {
            Action::Play(play) if play != Play::NOTHING => Clicks::of(state, play).paths(),
            _ => Vec::new(),
        }
    }
}

/// Men are set up as the first seat counts the points; those who stand nowhere are off.
impl SetUp for Backgammon {
    fn example(&self) -> State {
        self.initial()
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut kinds = set_up::kinds(&self.picture(&self.example(), None));
        // Dice and the cube are seen too.
        kinds.retain(|kind| kind.text == letter(Seat::FIRST) || kind.text == letter(Seat::SECOND));
        kinds
    }

    fn arranged(&self, pieces: &[(&str, &Piece)], turn: Seat) -> String {
        let men = |place: u8| {
            let (cell, may) = match place {
                0 => ("other bar".to_owned(), Some(Side::Min)),
                BAR => (name(BAR), Some(Side::Max)),
                point => (name(point), None),
            };
            let standing = pieces.iter().find(|(at, piece)| *at == cell && may.is_none_or(|side| side == piece.side));
            standing.map_or('-', |(_, piece)| {
                let first = if piece.side == Side::Max { b'A' } else { b'a' };
                char::from(first + (piece.count.clamp(1, MEN.into()) - 1) as u8)
            })
        };
        let board: String = (0..=BAR).map(men).collect();
        // What the game is played for stays as it is; nobody has thrown anything.
        let start = self.position_text(&self.blank());
        let parts: Vec<&str> = start.split_whitespace().next().unwrap_or_default().split(':').collect();
        let mover = if turn == Seat::FIRST { "1" } else { "-1" };
        let behind: String = parts.iter().skip(5).map(|part| format!(":{part}")).collect();
        format!("XGID={board}:0:0:{mover}:00{behind}")
    }

    fn has_turn(&self) -> bool {
        true
    }

    fn tallest(&self) -> u16 {
        MEN.into()
    }
}

impl Backgammon {
    fn notes(&self, state: &State) -> Vec<String> {
        let mut notes = Vec::new();
        let name = |seat: Seat| self.sides()[usize::from(seat.0)];
        for seat in Seat::PAIR {
            let score = match self.stakes {
                Stakes::Match(Match { length }) => format!(", {} of {length} points", state.score(seat)),
                Stakes::Points | Stakes::Money => String::new(),
            };
            notes.push(format!("{:<5} {:>3} pips{score}", name(seat), state.men(seat).pips()));
        }
        let value = state.cube().value();
        let cube = match (state.stage(), state.cube().owner) {
            (Stage::Answer, _) => Some(format!("{} doubles: the cube is offered at {}", name(state.seat()), 2 * value)),
            (_, Some(owner)) => Some(format!("the cube is at {value}, and {} owns it", name(owner))),
            (_, None) if !self.stakes.has_cube() => None,
            (_, None) if state.crawford == Crawford::Now => Some("the Crawford game: nobody may double".to_owned()),
            (_, None) => Some(format!("the cube is at {value}, in the middle")),
        };
        notes.extend(cube);
        notes.push(format!("GNU Backgammon ID {}:{}", self.position_id(state), self.match_id(state)));
        notes
    }
}

/// The point of the first seat in a column of the upper or the lower half.
fn point_at(column: u16, is_upper: bool) -> Option<u8> {
    let number = match column {
        BAR_COLUMN | OFF_COLUMN.. => return None,
        column if column < BAR_COLUMN => column,
        column => column - 1,
    } as u8;
    Some(if is_upper { 13 + number } else { 12 - number })
}

/// A point of the first seat as a seat counts it.
fn as_counted(seat: Seat, point: u8) -> u8 {
    if seat == Seat::FIRST { point } else { BAR - point }
}

fn letter(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "X" } else { "O" }
}

fn side(seat: Seat) -> Side {
    if seat == Seat::FIRST { Side::Max } else { Side::Min }
}

/// What a place is called in a path.
fn name(place: u8) -> String {
    match place {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    }
}

/// A point of the first seat, with the men on it.
fn point_cell(state: &State, point: u8) -> Cell {
    let is_upper = point > 12;
    let number = u16::from(if is_upper { point - 13 } else { 12 - point });
    let column = if number < BAR_COLUMN { number } else { number + 1 };
    let (row, ground) = if is_upper { (0, Ground::Down) } else { (MIDDLE + 1, Ground::Up) };
    let cell = Cell::new(name(as_counted(state.seat, point)), column, row).tall(ROWS, ground);
    let cell = Cell { dark: point.is_multiple_of(2), ..cell };
    let count = |seat: Seat| u16::from(state.men(seat).on(as_counted(seat, point)));
    let owner = if count(Seat::FIRST) > 0 { Seat::FIRST } else { Seat::SECOND };
    cell.pile(count(owner), letter(owner), side(owner), Figure::Man)
}

/// The dice lie to the right of who has thrown them.
fn dice(state: &State) -> [Cell; 2] {
    let column = if state.seat == Seat::FIRST { 9 } else { 2 };
    [0, 1].map(|number| {
        let pips = state.dice().map_or("?".to_owned(), |dice| dice[usize::from(number)].to_string());
        Cell::new(format!("die {}", number + 1), column + number, MIDDLE).bare().figure(
            pips,
            side(state.seat),
            Figure::Die,
        )
    })
}

/// The cube lies in the middle, or with its owner.
fn cube(state: &State) -> Cell {
    let row = match state.cube().owner {
        None => MIDDLE,
        Some(Seat::FIRST) => 2 * ROWS,
        Some(_) => 0,
    };
    // As long as nobody has turned it, it shows 64.
    let shown = if state.cube().exponent == 0 { 64 } else { state.cube().value() };
    Cell::new("cube", OFF_COLUMN, row).bare().figure(shown.to_string(), Side::Max, Figure::Cube)
}

/// Marks where men have come to.
fn mark(cells: &mut [Cell], state: &State, last: Option<Action>) {
    let Some(Action::Play(play)) = last else { return };
    let is_over = state.stage == Stage::Over;
    if state.stage == Stage::Opening {
        return;
    }
    let mover = if is_over { state.seat } else { state.seat.other() };
    for step in play.steps() {
        let name = match step.to {
            OFF if is_over => "off".to_owned(),
            OFF => "other off".to_owned(),
            point => name(if mover == state.seat { point } else { BAR - point }),
        };
        if let Some(cell) = cells.iter_mut().find(|cell| cell.name == name) {
            cell.mark = Mark::Last;
        }
    }
}

/// A step with one die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct One {
    step: Step,
    die: u8,
}

/// A man's way, as he is clicked: from where he leaves to where he arrives, and the steps in between.
type Way = Vec<One>;

/// The ways in which a play can be clicked.
///
/// All plays of a throw use as many dice as any can. So where each click takes one die, no path is the beginning of
/// another one, and paths that are the same lead to the same position. The steps of a man who goes on may be one pair
/// of clicks, unless it could be taken for one die: `6/off` with a 6, or with a 1 and a 6.
struct Clicks<'s> {
    state: &'s State,
    play: Play,
    /// In the order of the throw; four of a doublet.
    dice: [u8; 2],
}

impl Clicks<'_> {
    fn of(state: &State, play: Play) -> Clicks<'_> {
        Clicks { state, play, dice: state.dice }
    }

    fn own(&self) -> &Men {
        self.state.men(self.state.seat)
    }

    fn other(&self) -> &Men {
        self.state.men(self.state.seat.other())
    }

    fn paths(&self) -> Vec<Path> {
        // What can be done with more dice must be.
        let (mut most, mut paths) = (0, Vec::new());
        for ways in self.dealt() {
            let single: Vec<Way> = ways.iter().flatten().map(|&one| vec![one]).collect();
            let mut found = Vec::new();
            if ways.iter().all(|way| self.is_clear(way)) {
                self.order(&ways, &mut found);
            }
            self.order(&single, &mut found);
            if found.is_empty() || single.len() < most {
                continue;
            }
            if single.len() > most {
                paths.clear();
            }
            most = single.len();
            found.retain(|path| !paths.contains(path));
            paths.append(&mut found);
        }
        paths
    }

    /// The ways of the men, with every way to deal the dice out to them.
    fn dealt(&self) -> Vec<Vec<Way>> {
        let [first, second] = self.dice;
        let steps: Vec<Step> = self.play.steps().collect();
        if first == second {
            return vec![steps.into_iter().map(|step| chain(step, std::iter::repeat(first))).collect()];
        }
        let orders = [[first, second], [second, first]];
        match steps[..] {
            [step] => {
                let mut dealt: Vec<Vec<Way>> = orders.map(|dice| vec![chain(step, dice.into_iter())]).into();
                // Where a man on the way would be hit, it is another play.
                let hits = |way: &Way| way[..way.len() - 1].iter().any(|one| self.other().on(BAR - one.step.to) == 1);
                dealt.retain(|ways| !ways.iter().any(hits));
                dealt.dedup();
                dealt
            }
            _ => orders.map(|dice| steps.iter().zip(dice).map(|(&step, die)| vec![One { step, die }]).collect()).into(),
        }
    }

    /// Whether it can be told from one step with one die.
    fn is_clear(&self, way: &Way) -> bool {
        let [first, second] = self.dice;
        let (from, to) = (way[0].step.from, way[way.len() - 1].step.to);
        let is_only = self.own().on(OFF) + 1 == MEN;
        way.len() == 1 || to != OFF || first == second || from > first.max(second) || is_only
    }

    /// Adds every order of the ways that the rules allow.
    fn order(&self, ways: &[Way], paths: &mut Vec<Path>) {
        let mut men = [0; BAR as usize + 1];
        (OFF..=BAR).for_each(|place| men[usize::from(place)] = self.own().on(place));
        let mut used = vec![false; ways.len()];
        self.go_on(ways, &mut used, men, &mut Vec::new(), paths);
    }

    fn go_on(&self, ways: &[Way], used: &mut [bool], men: [u8; 26], path: &mut Path, paths: &mut Vec<Path>) {
        if used.iter().all(|&used| used) {
            if !paths.contains(path) {
                paths.push(path.clone());
            }
            return;
        }
        for (at, way) in ways.iter().enumerate() {
            // Of ways that are alike one is tried.
            if used[at] || ways[..at].iter().zip(used.iter()).any(|(other, used)| !used && other == way) {
                continue;
            }
            let mut after = men;
            if way.iter().all(|&one| self.move_one(&mut after, one)) {
                used[at] = true;
                path.extend([way[0].step.from, way[way.len() - 1].step.to].map(name));
                self.go_on(ways, used, after, path, paths);
                path.truncate(path.len() - 2);
                used[at] = false;
            }
        }
    }

    /// Moves a man with a die, if the rules allow it.
    fn move_one(&self, men: &mut [u8; 26], One { step: Step { from, to }, die }: One) -> bool {
        let last = (OFF + 1..=BAR).rev().find(|&place| men[usize::from(place)] > 0).unwrap_or(OFF);
        let is_allowed = men[usize::from(from)] > 0
            && (from == BAR || men[usize::from(BAR)] == 0)
            && match to {
                OFF => last <= HOME && (from == die || from < die && from == last),
                to => from == to + die && self.other().on(BAR - to) < 2,
            };
        if is_allowed {
            men[usize::from(from)] -= 1;
            men[usize::from(to)] += 1;
        }
        is_allowed
    }
}

/// The steps of a man who goes on with these dice, up to where he arrives.
fn chain(step: Step, dice: impl Iterator<Item = u8>) -> Way {
    let mut way = Vec::new();
    let mut from = step.from;
    for die in dice {
        let to = from.saturating_sub(die).max(step.to);
        way.push(One { step: Step { from, to }, die });
        from = to;
        if from == step.to {
            break;
        }
    }
    way
}
