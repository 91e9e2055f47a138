//! Games with secrets from a seed, and the naive way to do with them what regrets and best responses do.

use std::collections::BTreeMap;

use counterplay_core::{Actions, Bounds, Chance, Game, Hidden, Key, Outcomes, Random, Score, Seat, Side, Turn, With};

use crate::{Plain, Shape, random_tree};

/// Each side is dealt a card that it alone sees; then a tree is played in the open, and what a leaf is worth depends on
/// both cards.
#[derive(Debug)]
pub struct Dealt {
    /// How likely each pair of cards is, in sixteenths: MAX's card first.
    pub deals: Vec<((u8, u8), u32)>,
    /// What is played in the open.
    pub tree: Plain,
    /// What the leaves are drawn from.
    pub seed: u64,
}

/// The cards, once they are dealt, and the numbers of the branches taken.
pub type Table = (Option<(u8, u8)>, Vec<u32>);

/// A seat, its card, and the branches taken.
pub type Seen = (Seat, Option<u8>, Vec<u32>);

/// How often each action is taken, by what a seat sees.
pub type Behaviour = BTreeMap<Seen, Vec<f64>>;

impl Dealt {
    /// A random game with up to three cards a side.
    pub fn random(random: &mut dyn Random) -> Dealt {
        let kinds = [1 + random.below(3), 1 + random.below(3)];
        let mut deals = Vec::new();
        let mut left = 16;
        for max in 0..kinds[0] as u8 {
            for min in 0..kinds[1] as u8 {
                let part = random.below(left.min(4) + 1);
                left -= part;
                deals.push(((max, min), part as u32));
            }
        }
        deals[0].1 += left as u32;
        let tree = random_tree(random, Shape { depth: 4, branches: 3, values: 4, chance: true });
        Dealt { deals, tree, seed: random.bits() }
    }

    fn at(&self, path: &[u32]) -> &Plain {
        path.iter().fold(&self.tree, |tree, &number| match tree {
            Plain::Max(below) | Plain::Min(below) => &below[number as usize],
            Plain::Chance(below) => &below[number as usize].1,
            Plain::Leaf(_) => tree,
        })
    }

    /// All sets of a side, with the number of their actions.
    #[must_use]
    pub fn sets(&self, side: Side) -> BTreeMap<Seen, usize> {
        fn walk(game: &Dealt, state: &Table, side: Side, sets: &mut BTreeMap<Seen, usize>) {
            if game.is_terminal(state) {
                return;
            }
            if let Turn::Seat(seat) = game.turn(state)
                && game.side(seat) == side
            {
                sets.insert(game.view(state, seat), game.action_list(state).len());
            }
            game.edges(state).into_iter().for_each(|(action, _)| walk(game, &game.result(state, action), side, sets));
        }
        let mut sets = BTreeMap::new();
        walk(self, &self.initial(), side, &mut sets);
        sets
    }

    /// What can happen in a state; probabilities at chance's turn, else zero.
    fn edges(&self, state: &Table) -> Vec<((u8, u32), f64)> {
        match self.turn(state) {
            Turn::Chance => {
                let mut outcomes = Outcomes::new();
                self.outcomes(state, &mut outcomes);
                outcomes.as_slice().iter().copied().filter(|(_, share)| *share > 0.0).collect()
            }
            Turn::Seat(_) => self.action_list(state).into_iter().map(|action| (action, 0.0)).collect(),
        }
    }

    /// What MAX wins on average if everybody plays so, by definition.
    #[must_use]
    pub fn value(&self, state: &Table, behaviour: &Behaviour) -> f64 {
        if self.is_terminal(state) {
            return self.utility(state).into();
        }
        let shares = match self.turn(state) {
            Turn::Chance => self.edges(state).iter().map(|(_, share)| *share).collect(),
            Turn::Seat(seat) => behaviour[&self.view(state, seat)].clone(),
        };
        let worth = |action| self.value(&self.result(state, action), behaviour);
        self.edges(state).iter().zip(shares).map(|(&(action, _), share)| share * worth(action)).sum()
    }

