// The state of a page has one teller, its stream: the writer, too, waits to be told what he wrote.
import { ApiError } from "./api.js";

/** How long a write waits for the stream before the state is read; told in tens of ms as a rule. */
const PATIENCE_MS = 2000;
/** How often an answer may be overtaken by the stream before the stream is left to tell. */
const TRIES = 5;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Told {
  #known = {};
  #waiting = new Set();

  /**
   * A state has named parts, each with its `revision`; `parts` are those the page came with.
   * `apply(parts)` shows those that are new, `read()` asks the server for what the page needs, or
   * gives null where it is no longer wanted.
   */
  constructor(parts, { read, apply }) {
    Object.assign(this, { ask: read, apply });
    this.#note(parts);
  }

  get revision() {
    return Math.max(...Object.values(this.#known));
  }

  /** Take what is told and show what is not older than what is known; false where a part is. */
  hear(parts) {
    const fresh = Object.entries(parts).filter(([name, { revision }]) =>
      // Equal is shown again: a part may change without a new event, as tops found do.
      revision >= (this.#known[name] ?? 0)
    );
    const news = Object.fromEntries(fresh);
    this.#note(news);
    if (fresh.length) this.apply(news);
    for (const wake of this.#waiting) wake();
    return fresh.length === Object.keys(parts).length;
  }

  #note(parts) {
    for (const [name, { revision }] of Object.entries(parts)) this.#known[name] = revision;
  }

  /** Ask something of the server that changes the state; over once the page shows the change. */
  async write(ask) {
    const next = this.revision + 1;
    const reply = await ask();
    await this.reached(reply?.revision ?? next);
    return reply;
  }

  /** Wait for a revision to be told; where the stream is slow or cut, read the state. */
  async reached(revision) {
    if (this.revision >= revision) return;
    let wake;
    const heard = new Promise((done) => {
      wake = () => {
        if (this.revision >= revision) done();
      };
      this.#waiting.add(wake);
    });
    await Promise.race([heard, pause(PATIENCE_MS)]);
    this.#waiting.delete(wake);
    if (this.revision < revision) await this.read();
  }

  /** Read the state; an answer that the stream has overtaken is asked for again. */
  async read() {
    try {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const parts = await this.ask();
        if (!parts || this.hear(parts)) return;
      }
    } catch (error) {
      // Without the network nothing is lost: a stream that comes back begins with the state.
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
