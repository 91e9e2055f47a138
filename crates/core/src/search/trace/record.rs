//! A search written down: its tree, and its steps in order.

use std::ops::RangeInclusive;

use super::{CutBy, Edge, Event, Trace, Window};
use crate::rules::sort::sort_by_key;
use crate::search::decision::tolerance;
use crate::{Bounds, ChanceNodes, Depth, Game, Outcomes, Proof, Role, Score};

/// What became of a state of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The search entered it.
    Visited,
    /// It lies below a cut-off.
    Pruned,
    /// The search was halted before it came there.
    NotReached,
}

/// A state of the tree that a search walked, visited or not.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The parent's place in [`SearchTree::nodes`]; nothing at the root.
    pub parent: Option<usize>,
    /// The children's places, in the order in which the game numbers the actions.
    pub children: Vec<usize>,
    /// How far from the root.
    pub ply: u32,
    /// The number of the action that leads here, from 1; 0 at the root.
    pub number: u32,
    /// The action as text, if the game has a word for it.
    pub action: Option<String>,
    /// How often chance goes here, below a chance node.
    pub probability: Option<f64>,
    /// The name of the state, if it has one.
    pub label: Option<String>,
    /// The information set that the state belongs to, if it has a name.
    pub information_set: Option<String>,
    /// Whose turn it is; nothing where the game is over.
    pub role: Option<Role>,
    /// What became of it.
    pub status: Status,
    /// Visited as the n-th state, from 1.
    pub order: Option<u32>,
    /// The window on entry, if it was visited: the last one, if it was probed first.
    pub window: Option<Window>,
    /// What the search returned for it; for a leaf that was not visited, its utility. NaN if nobody knows.
    pub value: Option<f64>,
    /// What `value` says of the minimax value: [`Proof::Exact`], or a bound where a cut-off hides the rest.
    /// Nothing for a state without a value. Never [`Proof::Estimate`]: see `estimate`.
    pub proof: Option<Proof>,
    /// Whether an evaluation entered into the value.
    pub estimate: bool,
    /// Whether the transposition table knew enough of it, so that it was not searched.
    pub table_hit: bool,
    /// Whether it is on the principal line.
    pub principal: bool,
}

impl Node {
    /// Whether the search went no further here: the game is over, the depth was reached, or the table knew enough.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }
}

/// What a step of a search did, to [`Step::node`].
#[derive(Clone, PartialEq, Debug)]
pub enum StepKind {
    /// Entered it.
    Enter,
    /// Found it to be a leaf with [`Step::value`].
    Leaf {
        /// Whether the value is an evaluation.
        estimate: bool,
    },
    /// Made [`Step::value`] its value, by the child given.
    Update {
        /// The best child so far.
        child: usize,
    },
    /// Left out the rest of its actions.
    Cutoff {
        /// Alpha or beta.
        by: CutBy,
        /// The children left out, in the order in which the game numbers them.
        cut: Vec<usize>,
        /// The node that holds the limit: where MAX (for alpha) or MIN (for beta) has something as good. The chance
        /// node above, where that gave the window.
        holder: usize,
    },
    /// Left it with [`Step::value`].
    Exit,
}

/// One step of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The node it happened at.
    pub node: usize,
    /// What happened.
    pub kind: StepKind,
    /// The value of the node so far.
    pub value: Option<f64>,
    /// The window of the node after the step.
    pub window: Window,
}

/// The tree that a search walked and the steps it took: what pictures, tables and grades are made from.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchTree {
    /// The nodes in preorder; the root is the first.
    pub nodes: Vec<Node>,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// How many units of utility make one point: see [`Game::scale`]. Values here are in units.
    pub scale: u32,
    /// Whether states were left out because there were too many.
    pub truncated: bool,
}

impl SearchTree {
    /// The path of a node, `2.3`; empty at the root.
    #[must_use]
    pub fn path(&self, node: usize) -> String {
        let mut numbers = Vec::new();
        let mut at = node;
        while let Some(parent) = self.nodes[at].parent {
            numbers.push(self.nodes[at].number.to_string());
            at = parent;
        }
        numbers.reverse();
        numbers.join(".")
    }

