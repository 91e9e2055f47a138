//! What each player sees, and what could be true for all of that.

use counterplay_core::{Game, Hidden, Random, Seat, TextError};

use super::{Action, Answer, Answers, Battleships, Evidence, Ships, State, at};

/// Up to how many fleets of the other are listed.
const LISTED: usize = 2_000;

/// What a seat sees of a fleet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// All of it: its own, one that has no ship yet, and after the game the other's too.
    Open(Ships),
    /// That so many ships have been placed.
    Hidden(usize),
}

/// What a seat sees: its own fleet, and the shots of both with their answers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// Who sees this.
    pub seat: Seat,
    /// The fleets, first's and second's.
    pub fleets: [Seen; 2],
    /// The shots of first, and those of second.
    pub answers: [Answers; 2],
}

impl Seen {
    /// How many ships have been placed.
    #[must_use]
    pub fn placed(&self) -> usize {
        match self {
            Seen::Open(ships) => ships.placed,
            Seen::Hidden(placed) => *placed,
        }
    }
}

impl View {
    /// The state, if nothing in it is hidden.
    fn open(&self) -> Option<State> {
        match self.fleets {
            [Seen::Open(first), Seen::Open(second)] => Some(State { fleets: [first, second], answers: self.answers }),
            _ => None,
        }
    }

    /// The state in which what is hidden is this.
    fn with(&self, fleet: &[super::sea::Cells]) -> State {
        let mut hidden = Ships::default();
        fleet.iter().for_each(|&ship| hidden.push(ship));
        let fleets = self.fleets.map(|fleet| if let Seen::Open(ships) = fleet { ships } else { hidden });
        State { fleets, answers: self.answers }
    }
}

impl Battleships {
    /// What is known of the fleet that is hidden in a view: of one that is being placed, how many ships it has.
    ///
    /// Nothing if nothing is hidden.
    #[must_use]
    pub fn evidence(&self, view: &View) -> Option<Evidence> {
        let Seen::Hidden(placed) = view.fleets[at(view.seat.other())] else { return None };
        let Answers { shots, hits, sunk } = view.answers[at(view.seat)];
        let lengths = self.lengths()[..placed].to_vec();
        Some(Evidence { sea: self.sea, lengths, shots, hits, sunk: sunk[..placed].to_vec() })
    }

    /// Whether a state looks like that. It may not where a view was made up.
    fn looks_like(&self, state: &State, view: &View) -> bool {
        self.view(state, view.seat) == *view
    }

    /// What a seat is told of an action: of its own placing all, of the other's only which ship it was, and of a shot
    /// the answer. With the last one both fleets are shown.
    fn tell(&self, state: &State, action: Action, seat: Seat) -> String {
        let mover = self.mover(state.placed(), state.shots());
        match action {
            Action::Place(placement) if mover == seat => self.placement_text(placement),
            Action::Place(_) => format!("{} placed", self.ship_name(state.fleets[at(mover)].placed)),
            Action::Shoot(cell) => {
                let after = self.result(state, action);
                let end = if self.is_terminal(&after) {
                    let fleets = Seat::PAIR.map(|seat| format!("{seat} {}", self.fleet_text(&after.fleets[at(seat)])));
                    format!("; the fleets are {}", fleets.join(", "))
                } else {
                    String::new()
                };
                let answer = match state.fleets[at(mover.other())].answer(state.answers[at(mover)].hits, cell) {
                    Answer::Miss => "miss".to_owned(),
                    Answer::Hit => "hit".to_owned(),
                    Answer::Sunk(ship) => format!("hit, {} sunk", self.ship_name(ship)),
                };
                format!("{} {answer}{end}", self.cell_text(cell))
            }
        }
    }
}

impl Hidden for Battleships {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let over = self.is_terminal(state);
        let seen = |fleet: usize| match state.fleets[fleet] {
            ships if fleet == at(seat) || over || ships.placed == 0 => Seen::Open(ships),
            ships => Seen::Hidden(ships.placed),
        };
        View { seat, fleets: [seen(0), seen(1)], answers: state.answers }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn observation(&self, state: &State, action: Action, seat: Seat) -> String {
        self.tell(state, action, seat)
    }

    fn view_text(&self, view: &View) -> String {
        self.write_view(view)
    }

    fn parse_view(&self, text: &str) -> Result<View, TextError> {
        self.read_view(text)
    }

    /// Every fleet that fits the answers comes equally often.
    fn sample(&self, view: &View, random: &mut dyn Random) -> Option<State> {
        let state = match self.evidence(view) {
            None => view.open(),
            Some(evidence) => evidence.sample(random).map(|fleet| view.with(&fleet)),
        };
        state.filter(|state| self.looks_like(state, view))
    }

    fn consistent(&self, view: &View) -> Option<Vec<(State, f64)>> {
        let mut states: Vec<State> = match self.evidence(view) {
            None => Vec::from_iter(view.open()),
            Some(evidence) => evidence.list(LISTED)?.iter().map(|fleet| view.with(fleet)).collect(),
        };
        states.retain(|state| self.looks_like(state, view));
        let share = 1.0 / states.len() as f64;
        Some(states.into_iter().map(|state| (state, share)).collect())
    }
}
