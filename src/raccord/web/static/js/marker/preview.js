// What a line would do, shown before it is entered; large where its ruling is not plain.
import { $, h } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { sanctionOf } from "../core/sanctions.js";
import { pointsOf, rulingParts, slipText, statusOf } from "./slip.js";

/** Whether nobody needs to look again: no sanction, nothing for the commission. */
export const isPlain = ({ ruling }) => !ruling || sanctionOf(ruling) === "none";

export function setPreview(kind, ...parts) {
  $("#preview").className = `preview ${kind ? `is-${kind}` : ""}`;
  $("#preview").replaceChildren(...parts.filter(Boolean));
}

/** `standing` is the cell of a table already ruled on; `held` says that nothing was entered. */
export function showPreview({ tables, slip, ruling }, { standing = null, held = false } = {}) {
  const names = tables.length > 1
    ? plural(tables.length, "{n} table", "{n} tables")
    : _("Table {n}", { n: tables[0] ?? "—" });
  setPreview(
    statusOf(ruling),
    h("p", {}, h("strong", {}, names), slip ? ` · ${slipText(slip)}` : ""),
    ...rulingParts(ruling),
    standing &&
      h(
        "p",
        { class: "muted" },
        _("Déjà jugé : {points}. Entrer demandera un motif.", {
          points: pointsOf(standing.points),
        }),
      ),
    held && h("p", { class: "held" }, _("Pas encore entré : Entrée confirme, Échap efface.")),
  );
}

/** Entering a slip again needs its reason; both entries are kept. */
export const reasonForm = (enter) =>
  h(
    "form",
    {
      class: "row",
      onsubmit: (event) => {
        event.preventDefault();
        enter($("#again-reason").value);
      },
    },
    h("label", { for: "again-reason" }, _("Motif")),
    h("input", { id: "again-reason", maxlength: 400, required: true, class: "reason" }),
    h("button", {}, _("Remplacer")),
  );
