// A clock for each seat. It runs while the game is played at its end, and stands while one looks back.

/** @typedef {{ minutes: number, increment: number }} Setting   minutes for the game, seconds for each move */
/** @typedef {import("./types.js").Seat} Seat */

/** The settings that are offered. */
export const MINUTES = [1, 3, 5, 10, 15];
export const INCREMENTS = [0, 2, 5, 10];

export class Clock {
  /** @param {Setting} setting @param {[number, number] | null} left @param {() => void} fell */
  constructor(setting, left, fell) {
    this.setting = setting;
    /** What each seat has left, in milliseconds. @type {[number, number]} */
    this.left = left ?? [60000 * setting.minutes, 60000 * setting.minutes];
    this.fell = fell;
    /** @type {Seat | null} */
    this.running = null;
    this.since = 0;
    this.timer = setInterval(() => this.tick(), 100);
  }

  /** Whose time is up. @returns {Seat | null} */
  get flag() {
    return this.left[0] <= 0 ? "first" : this.left[1] <= 0 ? "second" : null;
  }

  /** What a seat has left by now. @param {Seat} seat */
  rest(seat) {
    const left = this.left[seat === "first" ? 0 : 1];
    return Math.max(0, this.running === seat ? left - (performance.now() - this.since) : left);
  }

  /**
   * Lets the clock of one seat run, or none.
   *
   * @param {Seat | null} seat
   * @param {boolean} moved whether the other one made a move
   */
  run(seat, moved) {
    if (seat === this.running || this.flag) return;
    const before = this.running;
    this.settle();
    if (before && moved) this.left[before === "first" ? 0 : 1] += 1000 * this.setting.increment;
    this.running = seat;
    this.since = performance.now();
  }

  /**
   * How long the machine may think about a move, in milliseconds: a part of what is left, and most of what it gets back.
   *
   * @param {Seat} seat
   */
  share(seat) {
    return Math.max(20, Math.min(this.rest(seat) / 2, this.rest(seat) / 30 + 800 * this.setting.increment));
  }

  /** Writes down what has passed. */
  settle() {
    if (this.running) this.left[this.running === "first" ? 0 : 1] = this.rest(this.running);
    this.since = performance.now();
  }

  tick() {
    if (!this.running || this.rest(this.running) > 0) return;
    this.settle();
    this.running = null;
    this.fell();
  }

  close() {
    clearInterval(this.timer);
  }
}

/** `4:59`, and tenths of a second when there are few. @param {number} ms */
export function face(ms) {
  const seconds = ms / 1000;
  if (seconds < 10) return `0:0${seconds.toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
