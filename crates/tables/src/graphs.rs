//! Random graphs as games, with cycles, for tests; and a naive solution of them.

use std::ops::{ControlFlow, Range};

use counterplay_core::indexed::{Before, Indexed, Retrograde, Slice, Successor};
use counterplay_core::{Actions, Game, Random, Score, Seat, Seeded, Turn, Without};

use crate::Outcome;

/// A game whose positions are the nodes of a graph, and whose actions are its edges. One that is `BY_NUMBER` finds them
/// from numbers, and each number stands for three positions.
pub(crate) struct AnyGraph<const BY_NUMBER: bool> {
    pub(crate) nodes: Vec<Node>,
    /// Start of each group. A group has two slices: nodes with even numbers, and nodes with odd ones.
    pub(crate) starts: Vec<usize>,
}

pub(crate) type Graph = AnyGraph<false>;
pub(crate) type NumberedGraph = AnyGraph<true>;

#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) second: bool,
    /// Hole in the numbering: no position has this number.
    pub(crate) hole: bool,
    pub(crate) edges: Vec<usize>,
    /// Utility if the game ends here.
    pub(crate) worth: i32,
    pub(crate) derived: bool,
}

impl<const BY_NUMBER: bool> AnyGraph<BY_NUMBER> {
    /// Random graph of some hundred nodes in three groups.
    pub(crate) fn random(seed: u64) -> AnyGraph<BY_NUMBER> {
        let mut random = Seeded::new(seed);
        let starts = vec![0, 60, 160];
        let mut nodes: Vec<Node> = Vec::new();
        for at in 0..300usize {
            let group = starts.iter().rev().copied().find(|&start| start <= at).unwrap_or(0);
            let mut node = Node { second: random.below(2) == 0, hole: random.below(10) == 0, ..Node::default() };
            // A few have more actions than a byte counts.
            let edges = if random.below(40) == 0 { 150 } else { random.below(4) };
            node.worth = random.below(3) as i32 - 1;
            let leaves = random.below(5) == 0;
            let end = if leaves { group } else { 300.min(group + 140) };
            let end = starts.iter().copied().find(|&start| start > group).unwrap_or(300).min(end);
            node.edges = (0..edges).filter(|_| end > 0).map(|_| random.below(end as u64) as usize).collect();
            nodes.push(node);
        }
        let holes: Vec<bool> = nodes.iter().map(|node| node.hole).collect();
        for (at, node) in nodes.iter_mut().enumerate() {
            let group = starts.iter().rev().copied().find(|&start| start <= at).unwrap_or(0);
            node.edges.retain(|&to| !holes[to]);
            node.derived = !node.edges.is_empty() && node.edges.iter().all(|&to| to < group);
        }
        AnyGraph { nodes, starts }
    }

    fn group(&self, node: usize) -> usize {
        self.starts.iter().rposition(|&start| start <= node).unwrap_or(0)
    }

    fn range(&self, group: usize) -> Range<usize> {
        self.starts[group]..self.starts.get(group + 1).copied().unwrap_or(self.nodes.len())
    }

    /// Value of every node to the side to move, and its distance in plies: by naive iteration.
    pub(crate) fn solution(&self) -> Vec<(Outcome, u32)> {
        let mut known: Vec<Option<(Outcome, u32)>> = vec![None; self.nodes.len()];
        for plies in 0.. {
            let before = known.clone();
            for (at, node) in self.nodes.iter().enumerate().filter(|&(at, _)| before[at].is_none()) {
                let worth = |&to: &usize| {
                    let (outcome, _) = before[to]?;
                    Some(if self.nodes[to].second == node.second { outcome } else { outcome.flipped() })
                };
                let ended = match (node.worth, node.second) {
                    (0, _) => None,
                    (worth, second) => Some(if (worth > 0) != second { Outcome::Win } else { Outcome::Loss }),
                };
                known[at] = if node.edges.is_empty() {
                    ended.map(|outcome| (outcome, 0))
                } else if node.edges.iter().any(|to| worth(to) == Some(Outcome::Win)) {
                    Some((Outcome::Win, plies))
                } else if node.edges.iter().all(|to| worth(to) == Some(Outcome::Loss)) {
                    Some((Outcome::Loss, plies))
                } else {
                    None
                };
            }
            if known == before && plies > 0 {
                break;
            }
        }
        known.into_iter().map(|known| known.unwrap_or((Outcome::Draw, 0))).collect()
    }
}

