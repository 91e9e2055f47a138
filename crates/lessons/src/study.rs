//! Study: one search of a tree, recorded.

use counterplay_core::search::{
    CutoffRule, Decision, Order, Settings, alphabeta, expectiminimax, minimax, star1, star2,
};
use counterplay_core::trace::{Recorder, SearchTree};
use counterplay_core::{Cause, Game, Halt, Limits, Role, Side, TextError, Without};
use counterplay_tree::{Branch, Names, Tree, TreeGame};

/// Choice with a name: the type, its doc, and for each value its name.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$item_doc])* #[serde(rename = $word)] $item),+ }

        impl $name {
            /// Names of all choices.
            pub const WORDS: &[&str] = &[$($word),+];

            /// Name of the choice.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $($name::$item => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(word: &str) -> Result<$name, String> {
                match word {
                    $($word => Ok($name::$item),)+
                    other => Err(format!("{other:?} is none of {}", $name::WORDS.join(", "))),
                }
            }
        }
    };
}

choice! {
    /// Search algorithm.
    Algorithm {
        /// Minimax, which visits every state.
        Minimax = "minimax",
        /// Alpha-beta, which visits only what can matter.
        Alphabeta = "alphabeta",
        /// Expectiminimax, for trees with chance nodes.
        Expectiminimax = "expectiminimax",
        /// Star1, with chance nodes, which visits only what can matter.
        Star1 = "star1",
        /// Star2, which probes each outcome of chance first.
        Star2 = "star2",
        /// Averaging over the nodes of each information set.
        Averaging = "averaging",
    }
}

impl Algorithm {
    /// Whether the algorithm has windows, and cuts.
    #[must_use]
    pub fn prunes(self) -> bool {
        matches!(self, Algorithm::Alphabeta | Algorithm::Star1 | Algorithm::Star2)
    }
}

choice! {
    /// Direction in which branches are visited.
    Direction {
        /// Left to right.
        Ltr = "ltr",
        /// Right to left.
        Rtl = "rtl",
    }
}

choice! {
    /// Cut-off rule: when a value cuts.
    Rule {
        /// Greater or equal: an equal value cuts.
        Ge = "ge",
        /// Greater: only a better value cuts.
        Gt = "gt",
    }
}

impl From<Direction> for Order {
    fn from(direction: Direction) -> Order {
        match direction {
            Direction::Ltr => Order::LeftToRight,
            Direction::Rtl => Order::RightToLeft,
        }
    }
}

impl From<Rule> for CutoffRule {
    fn from(rule: Rule) -> CutoffRule {
        match rule {
            Rule::Ge => CutoffRule::Ge,
            Rule::Gt => CutoffRule::Gt,
        }
    }
}

/// Choices of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// Search algorithm.
    pub algorithm: Algorithm,
    /// Order of the branches.
    pub direction: Direction,
    /// Cut-off rule.
    pub cutoff: Rule,
}

/// Study of a tree: the result of a search, and its trace.
#[derive(Debug)]
pub struct Study {
    /// Choices of the search.
    pub choices: Choices,
    /// Result, or what halted the search.
    pub result: Result<Decision<Branch>, Box<Halt>>,
    /// Search tree with its values and steps.
    pub seen: SearchTree,
}

/// Problem of a search that found nothing.
#[derive(Debug)]
pub enum StudyProblem {
    /// Unknown leaf that the search needs: this one, in the text that the tree was read from.
    Unknown(TextError),
    /// Resource that the machine lacks.
    Resource(String),
    /// Other problem.
    Other(String),
}

