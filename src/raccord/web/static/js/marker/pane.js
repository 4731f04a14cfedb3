// One table on the right: its slip, its decision, everything that was weighed, and how to override.
import { api, ApiError } from "../core/api.js";
import { $, h } from "../core/dom.js";
import { _, typography } from "../core/i18n.js";
import { sanctionName, sanctionOf, sanctions } from "../core/sanctions.js";
import { toast } from "../core/toast.js";
import { pointsOf, rulingParts, slipElement, whyParts } from "./slip.js";

const clockOf = (ms) =>
  new Date(ms).toLocaleTimeString("fr", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
let shown = 0;

/** Say who fills the pane from now on: what an earlier one still waits for is not shown. */
export function claimPane() {
  const mine = (shown += 1);
  return () => mine === shown;
}

/** The slip about to be entered with everything that is weighed, unless it is `isWanted()` no more. */
export async function weigh(path, body, { tables, slip, ruling }, isWanted) {
  let why;
  try {
    why = await api.post(path, body, { tries: 1 });
  } catch {
    return;
  }
  if (!isWanted()) return;
  claimPane();
  $("#pane-title").textContent = _("Table {n} — avant de l'entrer", { n: tables[0] });
  $("#pane-text").replaceChildren(slipElement(slip), ...rulingParts(ruling), ...whyParts(why));
}

/** Show a table's slip; `write(ask)` carries out an override, null where it was refused. */
export async function showPane(where) {
  const { base, table, turn, second } = where;
  const isMine = claimPane();
  let mark, why, history;
  try {
    mark = await api.get(`${base}/marks/${table}?turn=${turn}`);
    [why, history] = await Promise.all([
      mark.ruling ? api.get(`${base}/marks/${table}/why?turn=${turn}`) : null,
      api.get(`${base}/marks/${table}/history?turn=${turn}`),
    ]);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, "bad");
    return;
  }
  if (!isMine()) return;
  $("#pane-title").textContent = _("Table {n} — {players}", {
    n: table,
    players: mark.players.join(", "),
  });
  const parts = [];
  if (mark.slip || mark.ruling) parts.push(slipElement(mark.slip));
  else {parts.push(h(
      "p",
      { class: "muted" },
      mark.status === "received"
        ? _("Reçu d'un téléphone ; il se montrera à la fin du temps.")
        : _("Rien n'est encore entré."),
    ));}
  if (mark.machine) {
    parts.push(h("p", { class: "note" }, _("Lu par la machine, confirmé par personne.")));
  }
  if (mark.picture) parts.push(photo(base, mark.picture));
  if (mark.ruling) parts.push(...rulingParts(mark.ruling));
  if (mark.note_delivered) parts.push(h("p", { class: "muted" }, _("Billet de correction remis.")));
  if (why) parts.push(...whyParts(why));
  if (history.filter((e) => e.ruling).length > 1) parts.push(historyElement(history));
  fill(`${turn}:${table}`, parts, mark.ruling && !second ? () => override(where, mark) : null);
}

/** A form that is being filled in for the very slip stays as it is; all the rest is drawn anew. */
function fill(slip, parts, form) {
  const pane = $("#pane-text");
  if (form && $(`[data-slip="${slip}"][open]`, pane)) {
    $(".told", pane).replaceChildren(...parts);
    return;
  }
  const details = form?.();
  if (details) details.dataset.slip = slip;
  pane.replaceChildren(h("div", { class: "told" }, parts), details ?? "");
}

/** The slip itself; its photograph may be gone by now. */
function photo(base, picture) {
  const image = h("img", {
    class: "slip-photo",
    src: `${base}/photos/${picture}`,
    alt: _("Photo du bulletin"),
    loading: "lazy",
    onerror: () => image.remove(),
  });
  return image;
}

function historyElement(history) {
  return h(
    "div",
    {},
    h("h3", {}, _("Décisions successives")),
    h(
      "ol",
      { class: "readings" },
      history.filter((e) => e.ruling).map((e) =>
        h(
          "li",
          {},
          `${clockOf(e.at)} · ${pointsOf(e.ruling.points)} · ${e.by}`,
          e.reason ? typography(` — ${e.reason}`) : "",
        )
      ),
    ),
  );
}

function tick(name, text) {
  return h(
    "label",
    { class: "tick whole" },
    h("input", { type: "checkbox", name }),
    ` ${text}`,
  );
}

/** Another decision, with its reason; the one it replaces is kept. */
function override(where, { ruling }) {
  const { base, table, turn, write } = where;
  const selected = sanctionOf(ruling);
  const send = async (event) => {
    event.preventDefault();
    const data = new FormData(event.target);
    const wish = {
      turn,
      table,
      points: Number(data.get("points")),
      sanction: data.get("sanction"),
      reason: data.get("reason").trim(),
      appeal: data.has("appeal"),
      insist: data.has("insist"),
    };
    event.submitter.disabled = true;
    const reply = await write(() => api.post(`${base}/rulings`, wish));
    event.submitter.disabled = false;
    if (!reply) return;
    toast(_("Décision enregistrée ; la précédente est gardée."), "good");
    event.target.closest("details").open = false;
    await showPane(where);
  };
  return h(
    "details",
    {},
    h("summary", {}, _("Rectifier la décision")),
    h(
      "form",
      { class: "override", onsubmit: send },
      h(
        "div",
        { class: "field" },
        h("label", { for: "o-points" }, _("Points")),
        h("input", {
          id: "o-points",
          name: "points",
          type: "number",
          min: -1000,
          max: 5000,
          required: true,
          value: ruling.points,
        }),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "o-sanction" }, _("Sanction")),
        h(
          "select",
          { id: "o-sanction", name: "sanction" },
          sanctions.map((value) =>
            h("option", { value, selected: value === selected }, sanctionName(value))
          ),
        ),
      ),
      h(
        "div",
        { class: "field whole" },
        h("label", { for: "o-reason" }, _("Motif")),
        h("input", { id: "o-reason", name: "reason", maxlength: 400, required: true }),
      ),
      tick("appeal", _("sur appel d'un joueur ou d'un arbitre")),
      tick("insist", _("maintenir une décision qui semble impossible")),
      h("p", { class: "whole" }, h("button", {}, _("Rectifier"))),
    ),
  );
}
