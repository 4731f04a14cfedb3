// A board one types on freely, and the solutions found shown on it.
import { $, $$ } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { ACROSS, DOWN, EMPTY, other, parseReference, SIZE, squares } from "../core/scoring.js";
import { announce, toast } from "../core/toast.js";
import "../elements/board.js";

const board = $("#board");
const grid = $("#grille");
const past = [];
let cells = board.cells;
let direction = ACROSS;

const pack = (text) => text.replace(/\.+/g, (run) => String(run.length));

/** Another board: told to the form, and remembered to be taken back. */
function change(next) {
  if (next === cells) return;
  past.push(cells);
  show(next);
}

function show(next) {
  cells = next;
  board.cells = cells;
  board.last = "";
  grid.value = /[a-z]/i.test(cells) ? pack(cells) : "";
  $("#shown").textContent = "";
}

const put = (index, letter) => cells.slice(0, index) + letter + cells.slice(index + 1);

/** The next square along the direction, or the same at the edge. */
function step(index, by) {
  const across = direction === ACROSS;
  const next = index + by * (across ? 1 : SIZE);
  const inside = next >= 0 && next < SIZE * SIZE &&
    (!across || Math.floor(next / SIZE) === Math.floor(index / SIZE));
  return inside ? next : index;
}

function key(event) {
  const square = event.target.closest("[data-index]");
  if (!square || event.ctrlKey || event.altKey || event.metaKey) return;
  const index = Number(square.dataset.index);
  if (/^[a-zA-Z]$/.test(event.key)) {
    // A plain key is a tile whatever the state of the capitals lock; Shift makes it a joker.
    const letter = event.shiftKey ? event.key.toLowerCase() : event.key.toUpperCase();
    change(put(index, letter));
    board.focusSquare(step(index, 1));
  } else if (event.key === " ") {
    direction = other(direction);
    announce(direction === ACROSS ? _("horizontalement") : _("verticalement"));
  } else if (event.key === "Backspace" || event.key === "Delete") {
    const at = cells[index] === EMPTY && event.key === "Backspace" ? step(index, -1) : index;
    change(put(at, EMPTY));
    board.focusSquare(at);
  } else if (event.key === "Enter") $("#position").requestSubmit();
  else {
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") direction = ACROSS;
    if (event.key === "ArrowUp" || event.key === "ArrowDown") direction = DOWN;
    return;
  }
  event.preventDefault();
}

/** `H4 LUSTRE`, `4H lUSTRE` or `H4 (L)USTRE`: lower case and brackets are jokers. */
function read(text) {
  const found = /^\s*(\S+)\s+(\S+)\s*$/.exec(text);
  const place = found && parseReference(found[1]);
  const word = found && found[2].replace(/\(([A-Za-z])\)/g, (_all, c) => c.toLowerCase());
  if (!place || !/^[A-Za-z]{2,15}$/.test(word)) return null;
  const at = squares(place.index, place.direction, word.length);
  return at && { at, word };
}

function lay(text, base = cells) {
  const move = read(text);
  if (!move) return null;
  const next = [...base];
  for (const [i, index] of move.at.entries()) {
    if (next[index] === EMPTY) next[index] = move.word[i];
    else if (next[index].toUpperCase() !== move.word[i].toUpperCase()) return null;
  }
  return next.join("");
}

function laid() {
  const typed = $("#move").value;
  // A word typed all in small letters means tiles, not fifteen jokers.
  const next = lay(typed === typed.toLowerCase() ? typed.toUpperCase() : typed);
  if (!next) {
    toast(_("Attendu : une place et un mot, par exemple « H4 LUSTRE »."), "bad");
    return;
  }
  change(next);
  $("#move").value = "";
}

function preview(event) {
  const button = event.target.closest("[data-move]");
  if (!button) return;
  const next = lay(button.dataset.move);
  if (!next) return;
  board.cells = next;
  board.last = button.dataset.move;
  for (const one of $$("[data-move]")) {
    one.toggleAttribute("aria-current", one === button);
  }
  $("#shown").textContent = button.textContent.replace(/\s+/g, " ").trim();
}

board.addEventListener("keydown", key);
document.addEventListener("click", preview);
$("#lay").addEventListener("click", laid);
$("#move").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  laid();
});
$("#undo").addEventListener("click", () => past.length && show(past.pop()));
$("#empty").addEventListener("click", () => change(EMPTY.repeat(SIZE * SIZE)));
for (const hidden of $$("#how, #typed")) hidden.hidden = false;
document.body.dataset.ready = "";