    /// What a side wins by its best reply: every pure strategy is tried. Nothing if they are too many.
    #[must_use]
    pub fn best_reply(&self, side: Side, behaviour: &Behaviour) -> Option<f64> {
        let sets: Vec<(Seen, usize)> = self.sets(side).into_iter().collect();
        let all = sets.iter().try_fold(1usize, |all, (_, count)| all.checked_mul(*count).filter(|&all| all <= 4096))?;
        let sign = if side == Side::Max { 1.0 } else { -1.0 };
        let worth = |mut number: usize| {
            let mut tried = behaviour.clone();
            for (seen, count) in &sets {
                let mut pure = vec![0.0; *count];
                pure[number % count] = 1.0;
                number /= count;
                tried.insert(seen.clone(), pure);
            }
            sign * self.value(&self.initial(), &tried)
        };
        (0..all).map(worth).reduce(f64::max)
    }

    /// CFR+ as it is taught: history by history, one table of regrets, the sides in turns. The average behaviour after
    /// some rounds.
    #[must_use]
    pub fn regret_plus(&self, rounds: u32) -> Behaviour {
        let mut learned: BTreeMap<Seen, Learned> = BTreeMap::new();
        for side in [Side::Max, Side::Min] {
            for (seen, count) in self.sets(side) {
                learned.insert(seen, Learned { regrets: vec![0.0; count], average: vec![0.0; count] });
            }
        }
        for round in 1..=rounds {
            for side in [Side::Max, Side::Min] {
                self.average(&self.initial(), side, &mut learned, &mut BTreeMap::new(), 1.0, f64::from(round));
                let mut found = BTreeMap::new();
                self.counterfactual(&self.initial(), side, &learned, 1.0, &mut found);
                for (seen, regrets) in found {
                    let entry = learned.get_mut(&seen).expect("a set that was listed");
                    entry.regrets.iter_mut().zip(regrets).for_each(|(old, new)| *old = (*old + new).max(0.0));
                }
            }
        }
        learned.into_iter().map(|(seen, entry)| (seen, shares(&entry.average))).collect()
    }

    /// The worth for `side`, times what the others did to get here; the regrets of its sets are added up in `found`.
    fn counterfactual(
        &self,
        state: &Table,
        side: Side,
        learned: &BTreeMap<Seen, Learned>,
        others: f64,
        found: &mut BTreeMap<Seen, Vec<f64>>,
    ) -> f64 {
        if self.is_terminal(state) {
            let won = f64::from(self.utility(state));
            return others * if side == Side::Max { won } else { -won };
        }
        let edges = self.edges(state);
        let next = |action| self.result(state, action);
        match self.turn(state) {
            Turn::Chance => edges
                .iter()
                .map(|&(action, share)| self.counterfactual(&next(action), side, learned, others * share, found))
                .sum(),
            Turn::Seat(seat) => {
                let seen = self.view(state, seat);
                let shares = shares(&learned[&seen].regrets);
                let own = self.side(seat) == side;
                let worths: Vec<f64> = (edges.iter().zip(&shares))
                    .map(|(&(action, _), share)| {
                        let others = if own { others } else { others * share };
                        self.counterfactual(&next(action), side, learned, others, found)
                    })
                    .collect();
                if !own {
                    return worths.iter().sum();
                }
                let mean: f64 = worths.iter().zip(&shares).map(|(worth, share)| worth * share).sum();
                let regrets = found.entry(seen).or_insert_with(|| vec![0.0; worths.len()]);
                regrets.iter_mut().zip(&worths).for_each(|(regret, worth)| *regret += worth - mean);
                mean
            }
        }
    }

    /// Adds what the side does now to its average, once for each set, by how likely its own moves make it.
    fn average(
        &self,
        state: &Table,
        side: Side,
        learned: &mut BTreeMap<Seen, Learned>,
        done: &mut BTreeMap<Seen, ()>,
        own: f64,
        weight: f64,
    ) {
        if self.is_terminal(state) {
            return;
        }
        let mut reach = vec![own; self.edges(state).len()];
        if let Turn::Seat(seat) = self.turn(state)
            && self.side(seat) == side
        {
            let seen = self.view(state, seat);
            let entry = learned.get_mut(&seen).expect("a set that was listed");
            let now = shares(&entry.regrets);
            reach = now.iter().map(|share| own * share).collect();
            if done.insert(seen, ()).is_none() {
                entry.average.iter_mut().zip(&reach).for_each(|(sum, reach)| *sum += weight * reach);
            }
        }
        for (&(action, _), reach) in self.edges(state).iter().zip(reach) {
            self.average(&self.result(state, action), side, learned, done, reach, weight);
        }
    }
}

