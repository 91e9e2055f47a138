//! The honest game told by a liar, with one fault at a time.

use std::cell::Cell;

use counterplay_core::{
    Actions, Bounds, Chance, Draws, Game, Hidden, Key, Keyed, Notation, Outcomes, Random, Score, Seat, TextError, Turn,
    With,
};

use super::fault::Fault::{self, *};
use super::hush::{Action, Hush, State, View, states};

pub(crate) struct Lying {
    pub(crate) fault: Fault,
    calls: Cell<u8>,
}

const HONEST: Hush = Hush { lists: true };

impl Lying {
    pub(crate) fn new(fault: Fault) -> Lying {
        Lying { fault, calls: Cell::new(0) }
    }

    /// Whether this is the liar's fault and the condition holds.
    fn lies(&self, fault: Fault, here: bool) -> bool {
        self.fault == fault && here
    }

    /// That lie, every other time.
    fn wavers(&self, fault: Fault, here: bool) -> bool {
        self.lies(fault, here) && {
            self.calls.set(self.calls.get().wrapping_add(1));
            self.calls.get().is_multiple_of(2)
        }
    }
}

impl Lying {
    /// The states that a view allows; if the liar says so, also that both seats hold the same card.
    fn possible(&self, view: &View, mut states: Vec<State>) -> Vec<State> {
        if [ImpossibleList, ImpossibleSample].contains(&self.fault) && view.card.is_some() {
            let twins = view.card.map(|card| [card, card]);
            states.extend(states.first().map(|&state| State { cards: twins, ..state }));
        }
        states
    }
}

/// Where the first is to move.
fn dealt(state: &State) -> bool {
    state.cards.is_some() && state.moves == 0
}

impl Game for Lying {
    type State = State;
    type Action = Action;
    type Luck = With;
    type Secrets = With;

    fn initial(&self) -> State {
        assert!(self.fault != PanicsAtOnce, "there are no cards");
        State { raises: u8::from(self.wavers(BeginsElsewhere, true)), ..HONEST.initial() }
    }
    fn turn(&self, state: &State) -> Turn {
        let other = self.wavers(TurnWavers, state.moves == 1)
            || self.lies(SecretTurn, dealt(state) && state.cards.is_some_and(|[_, second]| second == 3));
        match HONEST.turn(state) {
            Turn::Seat(seat) if other => Turn::Seat(seat.other()),
            turn => turn,
        }
    }
    fn actions(&self, state: &State, out: &mut Actions<Action>) {
        let second_moves = state.moves == 1;
        let low = |cards: [u8; 2]| cards[1] < 3;
        match () {
            () if self.lies(PanicsWhenAsked, second_moves && state.raises == 1) => panic!("the second is asleep"),
            () if self.lies(NothingToDo, second_moves && state.raises == 1) => {}
            () if self.lies(SecretActions, dealt(state) && state.cards.is_some_and(low)) => out.push(Action::Hold),
            () if self.wavers(ActionsWaver, dealt(state)) => out.extend([Action::Raise, Action::Hold]),
            () => HONEST.actions(state, out),
        }
        if self.lies(ActionTwice, second_moves) {
            out.push(Action::Hold);
        }
        if self.lies(TooManyActions, second_moves) {
            out.extend(std::iter::repeat_n(Action::Hold, Actions::<Action>::MOST));
        }
    }
    fn apply(&self, state: &mut State, action: Action) {
        if self.lies(Panics, state.moves == 1 && action == Action::Raise) {
            state.raises = [1][usize::from(state.moves)];
        }
        HONEST.apply(state, action);
        state.raises += u8::from(self.wavers(ImpureApply, action == Action::Raise));
    }
    fn result(&self, state: &State, action: Action) -> State {
        let mut next = *state;
        self.apply(&mut next, action);
        next.raises += u8::from(self.lies(ResultIsNotApply, action == Action::Hold));
        next
    }
    fn is_terminal(&self, state: &State) -> bool {
        HONEST.is_terminal(state) || self.lies(OverTooEarly, state.moves == 1)
    }
    fn utility(&self, state: &State) -> Score {
        match HONEST.utility(state) {
            _ if self.fault == UtilityUnknown => Score::UNKNOWN,
            score if self.lies(UtilityOutsideBounds, state.doubled == Some(true)) => Score::new(10 * score.get()),
            score if self.wavers(UtilityWavers, true) => -score,
            score => score,
        }
    }
    fn bounds(&self) -> Bounds {
        let Bounds { low, high } = HONEST.bounds();
        match self.fault {
            BoundsReversed => Bounds { low: high, high: low },
            DrawsUnsaid => Bounds { low, high: high.above() },
            _ => Bounds { low, high },
        }
    }
    fn draws(&self) -> Draws {
        if self.fault == DrawOutsideBounds { Draws::Worth(HONEST.bounds().high.above()) } else { HONEST.draws() }
    }
    fn scale(&self) -> u32 {
        u32::from(self.fault != NoScale)
    }
}

