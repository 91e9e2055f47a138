// What the server says, for the type checker; no code. The words are those of docs/http.md.

/** @typedef {"first" | "second"} Seat */
/** @typedef {Seat | "chance" | "nobody"} Turn */
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
 * @property {boolean} positions
 * @property {Option[]} options
 * @property {string} board
 * @property {number} actions
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
 * @property {Players} players
 * @property {Seat | null} seat
 * @property {string} start
 * @property {string[]} moves
 * @property {string} position
 * @property {boolean} notation
 * @property {Turn} turn
 * @property {boolean} over
 * @property {{ first: number, second: number, words: string } | null} result
 * @property {Action[]} actions
 * @property {string} board
 * @property {string[]} buttons
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
 */

/** @typedef {{ line: string[], value: Value }} Variation */

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
 * @property {{ action: string, score: number | null }[]} [averages]
 */

/** @typedef {"best" | "good" | "inaccuracy" | "mistake" | "blunder"} Grade */

/**
 * @typedef {object} Judged   A move of a reviewed game.
 * @property {number} ply
 * @property {Turn} by
 * @property {string} action
 * @property {Value} value
 * @property {string[]} best
 * @property {number} loss
 * @property {Grade} grade
 */

/** @typedef {{ action: string, loss: number, grade: Grade, exact: boolean }} Verdict */

/**
 * @typedef {object} Reading   What a pasted text turned out to be.
 * @property {"position" | "moves" | "file"} kind
 * @property {string} position
 * @property {string[]} moves
 * @property {Record<string, number>} options
 * @property {string} board
 */

/** @typedef {{ session: string, keys?: Partial<Record<Seat, string>>, scene: Scene }} Begun */

export {};