struct Learned {
    regrets: Vec<f64>,
    average: Vec<f64>,
}

/// In proportion to what is positive; all alike if nothing is.
fn shares(regrets: &[f64]) -> Vec<f64> {
    let whole: f64 = regrets.iter().map(|regret| regret.max(0.0)).sum();
    let share = |regret: &f64| if whole > 0.0 { regret.max(0.0) / whole } else { 1.0 / regrets.len() as f64 };
    regrets.iter().map(share).collect()
}

/// An action is a pair of cards, packed, or the number of a branch.
impl Game for Dealt {
    type State = Table;
    type Action = (u8, u32);
    type Luck = With;
    type Secrets = With;
    fn initial(&self) -> Table {
        (None, Vec::new())
    }
    fn turn(&self, (cards, path): &Table) -> Turn {
        match self.at(path) {
            _ if cards.is_none() => Turn::Chance,
            Plain::Max(_) => Turn::Seat(Seat::FIRST),
            Plain::Min(_) => Turn::Seat(Seat::SECOND),
            Plain::Chance(_) | Plain::Leaf(_) => Turn::Chance,
        }
    }
    fn actions(&self, (_, path): &Table, out: &mut Actions<(u8, u32)>) {
        if let Plain::Max(below) | Plain::Min(below) = self.at(path) {
            out.extend((0..below.len() as u32).map(|number| (0, number)));
        }
    }
    fn apply(&self, (cards, path): &mut Table, (kind, number): (u8, u32)) {
        match kind {
            0 => path.push(number),
            _ => *cards = Some(self.deals[number as usize].0),
        }
    }
    fn is_terminal(&self, (cards, path): &Table) -> bool {
        cards.is_some() && matches!(self.at(path), Plain::Leaf(_))
    }
    fn utility(&self, (cards, path): &Table) -> Score {
        Score::new((Key::of(&(self.seed, cards, path)).0 % 9) as i32 - 4)
    }
    fn bounds(&self) -> Bounds {
        Bounds::new(-4, 4)
    }
}

impl Chance for Dealt {
    fn outcomes(&self, (cards, path): &Table, out: &mut Outcomes<(u8, u32)>) {
        if cards.is_none() {
            (0..).zip(&self.deals).for_each(|(number, (_, part))| out.push((1, number), f64::from(*part) / 16.0));
        } else if let Plain::Chance(below) = self.at(path) {
            (0..).zip(below).for_each(|(number, (share, _))| out.push((0, number), *share));
        }
    }
}

impl Hidden for Dealt {
    type View = Seen;
    fn view(&self, (cards, path): &Table, seat: Seat) -> Seen {
        (seat, cards.map(|(max, min)| if seat == Seat::FIRST { max } else { min }), path.clone())
    }
    fn viewer(&self, (seat, ..): &Seen) -> Seat {
        *seat
    }
    fn observation(&self, state: &Table, action: (u8, u32), seat: Seat) -> String {
        format!("{:?}", self.view(&self.result(state, action), seat))
    }
    fn sample(&self, view: &Seen, random: &mut dyn Random) -> Option<Table> {
        let states = self.consistent(view)?;
        let mut left = random.unit();
        let found = states.iter().find(|(_, share)| {
            left -= share;
            left < 0.0
        });
        found.or(states.last()).map(|(state, _)| state.clone())
    }
    fn consistent(&self, (seat, card, path): &Seen) -> Option<Vec<(Table, f64)>> {
        let Some(card) = card else { return Some(vec![((None, path.clone()), 1.0)]) };
        let fits =
            |&&((max, min), part): &&((u8, u8), u32)| part > 0 && *card == if *seat == Seat::FIRST { max } else { min };
        let whole: u32 = self.deals.iter().filter(fits).map(|(_, part)| part).sum();
        let state = |&(cards, part): &_| ((Some(cards), path.clone()), f64::from(part) / f64::from(whole));
        Some(self.deals.iter().filter(fits).map(state).collect())
    }
}
