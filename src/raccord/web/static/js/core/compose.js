// A word being composed on a board from a rack: pure state, no drawing. Says "change" when it does.
import { _ } from "./i18n.js";
import {
  ACROSS,
  CENTRE,
  DOWN,
  EMPTY,
  formatReference,
  formatWord,
  other,
  rules,
  run,
  score,
  SIZE,
} from "./scoring.js";

export class Composition extends EventTarget {
  constructor({ cells = EMPTY.repeat(SIZE * SIZE), rack = "", play = rules() } = {}) {
    super();
    this.play = play;
    this.reset(cells, rack);
  }

  /** A new turn: another board, another rack, nothing placed. */
  reset(cells, rack) {
    this.cells = cells;
    this.rack = [...rack];
    this.placed = new Map();
    this.cursor = null;
    this.direction = ACROSS;
    this.wantsJoker = false;
    this.passed = "";
    this.#changed();
  }

  /** The tiles of the rack not yet on the board, as positions in the rack. */
  get free() {
    const used = new Set([...this.placed.values()].map((p) => p.tile));
    return this.rack.map((_letter, tile) => tile).filter((tile) => !used.has(tile));
  }

  get isEmpty() {
    return this.placed.size === 0;
  }

  /** Go to a square; going to the same square again turns the direction. */
  select(index, direction = null) {
    if (direction) this.direction = direction;
    else if (index === this.cursor) this.direction = other(this.direction);
    this.cursor = index;
    this.passed = "";
    this.#changed();
  }

  turn() {
    this.direction = other(this.direction);
    this.#changed();
  }

  /** Space: the next letter will be the joker's. */
  joker() {
    this.wantsJoker = this.free.some((tile) => this.rack[tile] === "?");
    this.#changed();
    return this.wantsJoker;
  }

  /** Type a letter at the cursor. Returns "" or why not. */
  type(letter) {
    const wanted = letter.toUpperCase();
    if (this.cursor === null) this.#begin();
    const tile = this.#tileFor(wanted);
    if (tile === undefined) {
      // Who spells the whole word types the board's letters too: they are skipped.
      if (this.passed[0] === wanted) {
        this.passed = this.passed.slice(1);
        return "";
      }
      return _("Pas de {letter} dans le tirage.", { letter: wanted });
    }
    const at = this.#nextFree(this.cursor);
    if (at === null) return _("Le bord de la grille est atteint.");
    this.#put(tile, at, wanted);
    this.#advance(at);
    this.#changed();
    return "";
  }

  /** Put a given tile of the rack at the cursor, as when it is tapped. `letter` names a joker. */
  tap(tile, letter = "") {
    if (this.cursor === null) this.#begin();
    const at = this.#nextFree(this.cursor);
    if (at === null) return _("Le bord de la grille est atteint.");
    this.#put(tile, at, letter || this.rack[tile]);
    this.#advance(at);
    this.#changed();
    return "";
  }

  /** Drop a tile of the rack on a square; a tile already there goes back to the rack. */
  drop(tile, index, letter = "") {
    if (this.cells[index] !== EMPTY) return _("Cette case est déjà occupée.");
    this.lift(index, false);
    for (const [at, p] of this.placed) {
      if (p.tile === tile) {
        letter ||= p.letter;
        this.placed.delete(at);
      }
    }
    this.#put(tile, index, letter || this.rack[tile]);
    this.cursor = null;
    this.#changed();
    return "";
  }

  lift(index, tell = true) {
    const found = this.placed.delete(index);
    if (found && tell) this.#changed();
    return found;
  }

  /** Undo the last letter. */
  back() {
    if (this.wantsJoker) this.wantsJoker = false;
    else {
      const last = [...this.placed.keys()].at(-1);
      if (last === undefined) return;
      this.placed.delete(last);
      this.cursor = last;
      this.passed = "";
    }
    this.#changed();
  }

  clear() {
    const first = [...this.placed.keys()][0];
    this.placed.clear();
    this.cursor = first ?? this.cursor;
    this.wantsJoker = false;
    this.#changed();
  }

  /** Show a word given by its place, using tiles of the rack as far as they go. */
  show(index, direction, word) {
    this.placed.clear();
    this.direction = direction;
    [...word].forEach((letter, i) => {
      const at = index + i * (direction === ACROSS ? 1 : SIZE);
      if (this.cells[at] !== EMPTY) return;
      // As in Cells: lower case is a joker's letter.
      const isJoker = /[a-z]/.test(letter);
      const tile = this.free.find((t) => this.rack[t] === (isJoker ? "?" : letter));
      if (tile !== undefined) this.#put(tile, at, letter.toUpperCase());
    });
    this.cursor = null;
    this.#changed();
  }

