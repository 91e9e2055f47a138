//! The exact equilibrium of a small game, by linear programming in fractions.
//!
//! MAX looks for the strategy `x` that is sure of most, whatever MIN replies. With `v` for what MIN makes of each of
//! its sets, that is
//!
//! ```text
//! maximise   v of the beginning
//! such that  the weights x of a set's actions sum up to that of the sequence before it,   x >= 0
//!            and for each sequence of MIN   v of its set - v of the sets after it + slack = x' A,   slack >= 0
//! ```
//!
//! (von Stengel 1996). The simplex method of Dantzig goes from corner to corner, with Bland's rule (1977) so that it
//! never comes back; the prices of the slacks in the last corner are MIN's strategy. Both are then held to each other
//! by exact best responses, so that nothing rests on the simplex method being right.

use super::form::{Choices, Ending, SequenceForm};
use super::fraction::Fraction;
use super::plan::{Plan, Profile};
use crate::Side;

/// An equilibrium without a rounding error.
#[derive(Clone, PartialEq, Debug)]
pub struct Exact {
    /// The value of the game for MAX.
    pub value: Fraction,
    /// The weight of each sequence of MAX and of MIN.
    pub weights: [Vec<Fraction>; 2],
}

impl Exact {
    /// The strategies in floating-point numbers.
    #[must_use]
    pub fn profile(&self) -> Profile {
        let [max, min] = self.weights.each_ref().map(|plan| Plan(plan.iter().map(|&weight| weight.into()).collect()));
        Profile { max, min }
    }

    /// How often each action of a set is taken, as fractions; nothing where the strategy never goes.
    #[must_use]
    pub fn behaviour<V, A>(&self, form: &SequenceForm<V, A>, side: Side, set: usize) -> Option<Vec<Fraction>> {
        let (choices, weights) = (form.choices(side), &self.weights[super::form::place(side)]);
        let before = weights[choices.before(set)];
        weights[choices.of_set(set)].iter().map(|weight| weight.per(before)).collect()
    }
}

/// The most cells that the tableau of a game may have, which is some sixty sequences a side. Beyond that the fractions
/// outgrow 128 bits more often than not, after seconds in which no limit would be heard.
const MOST_CELLS: usize = 20_000;

/// The exact equilibrium; nothing if the game is too large for it, a probability is no simple fraction, or a number in
/// between does not fit into 128 bits.
#[must_use]
pub fn exact<V, A>(form: &SequenceForm<V, A>) -> Option<Exact> {
    let payoffs = Payoffs::of(&form.endings)?;
    let mut tableau = Tableau::new(form, &payoffs)?;
    tableau.crash(form)?;
    tableau.climb()?;
    let found = tableau.read(form)?;
    let sure_of_max = payoffs.response(&form.sides, &found.weights, Side::Min)?;
    let sure_of_min = payoffs.response(&form.sides, &found.weights, Side::Max)?;
    (sure_of_max == found.value && sure_of_min == found.value).then_some(found)
}

/// The matrix in fractions: MAX's sequence, MIN's sequence, what MAX wins there.
struct Payoffs(Vec<([u32; 2], Fraction)>);

impl Payoffs {
    fn of(endings: &[Ending]) -> Option<Payoffs> {
        let entry = |end: &Ending| {
            let utility = Fraction::whole(f64::from(end.utility) as i64);
            Some((end.sequences, Fraction::near(end.probability)?.times(utility)?))
        };
        endings.iter().map(entry).collect::<Option<_>>().map(Payoffs)
    }

    /// What a best reply of `side` makes the game worth for MAX.
    fn response<V, A>(&self, sides: &[Choices<V, A>; 2], weights: &[Vec<Fraction>; 2], side: Side) -> Option<Fraction> {
        let own = super::form::place(side);
        let choices = &sides[own];
        let mut worths = vec![Fraction::ZERO; choices.sequences()];
        for &(sequences, won) in &self.0 {
            let worth = &mut worths[sequences[own] as usize];
            *worth = worth.plus(won.times(weights[1 - own][sequences[1 - own] as usize])?)?;
        }
        for set in (0..choices.sets.len()).rev() {
            let mut best: Option<Fraction> = None;
            for sequence in choices.of_set(set) {
                let order = best.map_or(Some(std::cmp::Ordering::Greater), |best| worths[sequence].against(best))?;
                let better = if side == Side::Max { order.is_gt() } else { order.is_lt() || best.is_none() };
                best = if better { Some(worths[sequence]) } else { best };
            }
            let before = choices.before(set);
            worths[before] = worths[before].plus(best?)?;
        }
        Some(worths[0])
    }
}

/// The equations, solved for some of the variables, the *basis*: a row each, and one for what is to be maximised.
///
/// The columns are MAX's sequences, then `v` of the beginning and of MIN's sets, then the slacks of MIN's sequences,
/// then the right side.
struct Tableau {
    rows: Vec<Vec<Fraction>>,
    /// The price of each column: how fast the value falls with it.
    prices: Vec<Fraction>,
    /// The variable that each row is solved for.
    basis: Vec<usize>,
    /// Where the columns of `v` and of the slacks begin, and the right side.
    starts: [usize; 3],
}

