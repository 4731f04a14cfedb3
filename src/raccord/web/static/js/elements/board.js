import { $$ } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { EMPTY, rules, SIZE, squareName, value } from "../core/scoring.js";
import { pointsText, tileElement } from "./tile.js";

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIZE, ArrowDown: SIZE };

/**
 * Grille. The template's macro draws it; this keeps it up to date.
 *   board.cells = "225 characters"; board.last = "H4 LUSTRE";
 *   board.composition = new Composition(…)   // then squares, keys and drops compose a word
 * Events: "rc-select" {index}, "rc-enter", "rc-refuse" {reason}.
 */
export class RcBoard extends HTMLElement {
  #cells = "";
  #last = new Set();
  #composition = null;
  #squares = [];
  #draw = () => this.#paint();

  connectedCallback() {
    this.#squares = $$("[data-index]", this).sort((a, b) => a.dataset.index - b.dataset.index);
    this.#cells = this.dataset.cells;
    this.#last = lastSquares(this.dataset.last);
    // Browsers without container units get the board's width as a variable.
    if (!CSS.supports("width", "1cqw")) {
      new ResizeObserver(([entry]) =>
        this.style.setProperty("--rc-width", `${entry.contentRect.width}px`)
      ).observe(this);
    }
    if (!this.hasAttribute("data-interactive")) return;
    this.addEventListener("click", (event) => this.#click(event));
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  get cells() {
    return this.#cells;
  }
  set cells(cells) {
    if (cells !== this.#cells) {
      this.#cells = this.dataset.cells = cells;
      this.#paint();
    }
  }

  get last() {
    return this.dataset.last;
  }
  set last(move) {
    this.dataset.last = move || "";
    this.#last = lastSquares(move);
    this.#paint();
  }

  get composition() {
    return this.#composition;
  }
  set composition(composition) {
    this.#composition?.removeEventListener("change", this.#draw);
    this.#composition = composition;
    composition?.addEventListener("change", this.#draw);
    this.#paint();
  }

  square(index) {
    return this.#squares[index];
  }

  /** The square under a point of the screen, or -1. */
  indexAt(x, y) {
    const square = document.elementFromPoint(x, y)?.closest?.("[data-index]");
    return square && this.contains(square) ? Number(square.dataset.index) : -1;
  }

  #paint() {
    const c = this.#composition;
    this.#squares.forEach((square, index) => {
      const placed = c?.placed.get(index);
      const cell = this.#cells[index];
      const letter = placed ? placed.letter : cell === EMPTY ? "" : cell.toUpperCase();
      const joker = placed ? placed.joker : /[a-z]/.test(cell);
      this.#fill(square, index, letter, joker);
      square.classList.toggle("placed", Boolean(placed));
      square.classList.toggle("last", this.#last.has(index));
      const here = c?.cursor === index;
      square.classList.toggle("cursor", here);
      square.classList.toggle("across", here && c.direction === "across");
      square.classList.toggle("down", here && c.direction === "down");
    });
  }

  #fill(square, index, letter, joker) {
    const key = letter + (joker ? "*" : "");
    // 225 squares are painted at every key: only those that changed are made anew.
    if (square.dataset.key === key) return;
    square.dataset.key = key;
    const { marks, premiums } = rules();
    const [mark, name] = premiums[marks[index]];
    if (letter) {
      const tile = tileElement(letter, { joker, "aria-hidden": "true" });
      square.replaceChildren(tile);
    } else {
      const span = document.createElement("span");
      span.className = "mark";
      span.setAttribute("aria-hidden", "true");
      span.textContent = mark;
      square.replaceChildren(...(mark ? [span] : []));
    }
    const what = letter ? `${letter}, ${pointsText(joker ? 0 : value(letter))}` : _(name);
    square.setAttribute("aria-label", `${squareName(index)}, ${what}`);
  }

  #click(event) {
    const square = event.target.closest("[data-index]");
    if (!square) return;
    const index = Number(square.dataset.index);
    this.focusSquare(index);
    const c = this.#composition;
    // A tap on a tile just laid takes it back.
    if (c?.placed.has(index)) c.take(index);
    else c?.select(index);
    this.dispatchEvent(new CustomEvent("rc-select", { bubbles: true, detail: { index } }));
  }

  /** Move the one square that Tab reaches. */
  focusSquare(index) {
    // One stop of the Tab key for the whole grid; arrows do the rest.
    for (const square of this.#squares) if (square.tabIndex === 0) square.tabIndex = -1;
    this.#squares[index].tabIndex = 0;
    this.#squares[index].focus({ preventScroll: true });
  }

  #key(event) {
    const square = event.target.closest("[data-index]");
    if (!square || event.ctrlKey || event.altKey || event.metaKey) return;
    const index = Number(square.dataset.index);
    const by = ARROWS[event.key];
    if (by) {
      const next = index + by;
      const wraps = Math.abs(by) === 1 && Math.floor(next / SIZE) !== Math.floor(index / SIZE);
      if (next >= 0 && next < SIZE * SIZE && !wraps) {
        this.focusSquare(next);
        this.#composition?.select(next, Math.abs(by) === 1 ? "across" : "down");
      }
      event.preventDefault();
    } else if (this.#composition) this.handleKey(event, index);
  }

  /** Letters, Space, Backspace, Enter, Escape; a page may send keys here from anywhere. */
  handleKey(event, index = null) {
    const c = this.#composition;
    let reason = "";
    if (/^[a-zA-Z]$/.test(event.key)) {
      if (c.cursor === null && index !== null) c.select(index, c.direction);
      reason = c.type(event.key);
    } else if (event.key === " ") {
      if (!c.joker()) reason = _("Pas de joker dans le tirage.");
    } else if (event.key === "Backspace" || event.key === "Delete") c.back();
    else if (event.key === "Escape") c.clear();
    else if (event.key === "Enter") {
      this.dispatchEvent(new CustomEvent("rc-enter", { bubbles: true }));
    } else return false;
    event.preventDefault();
    if (c.cursor !== null && this.contains(document.activeElement)) this.focusSquare(c.cursor);
    if (reason) {
      this.dispatchEvent(new CustomEvent("rc-refuse", { bubbles: true, detail: { reason } }));
    }
    return true;
  }
}

function lastSquares(move) {
  const found = /^\s*(?:([A-O])(\d{1,2})|(\d{1,2})([A-O]))\s+(\S+)/.exec(move || "");
  if (!found) return new Set();
  const across = Boolean(found[1]);
  const row = (found[1] || found[4]).charCodeAt(0) - 65;
  const column = Number(found[2] || found[3]) - 1;
  const length = found[5].replace(/[()]/g, "").length;
  return new Set(
    Array.from({ length }, (_unused, i) => row * SIZE + column + i * (across ? 1 : SIZE)),
  );
}

customElements.define("rc-board", RcBoard);