  /**
   * The word as it stands: `{index, direction, reference, word, text, score, fault}`, or null when
   * nothing is placed. `fault` is a reason the server need not be asked about.
   */
  get move() {
    if (this.isEmpty) return null;
    const at = [...this.placed.keys()].sort((a, b) => a - b);
    const after = this.#after();
    const direction = this.#line(at, after);
    if (!direction) return { fault: _("Les lettres doivent être alignées.") };
    const { start, word: letters } = run(after, at[0], direction);
    const last = start + (letters.length - 1) * (direction === ACROSS ? 1 : SIZE);
    // The run from the first tile ends before the last one: there is a hole.
    if (at.at(-1) > last) return { fault: _("Il manque une lettre dans le mot.") };
    if (letters.length < 2) return { fault: _("Un mot a au moins deux lettres.") };
    const word = [...letters].map((
      c,
      i,
    ) => (this.placed.has(start + i * (direction === ACROSS ? 1 : SIZE)) ? c : c.toUpperCase()))
      .join("");
    return {
      index: start,
      direction,
      word,
      text: formatWord(word),
      reference: formatReference(start, direction),
      score: score(this.cells, start, direction, word, this.play),
      fault: this.#fault(at),
    };
  }

  #fault(at) {
    if (at.length > this.play.playable) {
      return _("Trop de lettres posées : {n} au plus.", { n: this.play.playable });
    }
    if (/^\.*$/.test(this.cells)) {
      return at.includes(CENTRE) ? "" : _("Le premier mot doit couvrir la case centrale H8.");
    }
    const touches = at.some((i) =>
      [[-1, i % SIZE > 0], [1, i % SIZE < SIZE - 1], [-SIZE, i >= SIZE], [
        SIZE,
        i < SIZE * (SIZE - 1),
      ]]
        .some(([by, inside]) => inside && this.cells[i + by] !== EMPTY)
    );
    return touches ? "" : _("Le mot ne touche aucune lettre déjà placée.");
  }

  #after() {
    const after = [...this.cells];
    for (const [at, { letter, joker }] of this.placed) {
      after[at] = joker ? letter.toLowerCase() : letter;
    }
    return after;
  }

  #line(at, after) {
    if (at.length === 1) {
      const long = (direction) => run(after, at[0], direction).word.length > 1;
      // A single tile lies the way it makes a word; both ways, the arrow decides.
      return long(this.direction)
        ? this.direction
        : long(other(this.direction))
        ? other(this.direction)
        : this.direction;
    }
    if (at.every((i) => Math.floor(i / SIZE) === Math.floor(at[0] / SIZE))) return ACROSS;
    return at.every((i) => i % SIZE === at[0] % SIZE) ? DOWN : null;
  }

  #begin() {
    this.cursor = /^\.*$/.test(this.cells) ? CENTRE : 0;
  }

  #tileFor(letter) {
    const plain = this.wantsJoker
      ? undefined
      : this.free.find((tile) => this.rack[tile] === letter);
    // A joker is never spent for a letter that the board gives.
    const skipped = !this.wantsJoker && plain === undefined && this.passed[0] === letter;
    return plain ?? (skipped ? undefined : this.free.find((tile) => this.rack[tile] === "?"));
  }

  #put(tile, at, letter) {
    this.placed.set(at, { tile, letter: letter.toUpperCase(), joker: this.rack[tile] === "?" });
    this.wantsJoker = false;
  }

  #nextFree(from) {
    const by = this.direction === ACROSS ? 1 : SIZE;
    for (let at = from; at < SIZE * SIZE; at += by) {
      // The squares are one row of 225: past column 15 comes the next line.
      if (at !== from && this.direction === ACROSS && at % SIZE === 0) return null;
      if (this.cells[at] === EMPTY && !this.placed.has(at)) return at;
    }
    return null;
  }

  #advance(at) {
    const by = this.direction === ACROSS ? 1 : SIZE;
    const edge = this.direction === ACROSS ? at % SIZE === SIZE - 1 : at >= SIZE * (SIZE - 1);
    const next = edge ? null : this.#nextFree(at + by);
    this.passed = "";
    this.cursor = next ?? at;
    for (let i = at + by; i < this.cursor; i += by) this.passed += this.cells[i].toUpperCase();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