impl Tableau {
    fn new<V, A>(form: &SequenceForm<V, A>, payoffs: &Payoffs) -> Option<Tableau> {
        let [max, min] = &form.sides;
        let (values, slacks) = (max.sequences(), max.sequences() + 1 + min.sets.len());
        let right = slacks + min.sequences();
        let height = 1 + max.sets.len() + min.sequences();
        if height.saturating_mul(right + 1) > MOST_CELLS {
            return None;
        }
        let mut rows = vec![vec![Fraction::ZERO; right + 1]; height];
        // The empty sequence has the weight 1, and the actions of a set share that of the sequence before it.
        rows[0][0] = Fraction::ONE;
        rows[0][right] = Fraction::ONE;
        for set in 0..max.sets.len() {
            rows[1 + set][max.before(set)] = Fraction::whole(-1);
            max.of_set(set).for_each(|sequence| rows[1 + set][sequence] = Fraction::ONE);
        }
        // For each sequence of MIN: v of its set, less v of the sets after it, less x' A, plus the slack, is nothing.
        let of_min = 1 + max.sets.len();
        rows[of_min][values] = Fraction::ONE;
        for set in 0..min.sets.len() {
            min.of_set(set).for_each(|sequence| rows[of_min + sequence][values + 1 + set] = Fraction::ONE);
            rows[of_min + min.before(set)][values + 1 + set] = Fraction::whole(-1);
        }
        for &([own, other], won) in &payoffs.0 {
            let cell = &mut rows[of_min + other as usize][own as usize];
            *cell = cell.minus(won)?;
        }
        for sequence in 0..min.sequences() {
            rows[of_min + sequence][slacks + sequence] = Fraction::ONE;
        }
        let mut prices = vec![Fraction::ZERO; right + 1];
        prices[values] = Fraction::whole(-1);
        Some(Tableau { rows, prices, basis: vec![usize::MAX; height], starts: [values, slacks, right] })
    }

    /// A first corner: MAX always takes the first action, and MIN replies as well as it can.
    fn crash<V, A>(&mut self, form: &SequenceForm<V, A>) -> Option<()> {
        let [max, min] = &form.sides;
        let [values, slacks, right] = self.starts;
        let of_min = 1 + max.sets.len();
        self.pivot(0, 0)?;
        for set in 0..max.sets.len() {
            self.pivot(1 + set, max.of_set(set).start)?;
        }
        // From the last set to the first: once the sets after it are solved for, the right sides are what MIN's actions
        // are worth.
        for set in (0..min.sets.len()).rev() {
            let mut reply = min.of_set(set).start;
            for sequence in min.of_set(set).skip(1) {
                let (row, best) = (&self.rows[of_min + sequence], &self.rows[of_min + reply]);
                reply = if row[right].against(best[right])?.is_lt() { sequence } else { reply };
            }
            self.pivot(of_min + reply, values + 1 + set)?;
            for sequence in min.of_set(set).filter(|&sequence| sequence != reply) {
                self.pivot(of_min + sequence, slacks + sequence)?;
            }
        }
        self.pivot(of_min, values)
    }

    /// The simplex method: goes from corner to corner until no price says that there is a better one.
    fn climb(&mut self) -> Option<()> {
        let [values, slacks, right] = self.starts;
        let free = values..slacks;
        while let Some(entering) = (0..right).find(|&column| self.prices[column].sign() < 0 && !free.contains(&column))
        {
            // Of the rows that reach zero first, the one whose variable comes first. The values of sets may have any
            // sign.
            let mut leaving: Option<(usize, Fraction)> = None;
            for (row, cells) in self.rows.iter().enumerate() {
                if cells[entering].sign() <= 0 || free.contains(&self.basis[row]) {
                    continue;
                }
                let reach = cells[right].per(cells[entering])?;
                let sooner = match leaving {
                    None => true,
                    Some((other, least)) => match reach.against(least)? {
                        std::cmp::Ordering::Less => true,
                        std::cmp::Ordering::Equal => self.basis[row] < self.basis[other],
                        std::cmp::Ordering::Greater => false,
                    },
                };
                leaving = if sooner { Some((row, reach)) } else { leaving };
            }
            self.pivot(leaving?.0, entering)?;
        }
        Some(())
    }

    /// Solves a row for a variable, and takes it out of all others.
    fn pivot(&mut self, row: usize, column: usize) -> Option<()> {
        let by = self.rows[row][column];
        for cell in self.rows[row].iter_mut().filter(|cell| cell.sign() != 0) {
            *cell = cell.per(by)?;
        }
        let solved = self.rows[row].clone();
        let others = self.rows.iter_mut().enumerate().filter(|(at, _)| *at != row).map(|(_, cells)| cells);
        for cells in others.chain(std::iter::once(&mut self.prices)) {
            let factor = cells[column];
            if factor.sign() == 0 {
                continue;
            }
            for (cell, own) in cells.iter_mut().zip(&solved).filter(|(_, own)| own.sign() != 0) {
                *cell = cell.minus(factor.times(*own)?)?;
            }
        }
        self.basis[row] = column;
        Some(())
    }

    fn read<V, A>(&self, form: &SequenceForm<V, A>) -> Option<Exact> {
        let [values, slacks, right] = self.starts;
        let mut max = vec![Fraction::ZERO; values];
        for (row, &variable) in self.basis.iter().enumerate().filter(|(_, variable)| **variable < values) {
            max[variable] = self.rows[row][right];
        }
        let min = self.prices[slacks..slacks + form.sides[1].sequences()].to_vec();
        Some(Exact { value: self.prices[right], weights: [max, min] })
    }
}
