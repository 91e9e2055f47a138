// The moves of a game as a tree: the main line is the first child of each node, the others are branches.

/** A place in the tree: the position after a move. */
export class Place {
  /** @param {string} word @param {Place | null} parent */
  constructor(word, parent) {
    this.word = word;
    /** What players write for the move, where that is not the word and is known. @type {string | null} */
    this.short = null;
    this.parent = parent;
    /** @type {Place[]} */
    this.children = [];
    /** The child that one was at last, to go forward to. @type {Place | null} */
    this.chosen = null;
    /** The scene there, once it was seen. @type {import("./types.js").Scene | null} */
    this.scene = null;
    /** Who made the move, where that is known. @type {import("./types.js").Turn | null} */
    this.by = null;
    /** What the review found of the move. @type {import("./types.js").Judged | null} */
    this.judged = null;
    /** The sign that a file has beside the move, such as `?!`. */
    this.mark = "";
  }

  /** The move as people read it. */
  get text() {
    return this.short ?? this.word;
  }

  get grade() {
    return this.judged?.grade ?? null;
  }

  /** How many moves led here. @returns {number} */
  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** The child by a word, made if there is none. @param {string} word */
  child(word) {
    const known = this.children.find((child) => child.word === word);
    if (known) return known;
    const made = new Place(word, this);
    this.children.push(made);
    return made;
  }

  /** The place at the end of some moves. @param {string[]} words @returns {Place} */
  follow(words) {
    return words.reduce((/** @type {Place} */ place, word) => place.child(word), this);
  }

  /** From the first move to this place. @returns {Place[]} */
  line() {
    const places = [];
    for (let place = /** @type {Place} */ (this); place.parent; place = place.parent) places.unshift(place);
    return places;
  }

  /** Says who made each of the moves that lead here, and what players write for it. @param {import("./types.js").Scene} scene */
  told({ movers, short_moves: shorts }) {
    for (const [at, place] of this.line().entries()) {
      place.by = movers[at] ?? place.by;
      place.short = shorts?.[at] ?? place.short;
    }
  }

  /** The moves that lead here. */
  words() {
    return this.line().map((place) => place.word);
  }

  /** @returns {Place | null} */
  next() {
    return this.chosen ?? this.children[0] ?? null;
  }

  /** The end of the line that one is in. @returns {Place} */
  tip() {
    return this.next()?.tip() ?? this;
  }

  /** The ends of all lines that go on from here. @returns {Place[]} */
  tips() {
    return this.children.length === 0 ? [this] : this.children.flatMap((child) => child.tips());
  }

  /** @returns {Place} */
  root() {
    return this.parent?.root() ?? this;
  }

  /** Going forward from anywhere above leads here from now on. */
  choose() {
    for (let place = /** @type {Place} */ (this); place.parent; place = place.parent) place.parent.chosen = place;
  }

  /** Makes the branch that one is in the main line. */
  promote() {
    for (let place = /** @type {Place} */ (this); place.parent; place = place.parent) {
      const siblings = place.parent.children;
      siblings.sort((a, b) => Number(b === place) - Number(a === place));
    }
  }

  /** Takes this place and all that follows it out of the tree. */
  remove() {
    const parent = this.parent;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this);
    if (parent.chosen === this) parent.chosen = null;
  }
}

/** A word that may stand between the separators below. @param {string} word */
const escaped = (word) =>
  encodeURIComponent(word).replace(/[.()!~*']/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The tree as text, branches in round brackets: `d3.c3(c5.f6).c4`, and the number of a place in it.
 * @param {Place} root @param {Place} at @returns {{ text: string, at: number }}
 */
export function written(root, at) {
  let text = "";
  let count = 0;
  let found = 0;
  /** @param {Place} place */
  const put = (place) => {
    text += (text === "" || text.endsWith("(") ? "" : ".") + escaped(place.word);
    count += 1;
    if (place === at) found = count;
  };
  /** @param {Place} place */
  const after = (place) => {
    for (let parent = place; parent.children.length > 0;) {
      const [main, ...others] = parent.children;
      if (!main) return;
      put(main);
      for (const other of others) {
        text += "(";
        put(other);
        after(other);
        text += ")";
      }
      parent = main;
    }
  };
  after(root);
  return { text, at: found };
}

/**
 * The tree that a text tells of. What cannot be read is left out.
 * @param {string} text @param {number | null} number which place one is at; the end of the main line if that is not said
 */
export function parsed(text, number) {
  const root = new Place("", null);
  /** @type {Place[]} */
  const places = [root];
  /** @type {Place[]} */
  const stack = [];
  let here = root;
  for (const [token] of text.matchAll(/[()]|[^.()]+/g)) {
    if (token === "(") {
      stack.push(here);
      here = here.parent ?? root;
    } else if (token === ")") {
      here = stack.pop() ?? here;
    } else {
      here = here.child(unescaped(token));
      places.push(here);
    }
  }
  const at = (number === null ? null : places[number]) ?? root.tip();
  at.choose();
  return { root, at };
}

/** @param {string} token */
function unescaped(token) {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

/** A line of play as people read it. @param {import("./types.js").Variation} variation */
export const shownLine = ({ line, short_line: short }) => short ?? line;

/** An action of a scene as people read it. @param {import("./types.js").Scene | null} scene @param {string} word */
export const shownAction = (scene, word) => scene?.actions.find((action) => action.word === word)?.short ?? word;
