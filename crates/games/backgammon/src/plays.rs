//! What can be played with a throw.
//!
//! Both dice are played if they can be, doublets as often as they can be, and of two dice of which only one can be
//! played the larger. Two ways to the same position are one play, and it is listed once because only one of the ways is
//! looked at, not because the list is searched for it:
//!
//! * Doublets: the positions after two plays are the same just if the same men moved, so they move in the order of
//!   their points.
//! * Two dice: the larger one moves first, and the smaller one only where that gives something new. One man who moves
//!   with both comes to the same point by two ways, which matters only if he hits on one of them; two men who are both
//!   borne off may change their dice.
//!
//! PERF: over the 21 throws in positions of random play 80 million plays a second are listed this way, against 7.5
//! million when each was looked for in the list and the men were counted in bytes.

use counterplay_core::Actions;

use super::Action;
use super::board::{BAR, HOME, Men, OFF};

/// A man goes from one of his points to another, with one die or with several on end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// The point that he leaves, or [`BAR`].
    pub from: u8,
    /// The point that he comes to, or [`OFF`].
    pub to: u8,
}

/// A man moves with one die, and may hit. A throw that is played has up to four of these.
///
/// ```text
/// 8     7 … 5   4 … 0
/// hits   die    from        0 is no move
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Move(u16);

impl Move {
    const NONE: Move = Move(0);
    /// How many there could be, by their bits.
    const COUNT: usize = 512;

    /// The move from a point with a die, where the blots of the other side are these.
    #[inline(always)]
    fn new(from: u32, die: u32, blots: u32) -> Move {
        // A man who is borne off comes to no blot: there is none at 0.
        let hits = blots << die >> from & 1;
        Move((hits << 8 | die << 5 | from) as u16)
    }

    const fn hits(self) -> bool {
        self.0 >> 8 != 0
    }

    const fn step(self) -> Step {
        let (from, die) = (self.0 & 31, self.0 >> 5 & 7);
        Step { from: from as u8, to: from.saturating_sub(die) as u8 }
    }

    /// What it changes for the men of both seats if this one moves.
    const fn change(self, seat: usize) -> [[u64; 2]; 2] {
        let step = self.step();
        let mut change = [[0; 2]; 2];
        if step.from > BAR {
            return change;
        }
        change[seat] = Men::change_of(step);
        if self.hits() && step.to != OFF {
            change[seat ^ 1] = Men::change_of_hit(step.to);
        }
        change
    }
}

/// What each move changes, for each seat that makes it: the men of both sides are four words, and a move is one
/// addition of four words.
static CHANGES: [[[[u64; 2]; 2]; Move::COUNT]; 2] = {
    let mut changes = [[[[0; 2]; 2]; Move::COUNT]; 2];
    let mut index = 0;
    while index < Move::COUNT {
        let one = Move(index as u16);
        (changes[0][index], changes[1][index]) = (one.change(0), one.change(1));
        index += 1;
    }
    changes
};

/// All that is played with a throw: up to four moves, 16 bits each, the first in the lowest.
///
/// Two plays of the same throw are equal just if they lead to the same position.
///
/// PERF: one word rather than an array of moves: 117 million plays a second are listed in place of 80. A move that is
/// written into an array and read again with its neighbours at once waits for the memory. Twelve bytes an action rather
/// than sixteen, the word aligned to four, gained nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Play(u64);

impl Play {
    /// Nothing can be played.
    pub const NOTHING: Play = Play(0);

    /// This play and one more move after so many.
    #[inline(always)]
    fn and(self, used: usize, one: Move) -> Play {
        Play(self.0 | u64::from(one.0) << (used * 16))
    }

    #[inline(always)]
    fn moves(self) -> [Move; 4] {
        [0, 16, 32, 48].map(|shift| Move((self.0 >> shift) as u16))
    }

    /// The steps, at most four, from the point that is furthest from home on. A man who goes on from where he came to
    /// is one step, unless he has hit there.
    pub fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        let mut moves = self.moves();
        moves.sort_by_key(|one| std::cmp::Reverse(one.step().from));
        let mut steps = [Step { from: 0, to: 0 }; 4];
        let mut count = 0;
        for step in moves.iter().take_while(|&&one| one != Move::NONE).map(|one| one.step()) {
            let was_hit_from = moves.iter().any(|one| one.hits() && one.step().to == step.from);
            match steps[..count].iter_mut().find(|before| before.to == step.from && !was_hit_from) {
                Some(before) => before.to = step.to,
                None => {
                    steps[count] = step;
                    count += 1;
                }
            }
        }
        steps.into_iter().take(count)
    }

    /// Moves the men of a seat, and those that they hit.
    #[inline(always)]
    pub(super) fn apply(self, men: &mut [Men; 2], seat: usize) {
        let changes = &CHANGES[seat & 1];
        for one in self.moves() {
            let [first, second] = changes[usize::from(one.0) % Move::COUNT];
            men[0].change(first);
            men[1].change(second);
        }
    }
}