    /// How many states were visited. One that was probed first was entered twice, and is one all the same.
    #[must_use]
    pub fn visited(&self) -> usize {
        self.nodes.iter().filter(|node| node.status == Status::Visited).count()
    }

    /// The leaves that were visited.
    pub fn visited_leaves(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.is_leaf() && node.status == Status::Visited)
    }

    /// The leaves that lie below a cut-off, from left to right.
    pub fn pruned_leaves(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.is_leaf() && node.status == Status::Pruned)
    }

    /// The nodes whose edge was cut: pruned themselves, below a visited parent.
    pub fn cut_edges(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&at| self.is_cut(at))
    }

    /// Whether the edge to this node was cut.
    #[must_use]
    pub fn is_cut(&self, node: usize) -> bool {
        let Node { parent, status, .. } = self.nodes[node];
        status == Status::Pruned && parent.is_some_and(|parent| self.nodes[parent].status == Status::Visited)
    }
}

/// Gives the states of a recorded tree their names.
pub trait Describe<G: Game> {
    /// The name of a state.
    fn label(&self, _: &G, _: &G::State) -> Option<String> {
        None
    }
    /// The word for an action in a state.
    fn action(&self, _: &G, _: &G::State, _: G::Action) -> Option<String> {
        None
    }
    /// The name of the information set that a state belongs to.
    fn information_set(&self, _: &G, _: &G::State) -> Option<String> {
        None
    }
}

/// Numbers will do.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDescription;
impl<G: Game> Describe<G> for NoDescription {}

/// Listens to a search and writes it down. [`Recorder::finish`] gives the [`SearchTree`].
pub struct Recorder<G: Game, D = NoDescription> {
    describe: D,
    most: usize,
    depth: Option<Depth>,
    stubs: bool,
    nodes: Vec<Node>,
    /// For each node what is only needed while recording.
    notes: Vec<Notes<G>>,
    steps: Vec<Step>,
    path: Vec<Open>,
    visits: u32,
    truncated: bool,
}

struct Notes<G: Game> {
    state: G::State,
    /// The best child so far.
    best: Option<usize>,
    /// The numbers of the actions that were left out, and by what.
    cut: Option<(CutBy, RangeInclusive<u32>)>,
    /// The game is not over here, but the search looked no further.
    horizon: bool,
    /// Between what and what the table knew the value to be.
    known: Option<(f64, f64)>,
}

/// A node that the search has entered and not yet left.
#[derive(Clone, Copy, Debug)]
struct Open {
    node: usize,
    value: Option<f64>,
    window: Window,
    /// The nodes that set alpha and beta.
    holders: [usize; 2],
    /// The child that the search left last.
    last: usize,
}

impl<G: Game> Recorder<G> {
    /// Records trees of up to a million states, without names.
    #[must_use]
    pub fn new() -> Self {
        Recorder::named(NoDescription)
    }
}

impl<G: Game> Default for Recorder<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game, D: Describe<G>> Recorder<G, D> {
    /// Records trees of up to a million states, with the names that `describe` gives.
    #[must_use]
    pub fn named(describe: D) -> Self {
        Recorder {
            describe,
            most: 1_000_000,
            depth: None,
            stubs: false,
            nodes: Vec::new(),
            notes: Vec::new(),
            steps: Vec::new(),
            path: Vec::new(),
            visits: 0,
            truncated: false,
        }
    }

    /// Keeps at most this many states, and what lies unvisited only down to `depth`.
    #[must_use]
    pub fn limited(mut self, most: usize, depth: Option<Depth>) -> Self {
        (self.most, self.depth) = (most, depth);
        self
    }

    /// Keeps of what lies unvisited only the first state of each branch: enough to see that it was cut, and of a game
    /// whose tree is never listed as a whole.
    #[must_use]
    pub fn with_stubs(mut self) -> Self {
        self.stubs = true;
        self
    }

