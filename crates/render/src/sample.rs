//! Sample trees for the tests: literal games that real searches walk, and bare shapes.

use std::marker::PhantomData;

use counterplay_core::search::{Order, Settings, alphabeta, expectiminimax, minimax, star1, star2};
use counterplay_core::trace::{Describe, Node, Recorder, SearchTree, Status, Step, StepKind, Window};
use counterplay_core::{
    Actions, Answer, Bounds, Chance, Game, Limits, Outcomes, Role, Score, Seat, Turn, With, Without, with_stack,
};

/// Literal game, whose states are the indices of an arena.
#[derive(Debug, Default)]
pub(crate) struct Literal<L> {
    items: Vec<Item>,
    scale: u32,
    luck: PhantomData<L>,
}

#[derive(Clone, Debug)]
struct Item {
    role: Role,
    utility: Score,
    children: Vec<usize>,
    label: Option<String>,
    action: Option<String>,
    set: Option<String>,
}

impl<L> Literal<L> {
    /// Reads `[[3,12,8],[2,4,6]]`: MAX at the root, then in turns. `~[` is a chance node with equal outcomes, after
    /// which the turns go on as if it were not there. `x` is unknown.
    pub(crate) fn new(text: &str) -> Literal<L> {
        let mut items: Vec<Item> = Vec::new();
        let mut path: Vec<usize> = Vec::new();
        let (mut chance, mut number) = (false, String::new());
        // The side that decides next; a chance node leaves it as it is.
        let mut side = Role::Max;
        let other = |role| if role == Role::Max { Role::Min } else { Role::Max };
        for c in text.chars() {
            match c {
                '[' | ',' | ']' => {
                    if !number.is_empty() || c == '[' {
                        let at = items.len();
                        let utility = number.parse().map_or(Score::UNKNOWN, Score::new);
                        let role = if std::mem::take(&mut chance) { Role::Chance } else { side };
                        items.push(Item { role, utility, children: vec![], label: None, action: None, set: None });
                        if let Some(&parent) = path.last() {
                            items[parent].children.push(at);
                        }
                        number.clear();
                        if c == '[' {
                            path.push(at);
                            side = if role == Role::Chance { side } else { other(side) };
                        }
                    }
                    if c == ']'
                        && let Some(closed) = path.pop()
                    {
                        side = if items[closed].role == Role::Chance { side } else { items[closed].role };
                    }
                }
                '~' => chance = true,
                c if c.is_whitespace() => {}
                c => number.push(c),
            }
        }
        Literal { items, scale: 1, luck: PhantomData }
    }

    fn at(&mut self, path: &str) -> &mut Item {
        let mut at = 0;
        for number in path.split('.').filter(|number| !number.is_empty()) {
            at = self.items[at].children[number.parse::<usize>().unwrap() - 1];
        }
        &mut self.items[at]
    }

    pub(crate) fn label(mut self, path: &str, label: &str) -> Self {
        self.at(path).label = Some(label.to_owned());
        self
    }

    pub(crate) fn action(mut self, path: &str, action: &str) -> Self {
        self.at(path).action = Some(action.to_owned());
        self
    }

    pub(crate) fn set(mut self, path: &str, set: &str) -> Self {
        self.at(path).set = Some(set.to_owned());
        self
    }

    pub(crate) fn scale(mut self, scale: u32) -> Self {
        self.scale = scale;
        self
    }
}

impl<L: Answer> Game for Literal<L> {
    type State = usize;
    type Action = usize;
    type Luck = L;
    type Secrets = Without;

    fn initial(&self) -> usize {
        0
    }
    fn turn(&self, &at: &usize) -> Turn {
        match self.items[at].role {
            Role::Max => Turn::Seat(Seat::FIRST),
            Role::Min => Turn::Seat(Seat::SECOND),
            Role::Chance => Turn::Chance,
        }
    }
    fn actions(&self, &at: &usize, out: &mut Actions<usize>) {
        out.extend(self.items[at].children.iter().copied());
    }
    fn apply(&self, at: &mut usize, action: usize) {
        *at = action;
    }
    fn is_terminal(&self, &at: &usize) -> bool {
        self.items[at].children.is_empty()
    }
    fn utility(&self, &at: &usize) -> Score {
        self.items[at].utility
    }
    fn bounds(&self) -> Bounds {
        let leaves = self.items.iter().filter(|item| item.children.is_empty() && item.utility.is_finite());
        let ends = leaves.map(|leaf| leaf.utility.get()).fold((i32::MAX, i32::MIN), |(a, b), v| (a.min(v), b.max(v)));
        if ends.0 <= ends.1 { Bounds::new(ends.0, ends.1) } else { Bounds::WIN_DRAW_LOSS }
    }
    fn scale(&self) -> u32 {
        self.scale
    }
}

impl Chance for Literal<With> {
    fn outcomes(&self, &at: &usize, out: &mut Outcomes<usize>) {
        let children = &self.items[at].children;
        children.iter().for_each(|&child| out.push(child, 1.0 / children.len() as f64));
    }
}

struct Names;