impl Chance for Lying {
    fn outcomes(&self, state: &State, out: &mut Outcomes<Action>) {
        let [heads, tails] = [Action::Coin(true), Action::Coin(false)];
        let lie: &[(Action, f64)] = match self.fault {
            OutcomeTwice => &[(heads, 0.25), (heads, 0.25), (tails, 0.5)],
            SumOf99 => &[(heads, 0.5), (tails, 0.49)],
            NegativeProbability => &[(heads, 1.5), (tails, -0.5)],
            DrawsImpossible => &[(heads, 1.0), (tails, 0.0)],
            OutcomesWaver if self.wavers(OutcomesWaver, true) => &[(tails, 0.5), (heads, 0.5)],
            NoOutcome => &[],
            _ => return HONEST.outcomes(state, out),
        };
        match state.cards {
            None => HONEST.outcomes(state, out),
            Some(_) => lie.iter().for_each(|&(action, probability)| out.push(action, probability)),
        }
    }
    fn draw(&self, state: &State, random: &mut dyn Random) -> Option<Action> {
        let coin = state.cards.is_some();
        let drawn = HONEST.draw(state, random);
        match self.fault {
            DrawsNothing if coin => None,
            DrawsUnlisted if coin => Some(Action::Hold),
            DrawsImpossible if coin => Some(Action::Coin(false)),
            DrawsWaver if coin => Some(Action::Coin(self.wavers(DrawsWaver, true))),
            LoadedCoin if coin => Some(Action::Coin(random.below(100) < 55)),
            _ => drawn,
        }
    }
}

impl Hidden for Lying {
    type View = View;

