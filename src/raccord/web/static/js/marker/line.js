// The line of a slip: what it would do is shown before Enter; whatever is typed goes to it.
import { api, ApiError } from "../core/api.js";
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { Completion } from "./completion.js";
import { weigh } from "./pane.js";
import { reasonForm, setPreview, showPreview } from "./preview.js";
import { Sending } from "./sending.js";

// Typing on within it asks nothing of the server.
const PREVIEW_MS = 150;
// Everything weighed costs the server more than a ruling: only once typing rests.
const WEIGH_MS = 250;
// Less than it takes to read: a ruling shown for a shorter time was not seen.
const SEEN_MS = 300;
const elsewhere = (target) => target.closest?.("input, select, textarea, dialog, #drawn-grid");
const NAMED = /^\s*(\d+)(?=\s|$)/;

export class Line {
  #input = $("#line");
  #last = "";
  /** The turn, its draw and the table proposed when a line was begun; it goes to no other. */
  #begun = null;
  /** Lines begun on turns that the marker has left, by turn. */
  #drafts = new Map();
  #seen = { text: "", at: 0 };
  #after = 0;
  #aimed = null;
  #asked = 0;
  #timer = 0;

  /**
   * `desk` gives `base`, whether it is the `second` marker's, `where()` (turn and draw), the tables
   * `missing()` there and the cell `standing(table)` already; it is told what a line was
   * `read(reply)` as, null for none, of a slip `entered(text, reply)`, of one `weighed(table)` on the
   * right, and when the line is `idle()`; `pictureOf(table)` is the photograph it is read beside.
   */
  constructor(desk) {
    this.desk = desk;
    this.path = `${desk.base}/${desk.second ? "second" : "marks"}/line`;
    this.sending = new Sending(this.path, {
      entered: (text, reply) => {
        desk.entered(text, reply);
        this.show();
      },
      holds: () => this.#takeBack(),
      pictureOf: (table) => desk.pictureOf(table),
    });
    this.completion = new Completion(`${desk.base}/marks/places`);
    this.#input.addEventListener("input", () => this.#edit());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    $("#entry").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter();
    });
    $("#top-one").addEventListener("click", () => this.#top());
    $("#help-open").addEventListener("click", openHelp);
    $("#help").addEventListener("close", () => this.#input.focus());
    document.addEventListener("keydown", (event) => this.#typedAnywhere(event));
  }

  get text() {
    return this.#input.value;
  }

  get isIdle() {
    return !this.text.trim();
  }

  /** The table the line is for: the one it names, the one it was begun for, the one proposed. */
  get table() {
    const named = NAMED.exec(this.text);
    return named ? Number(named[1]) : this.#begun ? this.#begun.table : this.#proposed();
  }

  /** The table chosen, else the next one that misses its slip. */
  #proposed() {
    const open = this.#open();
    return this.#aimed ?? open.find((table) => table > this.#after) ?? open[0] ?? null;
  }

  #open() {
    const where = this.desk.where();
    return this.desk.missing().filter((table) => !this.sending.isSent(where, table));
  }

  /** Propose a table. */
  aim(table) {
    this.#aimed = table;
    this.show();
  }

  /** Whether slips of the turn may be entered; an idle keyboard then types here. */
  set isOpen(isOpen) {
    this.#input.disabled = $("#top-one").disabled = !isOpen;
    const idle = !document.activeElement || document.activeElement === document.body;
    if (isOpen && idle && matchMedia("(hover: hover)").matches) this.focus();
  }

  /** Show which table the line is for. */
  show() {
    const { table } = this;
    $("#line-table").textContent = table ? _("Table {n}", { n: table }) : _("Bulletin");
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  /** Leave the turn: what was begun on it is kept for when the marker is back. */
  leave() {
    if (this.#begun) this.#keep(this.text, this.#begun);
    this.#after = 0;
    this.#aimed = null;
    this.#clear();
  }

  #keep(text, begun) {
    if (text.trim()) this.#drafts.set(begun.turn, { text, begun });
  }

  /** The page shows a turn: its line is taken up again, or dropped where its draw is another. */
  arrive({ turn, draw }) {
    const draft = this.#drafts.get(turn);
    if (draft && this.isIdle) {
      this.#drafts.delete(turn);
      this.#input.value = draft.text;
      this.#begun = draft.begun;
      this.#edit();
    }
    if (this.isIdle) return;
    this.#begun ??= this.#here();
    this.#begun.draw ||= draw; // begun before the page knew it
    if (this.#begun.turn === turn && this.#begun.draw === draw) return;
    this.#clear();
    toast(_("Ce coup a été annulé ou tiré à nouveau : la ligne commencée est effacée."), "bad");
  }

  #here() {
    return { ...this.desk.where(), table: this.#proposed() };
  }

  /** Every change of the line: one that begins is bound to the turn shown. */
  #write(text) {
    this.#input.value = text;
    this.#bind();
  }

  #bind() {
    if (this.isIdle) this.#begun = null;
    // Once all slips of a turn are on their way, the page is about to move: the line is of the next.
    else if (this.#open().length || !this.desk.missing().length) this.#begun ??= this.#here();
    this.show();
  }

  #clear() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#write("");
    setPreview("");
    this.desk.read(null);
  }

  /** The line as the server reads it: its table stands first. */
  get #whole() {
    const text = this.text.trim();
    if (!text || text.startsWith("=") || NAMED.test(text) || !this.table) return text;
    return `${this.table} ${text}`;
  }

  /** Write the line from elsewhere, and show what it would do. */
  async fill(text) {
    this.#write(text);
    clearTimeout(this.#timer);
    await this.#preview({ told: false });
  }

  /** Say why there is no line. */
  complain(text) {
    this.#asked += 1;
    setPreview("", h("p", { class: "muted" }, text));
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowUp" && this.isIdle) {
      this.#write(this.#last);
      this.#edit();
    } else if (event.key === "ArrowDown") this.#complete();
    else if (event.key === "*" && this.isIdle) this.#top();
    else if (event.key === "Escape") {
      this.#clear();
      this.#takeBack();
    } else return;
    event.preventDefault();
  }

  /** The top for the table proposed, at once. */
  #top() {
    const { table } = this;
    if (table) this.#send({ text: `${table} =`, begun: this.#begun ?? this.#here(), table });
  }

  #typedAnywhere(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || elsewhere(event.target)) return;
    if (event.key === "?") {
      openHelp();
      event.preventDefault();
    } else if (/^[0-9a-zA-Z=*-]$/.test(event.key) && !this.#input.disabled) this.#input.focus();
  }

  #edit() {
    if (this.text.trim() === "?") {
      this.#write("");
      openHelp();
      return;
    }
    this.#bind();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#preview(), PREVIEW_MS);
  }

  /** The place and the points of the word typed; again, those of its next place. */
  async #complete() {
    const begun = this.#begun ?? this.#here();
    try {
      const found = await this.completion.next(this.text, begun);
      if (found === null) this.complain(_("Ce mot ne se place nulle part."));
      else if (found) await this.fill(found);
      else return;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.complain(error.message);
      return;
    }
    if (this.isIdle || this.#seen.text !== this.#whole) return;
    this.desk.read(this.#seen.reply);
  }

  /** `told`: the slip read is told to the desk, which did not write the line itself. */
  async #preview({ told = true } = {}) {
    const text = this.#whole;
    const mine = (this.#asked += 1);
    if (!text) {
      this.#clear();
      this.#takeBack();
      return;
    }
    let reply;
    try {
      reply = await api.post(`${this.path}/preview`, this.#body(text), { tries: 1 });
    } catch (error) {
      if (mine === this.#asked) setPreview("", h("p", { class: "muted" }, error.message));
      return;
    }
    // An answer about a line typed on since then.
    if (mine !== this.#asked) return;
    if (told) this.desk.read(reply);
    this.#showRead(text, reply);
    if (reply.slip && reply.tables.length === 1) {
      setTimeout(() => {
        if (mine !== this.#asked) return;
        weigh(`${this.desk.base}/marks/line/why`, this.#body(text), reply, () => {
          if (mine === this.#asked) this.desk.weighed(reply.tables[0]);
          return mine === this.#asked;
        });
      }, WEIGH_MS);
    }
  }

  #body(text) {
    const { turn, draw } = this.#begun ?? this.desk.where();
    return { line: text, turn, draw };
  }

  #showRead(text, reply, held = false) {
    const alone = reply.tables.length === 1 && !this.desk.second;
    showPreview(reply, { standing: alone ? this.desk.standing(reply.tables[0]) : null, held });
    this.#seen = { text, reply, at: performance.now() };
  }

  /** Enter the line: it leaves at once, and the next one may be typed. */
  async enter(reason = "") {
    await this.completion.done;
    const text = this.#whole;
    if (!text) return;
    const begun = this.#begun ?? this.#here();
    const seen = Boolean(reason) ||
      (this.#seen.text === text && performance.now() - this.#seen.at >= SEEN_MS);
    this.#send({ text, begun, table: text.startsWith("=") ? null : this.table, reason, seen });
  }

  #send(item) {
    this.#last = item.text;
    if (item.table) this.#after = item.table;
    this.#aimed = null;
    this.sending.send({ reason: "", seen: false, ...item });
    this.#clear();
    this.#takeBack();
    this.show();
    this.desk.idle();
  }

  /** What was held comes back once nothing else is being typed; of another turn, with that turn. */
  #takeBack() {
    if (!this.isIdle) {
      this.#tellHeld();
      return;
    }
    const item = this.sending.held.shift();
    this.#tellHeld();
    if (!item) return;
    if (item.begun.turn !== this.desk.where().turn) {
      this.#keep(item.text, item.begun);
      toast(
        _("Coup {n} : {line} n'est pas entré.", { n: item.begun.turn, line: item.text }),
        "bad",
      );
      return;
    }
    this.#input.value = item.text;
    this.#begun = item.begun;
    this.show();
    if (item.reply) {
      this.#asked += 1;
      this.#showRead(item.text, item.reply, true);
      this.desk.read(item.reply);
    } else this.#refused(item);
  }

  #tellHeld() {
    const { held } = this.sending;
    $("#held").hidden = !held.length;
    $("#held").textContent = _("Pas encore entré : {lines}", {
      lines: held.map(({ text }) => text).join(" · "),
    });
  }

  #refused({ text, error }) {
    this.#asked += 1;
    setPreview(
      "bad",
      h("p", {}, error.message),
      error.code === "reason-needed" && reasonForm((reason) => {
        this.#write(text);
        this.focus();
        this.enter(reason);
      }),
    );
    $("#again-reason")?.focus();
  }
}

const openHelp = () => $("#help").showModal();
