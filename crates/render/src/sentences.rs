//! Sentences that explain a search to a student.
//!
//! Each [`Step`] has one sentence, in order: what the step did, to which node, and why. Alpha and beta are mentioned
//! where the search has them; minimax and expectiminimax, whose windows stay open, go without. Nodes are called by
//! their [names](crate::name). Each sentence takes constant time, however deep or wide the tree is.

use counterplay_core::trace::{CutBy, SearchTree, Step, StepKind};
use counterplay_core::{Proof, Role};

use crate::labels::{is_box, narrows};
use crate::name::{self, Names, plain};
use crate::number::{Numerals, Script, probability};

/// Sentences of a search, one for each of its steps.
#[must_use]
pub fn sentences(tree: &SearchTree) -> Sentences<'_> {
    Sentences {
        tree,
        names: Names::new(tree),
        numerals: Numerals::new(tree.scale, Script::Unicode),
        has_windows: narrows(tree),
        best: vec![None; tree.nodes.len()],
        probing: None,
        next: 0,
    }
}

/// Iterator over the sentences of a search. See [`sentences`].
pub struct Sentences<'a> {
    tree: &'a SearchTree,
    names: Names<'a>,
    numerals: Numerals,
    /// Whether alpha and beta are mentioned.
    has_windows: bool,
    /// Best child of each node so far.
    best: Vec<Option<usize>>,
    /// Probed node, whose other actions wait, just before it is left.
    probing: Option<usize>,
    next: usize,
}

impl Iterator for Sentences<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let step = self.tree.steps.get(self.next)?;
        self.next += 1;
        Some(self.tell(step))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.tree.steps.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Sentences<'_> {}