    fn add(&mut self, game: &G, state: &G::State, parent: Option<usize>, via: Option<Edge<G::Action>>) -> usize {
        let at = self.nodes.len();
        let action =
            parent.zip(via).and_then(|(p, edge)| self.describe.action(game, &self.notes[p].state, edge.action));
        self.nodes.push(Node {
            parent,
            children: Vec::new(),
            ply: parent.map_or(0, |p| self.nodes[p].ply + 1),
            number: via.map_or(0, |edge| edge.number),
            action,
            probability: via.and_then(|edge| edge.probability),
            label: self.describe.label(game, state),
            information_set: self.describe.information_set(game, state),
            role: (!game.is_terminal(state)).then(|| game.role(state)),
            status: Status::NotReached,
            order: None,
            window: None,
            value: None,
            proof: None,
            estimate: false,
            table_hit: false,
            principal: false,
        });
        self.notes.push(Notes { state: state.clone(), best: None, cut: None, horizon: false, known: None });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(at);
        }
        at
    }

    /// The child of the node on the path that was entered by this edge before.
    fn probed(&self, parent: Option<Open>, via: Option<Edge<G::Action>>) -> Option<usize> {
        let (parent, number) = (parent?.node, via?.number);
        if self.nodes[parent].role != Some(Role::Chance) {
            return None;
        }
        self.nodes[parent].children.iter().copied().find(|&child| self.nodes[child].number == number)
    }

    /// The nodes that set alpha and beta for a child that is entered with a window: those of its parent, unless that is
    /// a chance node, which makes the window of an outcome from its own and from what the others can be worth.
    fn holders(&self, parent: Open, window: Window) -> [usize; 2] {
        if self.nodes[parent.node].role == Some(Role::Chance) && parent.window != window {
            [parent.node; 2]
        } else {
            parent.holders
        }
    }

    fn step(&mut self, kind: StepKind) {
        if let Some(&Open { node, window, value, .. }) = self.path.last() {
            self.steps.push(Step { node, kind, value, window });
        }
    }
}

impl<G: Game, D: Describe<G>> Trace<G> for Recorder<G, D> {
    fn event(&mut self, game: &G, event: &Event<'_, G>) {
        // Beyond the limit the steps of new states are lost; the others keep their places on the path.
        match event {
            Event::Enter { state, ply, via, window, .. } => {
                self.truncated |= self.nodes.len() >= self.most;
                if self.truncated {
                    return;
                }
                let parent = self.path.last().copied();
                debug_assert_eq!(self.path.len(), ply.0 as usize);
                let node = match self.probed(parent, *via) {
                    Some(node) => {
                        // What waited is to be looked at now.
                        self.notes[node].cut = None;
                        node
                    }
                    None => {
                        let node = self.add(game, state, parent.map(|open| open.node), *via);
                        self.visits += 1;
                        self.nodes[node].order = Some(self.visits);
                        node
                    }
                };
                self.nodes[node].status = Status::Visited;
                self.nodes[node].window = Some(*window);
                let holders = parent.map_or([0, 0], |open| self.holders(open, *window));
                let last = self.notes[node].best.unwrap_or(node);
                self.path.push(Open { node, value: None, window: *window, holders, last });
                self.step(StepKind::Enter);
            }
            _ if self.truncated => {}
            Event::Leaf { value, estimate } => {
                if let Some(open) = self.path.last_mut() {
                    open.value = Some(*value);
                    self.notes[open.node].horizon = *estimate;
                    self.nodes[open.node].estimate = *estimate;
                }
                self.step(StepKind::Leaf { estimate: *estimate });
            }
            // No step of its own: that the search leaves the state at once, with a value or a bound, is all that
            // happens.
            Event::TableHit { value, proof, estimate } => {
                if let Some(open) = self.path.last_mut() {
                    self.notes[open.node].horizon = true;
                    self.notes[open.node].known = Some(match proof {
                        Proof::Lower => (*value, f64::INFINITY),
                        Proof::Upper => (f64::NEG_INFINITY, *value),
                        Proof::Exact | Proof::Estimate => (*value, *value),
                    });
                    self.nodes[open.node].estimate = *estimate;
                    self.nodes[open.node].table_hit = true;
                }
            }
            Event::Update { value, window } => {
                let Some(open) = self.path.last_mut() else { return };
                open.value = Some(*value);
                if window.alpha > open.window.alpha {
                    open.holders[0] = open.node;
                }
                if window.beta < open.window.beta {
                    open.holders[1] = open.node;
                }
                open.window = *window;
                let child = open.last;
                self.notes[open.node].best = Some(child);
                self.step(StepKind::Update { child });
            }
            Event::Cutoff { by, value, cut, .. } => {
                let Some(open) = self.path.last_mut() else { return };
                open.value = Some(*value);
                let holder = open.holders[usize::from(*by == CutBy::Beta)];
                self.notes[open.node].cut = Some((*by, cut.clone()));
                self.step(StepKind::Cutoff { by: *by, cut: Vec::new(), holder });
            }
            Event::Exit { value } => {
                if let Some(open) = self.path.last_mut() {
                    open.value = Some(*value);
                    self.nodes[open.node].value = Some(*value);
                    // Whatever is left without going on is a leaf: a position that has come again is one too.
                    let went_on = !self.nodes[open.node].is_leaf() || self.notes[open.node].cut.is_some();
                    self.notes[open.node].horizon |= !went_on;
                }
                self.step(StepKind::Exit);
                if let Some(left) = self.path.pop()
                    && let Some(parent) = self.path.last_mut()
                {
                    parent.last = left.node;
                }
            }
        }
    }
}

