// Solutions as a list that the board shows on demand: grouped by word, the best first.
import { $, h } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { EMPTY, parseReference, SIZE } from "../core/scoring.js";
import { lettered, moveParts } from "./slip.js";

/** The board with a move laid on it. */
export function placed(cells, move) {
  const { index, direction } = parseReference(move.reference);
  const letters = move.word.match(/\([A-Z]\)|[A-Z]/g);
  const after = [...cells];
  letters.forEach((letter, i) => {
    const at = index + i * (direction === "across" ? 1 : SIZE);
    if (after[at] === EMPTY) after[at] = letter.length > 1 ? letter[1].toLowerCase() : letter;
  });
  return after.join("");
}

/** Show a move on the board as it was before the turn. */
export function preview(before, move) {
  const board = $("#board");
  board.cells = placed(before, move);
  board.last = `${move.reference} ${move.word}`;
}

/** Moves of equal words together: `[[word, moves]]`, in the order in which they come. */
function byWord(moves) {
  const groups = new Map();
  for (const move of moves) groups.set(move.word, [...(groups.get(move.word) ?? []), move]);
  return [...groups];
}

const place = (before, move) =>
  h(
    "button",
    { type: "button", class: "quiet", onclick: () => preview(before, move) },
    move.reference,
    move.retained ? " ●" : "",
  );

/** The ties of a turn: one line a word, its places as buttons. */
export const tieList = (before, ties) =>
  h(
    "ul",
    { class: "ties" },
    byWord(ties).map(([word, moves]) =>
      h(
        "li",
        {},
        h("strong", {}, lettered(word)),
        " ",
        moves.map((move) => place(before, move)),
        [...new Set(moves.map((move) => move.note).filter(Boolean))].map((note) =>
          h("span", { class: "muted" }, ` ${note}`)
        ),
      )
    ),
  );

const solution = (before, mine, move) =>
  h(
    "li",
    { class: `${move.reference} ${move.word}` === mine ? "is-mine" : "" },
    h(
      "button",
      { type: "button", class: "quiet", onclick: () => preview(before, move) },
      moveParts(move),
    ),
  );

async function fill(list, ask, before, mine) {
  list.replaceChildren(h("li", { class: "muted" }, "…"));
  try {
    const { count, moves } = await ask();
    const hidden = count - moves.length;
    list.replaceChildren(
      ...moves.map((move) => solution(before, mine, move)),
      ...(hidden > 0
        ? [h("li", { class: "muted" }, plural(hidden, "et {n} autre", "et {n} autres"))]
        : []),
    );
  } catch (error) {
    list.replaceChildren(h("li", { class: "muted" }, error.message));
  }
}

/** A fold that asks for every solution of a turn, `ask()`, when it is opened. */
export function allSolutions(ask, before, mine) {
  const list = h("ol", { class: "solutions num" });
  let asked = false;
  const fold = h(
    "details",
    { class: "card" },
    h("summary", {}, _("Toutes les solutions")),
    list,
  );
  fold.addEventListener("toggle", () => {
    if (asked || !fold.open) return;
    asked = true;
    fill(list, ask, before, mine);
  });
  return fold;
}
