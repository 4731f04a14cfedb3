// The two ways to fill in a slip: assisted, composed on the board; strict, written as on paper.
// Both have `entered` (what is sent, or null), `fault`, `draft` (kept across reloads), `clear()`.
import { $, h } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { formatWord } from "../core/scoring.js";
import { wordElement } from "../core/game.js";

const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toUpperCase();

/** Place, joker and points are worked out from the tiles on the board. */
export class AssistedSlip {
  constructor(word) {
    this.word = word;
    $("#typed")?.addEventListener("change", ({ target }) => this.#show(target.value));
  }

  get isBegun() {
    return !this.word.isEmpty;
  }
  /** What is wrong with it so far, or "". */
  get fault() {
    const move = this.word.move;
    return move ? move.fault : _("Composez d'abord un mot sur la grille.");
  }
  get entered() {
    const move = this.word.move;
    return move && !move.fault ? { move: `${move.reference} ${move.text}` } : null;
  }
  get draft() {
    return this.word.draft.placed;
  }
  set draft(placed) {
    if (placed) this.word.draft = { placed };
  }

  /** A tile was tapped. */
  take(tile, letter) {
    return this.word.tap(tile, letter);
  }

  clear() {
    this.word.clear();
    if ($("#typed")) $("#typed").value = "";
  }

  render() {
    const move = this.word.move;
    const note = $("#slip-note");
    $("#slip-move").replaceChildren(
      ...(move?.reference
        ? [
          h("span", {}, move.reference),
          wordElement(move.text),
          h("span", { class: "points" }, plural(move.score.total, "{n} pt", "{n} pts")),
        ]
        : []),
    );
    const opening = /^\.*$/.test(this.word.cells)
      ? _("Premier coup : le mot compte à sa meilleure place.")
      : "";
    note.textContent = move
      ? move.fault || opening
      : this.word.wantsJoker
      ? _("Joker : tapez sa lettre.")
      : _("Choisissez une case et composez votre mot.");
    note.classList.toggle("is-bad", Boolean(move?.fault));
  }

  #show(text) {
    if (!text.trim()) return;
    const reason = this.word.enter(text);
    if (reason) {
      $("#slip-note").textContent = reason;
      $("#slip-note").classList.add("is-bad");
    }
  }
}

/** Nothing is worked out: word, reference, points and circled letters as the player writes them. */
export class StrictSlip {
  #circled = new Set();
  #letters = "";

  constructor(changed) {
    this.changed = changed;
    this.input = $("#s-word");
    this.reference = $("#s-reference");
    this.points = $("#s-points");
    this.input.addEventListener("input", () => this.#write(this.input.value));
    for (const field of [this.reference, this.points]) {
      field.addEventListener("input", () => changed());
    }
  }

  get isBegun() {
    return Boolean(this.#letters);
  }
  get fault() {
    return this.#letters ? "" : _("Écrivez d'abord votre mot.");
  }
  get entered() {
    if (!this.#letters) return null;
    const word = formatWord(
      [...this.#letters].map((letter, i) => (this.#circled.has(i) ? letter.toLowerCase() : letter))
        .join(""),
    );
    const points = this.points.value.replace(/\D/g, "");
    return {
      word,
      reference: plain(this.reference.value).replace(/\s/g, "") || null,
      score: points ? Number(points) : null,
    };
  }
  get draft() {
    return {
      word: this.#letters,
      circled: [...this.#circled],
      reference: this.reference.value,
      points: this.points.value,
    };
  }
  set draft(kept) {
    this.#circled = new Set(kept?.circled ?? []);
    this.#letters = this.input.value = kept?.word ?? "";
    this.reference.value = kept?.reference ?? "";
    this.points.value = kept?.points ?? "";
    this.render();
  }

  take(_tile, letter) {
    this.#write(this.#letters + letter);
    return "";
  }

  clear() {
    this.draft = null;
    this.changed();
  }

  render() {
    $("#s-joker").hidden = !this.#letters || !this.jokers;
    $("#s-circles").replaceChildren(...[...this.#letters].map((letter, i) =>
      h("button", {
        type: "button",
        "aria-pressed": String(this.#circled.has(i)),
        "aria-label": _("{letter}, lettre {n}", { letter, n: i + 1 }),
        onclick: () => this.#circle(i),
      }, letter)
    ));
  }

  #circle(index) {
    if (!this.#circled.delete(index)) this.#circled.add(index);
    this.render();
    $("#s-circles").children[index].focus();
    this.changed();
  }

  #write(text) {
    const letters = plain(text).replace(/[^A-Z]/g, "");
    // A circle stays with its letter; where another letter stands by now it goes.
    this.#circled = new Set([...this.#circled].filter((i) => letters[i] === this.#letters[i]));
    this.#letters = letters;
    if (this.input.value !== letters) this.input.value = letters;
    this.render();
    this.changed();
  }
}
