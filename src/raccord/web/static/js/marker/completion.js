// A word typed alone is given its place and its points: the best first, then the others in turn.
import { api } from "../core/api.js";

const ALONE = /^\s*(\d+\s+)?([\p{L}()]{2,})\s*$/u;

export class Completion {
  #places = [];
  #index = 0;
  #before = "";
  #written = "";
  /** Over once nothing is being asked for. */
  done = Promise.resolve();

  constructor(path) {
    this.path = path;
  }

  /** The line completed, or with the next place; "" where there is none to complete, null no place. */
  next(text, begun) {
    const asked = text === this.#written && text ? this.#turn() : this.#ask(text, begun);
    this.done = asked.catch(() => {});
    return asked;
  }

  async #turn() {
    this.#index = (this.#index + 1) % this.#places.length;
    return this.#write();
  }

  async #ask(text, { turn, draw }) {
    const found = ALONE.exec(text);
    if (!found) return "";
    const word = found[2];
    this.#places = await api.post(this.path, { word, turn, draw }, { tries: 1 });
    this.#before = found[1] ?? "";
    this.#index = 0;
    return this.#places.length ? this.#write() : null;
  }

  #write() {
    const { move, points } = this.#places[this.#index];
    this.#written = `${this.#before}${move} ${points}`;
    return this.#written;
  }
}
