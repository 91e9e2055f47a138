//! Battleships as text.
//!
//! A cell is its column and its row, `a1` at the top left. A ship is placed by its left or upper cell and its
//! direction, `c3h` along the row or `c3v` along the column; a shot is its cell.
//!
//! A position is the two fleets, first's and second's, and the shots of first and of second, four words with commas
//! inside:
//!
//! ```text
//!   a1h,c3v b2h,e1v d5,b2*,a1 a1*,b1*A        nothing hidden
//!   a1h,c3v ? d5,b2*,a1 a1*,b1*A              as first sees it
//!   ?1 - - -                                  second has seen first place one ship
//! ```
//!
//! A fleet has its ships in their order; `-` is for none, `?` for all of a fleet that is not seen, and `?2` for two
//! ships of one. A shot that missed is its cell, one that hit has a star, and one that sank a ship the letter of the
//! ship besides. It does not matter in which order the shots are written, but for the hits: those that are written
//! before a sinking were made before it.

use counterplay_core::text::Words;
use counterplay_core::{Notation, Seat, TextError};

use super::sea::{Cell, Cells, each, only};
use super::{Action, Answer, Answers, Battleships, Placement, Seen, Ships, Sinking, State, View, at};

/// The fleets and the shots as they are written, and where each of the four words begins.
struct Read {
    fleets: [Seen; 2],
    answers: [Answers; 2],
    offsets: [usize; 4],
}

impl Notation for Battleships {
    /// `c3h`, `c3v`, or the cell of a shot.
    fn action_text(&self, _: &State, action: Action) -> String {
        match action {
            Action::Place(placement) => self.placement_text(placement),
            Action::Shoot(cell) => self.cell_text(cell),
        }
    }

    /// The fleets and the shots, with nothing hidden.
    fn position_text(&self, state: &State) -> String {
        self.write(&state.fleets.map(Seen::Open), &state.answers)
    }

    /// Reads a position that can arise in play, with the true answers to the shots.
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let Read { fleets, answers, offsets } = self.read(text)?;
        let open = |seat: usize| match fleets[seat] {
            Seen::Open(ships) => Ok(ships),
            Seen::Hidden(_) => {
                let why = "in a position nothing is hidden, and in what a seat sees the fleet of the other alone";
                Err(TextError::new(offsets[seat], why))
            }
        };
        Ok(State { fleets: [open(0)?, open(1)?], answers })
    }
}

impl Battleships {
    pub(super) fn cell_text(&self, cell: Cell) -> String {
        let size = self.sea.size();
        format!("{}{}", char::from(b'a' + cell % size), cell / size + 1)
    }

    pub(super) fn placement_text(&self, Placement { bow, down }: Placement) -> String {
        format!("{}{}", self.cell_text(bow), if down { 'v' } else { 'h' })
    }

    /// The ships in their order: `a1h,c3v`, or `-` without any.
    pub(super) fn fleet_text(&self, ships: &Ships) -> String {
        listed(ships.placed().iter().map(|&ship| self.placement_text(self.placement_of(ship))))
    }

    /// What a seat sees, in one line.
    pub(super) fn write_view(&self, view: &View) -> String {
        self.write(&view.fleets, &view.answers)
    }

    fn write(&self, fleets: &[Seen; 2], answers: &[Answers; 2]) -> String {
        let [first, second] = fleets.map(|fleet| match fleet {
            Seen::Open(ships) => self.fleet_text(&ships),
            Seen::Hidden(placed) if placed == self.ships => "?".to_owned(),
            Seen::Hidden(placed) => format!("?{placed}"),
        });
        let [by_first, by_second] = [0, 1].map(|seat| self.answers_text(&answers[seat]));
        format!("{first} {second} {by_first} {by_second}")
    }

    /// The misses, then the hits up to each sinking: `a1,d5,b2*,b3*A,e1*`.
    fn answers_text(&self, answers: &Answers) -> String {
        let mut sinkings: Vec<(usize, Sinking)> =
            answers.sunk.iter().enumerate().filter_map(|(ship, sunk)| Some((ship, (*sunk)?))).collect();
        sinkings.sort_by_key(|(_, sinking)| sinking.hits.count_ones());
        let hits = |cells: Cells| each(cells).map(|cell| format!("{}*", self.cell_text(cell)));
        let mut words: Vec<String> = each(answers.shots & !answers.hits).map(|cell| self.cell_text(cell)).collect();
        let mut before = 0;
        for (ship, Sinking { cell, hits: now }) in sinkings {
            words.extend(hits(now & !before & !only(cell)));
            words.push(format!("{}*{}", self.cell_text(cell), self.ship_letter(ship)));
            before = now;
        }
        words.extend(hits(answers.hits & !before));
        listed(words)
    }

