// A word being made from the letters of a mat: the readings it has, or why it has none.
import { _ } from "../core/i18n.js";

export const SHORTEST = 3;
export const LONGEST = 9;
export const LINES = 8;

/** The letters left once `taken` are gone, or null when some of `taken` are not there. */
export function without(letters, taken) {
  const left = [...letters];
  for (const letter of taken) {
    const at = left.indexOf(letter);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left.join("");
}

const lacking = (wanted, letters) => {
  const left = [...letters];
  return [...wanted].filter((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

/** What a person typed, as letters from A to Z. */
export const letters = (text) =>
  text.normalize("NFD").replace(/[œŒ]/g, "OE").replace(/[æÆ]/g, "AE").toUpperCase().replace(
    /[^A-Z]/g,
    "",
  ).slice(0, 12);

/**
 * Brouillon. `line` is undefined while the word itself decides, null for a new line, or a number.
 */
export class Draft extends EventTarget {
  word = "";
  line = undefined;
  mat = { lines: [], loose: "" };

  /** Follow a mat; a draft that its letters no longer allow is dropped. */
  follow(mat) {
    this.mat = mat;
    if (typeof this.line === "number" && this.line > mat.lines.length) this.line = undefined;
    if (
      this.word && this.target === undefined && !this.readings.length &&
      lacking(this.word, mat.lines.join("") + mat.loose).length
    ) this.clear();
  }

  clear() {
    this.word = "";
    this.line = undefined;
    this.#changed();
  }
  type(text) {
    this.word = letters(text);
    this.#changed();
  }

  /** Choose the line to lengthen, or none; its word is where one begins. */
  choose(line) {
    const old = typeof line === "number" ? this.mat.lines[line - 1] : "";
    this.line = line;
    if (without(this.word, old) === null) this.word = old;
    this.#changed();
  }

  /** Put a loose letter at a place of a line (null: a new one). */
  put(letter, line, place = Infinity) {
    const old = typeof line === "number" ? this.mat.lines[line - 1] : "";
    if (this.target !== line) this.word = old;
    this.line = line;
    const at = Math.min(place, this.word.length);
    this.word = this.word.slice(0, at) + letter + this.word.slice(at);
    this.#changed();
  }

  /** Tap a loose letter: it goes at the end of the word under way. */
  add(letter) {
    if (this.target === undefined && this.word) this.type(this.word + letter);
    else this.put(letter, this.target === undefined ? null : this.target);
  }

  /** Move a letter of the word. */
  move(from, to) {
    const rest = [...this.word];
    const [letter] = rest.splice(from, 1);
    rest.splice(to > from ? to - 1 : to, 0, letter);
    this.word = rest.join("");
    this.#changed();
  }

  /** Take a letter back to the loose ones; those of the line stay. */
  lift(place) {
    const rest = this.word.slice(0, place) + this.word.slice(place + 1);
    if (without(rest, this.old) === null) return false;
    this.word = rest === this.old ? "" : rest;
    if (!this.word) this.line = undefined;
    this.#changed();
    return true;
  }

  /** Touch a line or a letter of the word: a letter goes to the end, so words are spelt in order. */
  tap(element) {
    const place = element.closest(".tile[data-place]");
    const line = element.closest(".line[data-number]");
    if (place) this.move(Number(place.dataset.place), this.word.length);
    else if (line && !line.classList.contains("is-target")) {
      const number = Number(line.dataset.number);
      this.choose(number > this.mat.lines.length ? null : number);
    }
  }

  /** Take back the last letter that was added; with none, the line is let go. */
  erase() {
    const place = this.isAdded.lastIndexOf(true);
    if (place >= 0) this.lift(place);
    else this.clear();
  }

  /** The line the word is shown on: chosen, or the only one it can be. */
  get target() {
    if (this.line !== undefined) return this.line;
    return this.readings[0]?.line;
  }
  get old() {
    const line = this.target;
    return typeof line === "number" ? this.mat.lines[line - 1] : "";
  }
  get isFull() {
    return this.mat.lines.length >= LINES;
  }

  /** Every play the word can be: `{line, old, added, gain}`. */
  get readings() {
    if (this.word.length < SHORTEST || this.word.length > LONGEST) return [];
    const wanted = this.line === undefined
      ? [null, ...this.mat.lines.map((_word, index) => index + 1)]
      : [this.line];
    return wanted.map((line) => this.#reading(line)).filter(Boolean);
  }
  #reading(line) {
    if (line === null && this.isFull) return null;
    const old = line === null ? "" : this.mat.lines[line - 1];
    const added = without(this.word, old);
    // Nothing added is no play (TOUR DE JEU 4b), null a letter of the line lost.
    if (!added || without(this.mat.loose, added) === null) return null;
    return { line, old, added, gain: this.word.length ** 2 - old.length ** 2 };
  }

  /** Which letters of the word come from the loose ones, place by place. */
  get isAdded() {
    const old = [...this.old];
    return [...this.word].map((letter) => {
      const at = old.indexOf(letter);
      if (at >= 0) old.splice(at, 1);
      return at < 0;
    });
  }
  /** The loose letters still free. */
  get free() {
    const added = [...this.word].filter((_letter, place) => this.isAdded[place]);
    const left = [...this.mat.loose];
    for (const letter of added) {
      const at = left.indexOf(letter);
      if (at >= 0) left.splice(at, 1);
    }
    return left.join("");
  }

  /** Why the word cannot be played as it is; "" when it can, or when it is only begun. */
  get fault() {
    if (!this.word || this.readings.length) return "";
    if (this.word.length > LONGEST) return _("Un mot a 9 lettres au plus.");
    const old = this.old;
    if (old && without(this.word, old) === null) {
      return _("{old} doit garder toutes ses lettres.", { old });
    }
    const missing = lacking(old ? without(this.word, old) : this.word, this.mat.loose);
    if (this.word.length < SHORTEST) return "";
    if (old && this.word.length === old.length) return "";
    if (this.line === undefined || this.line === null) {
      if (this.isFull) return _("Les huit lignes sont remplies : rallongez un mot.");
      return _("Ni le reliquat seul ni une de ces lignes ne donnent {word}.", { word: this.word });
    }
    return missing.length
      ? _("Il manque {letters} au reliquat.", { letters: missing.join(" ") })
      : "";
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
