//! The algorithms by their definitions.

use crate::Plain;

/// What naive alpha-beta visits: the value, the nodes, and the paths of the leaves in the order of visits.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Visits {
    /// The value of the root.
    pub value: i32,
    /// How many nodes were entered.
    pub nodes: u64,
    /// The leaves in the order of visits, each by its path of numbers from 1.
    pub leaves: Vec<Vec<u32>>,
}

impl Plain {
    /// The minimax value, or the expectation where there are chance nodes.
    #[must_use]
    pub fn value(&self) -> f64 {
        match self {
            Plain::Leaf(value) => f64::from(*value),
            Plain::Max(below) => below.iter().map(Plain::value).fold(f64::NEG_INFINITY, f64::max),
            Plain::Min(below) => below.iter().map(Plain::value).fold(f64::INFINITY, f64::min),
            Plain::Chance(below) => below.iter().map(|(p, tree)| p * tree.value()).sum(),
        }
    }

    /// The numbers of the root's actions that have its value.
    #[must_use]
    pub fn best(&self) -> Vec<u32> {
        let (Plain::Max(below) | Plain::Min(below)) = self else { return Vec::new() };
        (1..).zip(below).filter(|(_, tree)| tree.value() == self.value()).map(|(number, _)| number).collect()
    }

    /// What each strategy of MAX gets on average from a MIN who plays at random with a probability, and otherwise the
    /// first of its minimax actions: a value for each pure strategy, in no order. Nothing if there are too many.
    #[must_use]
    pub fn against_blunders(&self, random: f64) -> Option<Vec<f64>> {
        let chances: Vec<(f64, &Plain)> = match self {
            Plain::Leaf(value) => return Some(vec![f64::from(*value)]),
            Plain::Max(below) => {
                let lists = below.iter().map(|tree| tree.against_blunders(random));
                return Some(lists.collect::<Option<Vec<_>>>()?.concat());
            }
            Plain::Chance(below) => below.iter().map(|(p, tree)| (*p, tree)).collect(),
            Plain::Min(below) => {
                let best = below.iter().position(|tree| tree.value() == self.value());
                let share = |at: usize| random / below.len() as f64 + if Some(at) == best { 1.0 - random } else { 0.0 };
                below.iter().enumerate().map(|(at, tree)| (share(at), tree)).collect()
            }
        };
        // One strategy below each branch, in all combinations.
        let mut sums = vec![0.0];
        for (share, tree) in chances {
            let values = tree.against_blunders(random)?;
            if sums.len() * values.len() > 20_000 {
                return None;
            }
            sums = sums.iter().flat_map(|sum| values.iter().map(move |value| sum + share * value)).collect();
        }
        Some(sums)
    }

    /// Alpha-beta, from the left or from the right, cutting at equal values or only at better ones.
    ///
    /// Written without windows: a node may stop when what it has is at least as bad for an ancestor of the other side
    /// as what that ancestor has. `floor` holds what MAX has on the path, `ceiling` what MIN has.
    ///
    /// # Panics
    /// At a chance node: alpha-beta is not for them.
    #[must_use]
    pub fn alphabeta(&self, from_right: bool, cut_at_equal: bool) -> Visits {
        let mut visits = Visits::default();
        visits.value = self.walk(from_right, cut_at_equal, &[], &[], &mut Vec::new(), &mut visits);
        visits
    }

    fn walk(
        &self,
        right: bool,
        equal: bool,
        floor: &[i32],
        ceiling: &[i32],
        path: &mut Vec<u32>,
        visits: &mut Visits,
    ) -> i32 {
        visits.nodes += 1;
        let (below, max) = match self {
            Plain::Leaf(value) => {
                visits.leaves.push(path.clone());
                return *value;
            }
            Plain::Max(below) => (below, true),
            Plain::Min(below) => (below, false),
            Plain::Chance(_) => panic!("a chance node in alpha-beta"),
        };
        let mut numbers: Vec<usize> = (0..below.len()).collect();
        if right {
            numbers.reverse();
        }
        let mut found: Vec<i32> = Vec::new();
        for number in numbers {
            let own = if max { found.iter().max() } else { found.iter().min() };
            let with_own = |path_values: &[i32], mine: bool| -> Vec<i32> {
                path_values.iter().chain(own.filter(|_| mine)).copied().collect()
            };
            path.push(number as u32 + 1);
            let value = below[number].walk(right, equal, &with_own(floor, max), &with_own(ceiling, !max), path, visits);
            path.pop();
            found.push(value);
            let refuted = if max {
                ceiling.iter().any(|&c| if equal { value >= c } else { value > c })
            } else {
                floor.iter().any(|&f| if equal { value <= f } else { value < f })
            };
            if refuted {
                break;
            }
        }
        let best = if max { found.iter().max() } else { found.iter().min() };
        *best.expect("a node has branches")
    }

    /// The fewest nodes that show `self` to have its value, by trying every way to show it.
    #[must_use]
    pub fn minimal_nodes(&self) -> u64 {
        self.show(self.value(), true, true).expect("a value can be shown")
    }

    /// The fewest nodes that show that the value is at least (and, or, at most) `v`.
    fn show(&self, v: f64, at_least: bool, at_most: bool) -> Option<u64> {
        let own = self.value();
        if (at_least && own < v) || (at_most && own > v) {
            return None;
        }
        let (below, max) = match self {
            Plain::Leaf(_) => return Some(1),
            Plain::Max(below) => (below, true),
            Plain::Min(below) => (below, false),
            Plain::Chance(_) => panic!("a chance node in the minimal tree"),
        };
        // The claim that one action shows, and the claim that takes all actions.
        let (one, all) = if max { (at_least, at_most) } else { (at_most, at_least) };
        let cost = |tree: &Plain, one: bool| {
            let (low, high) = if max { (one, all) } else { (all, one) };
            if low || high { tree.show(v, low, high) } else { Some(0) }
        };
        if !one {
            return below.iter().map(|tree| cost(tree, false)).sum::<Option<u64>>().map(|sum| sum + 1);
        }
        let ways = (0..below.len()).filter_map(|chosen| {
            let each = below.iter().enumerate().map(|(i, tree)| cost(tree, i == chosen));
            each.sum::<Option<u64>>()
        });
        ways.min().map(|sum| sum + 1)
    }
}
