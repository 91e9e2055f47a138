//! A tree as a game.

use std::fmt;
use std::marker::PhantomData;

use counterplay_core::trace::Describe;
use counterplay_core::{
    Actions, Answer, Bounds, Chance, Draws, Game, Hidden, Outcomes, Random, Role, Score, Seat, Turn, With, Without,
};

use super::{Kind, Tree};

/// A node of a tree: a state of its game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The root.
    pub const ROOT: NodeId = NodeId(0);

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An action: the number of a branch, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch(pub u32);

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A tree seen as a game, with luck and secrets or without.
pub struct TreeGame<'t, Luck, Secrets> {
    tree: &'t Tree,
    bounds: Bounds,
    quadrant: PhantomData<(Luck, Secrets)>,
}

impl Tree {
    /// The tree as a game without chance; nothing if it has chance nodes.
    #[must_use]
    pub fn deterministic(&self) -> Option<TreeGame<'_, Without, Without>> {
        (!self.has_chance()).then(|| TreeGame::new(self))
    }

    /// The tree as a game in which chance may have a turn. All information sets are lifted.
    #[must_use]
    pub fn stochastic(&self) -> TreeGame<'_, With, Without> {
        TreeGame::new(self)
    }

    /// The tree as a game in which the seat to move sees only its information set.
    #[must_use]
    pub fn veiled(&self) -> TreeGame<'_, With, With> {
        TreeGame::new(self)
    }
}

impl<'t, Luck, Secrets> TreeGame<'t, Luck, Secrets> {
    fn new(tree: &'t Tree) -> Self {
        let scores = tree.nodes.iter().filter_map(|node| match node.kind {
            Kind::Leaf(score) => Some(score),
            _ => None,
        });
        let (low, high) = scores.fold((Score::INFINITY, Score::NEG_INFINITY), |(a, b), s| (a.min(s), b.max(s)));
        let bounds = if low > high { Bounds::WIN_DRAW_LOSS } else { Bounds { low, high } };
        TreeGame { tree, bounds, quadrant: PhantomData }
    }
}

impl<Luck: Answer, Secrets: Answer> Game for TreeGame<'_, Luck, Secrets> {
    type State = NodeId;
    type Action = Branch;
    type Luck = Luck;
    type Secrets = Secrets;

    fn initial(&self) -> NodeId {
        NodeId::ROOT
    }
    fn turn(&self, state: &NodeId) -> Turn {
        match self.tree.nodes[state.index()].kind {
            Kind::Inner(Role::Chance) => Turn::Chance,
            Kind::Inner(Role::Min) => Turn::Seat(Seat::SECOND),
            _ => Turn::Seat(Seat::FIRST),
        }
    }
    fn actions(&self, state: &NodeId, out: &mut Actions<Branch>) {
        out.extend((1..=self.tree.nodes[state.index()].branches).map(Branch));
    }
    fn apply(&self, state: &mut NodeId, Branch(number): Branch) {
        *state = self.tree.child(*state, number).unwrap_or(*state);
    }
    fn is_terminal(&self, state: &NodeId) -> bool {
        !matches!(self.tree.nodes[state.index()].kind, Kind::Inner(_))
    }
    fn utility(&self, state: &NodeId) -> Score {
        match self.tree.nodes[state.index()].kind {
            Kind::Leaf(score) => score,
            _ => Score::UNKNOWN,
        }
    }
    fn bounds(&self) -> Bounds {
        self.bounds
    }
    /// The leaves of a tree are numbers: none of them is a draw.
    fn draws(&self) -> Draws {
        Draws::Never
    }
    fn scale(&self) -> u32 {
        self.tree.scale
    }
}

impl<Secrets: Answer> Chance for TreeGame<'_, With, Secrets> {
    fn outcomes(&self, state: &NodeId, out: &mut Outcomes<Branch>) {
        for (number, &child) in (1..).zip(self.tree.children_of(state.index())) {
            out.push(Branch(number), self.tree.nodes[child as usize].probability.unwrap_or(0.0));
        }
    }
}

/// What the seat to move sees of a tree: its information set, or the node itself if it is in none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    seat: Seat,
    sight: NetworkInputs,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum NetworkInputs {
    Set(u32),
    Node(NodeId),
}

impl View {
    /// The place of the information set in [`Tree::information_sets`].
    #[must_use]
    pub const fn set(&self) -> Option<usize> {
        match self.sight {
            NetworkInputs::Set(set) => Some(set as usize),
            NetworkInputs::Node(_) => None,
        }
    }

    /// The place in the preorder of a node that is in no information set.
    #[must_use]
    pub const fn node(&self) -> Option<usize> {
        match self.sight {
            NetworkInputs::Set(_) => None,
            NetworkInputs::Node(node) => Some(node.index()),
        }
    }
}

impl<Luck: Answer> Hidden for TreeGame<'_, Luck, With> {
    type View = View;

    fn view(&self, state: &NodeId, seat: Seat) -> View {
        let sight = match self.tree.nodes[state.index()].set {
            Some(set) => NetworkInputs::Set(set),
            None => NetworkInputs::Node(*state),
        };
        View { seat, sight }
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    /// A seat learns where it is by its information sets alone.
    fn observation(&self, state: &NodeId, action: Branch, seat: Seat) -> String {
        format!("{:?}", self.view(&self.result(state, action), seat))
    }

    fn sample(&self, view: &View, random: &mut dyn Random) -> Option<NodeId> {
        let states = self.consistent(view)?;
        let mut left = random.unit();
        let drawn = states.iter().find(|&&(_, probability)| {
            left -= probability;
            left < 0.0
        });
        drawn.or(states.last()).map(|&(state, _)| state)
    }

    /// The nodes of the set, by how often chance leads to each of them.
    fn consistent(&self, view: &View) -> Option<Vec<(NodeId, f64)>> {
        let members: Vec<NodeId> = match view.sight {
            NetworkInputs::Node(node) => vec![node],
            NetworkInputs::Set(set) => (0..self.tree.nodes.len() as u32)
                .map(NodeId)
                .filter(|node| self.tree.nodes[node.index()].set == Some(set))
                .collect(),
        };
        let reach = |mut at: u32| {
            let mut probability = 1.0;
            while let Some(parent) = self.tree.nodes[at as usize].parent {
                probability *= self.tree.nodes[at as usize].probability.unwrap_or(1.0);
                at = parent;
            }
            probability
        };
        let weights: Vec<f64> = members.iter().map(|node| reach(node.0)).collect();
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            return Some(Vec::new());
        }
        Some(members.into_iter().zip(weights.into_iter().map(|weight| weight / sum)).collect())
    }
}

/// The names that a tree gives its nodes, for the trace.
#[derive(Clone, Copy, Debug)]
pub struct Names<'t>(pub &'t Tree);

impl<'t, Luck: Answer, Secrets: Answer> Describe<TreeGame<'t, Luck, Secrets>> for Names<'_> {
    fn label(&self, _: &TreeGame<'t, Luck, Secrets>, node: &NodeId) -> Option<String> {
        let node = &self.0.nodes[node.index()];
        match (&node.label, &node.kind) {
            (Some(label), _) => Some(label.to_string()),
            (None, Kind::Unknown(name)) => Some(name.to_string()),
            (None, _) => None,
        }
    }

    fn information_set(&self, _: &TreeGame<'t, Luck, Secrets>, node: &NodeId) -> Option<String> {
        self.0.nodes[node.index()].set.map(|set| self.0.sets[set as usize].clone())
    }
}
