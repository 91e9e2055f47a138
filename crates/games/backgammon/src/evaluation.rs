//! From the chances of a position to what it is worth in the game that is played: for points, for money with the cube,
//! or in a match.
//!
//! An [`Evaluator`] gives chances; [`Equity`] makes an evaluation of it. Since it evaluates a side that may double,
//! and one that must answer, a search over `roll` and `double`, `take` and `drop` is the decision about the cube.

use counterplay_core::{Evaluate, Remark, Score, Seat};

use super::board::Men;
use super::chances::Chances;
use super::cube::{CubeDecision, EFFICIENCY, Money, Outlook, Owner, Worth};
use super::matches::{MatchTable, Standing, chance_of};
use super::stakes::{Match, Stakes};
use super::{Action, Backgammon, Stage, State};

/// An evaluator of positions: it gives the chances of each end.
pub trait Evaluator {
    /// The chances of the side that is about to throw the dice, without the cube; each side's men are on the points as
    /// it counts them itself. What the rules exclude need not be excluded here.
    fn chances(&self, own: &Men, other: &Men) -> Chances;
}

impl<F: Fn(&Men, &Men) -> Chances> Evaluator for F {
    fn chances(&self, own: &Men, other: &Men) -> Chances {
        self(own, other)
    }
}

/// The evaluation by the chances that an evaluator gives.
///
/// ```
/// use counterplay_core::{Evaluate, Game};
/// use counterplay_backgammon::{Backgammon, Chances, Equity, Men, Stakes};
///
/// // An evaluator that takes every position for one in which gammons are rare and seven of ten games are won.
/// let chances = |_: &Men, _: &Men| Chances { win: 0.7, gammon: 0.1, ..Chances::default() };
/// let points = Backgammon::default();
/// assert!((Equity(chances).expectation(&points, &points.initial()) - 0.5).abs() < 1e-12);
/// // With the cube it is worth more, for the other side must soon pay or drop.
/// let money = Backgammon::new(Stakes::Money, false);
/// assert!(Equity(chances).expectation(&money, &money.initial()) > 0.7);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Equity<J>(pub J);

impl<J: Evaluator> Equity<J> {
    /// The chances of the seat that the state says is on roll, before the dice are thrown.
    #[must_use]
    pub fn chances(&self, state: &State) -> Chances {
        let (own, other) = (state.men(state.seat()), state.men(state.seat().other()));
        self.0.chances(own, other).in_position(own, other)
    }

    /// What the seat on roll can do with the cube, and what each is worth to it in the unit of the game; nothing where
    /// there is no cube or the dice have been thrown.
    #[must_use]
    pub fn cube_decision(&self, game: &Backgammon, state: &State) -> Option<CubeDecision> {
        let is_open = matches!(state.stage(), Stage::Cube | Stage::Answer);
        is_open.then(|| cube_decision(game.stakes(), state, self.chances(state)))
    }

    /// The worth of a state for the seat on roll.
    fn worth(&self, game: &Backgammon, state: &State) -> f64 {
        let chances = self.chances(state);
        if game.stakes() == Stakes::Points {
            return chances.points();
        }
        let decision = cube_decision(game.stakes(), state, chances);
        match state.stage() {
            Stage::Cube => decision.worth(),
            Stage::Answer => decision.take.min(decision.drop),
            _ => decision.no_double,
        }
    }
}

/// What the seat on roll can do with the cube.
fn cube_decision(stakes: Stakes, state: &State, chances: Chances) -> CubeDecision {
    let owner = state.cube.owner.map(|owner| if owner == state.seat { Owner::Own } else { Owner::Other });
    fn decide<W: Worth + Copy>(stakes: W, state: &State, chances: Chances, owner: Option<Owner>) -> CubeDecision {
        Outlook::new(stakes, chances, efficiency(state), state.cube.exponent, owner).decision()
    }
    match stakes {
        Stakes::Points | Stakes::Money => decide(Money, state, chances, owner),
        Stakes::Match(found) => decide(standing(found, state, state.seat), state, chances, owner),
    }
}

/// How a match stands for a seat.
fn standing(found: Match, state: &State, seat: Seat) -> Standing<'static> {
    let needs = |seat| found.length.saturating_sub(state.score(seat));
    Standing { table: MatchTable::get(), own: needs(seat), other: needs(seat.other()), crawford: state.crawford }
}

