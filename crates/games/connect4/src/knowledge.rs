//! What connect four teaches the search.
//!
//! All of it comes from the *threats*: the empty cells that would complete a line. One into which a stone can fall now
//! wins at once, or forces the opponent's reply; the others decide who is in zugzwang when the rest of the board is
//! full. If the number of rows is even, whoever does not move can always answer in the same column, and so settles in
//! advance who gets which cell. Two bounds follow, after Allis ("A knowledge-based approach of Connect-Four", 1988),
//! who has more such rules:
//!
//! **The second player answers**, the first player being to move. If each column has an even number of empty cells, the
//! second player gets the even rows:
//!
//! ```text
//!   6   O O O O O O O      If no line fits into X's stones and cells, X will not win.
//!   5   X X X X X X X      If also a line fits into O's stones and cells, O will win, and
//!   4   O O O O O O O      no later than when its highest cell is filled: what is above
//!   3   X X X X X X X      that cell is still empty then.
//!   2   O O O O O O O
//!   1   X X X X X X X
//! ```
//!
//! **The first player waits**, the second player being to move, if X has a threat in an odd row into which no stone can
//! fall yet. O must not play below it. X gets the even rows of all other columns by answering, and when they are full,
//! O must.
//!
//! ```text
//!   6   X X X . X X X      Here the threat is `t`. Below it in its column O gets the even
//!   5   O O O . O O O      rows, and X the odd ones. If no line fits into O's stones and
//!   4   X X X . X X X      cells, `o` among them, X will win, and no later than with `t`.
//!   3   O O O t O O O
//!   2   X X X o X X X
//!   1   O O O X O O O
//! ```
//!
//! Columns with an odd number of empty cells are taken in pairs: who is answered in one of them is answered with the
//! next cell of the other, and then each has an even number. So the mover gets one of the two next cells, whichever it
//! likes better.
//!
//! A line that would need cells above others, by which the answers make a line themselves, comes too late and does not
//! count. A line along the fourth row is *beaten from below* if the answers in the second row are one.
//!
//! Who moves next plays no part in these arguments, nor what is threatened at once: a cell that wins at once is one of
//! those that the mover gets. If there is one, the value is known anyhow.

#[cfg(test)]
mod tests;

use counterplay_core::{Actions, Bounds, Inspect, MoveOrdering, Proving, Score, Seat, Selectivity, Truth};

use super::{Board, Column, Connect4, LINE};

/// Knows threats, and what follows from them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

/// The empty cells that would complete a line, whether or not a stone can fall into them now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// A line of the side to move.
    own: u64,
    /// A line of the other side.
    other: u64,
}

impl Inspect<Connect4> for Threats {
    type Facts = Facts;

    #[inline]
    fn facts(&self, game: &Connect4, board: &Board) -> Facts {
        let empty = game.cells ^ board.all;
        Facts { own: game.completing(board.own) & empty, other: game.completing(board.other()) & empty }
    }

    /// The side that did not move has the threats that it had, but for the cell that was taken.
    #[inline]
    fn next_facts(&self, game: &Connect4, board: &Board, facts: &Facts, _: Column, child: &Board) -> Facts {
        let taken = board.all ^ child.all;
        Facts { own: facts.other & !taken, other: game.completing(child.other()) & (game.cells ^ child.all) }
    }
}

impl Truth<Connect4> for Threats {
    #[inline]
    fn bounds(&self, game: &Connect4, board: &Board, facts: &Facts, asked: Option<Score>) -> Bounds {
        // For the side to move: whether the value is at most this.
        let limit = asked.map(|least| if board.mover() == Seat::FIRST { least.get() - 1 } else { -least.get() });
        let (low, high) = Outlook::new(game, board, facts).bounds(limit);
        match board.mover() {
            Seat::FIRST => Bounds::new(low, high),
            _ => Bounds::new(-high, -low),
        }
    }

    /// A win at once; else the only reply to a threat; else every column but those where the opponent would win on top.
    #[inline]
    fn candidates(&self, game: &Connect4, board: &Board, facts: &Facts, out: &mut Actions<Column>) -> Option<Score> {
        let outlook = Outlook::new(game, board, facts);
        let wins = outlook.playable & facts.own;
        let pushed = if wins != 0 { wins } else { outlook.safe() };
        game.columns_of(pushed, out);
        // After any other move the opponent wins at once, unless there was a win to be had.
        (pushed != outlook.playable).then(|| {
            let win = outlook.worth_in(2);
            Score::new(if board.mover() == Seat::FIRST { -win } else { win })
        })
    }

    fn distance(&self, game: &Connect4, board: &Board, value: Score) -> Option<u32> {
        let winners = (game.size().div_ceil(2) + 1).checked_sub(value.get().unsigned_abs())?;
        let last = match value.get() {
            0 => return None,
            1.. => (2 * winners).checked_sub(1)?,
            _ => 2 * winners,
        };
        last.checked_sub(board.stones())
    }
}

impl MoveOrdering<Connect4> for Threats {
    const STAGED_DEPTH: u32 = 4;

