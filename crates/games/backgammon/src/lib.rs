//! Backgammon: two races in opposite directions, with dice.
//!
//! Whoever is on roll throws two dice and plays each of them with a man, or doublets four times; men alone on a point
//! can be hit and begin again from the bar, points with two men are closed to the other side. Who first bears off all
//! fifteen men wins a point: two if the other has borne off none (a *gammon*), three if one of them is still on the bar
//! or in the winner's home (a *backgammon*).
//!
//! A play of the whole throw is one action. In play for points without the cube (the usual options) the dice are thrown
//! as soon as it is a seat's turn; with the cube a seat says first whether it rolls or doubles, wherever it may and
//! doubling could be of use. A match of several points is one game: its utility is who wins the match. The Jacoby rule
//! is an option of play for money; beavers and automatic doubles are not played.
//!
//! ```
//! use counterplay_core::{Game, Notation};
//! use counterplay_backgammon::Backgammon;
//!
//! let game = Backgammon::default();
//! let mut state = game.initial();
//! game.apply(&mut state, counterplay_backgammon::Action::Throw(3, 1));
//! let plays = game.action_list(&state);
//! assert_eq!(plays.len(), 16);
//! assert!(plays.iter().any(|&play| game.action_text(&state, play) == "8/5 6/5"));
//! ```

mod bearoff;
mod board;
mod chances;
mod cube;
mod drawing;
mod race;
#[cfg(test)]
mod reference;
// A test of the rules needs no engine, which takes seconds to compile.
mod bearoff_index;
#[cfg(not(test))]
mod entry;
mod evaluation;
mod inputs;
#[cfg(test)]
mod laws;
mod mat;
mod matches;
mod notation;
mod parsed;
mod pip_count;
mod plays;
mod stakes;
#[cfg(test)]
mod tests;
mod turns;

use counterplay_core::{Actions, Bounds, Chance, Game, Key, Keyed, Outcomes, Score, Seat, Turn, With, Without};

pub use board::{BAR, HOME, MEN, Men, OFF, POINTS};
pub use chances::Chances;
pub use cube::{CubeDecision, CubeVerdict};
#[cfg(not(test))]
pub use entry::entry;
pub use evaluation::{Equity, Evaluator};
pub use inputs::Inputs;
pub use mat::{Mat, MatGame};
pub use matches::MatchTable;
pub use pip_count::Lead;
pub use plays::{Play, Step};
pub use race::{Alone, Goal, Way};
pub use stakes::{Crawford, Cube, Match, Stakes};

/// The network that the program has: `cargo xtask weights backgammon` learns it anew.
pub const WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The rules, for one way to keep the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Backgammon {
    stakes: Stakes,
    /// Whether each side throws one die to find out who begins; otherwise the first seat is on roll.
    opening: bool,
    /// Whether gammons count only once the cube has been turned, in play for money.
    jacoby: bool,
}

/// A position, with what is at stake.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The men of each seat, on the points as it counts them.
    men: [Men; 2],
    /// Whose turn it is, even while the dice roll; the seat that has doubled while the other one answers.
    seat: Seat,
    stage: Stage,
    /// What has been thrown, the larger die first.
    dice: [u8; 2],
    cube: Cube,
    /// How the match stands.
    score: [u8; 2],
    crawford: Crawford,
    /// What the game, or the match, has ended with for the first seat.
    won: i16,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Each side throws a die, and who throws more begins with both.
    Opening,
    /// The seat rolls or doubles.
    Cube,
    /// The dice roll.
    Roll,
    /// The seat plays what it has thrown.
    Play,
    /// The other seat takes or drops a double.
    Answer,
    /// Nothing: the game is over.
    Over,
}

/// What a seat can do, and what the dice can show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Plays what was thrown.
    Play(Play),
    /// Throws the dice instead of doubling.
    Roll,
    /// Offers to play on for twice as much.
    Double,
    /// Accepts, and owns the cube.
    Take,
    /// Gives the game up instead.
    Drop,
    /// The dice show this, the larger number first; when both sides throw to begin, the first seat's die first.
    Throw(u8, u8),
}

impl Backgammon {
    /// The rules for a way to keep the score. `opening` is whether the sides throw a die each to find out who begins
    /// the first game; otherwise the first seat does, with any throw. Further games of a match always begin so.
    #[must_use]
    pub const fn new(stakes: Stakes, opening: bool) -> Backgammon {
        Backgammon { stakes, opening, jacoby: false }
    }