impl<const BY_NUMBER: bool> Game for AnyGraph<BY_NUMBER> {
    type State = usize;
    type Action = usize;
    type Luck = Without;
    type Secrets = Without;

    fn initial(&self) -> usize {
        self.nodes.len() - 1
    }
    fn turn(&self, &node: &usize) -> Turn {
        Turn::Seat(Seat(self.nodes[node].second.into()))
    }
    fn actions(&self, &node: &usize, out: &mut Actions<usize>) {
        out.extend(0..self.nodes[node].edges.len());
    }
    fn apply(&self, node: &mut usize, edge: usize) {
        *node = self.nodes[*node].edges[edge];
    }
    fn is_terminal(&self, &node: &usize) -> bool {
        self.nodes[node].edges.is_empty()
    }
    fn utility(&self, &node: &usize) -> Score {
        Score::new(self.nodes[node].worth)
    }
}

impl<const BY_NUMBER: bool> Indexed for AnyGraph<BY_NUMBER> {
    const BY_NUMBER: bool = BY_NUMBER;

    fn pieces(&self) -> (Range<u32>, u32) {
        (1..self.starts.len() as u32 + 1, 1)
    }
    fn groups(&self, pieces: u32) -> Vec<Vec<Slice>> {
        (0..pieces.min(self.starts.len() as u32)).map(|group| vec![Slice(2 * group), Slice(2 * group + 1)]).collect()
    }
    fn slice_name(&self, slice: Slice) -> String {
        format!("group {} v {}", slice.0 / 2, slice.0 % 2)
    }
    fn size(&self, slice: Slice) -> u64 {
        let range = self.range(slice.0 as usize / 2);
        (range.len() as u64).div_ceil(2)
    }
    fn slice(&self, &node: &usize) -> Option<Slice> {
        let group = self.group(node);
        Some(Slice((2 * group + (node - self.starts[group]) % 2) as u32))
    }
    fn rank(&self, &node: &usize) -> u64 {
        ((node - self.starts[self.group(node)]) / 2) as u64
    }
    fn unrank(&self, slice: Slice, index: u64) -> Option<usize> {
        let range = self.range(slice.0 as usize / 2);
        let node = range.start + 2 * index as usize + slice.0 as usize % 2;
        (range.contains(&node) && !self.nodes[node].hole).then_some(node)
    }
    fn is_derived(&self, &node: &usize) -> bool {
        self.nodes[node].derived && !BY_NUMBER
    }
    fn weight(&self, _: Slice, _: u64) -> u64 {
        if BY_NUMBER { 3 } else { 1 }
    }
    fn successors_of(
        &self,
        slice: Slice,
        index: u64,
        _: &mut Actions<usize>,
        mut found: impl FnMut(Successor<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let node = &self.nodes[self.unrank(slice, index).expect("a position")];
        node.edges.iter().try_for_each(|&to| {
            // Some are handed out as states.
            if to % 3 == 0 {
                return found(Successor::State(to));
            }
            let (slice, index) = (self.slice(&to).unwrap_or(Slice(0)), self.rank(&to));
            found(Successor::Place { slice, index, same_side: node.second == self.nodes[to].second })
        })
    }
}

impl<const BY_NUMBER: bool> Retrograde for AnyGraph<BY_NUMBER> {
    fn predecessors(&self, &to: &usize, mut found: impl FnMut(Before)) {
        for from in self.range(self.group(to)).filter(|&from| !self.nodes[from].hole) {
            for _ in self.nodes[from].edges.iter().filter(|&&edge| edge == to) {
                let (slice, index) = (self.slice(&from).unwrap_or(Slice(0)), self.rank(&from));
                found(Before { slice, index, same_side: self.nodes[from].second == self.nodes[to].second });
            }
        }
    }
}