impl Sentences<'_> {
    /// Most actions that are listed one by one.
    const LISTED: usize = 6;

    fn tell(&mut self, step: &Step) -> String {
        let node = step.node;
        let value = step.value.map_or_else(String::new, |value| self.numerals.value(value));
        let who = self.who(node);
        let sentence = match &step.kind {
            StepKind::Enter if is_box(&self.tree.nodes[node]) => format!("Go to {who}."),
            // Only a state that was probed is entered again, and its best child is mentioned again.
            StepKind::Enter if self.best[node].take().is_some() => {
                format!("Go on with {who}, which was probed, with {}.", self.window(step))
            }
            StepKind::Enter if self.has_windows => format!("Enter {who} with {}.", self.window(step)),
            StepKind::Enter => format!("Enter {who}."),
            StepKind::Leaf { estimate: true } => {
                format!("{who} is as far as the search looks: the evaluation says {value}.")
            }
            StepKind::Leaf { estimate: false } => format!("{who} is worth {value}."),
            StepKind::Update { child } => {
                let first = self.best[node].replace(*child).is_none();
                self.update(step, *child, first, &value)
            }
            StepKind::Cutoff { by: CutBy::Probe, cut, .. } => {
                self.probing = Some(node);
                self.probe(node, cut, &value)
            }
            StepKind::Cutoff { by, cut, holder } => self.cutoff(step, *by, cut, *holder, &value),
            StepKind::Exit if self.probing.take() == Some(node) => {
                format!("Leave {who} for now: it is worth {}{value}.", self.one_action_shows(node))
            }
            StepKind::Exit => self.exit(node, &value),
        };
        capitalised(&sentence)
    }

    fn update(&self, step: &Step, child: usize, first: bool, value: &str) -> String {
        let role = self.tree.nodes[step.node].role;
        let change = match (first, role) {
            (true, _) => "is",
            (false, Some(Role::Min)) => "falls to",
            (false, _) => "rises to",
        };
        let so_far = if first { " so far" } else { "" };
        let limit = match role {
            _ if !self.has_windows => String::new(),
            Some(Role::Max) => self.limit("alpha", step.window.alpha, step.value, |limit, value| limit > value),
            Some(Role::Min) => self.limit("beta", step.window.beta, step.value, |limit, value| limit < value),
            Some(Role::Chance) | None => String::new(),
        };
        let action = self.action(child);
        format!("{}: the value {change} {value}{so_far}, by action {action}{limit}.", self.who(step.node))
    }

    /// Change of the node's own limit after a new value.
    fn limit(&self, name: &str, limit: f64, value: Option<f64>, is_better: fn(f64, f64) -> bool) -> String {
        match value {
            Some(value) if limit == value => format!("; so {name} = {}", self.numerals.value(limit)),
            Some(value) if is_better(limit, value) => {
                format!("; {name} = {} is better already", self.numerals.value(limit))
            }
            _ => String::new(),
        }
    }

    fn cutoff(&self, step: &Step, by: CutBy, cut: &[usize], holder: usize, value: &str) -> String {
        let (sign, name, limit, side) = if by == CutBy::Alpha {
            ("<=", "alpha", step.window.alpha, "MAX")
        } else {
            (">=", "beta", step.window.beta, "MIN")
        };
        let has = match self.best[holder] {
            Some(best) => {
                format!("which {side} already has at {} by action {}", self.place(holder), self.action(best))
            }
            None if self.is_chance(holder) => format!("the limit that {} sets for this outcome", self.who(holder)),
            None => "the limit that the search began with".to_owned(),
        };
        let rest =
            if cut.is_empty() { "there is nothing left to cut".to_owned() } else { format!("cut {}", self.list(cut)) };
        let (who, limit) = (self.who(step.node), self.numerals.value(limit));
        if self.is_chance(step.node) {
            let most = if by == CutBy::Alpha { "most" } else { "least" };
            return format!(
                "{who}: whatever is still open, it is worth at {most} {value}, and {value} {sign} {name} = {limit}, \
                 {has}: {rest}."
            );
        }
        format!("{who}: {value} {sign} {name} = {limit}, {has}: {rest}.")
    }

    /// Sentence for a probed state below a chance node, of which one action has been searched.
    fn probe(&self, node: usize, cut: &[usize], value: &str) -> String {
        let rest = match cut {
            [] => "the other actions wait".to_owned(),
            [only] => format!("{} waits, and will never be needed", self.names.name(*only)),
            cut => format!("{} wait, and will never be needed", self.list(cut)),
        };
        format!("{}: one action shows that it is worth {}{value}; {rest}.", self.who(node), self.one_action_shows(node))
    }

    /// Bound that one action shows of a state.
    fn one_action_shows(&self, node: usize) -> &'static str {
        if self.tree.nodes[node].role == Some(Role::Min) { "at most " } else { "at least " }
    }

    fn is_chance(&self, node: usize) -> bool {
        self.tree.nodes[node].role == Some(Role::Chance)
    }

    fn exit(&self, node: usize, value: &str) -> String {
        let who = self.who(node);
        let is = match self.tree.nodes[node].proof {
            Some(Proof::Upper) => "at most ",
            Some(Proof::Lower) => "at least ",
            _ => "",
        };
        match self.tree.nodes[node].role {
            _ if is_box(&self.tree.nodes[node]) => format!("Return {value} from {who}."),
            Some(Role::Chance) if is.is_empty() => {
                format!("Leave {who}: it is worth {}{value}, the mean of its outcomes.", self.mean(node))
            }
            _ if node == 0 => match self.best[node] {
                Some(best) => format!("{who} is worth {is}{value}, by action {}.", self.action(best)),
                None => format!("{who} is worth {is}{value}."),
            },
            _ => format!("Leave {who}: it is worth {is}{value}."),
        }
    }

    /// Sum behind the value of a chance node, if it is short: `0.5 × 3 + 0.5 × 4 = `.
    fn mean(&self, node: usize) -> String {
        let children = &self.tree.nodes[node].children;
        let term = |&child: &usize| {
            let child = &self.tree.nodes[child];
            let (p, value) = child.probability.zip(child.value)?;
            Some(format!("{} × {}", probability(p), self.numerals.value(value)))
        };
        if children.len() > Self::LISTED {
            return String::new();
        }
        let terms: Option<Vec<String>> = children.iter().map(term).collect();
        terms.map_or_else(String::new, |terms| terms.join(" + ") + " = ")
    }

    /// Name of a node with its role: `A (MAX)`, `node 2 (MIN)`, `leaf 1.2`.
    fn who(&self, node: usize) -> String {
        match self.tree.nodes[node].role {
            Some(role) if !is_box(&self.tree.nodes[node]) => format!("{} ({})", self.place(node), name::role(role)),
            _ if node == 0 => self.names.name(node),
            _ => format!("leaf {}", self.names.name(node)),
        }
    }

    /// Name of a node that nobody takes for a value: `A`, `node 2`, `the root`.
    fn place(&self, node: usize) -> String {
        let name = self.names.name(node);
        if name.starts_with(|c: char| c.is_ascii_digit()) { format!("node {name}") } else { name }
    }

    /// Name of the action that leads to a node.
    fn action(&self, node: usize) -> String {
        let node = &self.tree.nodes[node];
        node.action.as_deref().map_or_else(|| node.number.to_string(), plain)
    }

    fn window(&self, step: &Step) -> String {
        let [alpha, beta] = [step.window.alpha, step.window.beta].map(|limit| self.numerals.value(limit));
        format!("alpha = {alpha}, beta = {beta}")
    }

    /// List of nodes: `B.2`, `B.2 and B.3`, `B.2, B.3, B.4, … and B.90 (89 in all)`.
    fn list(&self, nodes: &[usize]) -> String {
        let names = |nodes: &[usize]| nodes.iter().map(|&node| self.names.name(node)).collect::<Vec<_>>().join(", ");
        match nodes {
            [] => String::new(),
            [only] => self.names.name(*only),
            [before @ .., last] if nodes.len() <= Self::LISTED => {
                format!("{} and {}", names(before), self.names.name(*last))
            }
            [first, second, third, .., last] => {
                format!(
                    "{}, … and {} ({} in all)",
                    names(&[*first, *second, *third]),
                    self.names.name(*last),
                    nodes.len()
                )
            }
            [before @ .., last] => format!("{} and {}", names(before), self.names.name(*last)),
        }
    }
}

