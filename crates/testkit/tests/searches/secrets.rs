//! Small games with secrets, for the searches over what could be.

use counterplay_core::{Actions, Bounds, Chance, Game, Hidden, Outcomes, Random, Score, Seat, Turn, With, Without};
use counterplay_kuhn::{Action, Kuhn, State, View};

/// Kuhn's poker whose deals are not listed but drawn, by a sampler that may be at fault.
pub(crate) struct Drawn(pub Sampler);

/// How deals are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sampler {
    /// As it should be.
    Right,
    /// Now and then it says that there is no state.
    GivesUp,
    /// Now and then it draws what somebody else sees.
    Strays,
    /// Now and then it panics.
    Panics,
}

impl Game for Drawn {
    type State = State;
    type Action = Action;
    type Luck = With;
    type Secrets = With;
    fn initial(&self) -> State {
        Kuhn.initial()
    }
    fn turn(&self, state: &State) -> Turn {
        Kuhn.turn(state)
    }
    fn actions(&self, state: &State, out: &mut Actions<Action>) {
        Kuhn.actions(state, out);
    }
    fn apply(&self, state: &mut State, action: Action) {
        Kuhn.apply(state, action);
    }
    fn is_terminal(&self, state: &State) -> bool {
        Kuhn.is_terminal(state)
    }
    fn utility(&self, state: &State) -> Score {
        Kuhn.utility(state)
    }
    fn bounds(&self) -> Bounds {
        Kuhn.bounds()
    }
}

impl Chance for Drawn {
    fn outcomes(&self, state: &State, out: &mut Outcomes<Action>) {
        Kuhn.outcomes(state, out);
    }
}

impl Hidden for Drawn {
    type View = View;
    fn view(&self, state: &State, seat: Seat) -> View {
        Kuhn.view(state, seat)
    }
    fn viewer(&self, view: &View) -> Seat {
        Kuhn.viewer(view)
    }
    fn observation(&self, state: &State, action: Action, seat: Seat) -> String {
        Kuhn.observation(state, action, seat)
    }
    fn sample(&self, view: &View, random: &mut dyn Random) -> Option<State> {
        let fails = random.below(20) == 0;
        match self.0 {
            Sampler::GivesUp if fails => None,
            Sampler::Panics if fails => panic!("the cards fell to the floor"),
            Sampler::Strays if fails => Some(self.initial()),
            _ => Kuhn.sample(view, random),
        }
    }
}

/// Two players take one, two or three stones in turns from a heap under a cloth; who takes the last one has won. They
/// know how many stones there are at the least, and how many more there may be; with none more, nothing is hidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cloth {
    pub least: u32,
    pub more: u32,
}

/// How many stones there were, how many were taken, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Heap {
    pub stones: u32,
    pub taken: u32,
    pub seat: Seat,
}

impl Heap {
    pub(crate) fn new(stones: u32) -> Heap {
        Heap { stones, taken: 0, seat: Seat::FIRST }
    }
}

impl Game for Cloth {
    type State = Heap;
    type Action = u32;
    type Luck = Without;
    type Secrets = With;
    fn initial(&self) -> Heap {
        Heap::new(self.least)
    }
    fn turn(&self, heap: &Heap) -> Turn {
        Turn::Seat(heap.seat)
    }
    fn actions(&self, heap: &Heap, out: &mut Actions<u32>) {
        out.extend((1..=3).filter(|_| !self.is_terminal(heap)));
    }
    fn apply(&self, heap: &mut Heap, stones: u32) {
        heap.taken += stones;
        heap.seat = heap.seat.other();
    }
    fn is_terminal(&self, heap: &Heap) -> bool {
        heap.taken >= heap.stones
    }
    fn utility(&self, heap: &Heap) -> Score {
        if heap.seat == Seat::FIRST { Score::LOSS } else { Score::WIN }
    }
}

impl Hidden for Cloth {
    /// Who sees it, what was taken, whose turn it is, and whether it is over.
    type View = (Seat, u32, Seat, bool);
    fn view(&self, heap: &Heap, seat: Seat) -> Self::View {
        (seat, heap.taken, heap.seat, self.is_terminal(heap))
    }
    fn viewer(&self, view: &Self::View) -> Seat {
        view.0
    }
    fn observation(&self, _: &Heap, stones: u32, _: Seat) -> String {
        stones.to_string()
    }
    fn sample(&self, &(_, taken, seat, over): &Self::View, random: &mut dyn Random) -> Option<Heap> {
        let possible: Vec<u32> = (self.least..=self.least + self.more).filter(|&all| over == (taken >= all)).collect();
        random.index(possible.len()).map(|at| Heap { stones: possible[at], taken, seat })
    }
}
