//! The trees of all seats. A view says whose it is, so one map from views to nodes holds them all.

use std::collections::HashMap;
use std::hash::Hash;

use crate::Random;

/// The exploration constant: the constant of the paper.
const EXPLORATION: f64 = 0.7;

/// An action of a node.
pub(super) struct Arm<A> {
    pub(super) action: A,
    pub(super) visits: u64,
    /// What it brought the side that chose it, from 0 to 1 each time.
    total: f64,
}

impl<A> Arm<A> {
    /// What it brought on average; a half if it was never tried.
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.total / self.visits as f64 }
    }
}

/// A node: what a seat has tried at one view.
struct Node<A> {
    arms: Vec<Arm<A>>,
    visits: u64,
}

/// The trees of all seats: their nodes, the root first.
pub(super) struct Forest<V, A> {
    places: HashMap<V, usize>,
    nodes: Vec<Node<A>>,
    most: usize,
    full: bool,
}

impl<V: Eq + Hash, A: Copy> Forest<V, A> {
    /// No trees yet, and room for so many nodes, but for the root at the least.
    pub(super) fn new(most: usize) -> Self {
        Forest { places: HashMap::new(), nodes: Vec::new(), most: most.max(1), full: false }
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether a node was wanted that there was no room for.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// The actions of the root.
    pub(super) fn root(&self) -> &[Arm<A>] {
        self.nodes.first().map_or(&[], |root| &root.arms)
    }

    /// Adds a node for a view that has none.
    pub(super) fn add(&mut self, view: V, actions: Vec<A>) -> usize {
        let arms = actions.into_iter().map(|action| Arm { action, visits: 0, total: 0.0 }).collect();
        self.nodes.push(Node { arms, visits: 0 });
        self.places.insert(view, self.nodes.len() - 1);
        self.nodes.len() - 1
    }

    /// The node of a view, which may be a new one; nothing if there is no room for it.
    pub(super) fn find(&mut self, view: V, actions: impl FnOnce() -> Vec<A>) -> Option<usize> {
        if let Some(&node) = self.places.get(&view) {
            return Some(node);
        }
        self.full |= self.nodes.len() >= self.most;
        (!self.full).then(|| self.add(view, actions()))
    }

    /// Which action of the node to take: one that was not tried yet, any of them, or else the one with the highest
    /// bound. And whether it is new.
    pub(super) fn select(&self, node: usize, random: &mut dyn Random) -> Option<(usize, bool)> {
        let Node { arms, visits } = &self.nodes[node];
        let untried = arms.iter().filter(|arm| arm.visits == 0).count();
        if let Some(skip) = random.index(untried) {
            let new = arms.iter().enumerate().filter(|(_, arm)| arm.visits == 0).nth(skip);
            return new.map(|(at, _)| (at, true));
        }
        let log = (*visits as f64).ln();
        let bound = |arm: &Arm<A>| arm.mean() + EXPLORATION * (log / arm.visits as f64).sqrt();
        let best = arms.iter().map(bound).enumerate().reduce(|best, other| if other.1 > best.1 { other } else { best });
        best.map(|(at, _)| (at, false))
    }

    pub(super) fn action(&self, node: usize, arm: usize) -> A {
        self.nodes[node].arms[arm].action
    }

    /// Tells an action what became of it: from 0 to 1 for the side that chose it.
    pub(super) fn tell(&mut self, node: usize, arm: usize, share: f64) {
        let node = &mut self.nodes[node];
        node.visits += 1;
        node.arms[arm].visits += 1;
        node.arms[arm].total += share;
    }
}
