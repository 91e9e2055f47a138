//! The principal line and the children of the root, read from the trace.

use super::{Edge, Event, Trace};
use crate::{Game, Ply};

/// An action of the root that the search has finished with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootChild<A> {
    /// The action.
    pub action: A,
    /// Its number, from 1.
    pub number: u32,
    /// What the search returned for it.
    pub value: f64,
    /// Whether it was the best so far when the search left it.
    pub improved: bool,
}

/// Knows what a decision at the root needs.
///
/// As a listener it hears of every node. A search with a window can do with less: it tells what lands inside its
/// window, and the children of the root.
#[derive(Debug)]
pub struct Witness<A> {
    /// For each ply the best line below it, last action first, and the action that led to the ply.
    /// A parent *takes* the line of its best child, so that even a line of 100,000 plies is never copied.
    lines: Vec<(Option<A>, u32, Vec<A>)>,
    ply: usize,
    children: Vec<RootChild<A>>,
}

impl<A: Copy> Witness<A> {
    /// One who has heard nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Witness { lines: Vec::new(), ply: 0, children: Vec::new() }
    }

    /// The actions of the root that the search has finished with, in the order of its visits.
    #[must_use]
    pub fn children(&self) -> &[RootChild<A>] {
        &self.children
    }

    /// Notes that an action, which leads to a state so far from the root, has a value inside the window: it is the best
    /// so far, and the line goes on with that of the state, unless it is a leaf.
    pub(crate) fn note_best(&mut self, action: A, ply: Ply, leaf: bool) {
        let ply = ply.0 as usize;
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, || (None, 0, Vec::new()));
        }
        let (above, below) = self.lines.split_at_mut(ply);
        let (best, line) = (&mut above[ply - 1].2, &mut below[0].2);
        std::mem::swap(best, line);
        if leaf {
            best.clear();
        }
        best.push(action);
        if ply == 1
            && let Some(child) = self.children.last_mut()
        {
            child.improved = true;
        }
    }

    /// Notes that the search has finished with a child of the root.
    #[cold]
    pub(crate) fn note_child(&mut self, edge: Edge<A>, value: impl Into<f64>) {
        let Edge { action, number, .. } = edge;
        self.children.push(RootChild { action, number, value: value.into(), improved: false });
    }

    /// The best line of play from the root as far as the search has got.
    #[must_use]
    pub fn line(&self) -> Vec<A> {
        self.lines.first().map(|(_, _, line)| line.iter().rev().copied().collect()).unwrap_or_default()
    }
}

impl<A: Copy> Default for Witness<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Trace<G> for Witness<G::Action> {
    fn event(&mut self, _: &G, event: &Event<'_, G>) {
        match event {
            Event::Enter { ply, via, .. } => {
                self.ply = ply.0 as usize;
                if self.lines.len() <= self.ply {
                    self.lines.resize_with(self.ply + 1, || (None, 0, Vec::new()));
                }
                let (action, number, line) = &mut self.lines[self.ply];
                (*action, *number) = (via.map(|edge| edge.action), via.map_or(0, |edge| edge.number));
                line.clear();
            }
            Event::Update { .. } => {
                let (parents, children) = self.lines.split_at_mut(self.ply + 1);
                if let Some((action, _, line)) = children.first_mut() {
                    let best = &mut parents[self.ply].2;
                    std::mem::swap(best, line);
                    best.extend(*action);
                }
                if self.ply == 0
                    && let Some(child) = self.children.last_mut()
                {
                    child.improved = true;
                }
            }
            Event::Exit { value } => {
                if self.ply == 1
                    && let (Some(action), number, _) = self.lines[1]
                {
                    self.children.push(RootChild { action, number, value: *value, improved: false });
                }
                self.ply = self.ply.saturating_sub(1);
            }
            Event::Leaf { .. } | Event::TableHit { .. } | Event::Cutoff { .. } => {}
        }
    }
}
