// Whether there is a server, and whether it is still the same one.

import { catalog, sleep } from "./api.js";
import { notice } from "./speech.js";

export class Link {
  /** @param {string} server the run of the server that answered first @param {() => void} changed */
  constructor(server, changed) {
    this.server = server;
    this.changed = changed;
    this.offline = false;
    /** @type {Promise<void> | null} */
    this.waiting = null;
  }

  /** Waits until the server can be reached, asking again after growing pauses. */
  reach() {
    this.waiting ??= this.wait().finally(() => (this.waiting = null));
    return this.waiting;
  }

  async wait() {
    this.offline = true;
    this.changed();
    for (let pause = 500; ; pause = Math.min(10000, pause * 1.6)) {
      notice(`The server cannot be reached. Asking again in ${Math.max(1, Math.round(pause / 1000))} s.`, "offline");
      await sleep(pause);
      try {
        await catalog();
        break;
      } catch {
        continue;
      }
    }
    this.offline = false;
    notice("The server answers again.");
    this.changed();
  }

  /** Whether another run of the server answers than before. */
  async restarted() {
    const { server } = await catalog();
    const other = server !== this.server;
    this.server = server;
    return other;
  }
}
