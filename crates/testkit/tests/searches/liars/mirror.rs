//! A game with a mirror image, told honestly or by a liar.

use counterplay_core::{Actions, Game, Key, Keyed, Score, Seat, Symmetric, Turn, Without};

/// Four posts in a row, which the seats paint by turns; whoever paints the last one wins.
pub(crate) struct Fence(pub(crate) Option<Lie>);

/// What the liar does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lie {
    SameCode,
    CountsFromOne,
    EachStandsForItself,
    ActionStaysWhereItIs,
}

/// Each lie, the law that it breaks, and after how many plies.
#[rustfmt::skip]
pub(crate) const LIES: &[(Lie, &str, usize)] = &[
    (Lie::SameCode, "the actions of a state have different codes", 0),
    (Lie::CountsFromOne, "symmetry 0 changes nothing", 1),
    (Lie::EachStandsForItself, "mirror images have one representative", 1),
    (Lie::ActionStaysWhereItIs, "the image of a result is the result of the images", 0),
];

impl Game for Fence {
    type State = [bool; 4];
    type Action = u8;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> [bool; 4] {
        [false; 4]
    }
    fn turn(&self, posts: &[bool; 4]) -> Turn {
        Turn::Seat(Seat(posts.iter().filter(|&&painted| painted).count() as u8 % 2))
    }
    fn actions(&self, posts: &[bool; 4], out: &mut Actions<u8>) {
        out.extend((0..4).filter(|&post| !posts[usize::from(post)]));
    }
    fn apply(&self, posts: &mut [bool; 4], post: u8) {
        posts[usize::from(post)] = true;
    }
    fn is_terminal(&self, posts: &[bool; 4]) -> bool {
        *posts == [true; 4]
    }
    fn utility(&self, _: &[bool; 4]) -> Score {
        Score::LOSS
    }
}

impl Keyed for Fence {
    fn key(&self, posts: &[bool; 4]) -> Key {
        Key(posts.iter().fold(0, |bits, &painted| bits << 1 | u64::from(painted)))
    }
    fn code(&self, post: u8) -> Option<u16> {
        Some(if self.0 == Some(Lie::SameCode) { 7 } else { post.into() })
    }
}

impl Fence {
    fn mirrors(&self, symmetry: u32) -> bool {
        symmetry == 1 || self.0 == Some(Lie::CountsFromOne)
    }
}

/// The fence as it is, and seen from behind.
impl Symmetric for Fence {
    fn symmetries(&self) -> u32 {
        2
    }
    fn image(&self, &[a, b, c, d]: &[bool; 4], symmetry: u32) -> [bool; 4] {
        if self.mirrors(symmetry) { [d, c, b, a] } else { [a, b, c, d] }
    }
    fn image_of_action(&self, post: u8, symmetry: u32) -> u8 {
        if self.mirrors(symmetry) && self.0 != Some(Lie::ActionStaysWhereItIs) { 3 - post } else { post }
    }
    fn representative(&self, posts: &[bool; 4]) -> (Key, u32) {
        let (key, image) = (self.key(posts), self.key(&self.image(posts, 1)));
        if image < key && self.0 != Some(Lie::EachStandsForItself) { (image, 1) } else { (key, 0) }
    }
}