/// Lists the plays of a throw, the larger die first.
pub(super) fn list(own: &Men, other: &Men, dice: [u8; 2], out: &mut Actions<Action>) {
    let mirrored = |points: u32| points.reverse_bits() >> (31 - u32::from(BAR));
    let (taken, closed) = (mirrored(other.taken()), mirrored(other.with_two()));
    // The other side's bar is nobody's point.
    let points = (1 << BAR) - 2;
    let hall = Hall { closed: closed & points, blots: taken & !closed & points };
    let start = out.as_slice().len();
    let [larger, smaller] = dice.map(u32::from);
    if larger == smaller {
        let men = [own.taken(), own.with_two(), own.with_three(), own.with_four()];
        let mut doublets = Doublets { hall, die: larger, longest: 1, start, out: &mut *out };
        doublets.play(men, hall.sources(men[0], larger), Play::NOTHING, hall.blots, 0);
    } else {
        let mut two = Two { hall, own: own.taken(), several: own.with_two(), larger, smaller, out: &mut *out };
        match (two.own >> BAR & 1, two.own & !HOME_POINTS) {
            (1, _) => two.enter(),
            // Two men are too far away for any to be borne off in this throw.
            (_, outside) if outside.count_ones() > 1 || outside & two.several != 0 => two.on_board(),
            _ => two.near_home(),
        }
        if two.out.as_slice().len() == start {
            two.one_die();
        }
    }
    if out.as_slice().len() == start {
        out.push(Action::Play(Play::NOTHING));
    }
}

/// The points of a side's home.
const HOME_POINTS: u32 = (2 << HOME) - 2;

/// What the other side has on the points, as bits, as the mover counts them.
#[derive(Clone, Copy)]
struct Hall {
    closed: u32,
    blots: u32,
}

impl Hall {
    /// The points from which a die leads to an open point.
    #[inline(always)]
    fn open(self, die: u32) -> u32 {
        !(self.closed << die) & u32::MAX << 1 << die
    }

    /// The points from which a man can move with a die, as bits, where men are on `own`.
    #[inline]
    fn sources(self, own: u32, die: u32) -> u32 {
        let on_board = own & self.open(die);
        if own >> (HOME + 1) != 0 {
            return if own >> BAR == 0 { on_board } else { on_board & 1 << BAR };
        }
        // All are home: a man can be borne off from the point of the die, or the last one from nearer.
        let exact = own & 1 << die;
        let nearer = if own >> die == 0 && own != 0 { 1 << own.ilog2() } else { 0 };
        on_board | exact | nearer
    }

    fn is_blot(self, point: u32) -> bool {
        self.blots >> point & 1 != 0
    }
}

/// Two unequal dice.
struct Two<'a> {
    hall: Hall,
    /// The points that have men, and those that have several, as bits.
    own: u32,
    several: u32,
    larger: u32,
    smaller: u32,
    out: &'a mut Actions<Action>,
}