    fn view(&self, state: &State, seat: Seat) -> View {
        let view = HONEST.view(state, seat);
        let other = state.cards.map(|cards| cards[usize::from(seat.other().0)]);
        let tells = self.fault == TellingDeal || self.lies(TellingMove, state.moves > 0);
        View {
            raises: view.raises + u8::from(self.wavers(ViewWavers, state.moves == 1)),
            hint: other.filter(|_| tells),
            peeked: other.filter(|_| [PeekingSample, WinkingSample, TellingText].contains(&self.fault)),
            ..view
        }
    }
    fn viewer(&self, view: &View) -> Seat {
        if self.lies(WrongViewer, view.moves == 1) { Seat::FIRST } else { view.seat }
    }
    fn observation(&self, state: &State, action: Action, seat: Seat) -> String {
        let told = HONEST.observation(state, action, seat);
        match (action, state.cards) {
            (Action::Deal(first, second), _) if self.fault == TellingWords => format!("{told} of {first} and {second}"),
            (Action::Coin(_), Some([first, _])) if self.fault == TellingCoin => format!("{told} for {first}"),
            _ => told,
        }
    }
    fn sample(&self, view: &View, random: &mut dyn Random) -> Option<State> {
        let states = self.possible(view, states(view, |state, seat| self.view(state, seat)));
        let mut state = *states.get(random.below(states.len() as u64) as usize)?;
        let true_one =
            |states: &[State]| states.iter().copied().find(|state| self.view(state, view.seat).peeked == view.peeked);
        match self.fault {
            NoSample if view.moves == 1 => return None,
            ContradictingSample => state.cards = state.cards.map(|[first, second]| [second, first]),
            // The other's true card; or now and then, and never by the few random numbers that are tried in every
            // state.
            PeekingSample => state = true_one(&states)?,
            WinkingSample if random.below(5) == 0 => state = true_one(&states)?,
            NarrowSample => state = states[0],
            // As the list says.
            TruthNotListed => state = states[0],
            SampleWavers if self.wavers(SampleWavers, view.card.is_some()) => state = states[0],
            SkewedSample if random.below(10) == 0 => state = states[0],
            // A card that the seat itself holds.
            UnlistedSample if random.below(9) == 0 => state.cards = view.card.map(|card| [card, card]),
            _ => {}
        }
        Some(state)
    }
    fn consistent(&self, view: &View) -> Option<Vec<(State, f64)>> {
        let see = |state: &State, seat| match self.fault {
            ListsOtherViews => View { card: view.card, ..self.view(state, seat) },
            _ => self.view(state, seat),
        };
        let mut states = self.possible(view, states(view, see));
        if self.fault == TruthNotListed {
            states.truncate(1);
        }
        // No list by which the sampler could be found out.
        if [PeekingSample, WinkingSample, NarrowSample, ImpossibleSample].contains(&self.fault) {
            return None;
        }
        let share = if self.lies(ListSumOf80, view.card.is_some()) { 0.8 } else { 1.0 } / states.len() as f64;
        Some(states.into_iter().map(|state| (state, share)).collect())
    }
    fn view_text(&self, view: &View) -> String {
        let text = HONEST.view_text(view);
        if self.fault == TellingText { format!("{text}/{}", view.peeked.unwrap_or(0)) } else { text }
    }
    fn parse_view(&self, text: &str) -> Result<View, TextError> {
        let (honest, told) = text.split_once('/').unwrap_or((text, ""));
        let view = View { peeked: told.parse().ok(), ..HONEST.parse_view(honest)? };
        match self.fault {
            UnreadableView if view.raises == 1 => Err(TextError::new(0, "too high")),
            MisreadView => Ok(View { hint: Some(1), ..view }),
            _ => Ok(view),
        }
    }
}

impl Keyed for Lying {
    fn key(&self, state: &State) -> Key {
        let key = HONEST.key(state).0;
        match self.fault {
            KeyWavers => Key(key + u64::from(self.wavers(KeyWavers, true))),
            KeyByTheLine => Key(key ^ u64::from(state.first_raised)),
            WrongHash => HONEST.key(&State { raises: 0, ..*state }),
            _ => Key(key),
        }
    }
}

impl Notation for Lying {
    fn action_text(&self, state: &State, action: Action) -> String {
        match action {
            Action::Raise if self.fault == BlankInWord => "raise it".to_owned(),
            Action::Raise if self.fault == EmptyWord => String::new(),
            Action::Raise if self.fault == SameWord => "hold".to_owned(),
            action => HONEST.action_text(state, action),
        }
    }
    fn parse_action(&self, state: &State, text: &str, legal: &[Action]) -> Result<Action, TextError> {
        let action = HONEST.parse_action(state, text, legal)?;
        Ok(if self.lies(MisreadAction, action == Action::Raise) { Action::Hold } else { action })
    }
    fn position_text(&self, state: &State) -> String {
        let text = HONEST.position_text(state);
        if self.lies(TwoLines, state.moves == 1) { text.replace(' ', "\n") } else { text }
    }
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let state = HONEST.parse_position(text)?;
        match self.fault {
            MisreadPosition => Ok(State { raises: 0, ..state }),
            UnreadablePosition if state.moves == 2 => Err(TextError::new(5, "too late")),
            _ => Ok(state),
        }
    }
    fn split_moves<'t>(&self, moves: &'t str) -> Vec<&'t str> {
        if self.fault == MisreadMoves { moves.split('3').collect() } else { HONEST.split_moves(moves) }
    }
}
