// The bar under a player's mat: what he is told, the word he makes, the things he may do now.
import { h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { choices } from "./choices.js";
import { Draft, letters } from "./draft.js";
import { layOut } from "./form.js";
import { nameOf, say } from "./texts.js";

const SWAPPED = 3;
/** How long a pass can be taken back before it leaves this page. */
const REVOCABLE_MS = 2000;
const KEYS = { "!": "call-jarnac", "?": "contest", "-": "pass", "=": "swap" };
const other = (seat) => (seat === "A" ? "B" : "A");
const canHover = matchMedia("(hover: hover)").matches;

export class Bar {
  draft = new Draft();
  picked = new Set();
  /** What is being composed: "lay", "jarnac", "swap", or "" for nothing. */
  mode = "";
  isBusy = false;
  #passing = 0;
  #view = null;
  #wasOpen = false;

  /** `send(body)` hands in a move; `redraw()` is called when the mats must be drawn anew. */
  constructor(root, seat, { send, redraw }) {
    Object.assign(this, { root, seat, send, redraw });
    Object.assign(
      this,
      layOut(root, seat, {
        enter: () => this.enter(),
        escape: () => this.escape(),
        erase: () => this.draft.erase(),
      }),
    );
    this.input.addEventListener("input", () => this.#typed());
    this.draft.addEventListener("change", () => {
      this.#show();
      this.redraw();
    });
  }

  get offers() {
    return this.#view ? this.#side.offers : [];
  }
  get #side() {
    return this.#view.game.sides[this.seat === "A" ? 0 : 1];
  }
  /** The seat whose letters are used. */
  get source() {
    return this.mode === "jarnac" ? other(this.seat) : this.seat;
  }
  /** Whether there is a field to type in: small screens have the letters themselves. */
  get #canType() {
    return canHover && this.input.offsetParent !== null;
  }
  get isComposing() {
    return this.mode !== "";
  }

  update(view) {
    this.#view = view;
    if (!this.isBusy) this.#settleMode(view.result ? [] : this.offers);
    this.#follow();
    this.#show();
    const isOpen = this.mode === "lay" && !this.isBusy;
    if (this.#passing && !this.offers.includes("pass")) this.#stay();
    if (
      isOpen && !this.#wasOpen && this.#canType &&
      !document.activeElement?.closest("dialog, details")
    ) this.input.focus();
    this.#wasOpen = isOpen;
  }

  /** Leave what is no longer possible; begin a word as soon as one may be laid. */
  #settleMode(offers) {
    const needed = { lay: "lay", jarnac: "call-jarnac", swap: "swap" }[this.mode];
    if (needed && !offers.includes(needed)) this.#enterMode("");
    if (!this.mode && offers.includes("lay")) this.#enterMode("lay");
  }

  #follow() {
    const side = this.#view.game.sides[this.source === "A" ? 0 : 1];
    this.draft.follow({ lines: side.lines, loose: side.loose });
    for (const place of this.picked) if (place >= side.loose.length) this.picked.delete(place);
  }

  #enterMode(mode) {
    this.mode = mode;
    this.picked.clear();
    this.#follow();
    this.draft.clear();
  }

  /** Begin a Jarnac or a change of letters; other actions are sent at once. */
  act(type, details = {}) {
    if (this.isBusy || (!this.offers.includes(type) && type !== "answer")) return;
    if (type === "call-jarnac" || type === "swap") {
      this.#enterMode(type === "swap" ? "swap" : "jarnac");
      // Where ten seconds run, the cry comes first: it stops them, and the word may take its time.
      if (type === "call-jarnac" && this.offers.includes("say-jarnac")) {
        this.send({ type: "say-jarnac", seat: this.seat });
        return;
      }
      if (this.#canType) this.input.focus();
      return;
    }
    if (type === "pass") {
      this.#pass();
      return;
    }
    // With the version seen: the word contested must be the one on the screen.
    const guarded = ["contest", "agree"].includes(type) ? { version: this.#view.game.version } : {};
    this.send({ type, seat: this.seat, ...guarded, ...details });
  }

  /** Pass in two seconds, unless it is taken back meanwhile. */
  #pass() {
    if (this.#passing) {
      this.#stay();
      return;
    }
    this.#passing = setTimeout(() => {
      this.#passing = 0;
      this.send({ type: "pass", seat: this.seat });
    }, REVOCABLE_MS);
    this.#show();
  }

  #stay() {
    clearTimeout(this.#passing);
    this.#passing = 0;
    this.#show();
  }

  /** A key of a real keyboard where no field is shown: a letter, or one taken back. */
  write(key) {
    if (this.isBusy || this.mode === "swap") return false;
    const letter = key.length === 1 ? letters(key) : "";
    if (this.#canType) {
      if (letter) this.input.focus();
      return false;
    }
    if (key === "Backspace") this.draft.erase();
    else if (letter) this.draft.type(this.draft.word + letter);
    else return false;
    return true;
  }

  /** Enter: hand in the word; with no word under way, draw. */
  enter() {
    if (this.isBusy || this.#passing) return;
    if (this.mode === "swap") {
      this.#swap();
      return;
    }
    if (
      !this.isComposing ||
      (!this.draft.word && !this.offers.includes("lay") && this.mode !== "jarnac")
    ) {
      if (this.offers.includes("draw")) this.act("draw");
      return;
    }
    const play = this.draft.readings[0];
    if (!play) {
      this.#show(true);
      return;
    }
    const guarded = this.mode === "jarnac" ? { version: this.#view.game.version } : {};
    this.send({
      type: this.mode === "jarnac" ? "call-jarnac" : "lay",
      seat: this.seat,
      word: this.draft.word,
      line: play.line,
      ...guarded,
    });
  }

  #swap() {
    const loose = this.#side.loose;
    const chosen = [...this.picked].sort((a, b) => a - b).map((place) => loose[place]).join("");
    if (chosen.length !== SWAPPED) {
      this.#show(true);
      return;
    }
    this.send({ type: "swap", seat: this.seat, letters: chosen });
  }

  escape() {
    if (this.#passing) this.#stay();
    if (this.mode === "jarnac" || this.mode === "swap") {
      this.#enterMode(this.offers.includes("lay") ? "lay" : "");
    } else this.draft.clear();
    this.#show();
    this.redraw();
  }

  /** A key that is not a letter; true when it meant something here. */
  key(key) {
    if (key === "Escape") {
      this.escape();
      return true;
    }
    const type = KEYS[key];
    if (!type || !this.offers.includes(type)) return false;
    this.act(type);
    return true;
  }

  pick(place) {
    if (this.picked.has(place)) this.picked.delete(place);
    else if (this.picked.size < SWAPPED) this.picked.add(place);
    this.#show();
    this.redraw();
  }

  #typed() {
    if (this.mode === "swap") {
      this.picked.clear();
      for (const letter of letters(this.input.value).slice(0, SWAPPED)) {
        const place = [...this.#side.loose].findIndex((loose, index) =>
          loose === letter && !this.picked.has(index)
        );
        if (place >= 0) this.picked.add(place);
      }
      this.#show();
      this.redraw();
    } else this.draft.type(this.input.value);
  }

  #show(isInsisting = false) {
    const view = this.#view;
    if (!view) return;
    this.say.textContent = say(view, this.seat, this.mode);
    if (view.mode === "screen") this.say.dataset.name = nameOf(view, this.seat);
    const isTurn = view.game.turn === this.seat || view.game.phase === "ruling";
    this.root.classList.toggle(
      "is-idle",
      view.mode === "screen" && !isTurn && !this.offers.length,
    );
    this.form.hidden = !this.isComposing || this.isBusy;
    this.label.textContent = {
      lay: _("Votre mot"),
      jarnac: _("Le mot à prendre"),
      swap: _("Les trois lettres à changer"),
    }[this.mode] || "";
    this.submit.textContent =
      { lay: _("Poser"), jarnac: _("Prendre"), swap: _("Changer") }[this.mode] || "";
    this.submit.className = this.mode === "jarnac" ? "jarnac" : "primary";
    this.submit.disabled = this.#passing > 0;
    this.cancel.setAttribute("aria-label", this.mode === "lay" ? _("Effacer") : _("Annuler"));
    const isEmpty = !this.draft.word && typeof this.draft.line !== "number";
    this.cancel.disabled = this.mode === "lay" && isEmpty;
    this.back.disabled = isEmpty;
    this.back.hidden = this.mode === "swap";
    const chosen = this.mode === "swap"
      ? [...this.picked].map((place) => this.#side.loose[place]).join("")
      : this.draft.word;
    if (letters(this.input.value) !== chosen) this.input.value = chosen;
    this.#showReadings(isInsisting);
    this.#showButtons();
  }

  #showReadings(isInsisting) {
    const readings = this.mode === "swap" ? [] : this.draft.readings;
    const chips = readings.length > 1 ? readings : [];
    this.lines.replaceChildren(
      ...chips.map((play, rank) =>
        h(
          "button",
          {
            type: "button",
            class: "chip",
            "aria-pressed": String(rank === 0),
            onclick: () => this.draft.choose(play.line),
          },
          play.line === null
            ? _("Nouvelle ligne")
            : _("Ligne {n} : {old}", { n: play.line, old: play.old }),
        )
      ),
    );
    this.lines.hidden = !chips.length;
    const play = readings[0];
    let note = play ? this.#worth(play) : this.draft.fault;
    if (this.mode === "swap") note = _("{n} sur 3", { n: this.picked.size });
    if (!note && isInsisting) note = _("Il faut un mot de 3 à 9 lettres.");
    if (!this.isComposing || this.isBusy) note = "";
    if (this.note.textContent !== note) this.note.textContent = note;
    this.note.classList.toggle("bad", !play && this.mode !== "swap" && note !== "");
  }

  #worth({ line, old, gain }) {
    const { word } = this.draft;
    if (this.mode === "jarnac") {
      return _("{word} : {n} points pour vous", { word, n: word.length ** 2 });
    }
    return line === null
      ? _("{word} : {n} points", { word, n: word.length ** 2 })
      : _("{old} devient {word} : {n} points de plus", { old, word, n: gain });
  }

  #showButtons() {
    const focused = this.buttons.contains(document.activeElement)
      ? document.activeElement.dataset.do
      : null;
    const list = this.isBusy ? [h("p", { class: "muted" }, _("Envoi…"))] : choices(this.#view, {
      seat: this.seat,
      offers: this.offers,
      mode: this.mode,
      isPassing: this.#passing > 0,
      isSpelling: Boolean(this.draft.word),
      act: (type, details) => this.act(type, details),
    });
    this.buttons.replaceChildren(...list);
    if (focused) {
      (this.buttons.querySelector(`[data-do="${focused}"]`) || this.buttons.querySelector("button"))
        ?.focus();
    }
  }
}
