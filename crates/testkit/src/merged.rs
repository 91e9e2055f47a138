//! Trees in which many lines of play lead to one state.

use std::collections::HashMap;

use counterplay_core::{
    Actions, Bounds, Game, Key, Keyed, Random, Remembered, Repetition, Score, Seat, Seeded, Turn, Without,
};

use crate::{Plain, Shape, random_tree};

/// A tree in which equal subtrees are the same state, wherever they are: many lines of play lead to one state.
pub struct Merged {
    /// Each different subtree, with the numbers of those below it.
    pub states: Vec<(Plain, Vec<usize>)>,
    /// The number of the whole tree.
    pub root: usize,
    /// What a position that comes again means.
    pub repetition: Repetition,
}

impl Merged {
    /// The states of a tree.
    #[must_use]
    pub fn new(plain: &Plain) -> Merged {
        fn add(plain: &Plain, states: &mut Vec<(Plain, Vec<usize>)>, seen: &mut HashMap<String, usize>) -> usize {
            if let Some(&at) = seen.get(&plain.to_text()) {
                return at;
            }
            let children = match plain {
                Plain::Max(trees) | Plain::Min(trees) => trees.iter().map(|tree| add(tree, states, seen)).collect(),
                _ => Vec::new(),
            };
            states.push((plain.clone(), children));
            seen.insert(plain.to_text(), states.len() - 1);
            states.len() - 1
        }
        let mut states = Vec::new();
        let root = add(plain, &mut states, &mut HashMap::new());
        Merged { states, root, repetition: Repetition::Ignored }
    }

    /// The values at the leaves.
    fn leaves(&self) -> impl Iterator<Item = i32> + '_ {
        self.states.iter().filter_map(|(plain, _)| if let Plain::Leaf(value) = plain { Some(*value) } else { None })
    }
}

impl Game for Merged {
    type State = usize;
    type Action = u32;
    type Luck = Without;
    type Secrets = Without;
    fn initial(&self) -> usize {
        self.root
    }
    fn turn(&self, &at: &usize) -> Turn {
        Turn::Seat(if matches!(self.states[at].0, Plain::Min(_)) { Seat::SECOND } else { Seat::FIRST })
    }
    fn actions(&self, &at: &usize, out: &mut Actions<u32>) {
        out.extend(1..=self.states[at].1.len() as u32);
    }
    fn apply(&self, at: &mut usize, number: u32) {
        *at = self.states[*at].1[number as usize - 1];
    }
    fn is_terminal(&self, &at: &usize) -> bool {
        matches!(self.states[at].0, Plain::Leaf(_))
    }
    fn utility(&self, &at: &usize) -> Score {
        let Plain::Leaf(value) = self.states[at].0 else { unreachable!() };
        Score::new(value)
    }
    fn bounds(&self) -> Bounds {
        Bounds::new(self.leaves().min().unwrap(), self.leaves().max().unwrap())
    }
    fn repetition(&self) -> Repetition {
        self.repetition
    }
    fn repetition_key(&self, state: &Self::State) -> Option<Key> {
        Some(self.key(state))
    }
}

impl Keyed for Merged {
    fn key(&self, &at: &usize) -> Key {
        Key::mix(at as u64)
    }
    /// Some states briefly and some not at all, where no position comes again.
    fn remembered(&self, at: &usize) -> Remembered {
        match self.key(at).0 % 8 {
            0 | 1 if self.repetition == Repetition::Ignored => Remembered::Briefly,
            2 if self.repetition == Repetition::Ignored => Remembered::Not,
            _ => Remembered::Long,
        }
    }
}

/// A tree woven from few subtrees, each used in several places and at several depths.
pub fn woven(random: &mut dyn Random, values: i32) -> Plain {
    let leaf = |random: &mut dyn Random| Plain::Leaf(random.below(2 * values as u64 + 1) as i32 - values);
    let mut pool: Vec<Plain> = (0..4).map(|_| leaf(random)).collect();
    for _ in 0..14 {
        // The larger of two numbers: rather a late tree than an early one, so that it grows deep.
        let pick = |random: &mut dyn Random| {
            let at = random.below(pool.len() as u64).max(random.below(pool.len() as u64));
            pool[at as usize].clone()
        };
        let below: Vec<Plain> = (0..1 + random.below(4)).map(|_| pick(random)).collect();
        let tree = if random.below(2) == 0 { Plain::Max(below) } else { Plain::Min(below) };
        if tree.size().0 < 2_000 {
            pool.push(tree);
        }
    }
    pool.swap_remove(pool.len() - 1)
}

/// Trees with few and with many values, grown and woven in turns.
pub fn woven_and_grown(count: usize, shape: Shape) -> impl Iterator<Item = Plain> {
    let mut random = Seeded::new(64);
    (0..count).map(move |i| {
        let values = [1, 2, 5, 100][i / 2 % 4];
        if i % 2 == 0 { random_tree(&mut random, Shape { values, ..shape }) } else { woven(&mut random, values) }
    })
}

/// An evaluation that has nothing to do with the value of the state, and many ties.
#[must_use]
pub fn hashed_evaluation(_: &Merged, &at: &usize) -> Score {
    Score::new((Key::mix(at as u64 ^ 0xabcd).0 % 7) as i32 - 3)
}
