// Lines on their way, one after the other: the next is typed meanwhile. A line that was refused, or
// whose ruling nobody has seen and is not plain, is held and comes back.
import { api, ApiError } from "../core/api.js";
import { beep } from "../core/sounds.js";
import { isPlain } from "./preview.js";

const keyOf = ({ turn, draw }, table) => `${turn}:${draw}:${table}`;

export class Sending {
  #last = Promise.resolve();
  #sent = new Set();
  /** Lines that came back: `{text, begun, table, error | reply}`. */
  held = [];

  /** `entered(text, reply)` and `holds()` are told; `pictureOf(table)` is the slip's photograph. */
  constructor(path, { entered, holds, pictureOf }) {
    Object.assign(this, { path, entered, holds, pictureOf });
  }

  /** Whether the slip of a table is on its way, or there: it is not asked for again. */
  isSent(begun, table) {
    return this.#sent.has(keyOf(begun, table));
  }

  /** `seen`: the marker has had the ruling before his eyes. */
  send(item) {
    if (item.table) this.#sent.add(keyOf(item.begun, item.table));
    this.#last = this.#last.then(() => this.#post(item));
    return this.#last;
  }

  async #post(item) {
    const { text, begun: { turn, draw }, reason, seen, table } = item;
    const picture = item.picture ?? this.pictureOf(table);
    const body = { line: text, turn, draw, reason, only_plain: !seen, picture };
    let reply;
    try {
      reply = await api.post(this.path, body);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#hold({ ...item, error });
      return;
    }
    if (reply.revision === null) {
      this.#hold({ ...item, reply });
      return;
    }
    if (!isPlain(reply)) beep("warn");
    this.entered(text, reply);
  }

  #hold(item) {
    this.#sent.delete(keyOf(item.begun, item.table));
    this.held.push(item);
    beep("doubt");
    this.holds();
  }
}