impl Two<'_> {
    /// No man is on the bar, and none can be borne off.
    fn on_board(&mut self) {
        let Two { hall: Hall { blots, .. }, own, larger, smaller, .. } = *self;
        let (with_larger, with_smaller) = (self.hall.open(larger), self.hall.open(smaller));
        // 1. The larger die first. Where one man stands the smaller die ahead of another who could go the larger die
        //    without hitting, the two who move on end leave what that other one leaves who goes both dice.
        let firsts = own & with_larger;
        let ahead = (firsts & !(blots << larger)) >> smaller;
        for from in bits(firsts) {
            let point = 1 << from;
            let twice = (ahead & point) << smaller;
            self.push_behind(from, self.after(from, larger) & with_smaller & !twice);
        }
        // 2. The smaller die first, only for one man who comes to a point where none was, and who hits, or could not
        //    have gone the other way.
        let goes_both = own & with_smaller & !(own << smaller) & with_larger << smaller;
        let new = goes_both & !(firsts & !(blots << larger | blots << smaller));
        for from in bits(new) {
            let one = Move::new(from, smaller, blots);
            self.push(Move::new(from - smaller, larger, blots), one);
        }
    }

    /// Nobody but one man, at most, is outside of his home, so that men may be borne off.
    fn near_home(&mut self) {
        let Two { hall, own, larger, smaller, .. } = *self;
        // 1. The larger die first. For each point the points that the smaller one can be played from thereafter.
        let mut seconds = [0u32; 32];
        let goes_both = |seconds: &[u32; 32], from: u32| {
            from > larger && seconds[from as usize] >> (from - larger) & 1 != 0 && !hall.is_blot(from - larger)
        };
        for from in bits(hall.sources(own, larger)) {
            let found = hall.sources(self.after(from, larger), smaller);
            seconds[from as usize] = found;
            let behind = from + smaller;
            let twice = if goes_both(&seconds, behind) { 1 << behind } else { 0 };
            self.push_behind(from, found & !twice);
        }
        // 2. The smaller die first, where the larger one could not be. Two that are both borne off could have changed
        //    their dice.
        for first in bits(hall.sources(own, smaller)) {
            for second in bits(hall.sources(self.after(first, smaller), larger)) {
                let both_off = first <= smaller && second <= larger;
                let on_end = first == second + smaller;
                let was_listed = seconds[second as usize] >> first & 1 != 0
                    || on_end && !hall.is_blot(second) && goes_both(&seconds, first);
                if !both_off && !was_listed {
                    let one = Move::new(first, smaller, hall.blots);
                    self.push(Move::new(second, larger, hall.blots & !landing(first, smaller)), one);
                }
            }
        }
    }

    /// A man on the bar goes first.
    fn enter(&mut self) {
        let Two { hall, larger, smaller, .. } = *self;
        let (bar, with_larger, with_smaller) = (u32::from(BAR), hall.open(larger), hall.open(smaller));
        let enters = [with_larger, with_smaller].map(|open| open >> bar & 1 != 0);
        if self.several >> bar & 1 != 0 {
            if enters == [true; 2] {
                self.push(Move::new(bar, larger, hall.blots), Move::new(bar, smaller, hall.blots));
            }
            return;
        }
        // 1. The larger die first.
        if enters[0] {
            self.push_behind(bar, self.after(bar, larger) & with_smaller);
        }
        // 2. The smaller one first: one man with both dice may be the same again.
        if enters[1] {
            let hits = hall.is_blot(bar - larger) || hall.is_blot(bar - smaller);
            let twice = if enters[0] && !hits { landing(bar, smaller) } else { 0 };
            let one = Move::new(bar, smaller, hall.blots);
            for from in bits(self.after(bar, smaller) & with_larger & !twice) {
                self.push(Move::new(from, larger, hall.blots & !landing(bar, smaller)), one);
            }
        }
    }

    /// Only one of the dice can be played: the larger one if it can.
    fn one_die(&mut self) {
        let Two { hall, own, larger, smaller, .. } = *self;
        let with_larger = hall.sources(own, larger);
        let (die, sources) =
            if with_larger == 0 { (smaller, hall.sources(own, smaller)) } else { (larger, with_larger) };
        for from in bits(sources) {
            self.push(Move::new(from, die, hall.blots), Move::NONE);
        }
    }

    /// The points that have men after a move.
    #[inline(always)]
    fn after(&self, from: u32, die: u32) -> u32 {
        self.own & !(1 << from & !self.several) | landing(from, die)
    }

    /// The plays of the larger die from a point and of the smaller one from each of others.
    #[inline(always)]
    fn push_behind(&mut self, from: u32, seconds: u32) {
        let first = Move::new(from, self.larger, self.hall.blots);
        // Of two who come to the same man, the first hits.
        let blots = self.hall.blots & !landing(from, self.larger);
        for from in bits(seconds) {
            self.push(first, Move::new(from, self.smaller, blots));
        }
    }

    #[inline(always)]
    fn push(&mut self, larger: Move, smaller: Move) {
        self.out.push(Action::Play(Play::NOTHING.and(0, larger).and(1, smaller)));
    }
}

/// Doublets: the same die up to four times. The men move in the order of their points, the last one first, so that no
/// play comes twice.
struct Doublets<'a> {
    hall: Hall,
    die: u32,
    /// How many dice the longest plays use that were found so far: others are not allowed.
    longest: usize,
    start: usize,
    out: &'a mut Actions<Action>,
}

impl Doublets<'_> {
    /// Goes on from each of these points with a play that has used so many dice. `men` are the points that have one man
    /// or more, two or more, three and four: no more can leave.
    fn play(&mut self, men: [u32; 4], sources: u32, play: Play, blots: u32, used: usize) {
        for from in bits(sources) {
            let play = play.and(used, Move::new(from, self.die, blots));
            let (left, reached) = (1 << from, landing(from, self.die));
            let [one, two, three, four] = men;
            let [one, two, three, four] =
                [one & (two | !left), two & (three | !left), three & (four | !left), four & !left];
            let after = [one | reached, two | one & reached, three | two & reached, four | three & reached];
            let (blots, used) = (blots & !reached, used + 1);
            // The next man is not behind this one.
            let sources = self.hall.sources(after[0], self.die) & ((left << 1) - 1);
            if sources == 0 {
                if self.is_long_enough(used) {
                    self.out.push(Action::Play(play));
                }
            } else if used == 3 {
                self.is_long_enough(4);
                for from in bits(sources) {
                    self.out.push(Action::Play(play.and(3, Move::new(from, self.die, blots))));
                }
            } else {
                self.play(after, sources, play, blots, used);
            }
        }
    }

    /// Whether a play of so many dice is no shorter than those found so far. If it is longer, they are dropped.
    #[inline(always)]
    fn is_long_enough(&mut self, used: usize) -> bool {
        if used > self.longest {
            self.longest = used;
            self.out.truncate(self.start);
        }
        used == self.longest
    }
}

/// The point that a move leads to, as a bit; none if the man is borne off.
#[inline(always)]
fn landing(from: u32, die: u32) -> u32 {
    (1 << from) >> die & !1
}

/// The numbers of the bits that are set, the highest first.
#[inline(always)]
fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let highest = set.checked_ilog2()?;
        set &= !(1 << highest);
        Some(highest)
    })
}