    /// Threats first; then lines that have got half of their stones, the centre, and what lies high.
    ///
    /// PERF: 20 M nodes for who wins on the empty board, and 1.6 M for a hundred positions of 12 stones. With threats
    /// and the centre alone it is 31 M and 2.1 M.
    #[inline]
    fn ordering(&self, game: &Connect4, _: &Board, Column(at): Column, child: &Board, facts: Option<&Facts>) -> i32 {
        let threats = facts.map_or(u64::BITS, |facts| facts.other.count_ones());
        let centre = u32::from(at.min(game.width - 1 - at));
        let height = (child.all & game.column(Column(at))).count_ones();
        (64 * threats + game.half_lines(child) + 2 * centre + height) as i32
    }
}

impl Selectivity<Connect4> for Threats {}
impl Proving<Connect4> for Threats {}

impl Connect4 {
    /// The cells that would complete a line with these stones, some of which may be taken.
    #[inline]
    pub(super) fn completing(&self, stones: u64) -> u64 {
        let in_direction = move |step: u32| {
            let (after, before) = (stones << step, stones >> step);
            let (after_two, before_two) = (after & stones << (2 * step), before & stones >> (2 * step));
            after_two & (before | stones << (3 * step)) | before_two & (after | stones >> (3 * step))
        };
        self.along_lines(move |steps| steps.into_iter().fold(0, |cells, step| cells | in_direction(step)))
    }

    /// How many lines the side that moved last has half of, without a stone of the opponent.
    #[inline]
    pub(super) fn half_lines(&self, board: &Board) -> u32 {
        let (stones, open) = (board.other(), self.cells ^ board.own);
        let in_direction = move |step: u32| {
            let pairs = open & open >> step;
            let lines = pairs & pairs >> (2 * step);
            // For each line, at its first cell: whether one of its first two cells has a stone, or both; and its last
            // two.
            let next = stones >> step;
            let (one, two) = (stones ^ next, stones & next);
            let (last_one, last_two) = (one >> (2 * step), two >> (2 * step));
            let half = one & last_one | two & !last_one & !last_two | last_two & !one & !two;
            (half & lines).count_ones()
        };
        self.along_lines(move |steps| steps.into_iter().map(in_direction).sum())
    }

    /// The cells below these, in the same columns.
    #[inline]
    fn below(&self, cells: u64) -> u64 {
        // Twice as far each time. What would lead through the top of the column before is not `within`.
        let (mut reached, mut within, mut rows) = (cells >> 1 & self.cells, self.cells, 1);
        while rows < u32::from(self.height) {
            reached |= within & reached >> rows;
            within &= within >> rows;
            rows *= 2;
        }
        reached
    }

    /// The cells of so many rows from below.
    #[inline]
    fn lowest_rows(&self, rows: u32) -> u64 {
        (self.floor << rows) - self.floor
    }
}

/// A board as the rules see it: for the side to move.
struct Outlook<'g> {
    game: &'g Connect4,
    facts: &'g Facts,
    own: u64,
    other: u64,
    empty: u64,
    playable: u64,
    stones: u32,
}

/// Who gets which cell if the side to move attacks, and the other one answers.
struct Shares {
    /// The attacker's stones, and the empty cells that the attacker gets.
    attack: u64,
    /// The defender's stones, and the empty cells that the defender gets, all of the pairs' cells among them.
    defence: u64,
    /// The cells of which each side gets one out of two.
    pairs: u64,
}

impl<'g> Outlook<'g> {
    #[inline]
    fn new(game: &'g Connect4, board: &Board, facts: &'g Facts) -> Self {
        Outlook {
            game,
            facts,
            own: board.own,
            other: board.other(),
            empty: game.cells ^ board.all,
            playable: game.playable(board),
            stones: board.stones(),
        }
    }

    /// What a win is worth that is made after so many plies; 0 if the board is full before.
    #[inline]
    fn worth_in(&self, plies: u32) -> i32 {
        self.worth_at(self.stones + plies)
    }

    /// What a win is worth that is made with the stone of this number; 0 if there are not so many.
    #[inline]
    fn worth_at(&self, stone: u32) -> i32 {
        if stone > self.game.size() { 0 } else { self.game.worth(stone) }
    }

    /// The cells after which the opponent does not win at once.
    #[inline]
    fn safe(&self) -> u64 {
        let threats = self.playable & self.facts.other;
        let replies = match threats.count_ones() {
            0 => self.playable,
            1 => threats,
            _ => 0,
        };
        replies & !(self.facts.other >> 1)
    }