impl<L: Answer> Describe<Literal<L>> for Names {
    fn label(&self, game: &Literal<L>, &at: &usize) -> Option<String> {
        game.items[at].label.clone()
    }
    fn action(&self, game: &Literal<L>, _: &usize, action: usize) -> Option<String> {
        game.items[action].action.clone()
    }
    fn information_set(&self, game: &Literal<L>, &at: &usize) -> Option<String> {
        game.items[at].set.clone()
    }
}

impl Literal<Without> {
    pub(crate) fn alphabeta(&self) -> SearchTree {
        self.alphabeta_with(&Settings::new())
    }

    pub(crate) fn right_to_left(&self) -> SearchTree {
        self.alphabeta_with(&Settings::new().order(Order::RightToLeft))
    }

    pub(crate) fn alphabeta_with(&self, settings: &Settings) -> SearchTree {
        let mut recorder = Recorder::named(Names);
        // A tree with an unknown leaf is halted there; what was recorded is still a tree.
        let _ = alphabeta(self, &0, settings, &mut recorder);
        recorder.finish(self)
    }

    pub(crate) fn minimax(&self) -> SearchTree {
        let mut recorder = Recorder::named(Names);
        let _ = minimax(self, &0, &Settings::new(), &mut recorder);
        recorder.finish(self)
    }
}

impl Literal<With> {
    pub(crate) fn expectiminimax(&self) -> SearchTree {
        let mut recorder = Recorder::named(Names);
        let _ = expectiminimax(self, &0, &Settings::new(), &mut recorder);
        recorder.finish(self)
    }

    pub(crate) fn star1(&self) -> SearchTree {
        let mut recorder = Recorder::named(Names);
        let _ = star1(self, &0, &Settings::new(), &mut recorder);
        recorder.finish(self)
    }

    pub(crate) fn star2(&self) -> SearchTree {
        let mut recorder = Recorder::named(Names);
        let _ = star2(self, &0, &Settings::new(), &mut recorder);
        recorder.finish(self)
    }
}

/// Tree of the book, by alpha-beta.
pub(crate) fn book() -> SearchTree {
    Literal::new("[[3,12,8],[2,4,6],[14,5,2]]").alphabeta()
}

/// Tree of the book with the book's names.
pub(crate) fn book_with_names() -> SearchTree {
    Literal::new("[[3,12,8],[2,4,6],[14,5,2]]")
        .label("", "A")
        .label("1", "B")
        .label("2", "C")
        .label("3", "D")
        .action("1", "a1")
        .action("2", "a2")
        .action("3", "a3")
        .alphabeta()
}

/// Deep tree: nodes with one action each, searched by alpha-beta.
pub(crate) fn deep(plies: usize) -> SearchTree {
    const STACK: usize = 1 << 30;
    let game = Literal::<Without>::new(&format!("{}1{}", "[".repeat(plies), "]".repeat(plies)));
    let settings = Settings::new().limits(Limits { stack: STACK, ..Limits::default() });
    with_stack(STACK, || game.alphabeta_with(&settings)).unwrap()
}

/// Bare nodes of the given parents, in any order in which parents come first; put in preorder, without any content.
pub(crate) fn bare(parents: &[Option<usize>]) -> Vec<Node> {
    let mut children = vec![Vec::new(); parents.len()];
    for (at, parent) in parents.iter().enumerate() {
        children[parent.unwrap_or(at)].extend(parent.map(|_| at));
    }
    let mut nodes: Vec<Node> = Vec::new();
    let mut stack = vec![(0, None, 0)];
    while let Some((old, parent, number)) = stack.pop() {
        let at = nodes.len();
        let ply = parent.map_or(0, |parent: usize| nodes[parent].ply + 1);
        if let Some(parent) = parent {
            nodes[parent].children.push(at);
        }
        let is_leaf = children[old].is_empty();
        nodes.push(Node {
            parent,
            children: Vec::new(),
            ply,
            number,
            action: None,
            probability: None,
            label: None,
            information_set: None,
            role: (!is_leaf).then_some(if ply % 2 == 0 { Role::Max } else { Role::Min }),
            status: Status::Visited,
            order: Some(at as u32 + 1),
            window: Some(Window::OPEN),
            value: Some(1.0),
            proof: None,
            estimate: false,
            table_hit: false,
            principal: false,
        });
        let numbered = children[old].iter().enumerate().rev();
        stack.extend(numbered.map(|(index, &child)| (child, Some(at), index as u32 + 1)));
    }
    nodes
}

/// Tree of a search that entered all nodes in order, and did nothing else.
pub(crate) fn entered(nodes: Vec<Node>) -> SearchTree {
    let step = |node| Step { node, kind: StepKind::Enter, value: None, window: Window::OPEN };
    let steps = (0..nodes.len()).map(step).collect();
    SearchTree { nodes, steps, scale: 1, truncated: false }
}

/// Chain: one node below the other.
pub(crate) fn chain(plies: usize) -> SearchTree {
    entered(bare(&(0..plies).map(|at| at.checked_sub(1)).collect::<Vec<_>>()))
}

/// Fan: one root with many leaves.
pub(crate) fn fan(leaves: usize) -> SearchTree {
    entered(bare(&(0..=leaves).map(|at| (at > 0).then_some(0)).collect::<Vec<_>>()))
}