/// Chooses the search that suits the tree, unless one is given: then it checks that one.
///
/// # Errors
/// If the search that was asked for is for other trees, with one that is for this; or if `root` and the tree contradict
/// each other on who moves first.
pub fn choose(tree: &Tree, asked: Option<Algorithm>, root: Option<Side>) -> Result<Algorithm, String> {
    if let (Some(role @ (Role::Max | Role::Min)), Some(side)) = (tree.root_role(), root)
        && role != Role::from(side)
    {
        let [text, option] = [role, side.into()].map(|role| if role == Role::Max { "max" } else { "min" });
        return Err(format!("the tree says that {text} moves at its root, and --root says {option}"));
    }
    let veiled = !tree.information_sets().is_empty();
    match asked {
        None if veiled => Ok(Algorithm::Averaging),
        None if tree.has_chance() => Ok(Algorithm::Expectiminimax),
        None => Ok(Algorithm::Alphabeta),
        Some(Algorithm::Averaging) if !veiled => {
            Err("averaging is for trees with information sets (max@name[…]), and this tree has none; \
             use --algorithm alphabeta, or expectiminimax where there is chance"
                .to_owned())
        }
        Some(algorithm @ (Algorithm::Minimax | Algorithm::Alphabeta)) if tree.has_chance() => Err(format!(
            "{algorithm} is for games without chance, and this tree has chance nodes; use --algorithm expectiminimax"
        )),
        Some(algorithm) if algorithm != Algorithm::Averaging && veiled => Err(format!(
            "{algorithm} is for games of perfect information, and this tree has information sets; use --algorithm \
             averaging"
        )),
        Some(algorithm @ (Algorithm::Star1 | Algorithm::Star2)) if tree.has_unknown() => Err(format!(
            "{algorithm} cuts by the least and the greatest leaf, and this tree has a leaf whose value is unknown; use \
             --algorithm expectiminimax"
        )),
        Some(algorithm) => Ok(algorithm),
    }
}

/// Searches the tree once, with so many bytes of stack.
#[must_use]
pub fn study(tree: &Tree, choices: Choices, stack: usize) -> Study {
    let limits = Limits { stack, ..Limits::default() };
    let settings =
        Settings::new().order(choices.direction.into()).cutoff(choices.cutoff.into()).all_best(true).limits(limits);
    let (result, seen) = match (choices.algorithm, tree.deterministic()) {
        (Algorithm::Minimax, Some(game)) => plain(&game, tree, |r| minimax(&game, &game.initial(), &settings, r)),
        (Algorithm::Alphabeta, Some(game)) => plain(&game, tree, |r| alphabeta(&game, &game.initial(), &settings, r)),
        _ => {
            let game = tree.stochastic();
            let mut recorder = Recorder::named(Names(tree)).limited(tree.len(), None);
            let result = match choices.algorithm {
                Algorithm::Star1 => star1(&game, &game.initial(), &settings, &mut recorder),
                Algorithm::Star2 => star2(&game, &game.initial(), &settings, &mut recorder),
                _ => expectiminimax(&game, &game.initial(), &settings, &mut recorder),
            };
            (result, recorder.finish(&game))
        }
    };
    Study { choices, result, seen }
}

type Plain<'t> = TreeGame<'t, Without, Without>;
type Found = Result<Decision<Branch>, Box<Halt>>;

fn plain<'t>(
    game: &Plain<'t>,
    tree: &'t Tree,
    search: impl FnOnce(&mut Recorder<Plain<'t>, Names<'t>>) -> Found,
) -> (Found, SearchTree) {
    let mut recorder = Recorder::named(Names(tree)).limited(tree.len(), None);
    let result = search(&mut recorder);
    (result, recorder.finish(game))
}

impl Study {
    /// Problem to report to the user if the search could not go on.
    #[must_use]
    pub fn trouble(&self, tree: &Tree) -> Option<StudyProblem> {
        let halt = self.result.as_ref().err()?;
        let unknown = tree.node_at(&halt.path).and_then(|node| Some((node, tree.unknown(node)?)));
        Some(match (&halt.cause, unknown) {
            (Cause::Unknown, Some((node, name))) => {
                let Choices { algorithm, direction, .. } = self.choices;
                let place = halt.place();
                let message = format!(
                    "{algorithm}, {direction}, needs the value of the leaf {name} at {place}, which is unknown"
                );
                StudyProblem::Unknown(TextError::new(tree.offset(node), message))
            }
            (Cause::Stack(bytes), _) => StudyProblem::Resource(format!(
                "the tree is too deep: {} plies used up the {} MiB of stack that there are",
                halt.path.len(),
                bytes >> 20
            )),
            _ => StudyProblem::Other(halt.to_string()),
        })
    }
}
