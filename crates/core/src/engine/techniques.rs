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
    /// Leave out, or search less deeply, what is unlikely to matter, where the game allows it. What it finds is an
    /// estimate.
    pub selective: Selective,
}

/// The selective techniques. Each of them makes a value an estimate; none is used in a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selective {
    /// Use the selective search for games that say [`PRUNES`](crate::Selectivity::PRUNES): table entries that looked
    /// further serve, the evaluation is made once a node, and quiescence looks at noisy actions only and has the table.
    pub prunes: bool,
    /// Search late actions less deeply.
    pub reductions: bool,
    /// See whether a pass is good enough: the null move.
    pub null_move: bool,
    /// Order, leave out in quiescence and prune by what an exchange wins.
    pub exchanges: bool,
    /// Stop by what a quiet line can change: reverse futility, futility, razoring.
    pub margins: bool,
    /// Leave out late quiet actions near the horizon: late-move pruning.
    pub late: bool,
    /// Order by what was good after the same actions before: continuation history.
    pub continuation: bool,
    /// Search what threatens a ply deeper.
    pub extensions: bool,
    /// Search the table's action a ply deeper where all others are much worse: singular extension.
    pub singular: bool,
    /// Correct the evaluation by how far the search found it off in states that are alike: correction history.
    pub corrections: bool,
    /// Keep what was learned of actions for the next search on the same table.
    pub memory: bool,
}

impl Selective {
    /// None of them.
    pub const NONE: Selective = Selective {
        prunes: false,
        reductions: false,
        null_move: false,
        exchanges: false,
        margins: false,
        late: false,
        continuation: false,
        extensions: false,
        singular: false,
        corrections: false,
        memory: false,
    };

    /// All of them.
    pub const ALL: Selective = Selective {
        prunes: true,
        reductions: true,
        null_move: true,
        exchanges: true,
        margins: true,
        late: true,
        continuation: true,
        extensions: true,
        singular: true,
        corrections: true,
        memory: true,
    };

    /// The names of the techniques.
    pub const NAMES: [&str; 11] = [
        "prunes",
        "reductions",
        "null-move",
        "exchanges",
        "margins",
        "late",
        "continuation",
        "extensions",
        "singular",
        "corrections",
        "memory",
    ];

    /// The word for all techniques.
    const EVERY: &str = "selective";

    /// The techniques, in the order of their names.
    fn each(&mut self) -> [&mut bool; 11] {
        let Selective {
            prunes,
            reductions,
            null_move,
            exchanges,
            margins,
            late,
            continuation,
            extensions,
            singular,
            corrections,
            memory,
        } = self;
        [
            prunes,
            reductions,
            null_move,
            exchanges,
            margins,
            late,
            continuation,
            extensions,
            singular,
            corrections,
            memory,
        ]
    }

    /// All techniques but those of a list, whose names have `+` between them: `late+margins`, or `selective` for every
    /// one. Nothing if a name is wrong.
    ///
    /// ```
    /// use counterplay_core::engine::Selective;
    ///
    /// let left = Selective::without("late+margins").unwrap();
    /// assert!(left.prunes && !left.late && !left.margins);
    /// assert_eq!(left.left_out(), "margins+late");
    /// assert_eq!(Selective::without("selective"), Some(Selective::NONE));
    /// ```
    #[must_use]
    pub fn without(names: &str) -> Option<Selective> {
        if names == Selective::EVERY {
            return Some(Selective::NONE);
        }
        let mut left = Selective::ALL;
        for name in names.split('+') {
            let at = Selective::NAMES.iter().position(|known| *known == name)?;
            *left.each()[at] = false;
        }
        Some(left)
    }

    /// The list of the techniques that are left out, as [`Selective::without`] reads it.
    #[must_use]
    pub fn left_out(mut self) -> String {
        if self == Selective::NONE {
            return Selective::EVERY.to_owned();
        }
        let names = Selective::NAMES.into_iter().zip(self.each()).filter(|(_, used)| !**used);
        names.map(|(name, _)| name).collect::<Vec<_>>().join("+")
    }
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
        selective: Selective::NONE,
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
        selective: Selective::NONE,
    };

    /// All techniques, the selective ones included.
    pub const ALL: Techniques = Techniques { selective: Selective::ALL, ..Techniques::EXACT };

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

impl Techniques {
    /// The selective techniques added one by one to all exact ones, with the name of each that is added.
    pub const SELECTIVE_LADDER: [(&'static str, Techniques); 10] = {
        const fn with(selective: Selective) -> Techniques {
            Techniques { selective, ..Techniques::EXACT }
        }
        let prunes = Selective { prunes: true, ..Selective::NONE };
        let exchanges = Selective { exchanges: true, ..prunes };
        let continuation = Selective { continuation: true, ..exchanges };
        let reductions = Selective { reductions: true, ..continuation };
        let null_move = Selective { null_move: true, ..reductions };
        let margins = Selective { margins: true, ..null_move };
        let late = Selective { late: true, ..margins };
        let extensions = Selective { extensions: true, ..late };
        let singular = Selective { singular: true, ..extensions };
        [
            ("+ deeper entries", with(prunes)),
            ("+ exchanges", with(exchanges)),
            ("+ continuation", with(continuation)),
            ("+ reductions", with(reductions)),
            ("+ null move", with(null_move)),
            ("+ margins", with(margins)),
            ("+ late pruning", with(late)),
            ("+ extensions", with(extensions)),
            ("+ singular", with(singular)),
            ("+ corrections", with(Selective { corrections: true, ..singular })),
        ]
    };
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::EXACT
    }
}