    /// The rules with the Jacoby rule, or without: in play for money with the cube, a gammon or a backgammon
    /// counts one point as long as nobody has doubled.
    #[must_use]
    pub const fn with_jacoby(self, jacoby: bool) -> Backgammon {
        Backgammon { jacoby, ..self }
    }

    /// Whether a gammon counts only once the cube has been turned.
    #[must_use]
    pub fn has_jacoby(&self) -> bool {
        self.jacoby && self.stakes == Stakes::Money
    }

    /// How the score is kept.
    #[must_use]
    pub const fn stakes(&self) -> Stakes {
        self.stakes
    }

    /// A position before the dice are thrown, or before the cube can be turned.
    #[must_use]
    pub fn before_roll(&self, men: [Men; 2], seat: Seat) -> State {
        let mut state = State { men, seat, ..self.blank() };
        self.begin_turn(&mut state, seat);
        state
    }

    /// The start of a game at the beginning of a match.
    fn blank(&self) -> State {
        State {
            men: [Men::START; 2],
            seat: Seat::FIRST,
            stage: Stage::Opening,
            dice: [0, 0],
            cube: Cube::default(),
            score: [0, 0],
            crawford: self.stakes.crawford([0, 0], Crawford::Before),
            won: 0,
        }
    }

    /// The next turn is this seat's.
    #[inline]
    fn begin_turn(&self, state: &mut State, seat: Seat) {
        (state.seat, state.dice) = (seat, [0, 0]);
        state.stage = if self.stakes.may_double(state, seat) { Stage::Cube } else { Stage::Roll };
    }

    /// What happens with the dice and with the cube.
    fn apply_other(&self, state: &mut State, action: Action) {
        match action {
            Action::Play(_) => {}
            Action::Roll => state.stage = Stage::Roll,
            Action::Double => state.stage = Stage::Answer,
            Action::Take => {
                state.cube = Cube { exponent: state.cube.exponent + 1, owner: Some(state.seat.other()) };
                state.stage = Stage::Roll;
            }
            Action::Drop => self.end_game(state, state.seat, 1),
            Action::Throw(first, second) => {
                if state.stage == Stage::Opening {
                    state.seat = if first > second { Seat::FIRST } else { Seat::SECOND };
                }
                state.dice = [first.max(second), first.min(second)];
                state.stage = Stage::Play;
            }
        }
    }

    /// Ends the game with so many points for a seat, before the cube is counted; another one begins if a match goes on.
    #[cold]
    fn end_game(&self, state: &mut State, winner: Seat, points: u8) {
        let points = if self.has_jacoby() && state.cube == Cube::default() { 1 } else { points };
        let points = i16::from(points) << state.cube.exponent;
        state.dice = [0, 0];
        let signed = if winner == Seat::FIRST { points } else { -points };
        let Stakes::Match(Match { length }) = self.stakes else {
            (state.stage, state.won) = (Stage::Over, signed);
            return;
        };
        let own = &mut state.score[usize::from(winner.0)];
        *own = (i16::from(*own) + points).min(length.into()) as u8;
        if *own == length {
            (state.stage, state.won) = (Stage::Over, signed.signum());
            // It says something about the next game, and there is none.
            state.crawford = Crawford::Before;
        } else {
            let crawford = self.stakes.crawford(state.score, state.crawford);
            *state = State { score: state.score, crawford, ..self.blank() };
        }
    }
}

impl State {
    /// The men of a seat, on the points as it counts them.
    #[must_use]
    pub fn men(&self, seat: Seat) -> &Men {
        &self.men[usize::from(seat.0)]
    }

    /// Whose turn it is, even while the dice roll; the seat that has doubled while the other one answers.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What comes next.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// What has been thrown and not yet been played, the larger die first.
    #[must_use]
    pub fn dice(&self) -> Option<[u8; 2]> {
        (self.stage == Stage::Play).then_some(self.dice)
    }

    /// The cube.
    #[must_use]
    pub fn cube(&self) -> Cube {
        self.cube
    }

    /// The points of a seat in a match.
    #[must_use]
    pub fn score(&self, seat: Seat) -> u8 {
        self.score[usize::from(seat.0)]
    }

