// The requests of docs/http.md. Nothing else in the page fetches, but for the streams.

/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Scene} Scene */

/** The server said no, and why. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, message?: string, field?: string, line?: number, column?: number }} body
   */
  constructor(status, body) {
    super(body.message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = body.code ?? "failed";
    this.field = body.field;
    this.line = body.line;
    this.column = body.column;
  }
}

/** The server did not answer at all. */
export class Unreachable extends Error {
  constructor() {
    super("The server cannot be reached.");
  }
}

/** Whether it is nothing but our own change of mind. @param {unknown} error */
export function aborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** @param {number} ms @returns {Promise<void>} */
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** An answer that is no success, as an error. @param {Response} response */
export async function refusal(response) {
  const body = await response.json().catch(() => ({}));
  return new ApiError(response.status, body);
}

/**
 * The address of a session's resource.
 *
 * @param {string} id
 * @param {string} rest
 * @param {Record<string, string | undefined>} [query]
 */
export function address(id, rest, query = {}) {
  const known = Object.entries(query).filter((pair) => pair[1] !== undefined);
  const text = new URLSearchParams(/** @type {[string, string][]} */ (known)).toString();
  return `/api/sessions/${encodeURIComponent(id)}${rest}${text ? `?${text}` : ""}`;
}

/**
 * One request. A server that is busy for a moment is asked again.
 * @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(method, path, body, signal) {
  for (let tries = 0; ; tries += 1) {
    /** @type {Response} */
    let response;
    try {
      response = await fetch(path, {
        method,
        signal: signal ?? null,
        cache: "no-store",
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      });
    } catch (error) {
      if (aborted(error)) throw error;
      throw new Unreachable();
    }
    if (response.ok) return response;
    const error = await refusal(response);
    const wait = error.code === "busy" ? 0.15 : Number(response.headers.get("Retry-After") ?? NaN);
    const patient = error.code === "busy" ? tries < 20 : tries < 3 && wait <= 5;
    if (!patient || !["busy", "full", "too-many"].includes(error.code)) throw error;
    await sleep(1000 * wait);
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, signal) {
  const response = await send(method, path, body, signal);
  try {
    return await response.json();
  } catch (error) {
    if (aborted(error)) throw error;
    throw new Unreachable();
  }
}

/** @returns {Promise<import("./types.js").Catalog>} */
export const catalog = () => ask("GET", "/api/catalog");

/**
 * @param {string} game
 * @param {Record<string, number>} options
 * @param {string} text
 * @returns {Promise<import("./types.js").Reading>}
 */
export const read = (game, options, text) =>
  ask("POST", `/api/games/${encodeURIComponent(game)}/read`, { options, text });

/**
 * All games of a text; or one of them with its moves, if it is wanted by its numbers.
 * @type {{ (text: { text: string, game?: string, options?: Record<string, number>, wanted: [number, number] }): Promise<import("./types.js").FileGame>,
 *   (text: { text: string, game?: string, options?: Record<string, number> }): Promise<{ readings:
 * import("./types.js").FileReading[] }> }}
 */
export const readFile = (/** @type {object} */ text) => ask("POST", "/api/files/read", text);

/** A game as a file. @param {object} game @returns {Promise<string>} */
export const writeFile = async (game) => (await send("POST", "/api/files/write", game)).text();

/**
 * The board with the pieces of a draft.
 *
 * @param {string} game
 * @param {object} draft
 * @returns {Promise<import("./types.js").Arranged>}
 */
export const arrange = (game, draft) => ask("POST", `/api/games/${encodeURIComponent(game)}/arrange`, draft);

/** @param {object} wish @returns {Promise<import("./types.js").Begun>} */
export const begin = (wish) => ask("POST", "/api/sessions", wish);

/** @param {string} game @returns {Promise<import("./types.js").Rules>} */
export const rules = (game) => ask("GET", `/api/games/${encodeURIComponent(game)}/rules`);

