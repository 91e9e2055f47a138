//! The techniques of the engine.

/// The techniques of the engine, each of which can be left out. None of them changes the value, except those of
/// `selective`.
///
/// With all of them left out the engine is the textbook's alpha-beta, state by state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques {
    /// Remember what was found out about a state, and try the best action of before first.
    pub table: bool,
    /// Try first the actions that cut at other states of the same ply.
    pub killers: bool,
    /// Try first the actions that have cut anywhere, or that have refuted the action before (counter-moves).
    pub history: bool,
    /// Where nothing is known, find the order by a search that looks less far.
    pub deepening: bool,
    /// Ask of every action but the first only whether it is better (principal variation search), and begin with a
    /// narrow window.
    pub null_windows: bool,
    /// Look at what is known of all children before any of them is searched: enhanced transposition cut-offs.
    pub lookahead: bool,
    /// Use what the game knows: its bounds, its candidates, and what it says an action promises.
    pub knowledge: bool,
    /// Search the table's action before the other children are made, where the game wants that.
    pub staged: bool,
    /// Reduce late actions and try the null move, where the game allows it. What it finds is an estimate.
    pub selective: bool,
}

impl Techniques {
    /// No technique: the book's alpha-beta.
    pub const NONE: Techniques = Techniques {
        table: false,
        killers: false,
        history: false,
        deepening: false,
        null_windows: false,
        lookahead: false,
        knowledge: false,
        staged: false,
        selective: false,
    };

    /// All techniques that leave the value as it is.
    pub const EXACT: Techniques = Techniques {
        table: true,
        killers: true,
        history: true,
        deepening: true,
        null_windows: true,
        lookahead: true,
        knowledge: true,
        staged: true,
        selective: false,
    };

    /// All techniques, the selective ones included.
    pub const ALL: Techniques = Techniques { selective: true, ..Techniques::EXACT };

    /// The techniques added one by one, with the name of each that is added.
    pub const LADDER: [(&'static str, Techniques); 8] = {
        let table = Techniques { table: true, ..Techniques::NONE };
        let killers = Techniques { killers: true, ..table };
        let history = Techniques { history: true, ..killers };
        let deepening = Techniques { deepening: true, ..history };
        let windows = Techniques { null_windows: true, ..deepening };
        let lookahead = Techniques { lookahead: true, ..windows };
        let knowledge = Techniques { knowledge: true, ..lookahead };
        [
            ("table", table),
            ("+ killers", killers),
            ("+ history", history),
            ("+ deepening", deepening),
            ("+ null windows", windows),
            ("+ lookahead", lookahead),
            ("+ knowledge", knowledge),
            ("+ staged", Techniques { staged: true, ..knowledge }),
        ]
    };
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::EXACT
    }
}