/// How near the cube comes to a live one: in a race the more, the longer it still is. The figures are GNU Backgammon's.
fn efficiency(state: &State) -> f64 {
    if state.is_contact() {
        return EFFICIENCY;
    }
    let pips = f64::from(state.men(state.seat).pips());
    (0.55 + 0.00125 * pips).clamp(0.6, 0.7)
}

impl<J: Evaluator> Evaluate<Backgammon> for Equity<J> {
    fn evaluate(&self, game: &Backgammon, state: &State) -> Score {
        Score::rounded(self.expectation(game, state))
    }

    /// Not where the dice have been thrown and not been played.
    fn applies_to(&self, _: &Backgammon, state: &State) -> bool {
        state.stage() != Stage::Play
    }

    fn expectation(&self, game: &Backgammon, state: &State) -> f64 {
        match (state.stage(), game.stakes()) {
            (Stage::Opening, Stakes::Match(found)) => {
                let Standing { table, own, other, crawford } = standing(found, state, Seat::FIRST);
                2.0 * table.chance(own, other, crawford) - 1.0
            }
            // Both sides have the same men, and will begin as likely.
            (Stage::Opening, _) => 0.0,
            _ => {
                let worth = self.worth(game, state);
                if state.seat() == Seat::FIRST { worth } else { -worth }
            }
        }
    }
}

impl<J: Evaluator> Remark<Backgammon> for Equity<J> {
    /// What players would do with the cube, and how likely each end is.
    fn remark(&self, game: &Backgammon, state: &State, worths: &[(Action, f64)]) -> Option<String> {
        let best = worths.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|&(action, _)| action)?;
        match (state.stage(), best) {
            (Stage::Cube, _) => {
                let cube = self.cube_remark(game, state, worths);
                let chances = percentages(&self.chances(state));
                Some(cube.map_or_else(|| chances.clone(), |cube| format!("{cube}; {chances}")))
            }
            (Stage::Answer, _) => Some(percentages(&self.chances(state).flipped())),
            (Stage::Play, Action::Play(_)) => {
                let next = counterplay_core::Game::result(game, state, best);
                let goes_on = matches!(next.stage(), Stage::Cube | Stage::Roll);
                goes_on.then(|| percentages(&self.chances(&next).flipped()))
            }
            _ => None,
        }
    }
}

impl<J: Evaluator> Equity<J> {
    /// The verdict about the cube, with the three worths that it is made from: those that a search has found, and of a
    /// double that would be dropped what taking it would be worth at first sight.
    fn cube_remark(&self, game: &Backgammon, state: &State, worths: &[(Action, f64)]) -> Option<String> {
        let found = |action| worths.iter().find(|worth| worth.0 == action).map(|worth| worth.1);
        let (no_double, double) = (found(Action::Roll)?, found(Action::Double)?);
        let sight = self.cube_decision(game, state)?;
        let is_dropped = double >= sight.drop - 1e-9;
        let take = if is_dropped { sight.take.max(sight.drop) } else { double };
        let decision = CubeDecision { no_double, take, drop: sight.drop };
        let is_match = matches!(game.stakes(), Stakes::Match(_));
        let worth = |worth: f64| if is_match { percent(chance_of(worth)) } else { format!("{worth:+.3}") };
        let of = if is_match { " of the match" } else { "" };
        Some(format!(
            "{}: no double {}, double and take {}{}, double and drop {}{of}",
            decision.verdict(),
            worth(no_double),
            worth(take),
            if is_dropped { " at first sight" } else { "" },
            worth(decision.drop),
        ))
    }
}

fn percent(chance: f64) -> String {
    format!("{:.1} %", 100.0 * chance)
}

/// The chances for people.
fn percentages(chances: &Chances) -> String {
    let Chances { win, gammon, backgammon, lose_gammon, lose_backgammon } = *chances;
    let [win, lose] = [win, 1.0 - win].map(percent);
    let [gammon, backgammon, lost, lost_most] = [gammon, backgammon, lose_gammon, lose_backgammon].map(percent);
    format!(
        "wins {win} (gammon {gammon}, backgammon {backgammon}), loses {lose} (gammon {lost}, backgammon {lost_most})"
    )
}