    /// Reads what a seat sees. Where nothing is hidden from either, it is taken to be the first one's; in a solo game
    /// the second one's, who sees all.
    pub(super) fn read_view(&self, text: &str) -> Result<View, TextError> {
        let Read { fleets, answers, offsets } = self.read(text)?;
        let over = answers.iter().any(|answers| self.has_sunk_all(answers));
        let seat = match fleets {
            [Seen::Hidden(_), Seen::Hidden(_)] => {
                return Err(TextError::new(offsets[1], "a seat sees its own fleet: only one of the two can be hidden"));
            }
            [Seen::Hidden(_), _] => Seat::SECOND,
            [_, Seen::Hidden(_)] => Seat::FIRST,
            _ if self.solo => Seat::SECOND,
            _ => Seat::FIRST,
        };
        let other = at(seat.other());
        let error = |why: &str| Err(TextError::new(offsets[other], why));
        match fleets[other] {
            Seen::Hidden(_) if over => error("the game is over, and then both fleets are seen"),
            Seen::Open(ships) if !over && ships.placed > 0 => {
                error("the other's fleet is not seen before the game is over: write ? for it")
            }
            _ => Ok(View { seat, fleets, answers }),
        }
    }

    /// Reads the four words and holds them to the rules; those of the shots may be missing.
    fn read(&self, text: &str) -> Result<Read, TextError> {
        let mut words = Words::new(text);
        let mut next = |expected: &str| {
            let offset = words.offset();
            if words.at_end() && expected == SHOTS {
                return Ok((offset, "-".to_owned()));
            }
            words.expect(expected, |word| Some(word.to_owned())).map(|word| (offset, word))
        };
        let [first, second] = [next(FLEET)?, next(FLEET)?];
        let [by_first, by_second] = [next(SHOTS)?, next(SHOTS)?];
        words.end()?;
        let offsets = [first.0, second.0, by_first.0, by_second.0];
        let fleets = [self.read_fleet(&first)?, self.read_fleet(&second)?];
        self.placing_is_sound(fleets.map(|fleet| fleet.placed()), &offsets)?;
        let all = (0..2).all(|seat| fleets[seat].placed() == self.ships_of(seat));
        let answers = [self.read_shots(&by_first, &fleets[1], all)?, self.read_shots(&by_second, &fleets[0], all)?];
        self.shooting_is_sound(&answers, &offsets)?;
        Ok(Read { fleets, answers, offsets })
    }

    fn read_fleet(&self, (offset, word): &(usize, String)) -> Result<Seen, TextError> {
        if let Some(number) = word.strip_prefix('?') {
            let placed = if number.is_empty() { Some(self.ships) } else { number.parse().ok() };
            let placed = placed.filter(|placed| (1..=self.ships).contains(placed));
            let why =
                || TextError::new(*offset, format!("expected ? or ?1 to ?{} for a fleet that is not seen", self.ships));
            return placed.map(Seen::Hidden).ok_or_else(why);
        }
        let mut ships = Ships::default();
        for (offset, item) in items(*offset, word) {
            let error = |why: String| TextError::new(offset, why);
            let Some(&length) = self.lengths().get(ships.placed) else {
                return Err(error(format!("the fleet has {} ships, and this is one more", self.ships)));
            };
            let placement =
                self.placement_named(item).ok_or_else(|| error(format!("expected {FLEET}, found {item:?}")))?;
            let name = self.ship_name(ships.placed);
            if !self
                .placements(length)
                .any(|place| place.bow == placement.bow && (place.down == placement.down || length == 1))
            {
                return Err(error(format!("the {name} has {length} cells and would go over the edge")));
            }
            let cells = self.cells_of(placement, length);
            if cells & ships.all() != 0 {
                return Err(error(format!("the {name} has {length} cells and would overlap a ship")));
            }
            ships.push(cells);
        }
        Ok(Seen::Open(ships))
    }