/** @returns {Promise<{ chapters: import("./types.js").Chapter[] }>} */
export const course = () => ask("GET", "/api/course");

/**
 * @param {string} name
 * @returns {Promise<{ name: string, title: string, html: string, previous: import("./types.js").Chapter | null, next: import("./types.js").Chapter | null }>}
 */
export const chapter = (name) => ask("GET", `/api/course/${encodeURIComponent(name)}`);

/** @param {import("./types.js").Search} search @returns {Promise<import("./types.js").Study>} */
export const study = (search) => ask("POST", "/api/trees/study", search);

/** @param {import("./types.js").PictureWish} wish @returns {Promise<import("./types.js").Picture>} */
export const treePicture = (wish) => ask("POST", "/api/trees/picture", wish);

/**
 * @param {import("./types.js").Search} search
 * @param {{ question: import("./types.js").Question, answer: object }} sheet
 * @returns {Promise<import("./types.js").TreeGrade>}
 */
export const grade = (search, sheet) => ask("POST", "/api/trees/grade", { search, sheet });

/** A tree to practise on. @param {object} wishes @returns {Promise<{ tree: string, seed: number }>} */
export const quiz = (wishes) => ask("POST", "/api/trees/quiz", wishes);

/**
 * What alpha-beta visits of uniform trees.
 *
 * @param {{ branching: number, depth: number }} trees
 * @returns {Promise<{ plot: string }>}
 */
export const uniform = (trees) => ask("POST", "/api/trees/uniform", trees);

/** One picture for each step, as one file. @param {import("./types.js").PictureWish} wish @returns {Promise<Blob>} */
export const slides = async (wish) => (await send("POST", "/api/trees/slides", wish)).blob();

/** The requests of one session, with the key of one seat where it has one. */
export class Remote {
  /** @param {string} id @param {string} [key] */
  constructor(id, key) {
    this.id = id;
    this.key = key;
  }

  /** @param {string} rest @param {Record<string, string | undefined>} [query] */
  at(rest, query = {}) {
    return address(this.id, rest, { ...query, key: this.key });
  }

  /** @returns {Promise<Scene>} */
  scene() {
    return ask("GET", this.at(""));
  }

  /** @param {string} action @returns {Promise<Scene>} */
  move(action) {
    return ask("POST", this.at("/moves"), { action });
  }

  /** @param {AbortSignal} signal @param {number | null} time in milliseconds @returns {Promise<Scene>} */
  advance(signal, time) {
    const query = { time: time === null ? undefined : `${Math.round(time)}ms` };
    return ask("POST", this.at("/advance", query), undefined, signal);
  }

  /** @param {string[]} moves @returns {Promise<Scene>} */
  line(moves) {
    return ask("PUT", this.at("/line"), { moves });
  }

  /** @param {Partial<import("./types.js").Players>} players @returns {Promise<Scene>} */
  players(players) {
    return ask("PUT", this.at("/players"), players);
  }

  /** @returns {Promise<{ action: string, value: import("./types.js").Value }>} */
  hint() {
    return ask("POST", this.at("/hint"));
  }

  /** The board with what each action is worth. @returns {Promise<import("./types.js").Painted>} */
  heat() {
    return ask("POST", this.at("/heat"));
  }

  /** @param {string} action @returns {Promise<import("./types.js").Verdict>} */
  judge(action) {
    return ask("POST", this.at("/judge"), { action });
  }

  /** A node of the search tree. @param {object} wish @returns {Promise<import("./types.js").Unfolding>} */
  tree(wish) {
    return ask("POST", this.at("/tree"), wish);
  }

  /** @returns {Promise<string>} */
  async file() {
    return (await send("GET", this.at("/file"))).text();
  }

  /** Ends it; nobody waits for the answer, not even a page that is being left. */
  end() {
    fetch(this.at(""), { method: "DELETE", keepalive: true }).catch(() => undefined);
  }
}