    /// What the value is at least and at most, for the side to move; if there is a `limit`, only as far as that answers
    /// whether the value is at most this.
    #[inline]
    fn bounds(&self, limit: Option<i32>) -> (i32, i32) {
        // 1. A win at once, or a loss that cannot be parried.
        if self.facts.own & self.playable != 0 {
            let win = self.worth_in(1);
            return (win, win);
        }
        if self.safe() == 0 {
            let win = self.worth_in(2);
            return (-win, -win);
        }
        // 2. So neither side wins with its next stone; and not at all without a line that the opponent has no stone in.
        //    Whether
        // there is such a line answers the question only where a draw does.
        let draw_answers = |own: bool| limit.is_none_or(|limit| own == (limit >= 0));
        let soonest = |own: bool, stones: u64, plies: u32| {
            let stone = self.stones + plies;
            // The first player's fourth stone is one before the second's.
            let fourth = 2 * LINE - stone % 2;
            let never = draw_answers(own) && !self.game.has_line(stones | self.empty);
            if never { 0 } else { self.worth_at(stone.max(fourth)) }
        };
        let (low, high) = (-soonest(false, self.other, 4), soonest(true, self.own, 3));
        if !self.game.height.is_multiple_of(2) || limit.is_some_and(|limit| limit < low || high <= limit) {
            return (low, high);
        }
        // 3. What the opponent reaches by answers. With an odd number of rows they would run out.
        let most = if self.stones.is_multiple_of(2) { self.second_answers(limit) } else { self.first_waits(limit) };
        (low, high.min(most))
    }

    /// What the first player, who is to move, gets at most if the second player answers every move: nothing, or less
    /// where there is a line of the second player's. Not more than what is asked for is found out: whether it is at
    /// most `limit`.
    fn second_answers(&self, limit: Option<i32>) -> i32 {
        let even = self.game.even;
        let shares = Shares {
            attack: self.own | self.empty & !even,
            defence: self.other | self.empty & even,
            pairs: self.playable & even,
        };
        // The lowest rows in which there is a line of the second player's.
        let sure = shares.defence & !shares.pairs;
        let height = u32::from(self.game.height);
        let within = |rows: u32| self.game.has_line(sure & (self.other | self.game.lowest_rows(rows)));
        let won_in = |rows: u32| -self.worth_at(self.game.size() - (height - rows));
        let mut halves = (1..=height / 2).map(|half| 2 * half);
        let value = match limit {
            Some(0..) => 0,
            // A line in fewer rows would win sooner, but that is not asked.
            Some(limit) => halves.rfind(|&rows| won_in(rows) <= limit).filter(|&rows| within(rows)).map_or(0, won_in),
            None => halves.find(|&rows| within(rows)).map_or(0, won_in),
        };
        let matters = limit.is_none_or(|limit| value <= limit);
        if matters && self.is_held(&shares) { value } else { i32::MAX }
    }

    /// What the second player, who is to move, gets at most if the first player has a threat to wait for: whether that
    /// is at most `limit`.
    fn first_waits(&self, limit: Option<i32>) -> i32 {
        let even = self.game.even;
        let height = u32::from(self.game.height);
        let mut threats = self.facts.other & !even & !self.playable;
        let mut most = i32::MAX;
        while threats != 0 {
            let number = threats.trailing_zeros();
            let column = self.game.column(Column((number / self.game.stride()) as u8));
            let below = column & ((1 << number) - 1);
            // Only the lowest threat of a column: the others come later.
            threats &= !column;
            let row = number % self.game.stride() + 1;
            let value = -self.worth_at(self.game.size() - (height - row));
            let answers = even & !column | !even & below;
            let shares = Shares {
                attack: self.own | self.empty & (!even & !column | even & below),
                defence: self.other | self.empty & answers,
                pairs: self.playable & answers,
            };
            let matters = value < most && limit.is_none_or(|limit| value <= limit && most > limit);
            if matters && self.is_held(&shares) {
                most = value;
            }
        }
        most
    }

    /// Whether no line of the attacker's comes in time, for one way to pair the cells.
    fn is_held(&self, shares: &Shares) -> bool {
        let without = |taken: u64| self.is_beaten(shares.attack | taken, shares.defence & !taken);
        let mut left = shares.pairs;
        let mut take = || {
            let cell = left & left.wrapping_neg();
            left ^= cell;
            cell
        };
        match shares.pairs.count_ones() {
            0 => without(0),
            2 => [take(), take()].into_iter().all(without),
            4 => {
                let [a, b, c, d] = [take(), take(), take(), take()];
                let [ab, cd] = [a | b, c | d].map(without);
                let [ac, bd] = [a | c, b | d].map(without);
                // Each line is a way to pair them: the attacker gets no two cells that are a pair.
                let ad_bc = || [a | d, b | c].into_iter().all(without);
                ac && bd && ad_bc() || ab && cd && ad_bc() || ab && cd && ac && bd
            }
            // Rare, and there are too many ways: as if the attacker got them all.
            _ => without(shares.pairs),
        }
    }

    /// Whether each line of the attacker's is beaten from below.
    #[inline]
    fn is_beaten(&self, attack: u64, defence: u64) -> bool {
        self.game.steps.iter().all(|&step| {
            let pairs = attack & attack >> step;
            let mut starts = pairs & pairs >> (2 * step);
            while starts != 0 {
                let start = starts & starts.wrapping_neg();
                starts ^= start;
                let line = (0..LINE).fold(0, |line, at| line | start << (at * step));
                // Whatever is below its empty cells is filled before the line is complete.
                let sooner = self.game.below(line & self.empty) | !self.empty;
                if !self.game.has_line(defence & sooner) {
                    return false;
                }
            }
            true
        })
    }
}