impl<G: ChanceNodes, D: Describe<G>> Recorder<G, D> {
    /// The tree: what the search saw, and what it did not see, below the cut-offs or because it was halted.
    #[must_use]
    pub fn finish(mut self, game: &G) -> SearchTree {
        // 1. The states that the search did not visit.
        let mut at = 0;
        while at < self.nodes.len() {
            self.unfold(game, at);
            at += 1;
        }
        // 2. The principal line: from best child to best child, if the search came to its end.
        let mut principal = (self.path.is_empty() && !self.truncated && !self.nodes.is_empty()).then_some(0);
        while let Some(at) = principal {
            self.nodes[at].principal = true;
            principal = self.notes[at].best;
        }
        // 3. What each value says.
        self.prove(game.bounds());
        // 4. The cut children of each cut-off, now that they exist. Of a probe they are those that waited for good.
        for step in &mut self.steps {
            if let StepKind::Cutoff { by, cut, .. } = &mut step.kind {
                let numbers =
                    self.notes[step.node].cut.as_ref().filter(|last| last.0 == *by).map(|(_, numbers)| numbers);
                let is_cut = |&&child: &&usize| {
                    let Node { number, status, .. } = self.nodes[child];
                    status == Status::Pruned && numbers.is_some_and(|cut| cut.contains(&number))
                };
                cut.extend(self.nodes[step.node].children.iter().filter(is_cut));
            }
        }
        // 5. The order in which people read a tree.
        let (nodes, steps) = preorder(self.nodes, self.steps);
        SearchTree { nodes, steps, scale: game.scale(), truncated: self.truncated }
    }

    /// Adds the children that were not entered, each with the reason why not.
    fn unfold(&mut self, game: &G, at: usize) {
        if self.nodes[at].role.is_none() {
            if self.nodes[at].value.is_none() {
                self.nodes[at].value = Some(game.utility(&self.notes[at].state).into());
            }
            return;
        }
        let is_stub = self.stubs && self.nodes[at].status != Status::Visited;
        if is_stub || self.notes[at].horizon || self.depth.is_some_and(|depth| self.nodes[at].ply >= depth.0) {
            return;
        }
        let state = self.notes[at].state.clone();
        let edges = edges(game, &state);
        let mut known = vec![false; edges.len() + 1];
        for &child in &self.nodes[at].children {
            known[self.nodes[child].number as usize] = true;
        }
        for edge in edges.into_iter().filter(|edge| !known[edge.number as usize]) {
            if self.nodes.len() >= self.most {
                self.truncated = true;
                return;
            }
            let child = self.add(game, &game.result(&state, edge.action), Some(at), Some(edge));
            let cut_here = self.notes[at].cut.as_ref().is_some_and(|(_, cut)| cut.contains(&edge.number));
            let status =
                if cut_here || self.nodes[at].status == Status::Pruned { Status::Pruned } else { Status::NotReached };
            self.nodes[child].status = status;
        }
        let mut children = std::mem::take(&mut self.nodes[at].children);
        sort_by_key(&mut children, |&child| self.nodes[child].number.into());
        self.nodes[at].children = children;
    }