/// Capitalises a sentence. Labels keep their own case: they are names.
fn capitalised(sentence: &str) -> String {
    for (word, capital) in [("the root", "The root"), ("leaf ", "Leaf "), ("node ", "Node ")] {
        if let Some(rest) = sentence.strip_prefix(word) {
            return format!("{capital}{rest}");
        }
    }
    sentence.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{Literal, book, book_with_names, deep};

    fn told(tree: &SearchTree) -> Vec<String> {
        let told: Vec<String> = sentences(tree).collect();
        assert_eq!(told.len(), tree.steps.len());
        told
    }

    #[test]
    fn the_book_is_told_with_alpha_and_beta() {
        let told = told(&book_with_names());
        for (index, sentence) in [
            (0, "Enter A (MAX) with alpha = -∞, beta = +∞."),
            (1, "Enter B (MIN) with alpha = -∞, beta = +∞."),
            (2, "Go to leaf B.1."),
            (3, "Leaf B.1 is worth 3."),
            (4, "Return 3 from leaf B.1."),
            (5, "B (MIN): the value is 3 so far, by action 1; so beta = 3."),
            (12, "Leave B (MIN): it is worth 3."),
            (13, "A (MAX): the value is 3 so far, by action a1; so alpha = 3."),
            (14, "Enter C (MIN) with alpha = 3, beta = +∞."),
            (18, "C (MIN): the value is 2 so far, by action 1."),
            (19, "C (MIN): 2 <= alpha = 3, which MAX already has at A by action a1: cut C.2 and C.3."),
        ] {
            assert_eq!(told[index], sentence);
        }
        assert!(told.contains(&"D (MIN): the value falls to 5 by action 2; so beta = 5.".replace(" by", ", by")));
        assert!(
            told.contains(
                &"D (MIN): 2 <= alpha = 3, which MAX already has at A by action a1: there is nothing left to cut."
                    .to_owned()
            )
        );
        assert_eq!(told.last().unwrap(), "A (MAX) is worth 3, by action a1.");
    }

    #[test]
    fn nodes_without_names_are_called_by_their_paths() {
        let told = told(&book());
        assert_eq!(told[0], "Enter the root (MAX) with alpha = -∞, beta = +∞.");
        assert_eq!(told[13], "The root (MAX): the value is 3 so far, by action 1; so alpha = 3.");
        assert_eq!(
            told[19],
            "Node 2 (MIN): 2 <= alpha = 3, which MAX already has at the root by action 1: cut 2.2 and 2.3."
        );
    }

    #[test]
    fn minimax_is_told_without_windows() {
        let told = told(&Literal::new("[[3,12],[2,4]]").minimax());
        assert_eq!(told[0], "Enter the root (MAX).");
        assert!(told.iter().all(|sentence| !sentence.contains("alpha") && !sentence.contains("beta")));
    }

    #[test]
    fn the_mean_of_a_chance_node_is_written_out() {
        let told = told(&Literal::new("[~[3,4],~[1,2]]").scale(2).expectiminimax());
        let mean = "Leave node 1 (CHANCE): it is worth 0.5 × 1.5 + 0.5 × 2 = 1.75, the mean of its outcomes.";
        assert!(told.contains(&mean.to_owned()), "{told:#?}");
    }

    #[test]
    fn cuts_at_chance_nodes_are_told_with_their_reason() {
        let tree = Literal::new("[~[[4,6],[8,5]],~[[2,7],[1,8],[3,9]]]");
        let one = told(&tree.star1());
        for sentence in [
            "Enter node 2 (CHANCE) with alpha = 4.5, beta = +∞.",
            "Enter node 2.2 (MIN) with alpha = 2.5, beta = 9.",
            "Node 2.2 (MIN): 1 <= alpha = 2.5, the limit that node 2 (CHANCE) sets for this outcome: cut 2.2.2.",
            "Node 2 (CHANCE): whatever is still open, it is worth at most 4, and 4 <= alpha = 4.5, which MAX already \
             has at the root by action 1: cut 2.3.",
            "Leave node 2 (CHANCE): it is worth at most 4.",
        ] {
            assert!(one.contains(&sentence.to_owned()), "{sentence}: {one:#?}");
        }
        let two = told(&tree.star2());
        for sentence in [
            "Node 2.1 (MIN): one action shows that it is worth at most 2; 2.1.2 waits, and will never be needed.",
            "Leave node 2.1 (MIN) for now: it is worth at most 2.",
        ] {
            assert!(two.contains(&sentence.to_owned()), "{sentence}: {two:#?}");
        }
        // A probe that was not enough is continued, and described as such.
        let again = told(&Literal::new("[~[[4,6],[8,5]],~[[2,7],[9,0],[3,8]]]").star2());
        let waits = "Node 2.1 (MIN): one action shows that it is worth at most 2; the other actions wait.";
        let goes_on = "Go on with node 2.1 (MIN), which was probed, with alpha = 1.5, beta = 2.";
        assert!(again.contains(&waits.to_owned()) && again.contains(&goes_on.to_owned()), "{again:#?}");
    }

    #[test]
    fn a_long_list_of_cuts_is_shortened_and_bounds_are_told() {
        let told = told(&Literal::new("[[3,4],[2,1,1,1,1,1,1,1,1]]").alphabeta());
        assert!(told.iter().any(|s| s.ends_with("cut 2.2, 2.3, 2.4, … and 2.9 (8 in all).")), "{told:#?}");
    }

    #[test]
    fn a_beta_cut_names_who_holds_beta() {
        let told = told(&Literal::new("[[[3,5],[6,9]]]").alphabeta());
        assert!(
            told.contains(
                &"Node 1.2 (MAX): 6 >= beta = 5, which MIN already has at node 1 by action 1: cut 1.2.2.".to_owned()
            ),
            "{told:#?}"
        );
    }

    #[test]
    fn a_very_deep_search_is_told_in_linear_time() {
        let tree = deep(100_000);
        let told = told(&tree);
        assert!(told.iter().all(|sentence| sentence.len() < 300));
        assert!(told.iter().any(|sentence| sentence.contains("1. … .1.1")));
    }
}
