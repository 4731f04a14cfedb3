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
  readMove,
  rules,
  run,
  score,
  SIZE,
  squareName,
  squares,
} from "./scoring.js";

const NOWHERE = () => _("Choisissez d'abord une case de la grille.");

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
    this.#changed();
  }

  /** What is kept across a reload. */
  get draft() {
    return {
      placed: [...this.placed].map(([at, { tile, letter }]) => [at, tile, letter]),
      cursor: this.cursor,
      direction: this.direction,
    };
  }
  set draft(kept) {
    for (const [at, tile, letter] of kept?.placed ?? []) {
      if (this.cells[at] === EMPTY && this.rack[tile]) this.#put(tile, at, letter);
    }
    this.direction = kept?.direction ?? this.direction;
    this.cursor = kept?.cursor ?? null;
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
    if (!this.#begin()) return NOWHERE();
    // Who spells the whole word types the board's letters too: they are gone over.
    if (!this.wantsJoker && this.cells[this.cursor].toUpperCase() === wanted) {
      this.#advance(this.cursor);
      this.#changed();
      return "";
    }
    const tile = this.#tileFor(wanted, this.wantsJoker);
    if (tile === undefined) return this.#lacks(wanted, this.wantsJoker);
    const at = this.#nextFree(this.cursor);
    if (at === null) return _("Le bord de la grille est atteint.");
    this.#put(tile, at, wanted);
    this.#advance(at);
    this.#changed();
    return "";
  }

  /** Put a given tile of the rack at the cursor, as when it is tapped. `letter` names a joker. */
  tap(tile, letter = "") {
    const there = [...this.placed].find(([, p]) => p.tile === tile);
    if (there) {
      this.take(there[0]);
      return "";
    }
    if (!this.#begin()) return NOWHERE();
    const at = this.#nextFree(this.cursor);
    if (at === null) return _("Le bord de la grille est atteint.");
    this.#put(tile, at, letter || this.rack[tile]);
    this.#advance(at);
    this.#changed();
    return "";
  }

  /** Take one tile off the board, and go on from its square. */
  take(index) {
    this.placed.delete(index);
    this.cursor = index;
    this.#changed();
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

  /** Lay a word written « H4 LUSTRE(R) », board letters included. Returns "" or why not. */
  enter(text) {
    const read = readMove(text);
    if (!read) return _("Écrivez la place puis le mot : H4 LUSTRE, ou 4H en vertical.");
    const { index, direction, word } = read;
    const at = squares(index, direction, word.length);
    if (!at) return _("Le mot sort de la grille.");
    const before = this.placed;
    this.placed = new Map();
    this.wantsJoker = false;
    const reason = at.map((square, i) => this.#lay(square, word[i])).find(Boolean) ?? "";
    if (reason) this.placed = before;
    else {
      this.direction = direction;
      this.cursor = null;
    }
    this.#changed();
    return reason;
  }

  #lay(square, letter) {
    const there = this.cells[square];
    const wanted = letter.toUpperCase();
    if (there !== EMPTY) {
      if (there.toUpperCase() === wanted) return "";
      return _("{square} porte déjà un {letter}.", {
        square: squareName(square),
        letter: there.toUpperCase(),
      });
    }
    // As in cells, lower case is a joker's letter.
    const isJoker = letter !== wanted;
    const tile = this.#tileFor(wanted, isJoker);
    if (tile === undefined) return this.#lacks(wanted, isJoker);
    this.#put(tile, square, wanted);
    return "";
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

  /** Whether there is a square to write on: the centre of an empty board, else the one chosen. */
  #begin() {
    if (this.cursor === null && /^\.*$/.test(this.cells)) this.cursor = CENTRE;
    return this.cursor !== null;
  }

  #tileFor(letter, joker) {
    return this.free.find((tile) => this.rack[tile] === (joker ? "?" : letter));
  }

  /** A joker is spent only by who asks for it. */
  #lacks(letter, asJoker) {
    if (asJoker) return _("Pas de joker dans le tirage.");
    if (this.#tileFor("?", true) === undefined) {
      return _("Pas de {letter} dans le tirage.", { letter });
    }
    return _(
      "Pas de {letter} dans le tirage. Pour le joker : Espace puis {letter}, ou ({letter}).",
      {
        letter,
      },
    );
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
    this.cursor = edge ? at : at + by;
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
