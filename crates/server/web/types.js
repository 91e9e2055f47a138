// What the server says, for the type checker; no code. The words are those of docs/http.md.

/** @typedef {"first" | "second"} Seat */
/** @typedef {Seat | "chance" | "nobody"} Turn */
/**
 * @typedef {object} Scale   How the values of a game are to be read, in its own unit.
 * @property {string} unit
 * @property {string} units
 * @property {number | null} per_point   how many of the unit a point is; null if the unit is the chance to win
 * @property {boolean} margin   whether it counts by how much one wins
 * @property {number} inaccuracy   what a move must lose to be one, in the unit
 * @property {number} mistake
 * @property {number} blunder
 * @property {number} decisive   the score that is as good as won
 * @property {number} even   the score of an even game for the first seat
 * @property {string} source   who grades so
 */

/** @typedef {{ first: string, second: string }} Players   `person`, or `level:1` to `level:10` */

/**
 * @typedef {object} Option
 * @property {string} name
 * @property {string} help
 * @property {number} least
 * @property {number} most
 * @property {number | null} default   null is what the help says
 */

/**
 * @typedef {object} Entry   A game of the catalog.
 * @property {string} name
 * @property {string} title
 * @property {string} notation
 * @property {boolean} luck
 * @property {boolean} secrets
 * @property {[string, string]} sides   what the two sides are called, as one sees them on the board
 * @property {boolean} positions
 * @property {boolean} arranged   whether positions are set up piece by piece
 * @property {string[]} formats
 * @property {Option[]} options
 * @property {string} board
 * @property {number} actions
 * @property {Scale | null} [scale]
 */

/**
 * @typedef {object} Catalog
 * @property {string} server
 * @property {string} version
 * @property {Entry[]} games
 * @property {{ level: number, text: string }[]} levels
 */

/**
 * @typedef {object} Action
 * @property {string} word
 * @property {string} [short]   what players write for it, if that is not the word
 * @property {string[][]} paths
 * @property {number | null} probability
 */

/**
 * @typedef {object} Scene   A game as one seat sees it.
 * @property {string} session
 * @property {string} game
 * @property {string} title
 * @property {Record<string, number>} options
 * @property {boolean} luck
 * @property {boolean} secrets
 * @property {[string, string]} sides   what the two sides are called, as one sees them on the board
 * @property {Players} players
 * @property {Seat | null} seat
 * @property {string} start
 * @property {string[]} moves
 * @property {string[]} [short_moves]   what players write for them, if that is not the words
 * @property {Turn[]} movers   whose turn it was, move by move
 * @property {string} position
 * @property {boolean} notation
 * @property {Turn} turn
 * @property {boolean} over
 * @property {{ first: number, second: number, words: string, ending?: string } | null} result
 * @property {Action[]} actions
 * @property {string} board
 * @property {string[]} buttons
 * @property {Record<string, string>} faces   pictures of the pieces that buttons stand for
 * @property {string} spoken
 * @property {string} text
 * @property {{ by: Turn, word: string }} [played]
 */

/**
 * @typedef {object} Value   From the point of view of the side to move.
 * @property {number | null} score
 * @property {"exact" | "estimate" | "lower" | "upper"} proof
 * @property {"win" | "draw" | "loss" | null} outcome
 * @property {number | null} plies
 * @property {Seat} [seat]   whose eyes see it, where the page has noted that
 */

/** @typedef {{ line: string[], short_line?: string[], value: Value }} Variation */

/**
 * @typedef {object} Progress
 * @property {string} position
 * @property {Turn} turn
 * @property {number} depth
 * @property {number} nodes
 * @property {number} ms
 * @property {Variation[]} lines
 * @property {Value} [value]
 * @property {string | null} [action]
 * @property {string[]} [best]
 * @property {string} [stopped]
 * @property {string} [method]
 * @property {string} [note]
 * @property {{ action: string, score: number | null, error?: number | null, visits?: number }[]} [averages]
 * @property {number} [confidence]
 */

