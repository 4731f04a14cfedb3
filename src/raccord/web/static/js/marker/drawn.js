// The slip filled in square by square beside its line: one slip, said in two ways. A line that is
// read fills the grid; the grid, with its reference and its points, writes the line.
import { api, ApiError } from "../core/api.js";
import { $ } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { ACROSS, parseReference, SIZE } from "../core/scoring.js";
import { SlipGrid } from "./grid.js";

const WIDE = matchMedia("(min-width: 75rem)");
const KEY = "rc-drawn";

export class Drawn {
  #grid = new SlipGrid($("#drawn-grid"));
  #flags = [];
  #writing = Promise.resolve();
  #asked = 0;

  /** `line` is written to; it knows the table meant where the field names none. */
  constructor({ base, line }) {
    Object.assign(this, { base, line });
    this.#grid.addEventListener("change", () => this.#write());
    this.#grid.addEventListener("select", () => this.#selected());
    this.#grid.addEventListener("enter", () => this.#enter());
    this.#grid.addEventListener("leave", () => this.line.focus());
    for (const field of $("#drawn").querySelectorAll(".drawn-facts input")) {
      field.addEventListener("input", () => this.#write());
      field.addEventListener("keydown", (event) => {
        if (event.key === "Enter") this.#enter();
        if (event.key === "Escape") this.line.focus();
      });
    }
    this.#letters();
    this.#buttons();
    this.isOpen = localStorage.getItem(KEY) ? localStorage.getItem(KEY) === "1" : WIDE.matches;
  }

  get isOpen() {
    return !$("#drawn").hidden;
  }
  set isOpen(isOpen) {
    $("#drawn").hidden = !isOpen;
    $("#drawn-open").setAttribute("aria-expanded", String(isOpen));
  }

  /** Show the slip a line was read as. */
  show({ slip, cells, tables }) {
    const many = Boolean(slip?.solutions.length);
    $("#drawn-many").hidden = !many;
    this.#flags = slip?.flags ?? [];
    this.#grid.cells = placed(cells, slip);
    if (slip?.direction) this.#grid.direction = slip.direction;
    fill({ table: tables.length === 1 ? tables[0] : "", reference: slip?.reference ?? "" });
    fill({ points: slip?.score ?? "" });
  }

  /** The line is empty again. */
  forget() {
    this.#asked += 1;
    this.#flags = [];
    this.#grid.cells = [];
    this.#grid.link = false;
    this.#selected();
    fill({ table: "", reference: "", points: "" });
    $("#drawn-many").hidden = true;
  }

  #buttons() {
    const press = (id, act) =>
      $(id).addEventListener("click", () => {
        act();
        this.#selected();
        this.#grid.focus();
      });
    press("#drawn-link", () => (this.#grid.link = !this.#grid.link));
    press("#drawn-circle", () => this.#grid.circle());
    press("#drawn-turn", () => this.#grid.turn());
    press("#drawn-erase", () => this.#grid.erase());
    $("#drawn-open").addEventListener("click", () => this.toggle());
    document.addEventListener("keydown", (event) => {
      if (!event.altKey || event.code !== "KeyG") return;
      event.preventDefault();
      this.isOpen = true;
      this.#grid.focus();
    });
  }

  toggle() {
    this.isOpen = !this.isOpen;
    localStorage.setItem(KEY, this.isOpen ? "1" : "0");
    if (this.isOpen) this.#grid.focus();
    else this.line.focus();
  }

  /** A phone's keyboard comes up for a field only: its letters go to the grid. */
  #letters() {
    $("#drawn-letters").addEventListener("input", ({ target }) => {
      for (const key of target.value) this.#grid.press(key);
      target.value = "";
    });
    $("#drawn-letters").addEventListener("keydown", (event) => {
      if (event.key.length > 1 && this.#grid.press(event.key)) event.preventDefault();
    });
  }

  #selected() {
    $("#drawn-link").setAttribute("aria-pressed", String(this.#grid.link));
    $("#drawn-turn").textContent = this.#grid.direction === ACROSS ? "→" : "↓";
    if (!matchMedia("(hover: hover)").matches && document.activeElement?.closest("#drawn-grid")) {
      $("#drawn-letters").focus({ preventScroll: true });
    }
  }

  #write() {
    this.#writing = this.#ask();
  }

  async #ask() {
    const mine = (this.#asked += 1);
    const table = Number(
      $("#drawn-table").value || this.line.table,
    );
    if (!table) {
      this.line.complain(_("Un numéro de table est attendu."));
      return;
    }
    const score = $("#drawn-points").value.trim();
    const slip = {
      table,
      cells: this.#grid.cells,
      direction: this.#grid.direction,
      reference: $("#drawn-reference").value.trim().toUpperCase() || null,
      score: score === "" ? null : Number(score),
      flags: this.#flags,
    };
    try {
      const { line } = await api.post(`${this.base}/marks/drawn`, slip, { tries: 1 });
      if (mine === this.#asked) await this.line.fill(line);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine === this.#asked) this.line.complain(error.message);
    }
  }

  async #enter() {
    await this.#writing;
    this.line.enter();
  }
}

function fill(values) {
  for (const [name, value] of Object.entries(values)) $(`#drawn-${name}`).value = value;
}

/** Where the squares lie: the word at its reference, as on the board, else in the middle. */
function placed(cells, slip) {
  if (!cells.length) return [];
  const word = cells.find((cell) => !cell.link) ?? cells[0];
  const named = parseReference(slip?.reference ?? "");
  const shifts = [middle(cells)];
  if (named) {
    shifts.unshift([
      Math.floor(named.index / SIZE) - word.row,
      named.index % SIZE - word.column,
    ]);
  }
  const fits = ([down, right]) =>
    cells.every(({ row, column }) =>
      row + down >= 0 && row + down < SIZE && column + right >= 0 && column + right < SIZE
    );
  const [down, right] = shifts.find(fits) ?? shifts.at(-1);
  return cells.map((cell) => ({ ...cell, row: cell.row + down, column: cell.column + right }));
}

function middle(cells) {
  const shift = (axis) => {
    const places = cells.map((cell) => cell[axis]);
    const [least, most] = [Math.min(...places), Math.max(...places)];
    return Math.max(0, Math.floor((SIZE - 1 - most + least) / 2)) - least;
  };
  return [shift("row"), shift("column")];
}