    /// Reads shots at a fleet. Where it is seen, the answers must be true.
    fn read_shots(
        &self,
        (offset, word): &(usize, String),
        fleet: &Seen,
        all_placed: bool,
    ) -> Result<Answers, TextError> {
        let mut answers = Answers::default();
        for (offset, item) in items(*offset, word) {
            let error = |why: String| TextError::new(offset, why);
            if !all_placed {
                return Err(error("nobody shoots before all ships are placed".to_owned()));
            }
            let (cell, answer) =
                self.shot_named(item).ok_or_else(|| error(format!("expected {SHOTS}, found {item:?}")))?;
            if answers.shots & only(cell) != 0 {
                return Err(error(format!("{} was shot at before", self.cell_text(cell))));
            }
            match (fleet, answer) {
                (Seen::Open(ships), answer) if ships.answer(answers.hits, cell) != answer => {
                    let told = self.shot_text(cell, ships.answer(answers.hits, cell));
                    return Err(error(format!("by the fleet and the shots before it this is {told}, not {item}")));
                }
                (Seen::Hidden(_), Answer::Sunk(ship)) if answers.sunk[ship].is_some() => {
                    return Err(error(format!("the {} was sunk before", self.ship_name(ship))));
                }
                _ => answers.tell(cell, answer),
            }
        }
        Ok(answers)
    }

    fn placing_is_sound(&self, [first, second]: [usize; 2], offsets: &[usize; 4]) -> Result<(), TextError> {
        match () {
            () if self.solo && first > 0 => {
                Err(TextError::new(offsets[0], "in a solo game first has no ships: write -"))
            }
            () if second > 0 && first < self.ships_of(0) => {
                Err(TextError::new(offsets[1], "second places no ship before first has placed all"))
            }
            () => Ok(()),
        }
    }

    /// Shots are made in turns, and none after the last ship is sunk.
    fn shooting_is_sound(&self, answers: &[Answers; 2], offsets: &[usize; 4]) -> Result<(), TextError> {
        let [first, second] = [0, 1].map(|seat| answers[seat].count());
        let [first_won, second_won] = [0, 1].map(|seat| self.has_sunk_all(&answers[seat]));
        let error = |which: usize, why: String| Err(TextError::new(offsets[2 + which], why));
        match () {
            () if self.solo && second > 0 => error(1, "in a solo game second does not shoot: write -".to_owned()),
            () if self.solo => Ok(()),
            () if first != second && first != second + 1 => error(
                0,
                format!(
                    "first begins, so first must have as many shots as second, or one more; here {first} and {second}"
                ),
            ),
            () if first_won && (second_won || first == second) => {
                error(1, "first has sunk all ships, but second shot after that: the game was over".to_owned())
            }
            () if second_won && first != second => {
                error(0, "second has sunk all ships, but first shot after that: the game was over".to_owned())
            }
            () => Ok(()),
        }
    }

    fn shot_text(&self, cell: Cell, answer: Answer) -> String {
        let cell = self.cell_text(cell);
        match answer {
            Answer::Miss => cell,
            Answer::Hit => format!("{cell}*"),
            Answer::Sunk(ship) => format!("{cell}*{}", self.ship_letter(ship)),
        }
    }

    fn cell_named(&self, text: &str) -> Option<Cell> {
        let (column, row) = (text.bytes().next()?.to_ascii_lowercase(), text.get(1..)?);
        // `parse` alone would take a sign and noughts.
        let row: u8 = row.parse().ok().filter(|row: &u8| row.to_string() == text[1..])?;
        let sea = 0..self.sea.size();
        let (column, row) = (column.checked_sub(b'a')?, row.checked_sub(1)?);
        (sea.contains(&column) && sea.contains(&row)).then(|| self.sea.cell(row, column))
    }

    fn placement_named(&self, text: &str) -> Option<Placement> {
        let down = |letter: char| match letter.to_ascii_lowercase() {
            'h' => Some(false),
            'v' => Some(true),
            _ => None,
        };
        let down = down(text.chars().next_back()?)?;
        Some(Placement { bow: self.cell_named(&text[..text.len() - 1])?, down })
    }

    fn shot_named(&self, text: &str) -> Option<(Cell, Answer)> {
        let Some((cell, letter)) = text.split_once('*') else { return Some((self.cell_named(text)?, Answer::Miss)) };
        let ship = |ship: &usize| letter.eq_ignore_ascii_case(&self.ship_letter(*ship).to_string());
        let answer = if letter.is_empty() { Answer::Hit } else { Answer::Sunk((0..self.ships).find(ship)?) };
        Some((self.cell_named(cell)?, answer))
    }
}

const FLEET: &str = "the ships of a fleet, such as a1h,c3v, or - for none, or ? for what is not seen";
const SHOTS: &str = "shots, such as a1 for a miss, a1* for a hit and a1*B for the hit that sank ship B, or - for none";

/// The items of a word, each with its place in the text.
fn items(start: usize, word: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = start;
    word.split(',').filter(move |_| word != "-").map(move |item| {
        let place = offset;
        offset += item.len() + 1;
        (place, item)
    })
}

/// Words with commas between them, or `-`.
fn listed(words: impl IntoIterator<Item = String>) -> String {
    let words: Vec<String> = words.into_iter().collect();
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}