/** @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Grade */

/**
 * @typedef {object} Judged   A move of a reviewed game.
 * @property {number} ply
 * @property {Turn} by
 * @property {string} action
 * @property {string} [short]   what players write for it, if that is not the word
 * @property {Value} value
 * @property {string[]} best
 * @property {string[]} [short_best]
 * @property {number} loss
 * @property {Grade} grade
 * @property {Value} played   what the move itself was worth
 * @property {number | null} lost   in the unit of the game's scale
 * @property {string} unit
 * @property {boolean} exact   whether the loss is proven
 * @property {boolean} forced
 * @property {string} sentence
 * @property {string} [short_sentence]
 */

/**
 * @typedef {{ unit: string, source: string, seats: { seat: Seat, words: string }[] }} Summary   What a review says of each seat.
 */
/**
 * @typedef {{ board: string, spoken: string, text: string, note: string | null }} Painted   A board with what each action is worth.
 */
/**
 * @typedef {{ action: string, exact: boolean } & ({ loss: number, grade: Grade } | { loss: null, grade: null })} Verdict   Without a grade if there was no time.
 */

/** @typedef {{ message: string, line: number, column: number }} Placed   What is said of a place in a text. */

/**
 * @typedef {object} Listed   A game of a file, in a list.
 * @property {string} game
 * @property {string} title
 * @property {boolean} secrets
 * @property {[string | null, string | null]} players
 * @property {string | null} result
 * @property {[string, string][]} tags
 * @property {number} plies
 * @property {boolean} opens
 * @property {Placed[]} remarks
 * @property {Placed | null} fault
 */

/**
 * @typedef {{ game: string | null, form: string, count: number, games: Listed[] }} FileReading   One way to read a text.
 */
/** @typedef {{ ply: number, kind: "comment" | "variation" | "mark" | "clock", text: string }} Note */
/**
 * @typedef {Listed & { form: string, options: Record<string, number>, position: string, moves: string[], notes: Note[] }} FileGame   A game of a file, whole.
 */

/**
 * @typedef {object} Arranged   A draft of a position on the board.
 * @property {[string, number, number][]} pieces   the cell, the number of the kind, how many
 * @property {string[]} kinds
 * @property {string[]} pictures   of the kinds, as SVG
 * @property {number} tallest
 * @property {Seat | null} turn
 * @property {string} position
 * @property {string} board
 * @property {string | null} fault
 */

/**
 * @typedef {object} Reading   What a pasted text turned out to be.
 * @property {"position" | "moves" | "file"} kind
 * @property {string} position
 * @property {string[]} moves
 * @property {Record<string, number>} options
 * @property {string} board
 */

/** @typedef {{ session: string, keys?: Partial<Record<Seat, string>>, scene: Scene }} Begun */

/**
 * @typedef {{ game: string, title: string, text: string | null, html: string, aim: string | null, moves: string | null, example: { position: string | null, moves: string[] } | null }} Rules
 */
/** @typedef {{ name: string, title: string, about: string }} Chapter */

/**
 * @typedef {object} Search   A tree, and how it is to be searched.
 * @property {string} tree
 * @property {string} [algorithm]
 * @property {string} [order]
 * @property {string} [cutoff]
 * @property {string} [root]
 * @property {string} [opponent]
 */

/**
 * @typedef {object} TreeNode   A node as it was given, before any search.
 * @property {number | null} parent
 * @property {string} path
 * @property {string} name
 * @property {"max" | "min" | "chance" | null} player
 * @property {string | null} label
 * @property {number | string | null} value   of a leaf; the name of one that is unknown
 * @property {number | null} probability
 * @property {string | null} set
 */

/** @typedef {number | "inf" | "-inf" | null} Limit */

