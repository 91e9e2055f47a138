//! Growth of the nodes of searches with the depth, as a chart.

use counterplay_core::search::effective_branching;
use counterplay_render::chart::{Axis, Chart, Series};

/// Growth of nodes with depth, by search.
#[derive(Clone, Debug, Default)]
pub struct Growth {
    lines: Vec<Line>,
    /// Searches that a limit stopped, whose counts say nothing, and at which depths.
    left_out: Vec<(&'static str, Vec<u32>)>,
}

/// Nodes of one search at each depth.
#[derive(Clone, Debug)]
struct Line {
    name: &'static str,
    counts: Vec<(u32, u64)>,
}

/// Branching factor that explains how many nodes a search entered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Branching {
    /// Branching factor.
    pub b: f64,
    /// Depth that it explains.
    pub depth: u32,
    /// Number of nodes entered.
    pub nodes: u64,
}

impl FromIterator<(&'static str, u32, Option<u64>)> for Growth {
    /// Collects names, depths and nodes; no nodes where a limit stopped the search.
    fn from_iter<I: IntoIterator<Item = (&'static str, u32, Option<u64>)>>(counts: I) -> Growth {
        let mut growth = Growth::default();
        for (name, depth, nodes) in counts {
            match nodes {
                Some(nodes) => match growth.lines.iter_mut().find(|line| line.name == name) {
                    Some(line) => line.counts.push((depth, nodes)),
                    None => growth.lines.push(Line { name, counts: vec![(depth, nodes)] }),
                },
                None => match growth.left_out.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, depths)) => depths.push(depth),
                    None => growth.left_out.push((name, vec![depth])),
                },
            }
        }
        growth
    }
}

impl Line {
    /// Effective branching factor. Beyond the end of every game the tree no longer grows: the depth at which it is
    /// whole counts. Where each state has at most one action, there is no growth.
    fn branching(&self) -> Option<Branching> {
        let most = self.counts.iter().map(|(_, nodes)| *nodes).max()?;
        let &(depth, nodes) = self.counts.iter().find(|(_, nodes)| *nodes == most)?;
        Some(Branching { b: effective_branching(depth, nodes), depth, nodes }).filter(|found| found.b > 1.0)
    }

    fn series(&self) -> Series {
        let b = self.branching().map(|found| format!(", b* = {:.2}", found.b)).unwrap_or_default();
        let points = self.counts.iter().map(|&(depth, nodes)| (f64::from(depth), nodes as f64));
        Series::new(format!("{}{b}", self.name), points)
    }
}

impl Growth {
    /// Branching factor of minimax, which visits everything, and so that of the game.
    #[must_use]
    pub fn branching(&self) -> Option<Branching> {
        self.lines.iter().find(|line| line.name == "minimax")?.branching()
    }

    /// Chart with a line for each search and its effective branching factor b*, and the curves of all nodes, b^m, and
    /// of perfect cuts, b^(m/2).
    #[must_use]
    pub fn chart(&self, title: String) -> Chart {
        let depths = || self.lines.iter().flat_map(|line| &line.counts).map(|(depth, _)| *depth);
        let (first, last) = (depths().min().unwrap_or(0), depths().max().unwrap_or(0));
        let curve = |Branching { b, depth, .. }, name, share: f64| {
            // A curve through one depth would be a point: it begins at the root then.
            let from = if first == last { 0 } else { first };
            Series::new(name, (from..=depth).map(|m| (f64::from(m), b.powf(f64::from(m) * share))))
        };
        let curves = |found: Branching| {
            [curve(found, format!("b^{{m}}, b = {:.2}", found.b), 1.0), curve(found, "b^{m/2}".to_owned(), 0.5)]
        };
        let references = self.branching().map(curves).into_iter().flatten().collect();
        let series = self.lines.iter().map(Line::series).collect();
        Chart { title, x: Axis::linear("depth m"), y: Axis::logarithmic("nodes"), series, references }
    }

    /// Notes on what the picture does not say itself.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(Branching { b, depth, nodes }) = self.branching() {
            notes.push(format!(
                "b = {b:.2} in the plot: with b branches everywhere a tree of depth {depth} has minimax's {nodes} nodes"
            ));
        }
        let list = |depths: &[u32]| depths.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        for (name, depths) in &self.left_out {
            notes.push(format!("not in the plot, for a limit stopped it: {name} at depth {}", list(depths)));
        }
        notes
    }
}
