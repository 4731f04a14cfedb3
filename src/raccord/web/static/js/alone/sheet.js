// Beside the board: the match sheet, and the letters nobody has seen yet.
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { moveParts } from "./slip.js";

const scored = (row) =>
  row.points === row.reference ? `★ ${row.points}` : `${row.points} / ${row.reference}`;

const line = (row) =>
  h(
    "tr",
    {},
    h("td", {}, String(row.turn)),
    h("td", { class: "draw" }, row.draw),
    h("td", {}, moveParts(row.top)),
    h("td", { class: "points" }, scored(row)),
  );

/** Letters grouped: « AAA BB C ». */
const grouped = (letters) => (letters.match(/(.)\1*/g) ?? []).join(" ");

export function showSheet(state) {
  $("#sheet").hidden = !state.sheet.length;
  $("#sheet-rows").replaceChildren(...[...state.sheet].reverse().map(line));
  $("#left-count").textContent = `(${state.left.length})`;
  $("#left-letters").textContent = grouped(state.left) || _("Le sac est vide.");
}