    /// Finds for each value whether it is exact or a bound, from what the visited children leave open.
    fn prove(&mut self, bounds: Bounds) {
        // What is open is anything, but a search that averages goes by the bounds of the game.
        let averages = self.nodes.iter().any(|node| node.role == Some(Role::Chance));
        let open = if averages { bounds } else { Bounds { low: Score::NEG_INFINITY, high: Score::INFINITY } };
        let mut intervals = vec![(f64::from(open.low), f64::from(open.high)); self.nodes.len()];
        // Children come after their parents, so backwards they come first.
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            let Some(value) = node.value.filter(|value| !value.is_nan()) else { continue };
            let children = || node.children.iter().map(|&child| (intervals[child], self.nodes[child].probability));
            let (low, high) = match node.role {
                Some(role) if node.status == Status::Visited && !node.children.is_empty() => match role {
                    Role::Max => children()
                        .fold((f64::NEG_INFINITY, f64::NEG_INFINITY), |a, (b, _)| (a.0.max(b.0), a.1.max(b.1))),
                    Role::Min => {
                        children().fold((f64::INFINITY, f64::INFINITY), |a, (b, _)| (a.0.min(b.0), a.1.min(b.1)))
                    }
                    Role::Chance => children().fold((0.0, 0.0), |sum, ((low, high), probability)| {
                        let probability = probability.unwrap_or(1.0);
                        (sum.0 + probability * low, sum.1 + probability * high)
                    }),
                },
                _ => self.notes[at].known.unwrap_or((value, value)),
            };
            let estimate = node.estimate || node.children.iter().any(|&child| self.nodes[child].estimate);
            // A search that stops at a chance node may know less than its children tell together, never more; and its
            // sums differ by rounding.
            let margin = tolerance(value);
            let proof = if low == high && (value - low).abs() <= margin {
                Proof::Exact
            } else if value <= low + margin {
                Proof::Lower
            } else {
                Proof::Upper
            };
            // What was not visited is open, even where the picture shows its value.
            if node.status == Status::Visited {
                intervals[at] = (low, high);
            }
            self.nodes[at].estimate = estimate;
            self.nodes[at].proof = Some(proof);
        }
    }
}

/// The actions of a state, or the outcomes of chance, numbered.
fn edges<G: ChanceNodes>(game: &G, state: &G::State) -> Vec<Edge<G::Action>> {
    let number = |index: usize| index as u32 + 1;
    if game.role(state) == Role::Chance {
        let mut outcomes = Outcomes::new();
        game.chance_outcomes(state, &mut outcomes);
        let numbered = outcomes.as_slice().iter().enumerate();
        numbered.map(|(i, &(action, p))| Edge { action, number: number(i), probability: Some(p) }).collect()
    } else {
        let numbered = game.action_list(state).into_iter().enumerate();
        numbered.map(|(i, action)| Edge { action, number: number(i), probability: None }).collect()
    }
}

/// Puts the nodes in preorder, and everything that points to a node with them.
fn preorder(nodes: Vec<Node>, mut steps: Vec<Step>) -> (Vec<Node>, Vec<Step>) {
    let mut place = vec![0; nodes.len()];
    let mut order = Vec::with_capacity(nodes.len());
    let mut stack: Vec<usize> = (!nodes.is_empty()).then_some(0).into_iter().collect();
    while let Some(at) = stack.pop() {
        place[at] = order.len();
        order.push(at);
        stack.extend(nodes[at].children.iter().rev());
    }
    let mut slots: Vec<Option<Node>> = nodes.into_iter().map(Some).collect();
    let mut sorted: Vec<Node> = order.into_iter().filter_map(|at| slots[at].take()).collect();
    for node in &mut sorted {
        node.parent = node.parent.map(|parent| place[parent]);
        node.children.iter_mut().for_each(|child| *child = place[*child]);
    }
    for step in &mut steps {
        step.node = place[step.node];
        match &mut step.kind {
            StepKind::Update { child } => *child = place[*child],
            StepKind::Cutoff { cut, holder, .. } => {
                *holder = place[*holder];
                cut.iter_mut().for_each(|child| *child = place[*child]);
            }
            StepKind::Enter | StepKind::Leaf { .. } | StepKind::Exit => {}
        }
    }
    (sorted, steps)
}
