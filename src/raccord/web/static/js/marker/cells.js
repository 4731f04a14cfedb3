// The tables of a turn as small cells, and the correction notes to hand out.
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { sanctionName } from "../core/sanctions.js";
import { pointsOf } from "./slip.js";

export const SIGNS = {
  missing: "·",
  received: "○",
  right: "✓",
  warning: "!",
  penalty: "−5",
  nullity: "✗",
  commission: "?",
};
const NAMES = {
  missing: () => _("manquant"),
  received: () => _("reçu, pas encore jugé"),
  right: () => _("juste"),
};
export const statusName = (status) => NAMES[status]?.() ?? sanctionName(status);

/** What a cell shows: the second marker's only whether he entered it, and whether he differs. */
export function seen(cell, second) {
  if (!second) return cell;
  return {
    table: cell.table,
    status: cell.second ? "right" : "missing",
    points: null,
    differs: cell.differs,
    note: "",
  };
}

/** `choose(table)` is called for the cell pressed; the one of `table` is shown as such. */
export function showCells(cells, { second, table, choose }) {
  // Drawn anew with each slip that comes: the keyboard must not lose its place.
  const focused = document.activeElement?.closest?.(".cell")?.dataset.table;
  $("#cells").replaceChildren(...cells.map((cell) => element(cell, { second, table, choose })));
  if (focused) $(`#cells [data-table="${focused}"]`)?.focus();
}

function element(cell, { second, table, choose }) {
  const { status, points, differs, note } = seen(cell, second);
  const more = [differs ? "≠" : "", note === "due" ? "✉" : ""].join("");
  const label = [
    _("Table {n}", { n: cell.table }),
    second ? (cell.second ? _("relu") : _("à relire")) : statusName(status),
    points === null ? "" : pointsOf(points),
    differs ? _("écart") : "",
    note === "due" ? _("billet à remettre") : "",
  ].filter(Boolean).join(", ");
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: `cell is-${status}`,
        "data-table": cell.table,
        "aria-label": label,
        "aria-pressed": String(cell.table === table),
        onclick: () => choose(cell.table),
      },
      h("strong", {}, String(cell.table)),
      h("span", { class: "sign" }, SIGNS[status]),
      h("span", { class: "more" }, more, points === null ? "" : ` ${points}`),
    ),
  );
}

export function showNotes(cells, { code, turn, deliver }) {
  const due = cells.filter((cell) => cell.note === "due");
  $("#notes").hidden = !cells.some((cell) => cell.note);
  $("#notes-print").href = `/partie/${code}/billets.pdf?coup=${turn}`;
  $("#notes-see").href = `/partie/${code}/billets?coup=${turn}`;
  $("#notes-due").replaceChildren(
    ...(due.length
      ? due.map((cell) =>
        h(
          "li",
          {},
          _("Table {n}", { n: cell.table }),
          h("button", {
            type: "button",
            "aria-label": _("Billet de la table {n} remis", { n: cell.table }),
            onclick: () => deliver(cell.table),
          }, _("Remis")),
        )
      )
      : [h("li", {}, _("Tous les billets sont remis."))]),
  );
}
