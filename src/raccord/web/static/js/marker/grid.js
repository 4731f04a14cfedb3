// The little grid of a slip: fifteen squares by fifteen, filled in by clicks and keys.
import { h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { ACROSS, CENTRE, DOWN, other, SIZE } from "../core/scoring.js";

const ARROWS = {
  ArrowLeft: [0, -1, ACROSS],
  ArrowRight: [0, 1, ACROSS],
  ArrowUp: [-1, 0, DOWN],
  ArrowDown: [1, 0, DOWN],
};
const rowOf = (index) => Math.floor(index / SIZE);
const columnOf = (index) => index % SIZE;
const isOn = (row, column) => row >= 0 && row < SIZE && column >= 0 && column < SIZE;

/**
 * `grid.cells` are squares as the server tells them: {row, column, letter, circled, link}.
 * Events: "change" when the hand that fills it in has changed something, "enter", "leave".
 */
export class SlipGrid extends EventTarget {
  #letters = new Map();
  #squares = [];
  #cursor = CENTRE;
  direction = ACROSS;
  /** Whether what is typed is copied from the board, not of the word. */
  link = false;

  constructor(root) {
    super();
    for (let row = 0; row < SIZE; row += 1) root.append(this.#row(row));
    this.#squares[CENTRE].tabIndex = 0;
    root.addEventListener("click", ({ target }) => this.#click(target.closest("[data-at]")));
    root.addEventListener("keydown", (event) => this.#key(event));
    this.#paint();
  }

  #row(row) {
    const squares = Array.from(
      { length: SIZE },
      (_unused, column) =>
        h("div", { role: "gridcell", tabindex: -1, "data-at": row * SIZE + column }),
    );
    this.#squares.push(...squares);
    return h("div", { role: "row" }, squares);
  }

  get cells() {
    return [...this.#letters].map(([at, cell]) => ({
      row: rowOf(at),
      column: columnOf(at),
      ...cell,
    }));
  }

  /** Squares outside the grid are not shown. */
  set cells(cells) {
    this.#letters = new Map(
      cells.filter(({ row, column }) => isOn(row, column)).map((
        { row, column, letter, circled = false, link = false },
      ) => [row * SIZE + column, { letter, circled, link }]),
    );
    this.#paint();
  }

  focus() {
    this.#squares[this.#cursor].focus({ preventScroll: true });
  }

  turn() {
    this.direction = other(this.direction);
    this.#paint();
  }

  /** Write a letter at the cursor and go on; whatever is no letter is passed over. */
  type(text) {
    const letter = text.normalize("NFD").charAt(0).toUpperCase();
    if (!/^[A-Z]$/.test(letter)) return;
    this.#letters.set(this.#cursor, { letter, circled: false, link: this.link });
    this.#step(1);
    this.#changed();
  }

  /** Take away the letter under the cursor, else the one before it. */
  erase() {
    if (!this.#letters.has(this.#cursor)) this.#step(-1);
    this.#letters.delete(this.#cursor);
    this.#changed();
  }

  /** Circle the letter under the cursor, or the last one written, or take its circle away. */
  circle() {
    const at = this.#letters.has(this.#cursor) ? this.#cursor : this.#next(-1);
    const cell = this.#letters.get(at);
    if (!cell) return;
    cell.circled = !cell.circled;
    this.#changed();
  }

  clear() {
    this.#letters.clear();
    this.#changed();
  }

  #next(by) {
    const [down, right] = this.direction === ACROSS ? [0, by] : [by, 0];
    return this.#beside(down, right);
  }

  #beside(down, right) {
    const [row, column] = [rowOf(this.#cursor) + down, columnOf(this.#cursor) + right];
    return isOn(row, column) ? row * SIZE + column : this.#cursor;
  }

  #step(by) {
    this.#go(this.#next(by));
  }

  #go(at) {
    const focused = this.#squares.includes(document.activeElement);
    this.#squares[this.#cursor].tabIndex = -1;
    this.#cursor = at;
    this.#squares[at].tabIndex = 0;
    if (focused) this.focus();
  }

  #changed() {
    this.#paint();
    this.dispatchEvent(new Event("change"));
  }

  #click(square) {
    if (!square) return;
    const at = Number(square.dataset.at);
    if (at === this.#cursor) this.direction = other(this.direction);
    this.#go(at);
    this.#paint();
    this.dispatchEvent(new Event("select"));
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const arrow = ARROWS[event.key];
    if (arrow) this.#move(arrow);
    else if (!this.press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #move([down, right, direction]) {
    this.direction = direction;
    this.#go(this.#beside(down, right));
    this.#paint();
  }

  /** What a key does here: false where it does nothing. */
  press(key) {
    if (/^\p{L}$/u.test(key)) this.type(key);
    else if (key === " ") this.#step(1);
    else if (key === "Backspace" || key === "Delete") this.erase();
    else if (key === "(" || key === ")") this.circle();
    else if (key === "/") {
      this.link = !this.link;
      this.dispatchEvent(new Event("select"));
    } else if (key === "Enter") this.dispatchEvent(new Event("enter"));
    else if (key === "Escape") this.dispatchEvent(new Event("leave"));
    else return false;
    this.#paint();
    return true;
  }

  #paint() {
    this.#squares.forEach((square, at) => {
      const cell = this.#letters.get(at);
      const here = at === this.#cursor;
      square.textContent = cell?.letter ?? "";
      square.className = [
        cell?.link ? "link" : "",
        cell?.circled ? "circled" : "",
        here ? `here ${this.direction}` : "",
      ].filter(Boolean).join(" ");
      square.setAttribute("aria-label", label(at, cell));
      square.setAttribute("aria-selected", String(here));
    });
  }
}

function label(at, cell) {
  return [
    _("Rangée {row}, colonne {column}", { row: rowOf(at) + 1, column: columnOf(at) + 1 }),
    cell ? cell.letter : _("sans lettre"),
    cell?.link && _("raccord"),
    cell?.circled && _("entourée"),
  ].filter(Boolean).join(", ");
}