#[cfg(test)]
mod tests {
    use counterplay_core::search::{Settings, expectiminimax};
    use counterplay_core::trace::Silent;
    use counterplay_core::{Chance, Depth, Game};

    use super::super::{Crawford, Cube, CubeVerdict};
    use super::*;

    /// An evaluator that says the same of every position.
    fn saying(win: f64, gammon: f64) -> Equity<impl Fn(&Men, &Men) -> Chances> {
        Equity(move |_: &Men, _: &Men| Chances { win, gammon, ..Chances::default() })
    }

    fn in_match(needs: [u8; 2], crawford: Crawford) -> (Backgammon, State) {
        let game = Backgammon::new(Stakes::Match(Match { length: 9 }), false);
        let mut state = game.initial();
        (state.score, state.crawford) = (needs.map(|needs| 9 - needs), crawford);
        if crawford == Crawford::Now {
            state.stage = Stage::Roll;
        }
        (game, state)
    }

    fn verdict_at(needs: [u8; 2], crawford: Crawford, win: f64) -> CubeVerdict {
        let (game, state) = in_match(needs, crawford);
        saying(win, 0.0).cube_decision(&game, &state).unwrap().verdict()
    }

    #[test]
    fn a_search_over_the_cube_is_the_decision_about_it() {
        let game = Backgammon::new(Stakes::Money, false);
        for (win, gammon) in [(0.5, 0.0), (0.6, 0.1), (0.74, 0.0), (0.85, 0.1), (0.9, 0.7)] {
            let (equity, state) = (saying(win, gammon), game.initial());
            let decision = equity.cube_decision(&game, &state).unwrap();
            let settings = Settings::new().to_depth(Depth(1), saying(win, gammon));
            let search = |state: &State| expectiminimax(&game, state, &settings, &mut Silent).unwrap();
            let (turn, doubled) = (search(&state), game.result(&state, Action::Double));
            let answer = search(&doubled);
            assert!((turn.value.score - decision.worth()).abs() < 1e-12);
            assert!((answer.value.score - decision.take.min(decision.drop)).abs() < 1e-12);
            let doubles = matches!(decision.verdict(), CubeVerdict::DoubleTake | CubeVerdict::DoubleDrop);
            assert_eq!(turn.action, Some(if doubles { Action::Double } else { Action::Roll }));
            assert_eq!(answer.action, Some(if decision.take < decision.drop { Action::Take } else { Action::Drop }));
            assert!((equity.expectation(&game, &state) - decision.worth()).abs() < 1e-12);
            assert!((equity.expectation(&game, &doubled) - decision.take.min(decision.drop)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_other_seat_has_the_mirror_image() {
        for stakes in [Stakes::Points, Stakes::Money, Stakes::Match(Match { length: 5 })] {
            let game = Backgammon::new(stakes, false);
            let first = game.initial();
            let second = game.before_roll([Men::START; 2], Seat::SECOND);
            let equity = saying(0.66, 0.2);
            assert_eq!(equity.expectation(&game, &first), -equity.expectation(&game, &second));
        }
    }

    #[test]
    fn thrown_dice_are_not_evaluated_and_a_new_game_ends_a_rollout() {
        let game = Backgammon::new(Stakes::Match(Match { length: 3 }), true);
        let equity = saying(0.5, 0.1);
        let start = game.initial();
        assert!(equity.applies_to(&game, &start) && !game.ends_rollout(&start));
        assert_eq!(equity.expectation(&game, &start), 0.0);
        let thrown = game.result(&start, Action::Throw(3, 1));
        assert!(!equity.applies_to(&game, &thrown));
        // A drop ends the game and begins the next: the Crawford game if it leads to it.
        let mut state = start;
        (state.stage, state.score) = (Stage::Answer, [1, 0]);
        let next = game.result(&state, Action::Drop);
        assert!(game.ends_rollout(&next) && next.stage() == Stage::Opening);
        let ahead = 2.0 * MatchTable::get().chance(1, 3, Crawford::Now) - 1.0;
        assert_eq!(equity.expectation(&game, &next), ahead);
        assert!((equity.cube_decision(&game, &state).unwrap().drop - ahead).abs() < 1e-12);
    }

    #[test]
    fn the_cube_of_a_match_is_that_of_the_score() {
        use CubeVerdict::{DoubleDrop, DoubleTake, NoDouble};
        // At two points each the loser of this game with the cube turned has lost the match: one takes with 32 in a
        // hundred.
        let two = |win| verdict_at([2, 2], Crawford::Before, win);
        assert_eq!([two(0.55), two(0.66), two(0.70)], [DoubleTake, DoubleTake, DoubleDrop]);
        // The leader at 2 gives the other side, who needs 4, a cube that costs it nothing to turn: he waits longer than
        // for money.
        assert_eq!(verdict_at([2, 4], Crawford::Before, 0.70), NoDouble);
        // The other side, if it doubles, plays for half of the match against a fifth of it: it doubles late, and the
        // leader takes with a fifth.
        let four = |win| verdict_at([4, 2], Crawford::Before, win);
        assert_eq!([four(0.6), four(0.77), four(0.82)], [NoDouble, DoubleTake, DoubleDrop]);
        // After the Crawford game whoever is behind has nothing to lose, and doubles with the worst of positions.
        for win in [0.05, 0.2, 0.4] {
            assert_eq!(verdict_at([3, 1], Crawford::After, win), DoubleTake, "{win}");
            assert_eq!(verdict_at([2, 1], Crawford::After, win), DoubleTake, "{win}");
        }
        // The leader never doubles: he has nothing to gain.
        assert_eq!(verdict_at([1, 3], Crawford::After, 0.9), NoDouble);
    }

    /// In the Crawford game, and at a point each, all that counts is who wins.
    #[test]
    fn the_crawford_game_has_no_cube() {
        let (game, state) = in_match([4, 1], Crawford::Now);
        let (table, won) = (MatchTable::get(), 0.4);
        let expected = won * (2.0 * table.chance(3, 1, Crawford::After) - 1.0) - (1.0 - won);
        assert!((saying(won, 0.0).expectation(&game, &state) - expected).abs() < 1e-12);
        let (game, mut state) = in_match([1, 1], Crawford::After);
        state.cube = Cube { exponent: 1, owner: Some(Seat::SECOND) };
        state.stage = Stage::Roll;
        assert!((saying(0.3, 0.2).expectation(&game, &state) + 0.4).abs() < 1e-12);
    }

    #[test]
    fn the_remark_is_what_players_say() {
        let game = Backgammon::new(Stakes::Money, false);
        let remark = |worths: &[(Action, f64)]| saying(0.85, 0.1).remark(&game, &game.initial(), worths);
        let both = remark(&[(Action::Double, 1.0), (Action::Roll, 0.93)]).unwrap();
        assert!(both.starts_with("double, drop: no double +0.930, double and take +1."), "{both}");
        let ends = "at first sight, double and drop +1.000; wins 85.0 % (gammon 10.0 %, backgammon 0.0 %), loses 15.0 % (gammon 0.0 %, backgammon 0.0 %)";
        assert!(both.ends_with(ends), "{both}");
        let early = remark(&[(Action::Roll, 0.5), (Action::Double, 0.4)]).unwrap();
        assert!(
            early.starts_with("no double, take: no double +0.500, double and take +0.400, double and drop +1.000;")
        );
        assert!(remark(&[(Action::Roll, 0.5)]).unwrap().starts_with("wins 85.0 %"));
        let (game, state) = in_match([2, 2], Crawford::Before);
        let remark = saying(0.7, 0.0).remark(&game, &state, &[(Action::Double, 0.3), (Action::Roll, 0.2)]).unwrap();
        assert!(
            remark.starts_with("double, take: no double 60.0 %, double and take 65.0 %, double and drop 67."),
            "{remark}"
        );
        assert!(remark.contains(" % of the match; wins 70.0 %"), "{remark}");
        // After a play the chances are still the mover's.
        let points = Backgammon::default();
        let thrown = points.result(&points.initial(), Action::Throw(3, 1));
        let plays: Vec<(Action, f64)> = points.action_list(&thrown).into_iter().map(|play| (play, 0.0)).collect();
        assert!(saying(0.4, 0.1).remark(&points, &thrown, &plays).unwrap().starts_with("wins 60.0 %"));
    }
}