/**
 * @typedef {object} Step
 * @property {number} step
 * @property {"enter" | "leaf" | "update" | "cutoff" | "exit"} event
 * @property {string} node
 * @property {number} at
 * @property {number | null} value
 * @property {Limit} alpha
 * @property {Limit} beta
 * @property {number} leaves
 * @property {string} sentence
 */

/**
 * @typedef {object} TreeAnswer
 * @property {number} value
 * @property {string | null} action
 * @property {string[]} best
 * @property {string[]} line
 * @property {number} leaves_visited
 * @property {number} nodes_visited
 * @property {number} leaves
 * @property {number} nodes
 * @property {string[]} pruned_paths
 * @property {AgainstOpponent} [opponent]
 */

/** @typedef {{ infallible: number, fallible: number }} Gained */

/**
 * @typedef {object} AgainstOpponent   Minimax and the best reply to an opponent who errs.
 * @property {"max" | "min"} player   who errs
 * @property {string} errs
 * @property {Gained} minimax
 * @property {Gained} reply
 * @property {string} sentence
 * @property {{ path: string, player: string, minimax: number, minimax_action: string | null, reply: number, reply_action: string | null, probabilities: number[] | null }[]} nodes
 */

/**
 * @typedef {{ name: string, player: string, probabilities: number[], action: string, average: number, actions: { action: string, average: number, values: number[] }[] }} InformationSet
 */
/** @typedef {{ value: number, bounds: [number, number], exploitability: number }} Worth */
/**
 * @typedef {{ player: string, set: string | null, node: string | null, averaging: string, reached: boolean, actions: { action: string, probability: number, fraction: string | null }[] }} Mixed
 */
/** @typedef {Worth & { fraction: string | null, strategy: Mixed[] }} Equilibrium */
/**
 * @typedef {{ algorithm: "averaging", value_if_revealed: number | null, information_sets: InformationSet[], averaging: Worth | null, rounds: (Worth & { rounds: number })[], equilibrium: Equilibrium | null, trouble?: string }} Averages
 */

/**
 * @typedef {object} Study
 * @property {string} text
 * @property {string} algorithm
 * @property {TreeAnswer | Averages | null} answer
 * @property {{ code: string, message: string, line?: number, column?: number } | null} trouble
 * @property {TreeNode[]} nodes
 * @property {Step[]} steps
 */

/** @typedef {{ search: Search, step?: number, show?: string, format?: string, fold?: number[] }} PictureWish */
/** @typedef {{ picture: string, nodes: number[] }} Picture */

/** @typedef {"values" | "windows" | "visits" | "cuts"} Question */
/**
 * @typedef {{ path: string | null, name: string, verdict: "right" | "wrong" | "missing" | "extra" | "unreadable" }} TreeItem
 */

/**
 * @typedef {object} TreeGrade
 * @property {number} points
 * @property {number} of
 * @property {TreeItem[]} items
 * @property {{ item: number, step: number, message: string, explanation: string } | null} first_wrong
 */

/**
 * @typedef {object} GameNode   A state of a recorded search of a game.
 * @property {string} path
 * @property {string | null} action
 * @property {"max" | "min" | null} player
 * @property {"visited" | "cut" | "not-reached"} status
 * @property {number | null} order
 * @property {number | null} value
 * @property {"exact" | "lower" | "upper" | "estimate" | null} bound
 * @property {boolean} estimate
 * @property {Limit} alpha
 * @property {Limit} beta
 * @property {boolean} table_hit
 * @property {boolean} principal
 * @property {number} children
 * @property {string | null} best   the path of the child that the value comes from
 * @property {string[]} line
 * @property {string | null} sentence
 * @property {string | null} why_not
 * @property {string | null} board
 */

/**
 * @typedef {{ value: number, line: string[], visited: number, leaves: number, cut: number, table_hits: number }} TreeSummary
 */
/** @typedef {{ summary: TreeSummary, node: GameNode, children: GameNode[] }} Unfolding */

export {};
