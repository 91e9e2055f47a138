//! What a text says about a position, whatever its format, and the state that it means under the rules.

use counterplay_core::{Seat, TextError};

use super::{BAR, Backgammon, Crawford, Cube, MEN, Match, Men, OFF, Stage, Stakes, State};

/// What a text says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    pub(super) men: [Men; 2],
    pub(super) seat: Seat,
    pub(super) next: Next,
    pub(super) cube: Cube,
    /// What is played for; nothing if the text says nothing about it.
    pub(super) stakes: Option<Said>,
    /// Where the position begins in the text.
    pub(super) at: usize,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// A turn begins.
    Turn,
    /// The seat has chosen to roll where it might have doubled.
    Rolling,
    /// Both sides throw to begin.
    Opening,
    /// This was thrown.
    Play([u8; 2]),
    /// The seat has doubled.
    Answer,
    /// The game is over; if no side is off, a double was dropped.
    Over,
}

/// What is said to be played for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    /// The points of a match; none for money.
    pub(super) length: u32,
    pub(super) has_cube: bool,
    pub(super) jacoby: bool,
    pub(super) crawford: bool,
    pub(super) score: [u32; 2],
    /// Where it is said.
    pub(super) at: usize,
}

impl Said {
    /// The rules that go with it.
    pub(super) fn rules(&self) -> Option<Backgammon> {
        let stakes = match u8::try_from(self.length) {
            Ok(0) if self.has_cube => Stakes::Money,
            Ok(0) => Stakes::Points,
            Ok(length) if length <= Match::LONGEST => Stakes::Match(Match { length }),
            _ => return None,
        };
        Some(Backgammon::new(stakes, false).with_jacoby(self.jacoby && stakes == Stakes::Money))
    }
}

impl Told {
    /// The state under these rules, if it can be one.
    pub(super) fn state(&self, game: &Backgammon) -> Result<State, TextError> {
        let wrong = |message: String| TextError::new(self.at, message);
        if let Some(rule) = broken_rule(&self.men) {
            return Err(wrong(rule));
        }
        self.check_stakes(game)?;
        let mut state = State { men: self.men, seat: self.seat, cube: self.cube, ..game.blank() };
        if let (Stakes::Match(Match { length }), Some(said)) = (game.stakes, self.stakes) {
            state.score = said.score.map(|points| points.min(length.into()) as u8);
            state.crawford = match said.crawford || length == 1 {
                true => Crawford::Now,
                false if state.score.contains(&(length - 1)) => Crawford::After,
                false => Crawford::Before,
            };
        }
        match Seat::PAIR.into_iter().find(|&seat| state.men(seat).on(OFF) == MEN) {
            Some(winner) => self.ended(game, &mut state, winner)?,
            None if self.next == Next::Over => self.ended(game, &mut state, self.seat)?,
            None => self.going_on(game, &mut state)?,
        }
        Ok(state)
    }

    /// The game is over, and this side has won it.
    fn ended(&self, game: &Backgammon, state: &mut State, winner: Seat) -> Result<(), TextError> {
        let loser = state.men(winner.other());
        let points = match state.men(winner).points_won(loser) {
            Some(points) => points,
            None if game.stakes.has_cube() => 1,
            None => {
                let message =
                    "the game is not over: neither side has borne off all men, and without the cube nobody gives up";
                return Err(TextError::new(self.at, message));
            }
        };
        state.seat = winner;
        match game.stakes {
            Stakes::Match(Match { length }) if state.score(winner) == length => {
                state.won = if winner == Seat::FIRST { 1 } else { -1 };
                (state.stage, state.crawford) = (Stage::Over, Crawford::Before);
            }
            // In a match that goes on, the next game begins.
            _ => game.end_game(state, winner, points),
        }
        Ok(())
    }

    fn going_on(&self, game: &Backgammon, state: &mut State) -> Result<(), TextError> {
        let wrong = |message: &str| Err(TextError::new(self.at, message));
        let mut turn = *state;
        game.begin_turn(&mut turn, self.seat);
        match self.next {
            Next::Rolling => turn.stage = Stage::Roll,
            Next::Opening if self.men != [Men::START; 2] || self.cube != Cube::default() => {
                return wrong("both sides throw to begin only at the start of a game");
            }
            Next::Opening => (turn.stage, turn.seat) = (Stage::Opening, Seat::FIRST),
            Next::Play([first, second]) => {
                (turn.stage, turn.dice) = (Stage::Play, [first.max(second), first.min(second)]);
            }
            Next::Answer if turn.crawford == Crawford::Now => return wrong("in the Crawford game nobody may double"),
            Next::Answer if self.cube.owner == Some(self.seat.other()) => {
                return wrong("who has doubled does not own the cube");
            }
            Next::Answer if self.cube.exponent == Cube::MOST => {
                return wrong("the cube is not turned further than to 64");
            }
            Next::Answer => turn.stage = Stage::Answer,
            Next::Turn | Next::Over => {}
        }
        *state = turn;
        Ok(())
    }

