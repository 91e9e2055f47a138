//! The techniques of the engine for games of chance.

use std::fmt;

/// The techniques of the engine for games of chance, each of which can be left out. None of them changes the value,
/// except the filter.
///
/// With all of them left out the engine is [`star1`](crate::search::star1), state by state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChanceTechniques {
    /// Probe every outcome by one action before any is searched: Star2 instead of Star1.
    pub probes: bool,
    /// Remember what was found out about a state, chance nodes included, and try the best action of before first.
    pub table: bool,
    /// Try first what was best after the same roll of the dice elsewhere. It makes probes good.
    pub killers: bool,
    /// Try first the actions that have cut anywhere, where the game has numbers for its actions.
    pub history: bool,
    /// Look one ply further each time; and where a state is far from the horizon and nothing is known of it, find the
    /// order by the evaluation.
    pub deepening: bool,
    /// Look only at the actions that seem best. What it finds is an estimate.
    pub filter: Option<Filter>,
}

/// A heuristic: more than a ply above the horizon, a side looks only at the few actions that seem best: at the root
/// those that the depth before likes best, below it those that a search without depth does.
///
/// That is how backgammon programs look further than they can see: a play that loses much at once is rarely the best
/// after all. It may be, and so the score is an estimate, even where every game was played to its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Filter {
    /// How many actions to look at, at least one.
    pub keep: usize,
    /// By how much they may seem worse than the best, in the game's own unit.
    pub within: f64,
}

impl Filter {
    /// The number of actions that it leaves, of those whose worths for the side to move are told from the best one on.
    pub(super) fn leaves(self, mut worths: impl Iterator<Item = f64>) -> usize {
        let Some(best) = worths.next() else { return 0 };
        1 + worths.take(self.keep.max(1) - 1).take_while(|&worth| worth >= best - self.within).count()
    }
}

/// Prints a filter as on the command line: `4`, or `4:0.1`.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.within {
            f64::INFINITY => write!(f, "{}", self.keep),
            within => write!(f, "{}:{within}", self.keep),
        }
    }
}

impl ChanceTechniques {
    /// No technique: the engine is Star1.
    pub const NONE: ChanceTechniques = ChanceTechniques {
        probes: false,
        table: false,
        killers: false,
        history: false,
        deepening: false,
        filter: None,
    };

    /// All techniques that leave the value as it is.
    pub const EXACT: ChanceTechniques =
        ChanceTechniques { probes: true, table: true, killers: true, history: true, deepening: true, filter: None };

    /// The techniques added one by one to Star2, with the name of each that is added.
    pub const LADDER: [(&'static str, ChanceTechniques); 4] = {
        let table = ChanceTechniques { probes: true, table: true, ..ChanceTechniques::NONE };
        let killers = ChanceTechniques { killers: true, ..table };
        let history = ChanceTechniques { history: true, ..killers };
        [
            ("star2 + table", table),
            ("+ killers", killers),
            ("+ history", history),
            ("+ deepening", ChanceTechniques { deepening: true, ..history }),
        ]
    };
}

impl Default for ChanceTechniques {
    fn default() -> ChanceTechniques {
        ChanceTechniques::EXACT
    }
}