    /// Whether the men of the two sides can still meet.
    #[must_use]
    pub fn is_contact(&self) -> bool {
        u32::from(self.men[0].last()) + u32::from(self.men[1].last()) > POINTS as u32
    }
}

impl Game for Backgammon {
    type State = State;
    type Action = Action;
    type Luck = With;
    type Secrets = Without;

    fn initial(&self) -> State {
        let mut state = self.blank();
        if !self.opening {
            self.begin_turn(&mut state, Seat::FIRST);
        }
        state
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Opening | Stage::Roll => Turn::Chance,
            Stage::Answer => Turn::Seat(state.seat.other()),
            Stage::Cube | Stage::Play | Stage::Over => Turn::Seat(state.seat),
        }
    }

    #[inline]
    fn actions(&self, state: &State, out: &mut Actions<Action>) {
        match state.stage {
            Stage::Play => plays::list(state.men(state.seat), state.men(state.seat.other()), state.dice, out),
            Stage::Cube => out.extend([Action::Roll, Action::Double]),
            Stage::Answer => out.extend([Action::Take, Action::Drop]),
            Stage::Opening | Stage::Roll | Stage::Over => {}
        }
    }

    // PERF: a search to depth 3 with evaluation 0 reaches 41 million leaves a second in place of 26 where this and
    // RESULT are inlined: an action that is passed on through memory is written in other pieces than it is read in.
    #[inline(always)]
    fn apply(&self, state: &mut State, action: Action) {
        let Action::Play(play) = action else { return self.apply_other(state, action) };
        let mover = usize::from(state.seat.0 & 1);
        play.apply(&mut state.men, mover);
        match state.men[mover].points_won(&state.men[mover ^ 1]) {
            Some(points) => self.end_game(state, state.seat, points),
            None => self.begin_turn(state, state.seat.other()),
        }
    }

    #[inline(always)]
    fn result(&self, state: &State, action: Action) -> State {
        let mut next = *state;
        self.apply(&mut next, action);
        next
    }

    #[inline]
    fn is_terminal(&self, state: &State) -> bool {
        state.stage == Stage::Over
    }

    /// The points that the first seat has won; in a match 1 if it has won the match, and -1 if it has lost it.
    fn utility(&self, state: &State) -> Score {
        Score::new(state.won.into())
    }

    fn bounds(&self) -> Bounds {
        self.stakes.bounds()
    }

    /// Who has borne off a man loses no gammon, and who is past the other's men and out of their home no backgammon.
    fn bounds_of(&self, state: &State) -> Bounds {
        let (Stakes::Points | Stakes::Money) = self.stakes else { return self.stakes.bounds() };
        let worst = |men: &Men| match men.on(OFF) {
            0 if state.is_contact() || men.last() > 18 => 3,
            0 => 2,
            _ => 1,
        };
        let [first, second] = [0, 1].map(|seat: usize| worst(&state.men[seat]));
        let cube = if self.stakes == Stakes::Money { 1 << Cube::MOST } else { 1 };
        Bounds::new(-first * cube, second * cube)
    }
}

impl Chance for Backgammon {
    fn outcomes(&self, state: &State, out: &mut Outcomes<Action>) {
        let is_opening = state.stage == Stage::Opening;
        for first in 1..=6 {
            for second in 1..=6 {
                // When both sides throw to begin, equal dice are thrown again.
                if is_opening && first != second {
                    out.push(Action::Throw(first, second), 1.0 / 30.0);
                } else if !is_opening && second <= first {
                    let ways = if first == second { 1.0 } else { 2.0 };
                    out.push(Action::Throw(first, second), ways / 36.0);
                }
            }
        }
    }

    /// At the start of a further game of a match, of which the table of matches says what it is worth.
    fn ends_rollout(&self, state: &State) -> bool {
        state.stage == Stage::Opening && state.score != [0, 0]
    }
}

impl Keyed for Backgammon {
    fn key(&self, state: &State) -> Key {
        let State { men, seat, stage, dice, cube, score, crawford, won } = state;
        let owner = cube.owner.map_or(2, |owner| owner.0);
        let rest =
            [seat.0, *stage as u8, dice[0], dice[1], cube.exponent << 2 | owner, score[0], score[1], *crawford as u8];
        let mut key = Key::mix(u64::from_le_bytes(rest) ^ (*won as u64) << 40).0;
        for side in men {
            for word in side.words() {
                key = Key::mix(key ^ word).0;
            }
        }
        Key(key)
    }
}
