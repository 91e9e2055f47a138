use counterplay_core::network::NetworkInputs;
use counterplay_core::{
    Actions, Advise, Certified, Evaluate, Features, Game, Indexed, Keyed, Notation, Picture, PictureOfView,
    Progressive, Race, Remark, Retrograde, Score, Seat, Symmetric, Turn, Without,
};

struct Matches;

impl Game for Matches {
    type State = u32;
    type Action = u32;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> u32 {
        10
    }
    fn turn(&self, _: &u32) -> Turn {
        Turn::Seat(Seat::FIRST)
    }
    fn actions(&self, left: &u32, out: &mut Actions<u32>) {
        out.extend(1..=*left);
    }
    fn apply(&self, left: &mut u32, taken: u32) {
        *left -= taken;
    }
    fn is_terminal(&self, left: &u32) -> bool {
        *left == 0
    }
    fn utility(&self, _: &u32) -> Score {
        Score::DRAW
    }
}

/// The methods of an entry, with what each asks of a game.
struct Entry<G, E>(G, E);

impl<G: Game> Entry<G, ()> {
    fn new(_: G) {}
}

impl<G: Game, E> Entry<G, E> {
    fn keyed(&self) where G: Keyed {}
    fn symmetric(&self) where G: Symmetric {}
    fn notation(&self) where G: Notation {}
    fn drawn(&self) where G: Picture {}
    fn drawn_by_view(&self) where G: PictureOfView {}
    fn advised(&self) where G: Advise {}
    fn indexed(&self) where G: Indexed {}
    fn tabled(&self) where G: Retrograde {}
    fn expected(&self) where G: Progressive {}
    fn raced(&self) where G: Race {}
    fn certified(&self) where G: Certified {}
    fn evaluation(&self) where E: Evaluate<G> {}
    fn remarked(&self) where E: Remark<G> {}
    fn learned(&self) where E: Features<G> {}
    fn networked(&self) where E: NetworkInputs<G> {}
}

struct Count;

fn main() {
    let entry = Entry(Matches, Count);
    entry.keyed();
    entry.symmetric();
    entry.notation();
    entry.drawn();
    entry.drawn_by_view();
    entry.advised();
    entry.indexed();
    entry.tabled();
    entry.expected();
    entry.raced();
    entry.certified();
    entry.evaluation();
    entry.remarked();
    entry.learned();
    entry.networked();
    Entry::new(Count);
}