    /// Whether the rules are such as the text speaks of; if not, the message names the option to give.
    fn check_stakes(&self, game: &Backgammon) -> Result<(), TextError> {
        let Some(said) = self.stakes else { return Ok(()) };
        let length = said.length;
        let wrong = |message: String| Err(TextError::new(said.at, message));
        match game.stakes {
            _ if length > Match::LONGEST.into() => {
                return wrong(format!("the longest match has {} points, and this one {length}", Match::LONGEST));
            }
            Stakes::Points | Stakes::Money if length > 0 => {
                return wrong(format!("this is a match to {length} points: give the option --match {length}"));
            }
            Stakes::Points if self.cube != Cube::default() || self.next == Next::Answer => {
                return wrong("the cube is in play here: give the option --cube 1".to_owned());
            }
            Stakes::Match(Match { length }) if said.length == 0 => {
                return wrong(format!("this is no game of a match, but the option --match {length} was given"));
            }
            Stakes::Match(Match { length }) if said.length != u32::from(length) => {
                let (found, given) = (said.length, length);
                return wrong(format!("this is a match to {found} points, but the option --match {given} was given"));
            }
            _ => {}
        }
        if self.cube.exponent > Cube::MOST {
            return wrong(format!("the cube shows 64 at the most, and here {}", 1u64 << self.cube.exponent.min(63)));
        }
        if self.cube.exponent == 0 && self.cube.owner.is_some() {
            return wrong("nobody owns a cube that has not been turned".to_owned());
        }
        if length > 0 && said.crawford {
            if length > 1 && !said.score.contains(&(length - 1)) {
                return wrong("it is the Crawford game only if a side needs one point to win the match".to_owned());
            }
            if self.cube != Cube::default() {
                return wrong("in the Crawford game nobody may double".to_owned());
            }
        }
        let ended = self.next == Next::Over || self.men.iter().any(|men| men.on(OFF) == MEN);
        let most = said.score.into_iter().max().unwrap_or(0);
        if length > 0 && (most > length || most == length && !ended) {
            return wrong(format!("a side has {most} points, and {length} win the match"));
        }
        if length > 0 && said.score == [length; 2] {
            return wrong("both sides have won the match".to_owned());
        }
        Ok(())
    }
}

impl State {
    /// What the state says in any format.
    pub(super) fn told(&self, game: &Backgammon) -> Told {
        let next = match self.stage {
            Stage::Opening => Next::Opening,
            Stage::Roll if game.stakes.may_double(self, self.seat) => Next::Rolling,
            Stage::Cube | Stage::Roll => Next::Turn,
            Stage::Play => Next::Play(self.dice),
            Stage::Answer => Next::Answer,
            Stage::Over => Next::Over,
        };
        let length = if let Stakes::Match(Match { length }) = game.stakes { length.into() } else { 0 };
        let said = Said {
            length,
            has_cube: game.stakes.has_cube(),
            jacoby: game.has_jacoby(),
            crawford: self.crawford == Crawford::Now,
            score: self.score.map(u32::from),
            at: 0,
        };
        Told { men: self.men, seat: self.seat, next, cube: self.cube, stakes: Some(said), at: 0 }
    }
}

/// The men of a side from how many are on the points from 1 to 24 and on the bar, or what is wrong with them.
pub(super) fn men_of(on: &[u8; 25]) -> Result<Men, String> {
    Men::new(on).ok_or_else(|| {
        let count: u32 = on.iter().map(|&men| u32::from(men)).sum();
        format!("a side has {MEN} men, and here {count}")
    })
}

/// The rule by which men cannot stand so.
fn broken_rule(men: &[Men; 2]) -> Option<String> {
    if men.iter().all(|men| men.on(OFF) == MEN) {
        return Some("both sides have borne off all men, but the game is over as soon as one has".to_owned());
    }
    let shared = (1..BAR).find(|&point| men[0].on(point) > 0 && men[1].on(BAR - point) > 0);
    shared.map(|point| format!("there are men of both sides on the {point} point of the first"))
}
