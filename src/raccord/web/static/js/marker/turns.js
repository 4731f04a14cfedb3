// A marker's own turn: the hall may be further on. It moves when all its slips are there, or when
// the marker says so; the strip shows the whole evening, with the slips that each turn misses.
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";

/** More tables than these are only counted. */
const MOST_NAMED = 4;

export class Turns {
  #turns;
  /** Stays on a turn that misses nothing because the marker went there. */
  #held = false;

  /**
   * `turns` as the server tells them: a late table may become the marker's at any time. `go(turn)`
   * shows another turn. `begun` is the turn this page was on: 0 to begin where slips are missing.
   */
  constructor(turns, { go, begun }) {
    this.#turns = turns;
    this.go = go;
    this.own = begun >= 1 && begun <= this.last ? begun : this.#begun();
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Where a marker who opens the page goes on: the first turn that misses slips, else the last. */
  #begun() {
    const due = this.#turns.find(({ turn, open }) => open && this.missing(turn).length);
    return due?.turn ?? this.last;
  }

  get all() {
    return this.#turns;
  }

  get last() {
    return this.#turns.length;
  }

  /** Whether slips of the marker's turn may be entered. */
  get isOpen() {
    return Boolean(this.#turns[this.own - 1]?.open);
  }

  /** The marker's tables that a turn misses. */
  missing(turn) {
    return this.#turns[turn - 1]?.missing ?? [];
  }

  /** Take what is told of the evening; a turn that was cancelled is no longer there. */
  hear(turns) {
    this.#turns = turns;
    if (this.own > this.last) this.own = this.last;
    this.own ||= this.#begun();
  }

  /** Where to go by itself, now that nothing is being typed: null to stay. */
  due() {
    if (!this.own) return null;
    if (this.missing(this.own).length || !this.isOpen) {
      this.#held = false;
      return null;
    }
    if (this.#held || this.own === this.last) return null;
    return this.#later() ?? this.last;
  }

  #later() {
    return this.#turns.find(({ turn }) => turn > this.own && this.missing(turn).length)?.turn;
  }

  #earlier() {
    return this.#turns.findLast(({ turn }) => turn < this.own && this.missing(turn).length)?.turn;
  }

  /** The marker says so. */
  choose(turn) {
    if (!(turn >= 1 && turn <= this.last) || turn === this.own) return;
    this.#held = true;
    this.go(turn);
  }

  #key(event) {
    const by = { PageUp: -1, PageDown: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.choose(
      event.shiftKey ? (by < 0 ? this.#earlier() : this.#later()) : this.own + by,
    );
  }

  show() {
    $("#turn").textContent = this.own ? _("Coup {n}", { n: this.own }) : _("Aucun coup");
    const behind = this.own < this.last;
    $("#hall-turn").hidden = !behind;
    $("#hall-turn").textContent = _("la salle : coup {n}", { n: this.last });
    const focused = document.activeElement?.closest?.("#turns button")?.dataset.turn;
    $("#turns").replaceChildren(...this.#turns.map((turn) => this.#button(turn)));
    if (focused) $(`#turns [data-turn="${focused}"]`)?.focus();
    $("#turns [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  #button({ turn, open }) {
    const missing = this.missing(turn);
    const state = !open ? "running" : missing.length ? "missing" : "done";
    const listed = missing.length > MOST_NAMED ? `× ${missing.length}` : missing.join(" ");
    const text = { running: "…", missing: listed, done: "✓" }[state];
    const label = {
      running: _("Coup {n}, en cours", { n: turn }),
      missing: _("Coup {n}, manquent les tables {tables}", { n: turn, tables: missing.join(" ") }),
      done: _("Coup {n}, complet", { n: turn }),
    }[state];
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: `is-${state}`,
          "data-turn": turn,
          "aria-label": label,
          title: label,
          "aria-current": turn === this.own && "true",
          onclick: () => this.choose(turn),
        },
        h("strong", {}, String(turn)),
        h("small", {}, text),
      ),
    );
  }
}
