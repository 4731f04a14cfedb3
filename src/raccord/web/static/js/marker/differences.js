// Both markings of a slip side by side: all of them for the second marker, else where they differ.
import { api, ApiError } from "../core/api.js";
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { statusName } from "./cells.js";
import { pointsOf, slipText, statusOf } from "./slip.js";

let asked = 0;

/** Ask for the markings of a turn and show them; `cells` say whether there is anything to ask. */
export async function showDifferences({ base, second, turn, cells, choose }) {
  const mine = (asked += 1);
  const tables = new Set(cells.filter((cell) => cell.second).map((cell) => cell.table));
  const found = tables.size ? await read(base, turn) : [];
  if (!found || mine !== asked) return;
  const shown = found.filter((d) =>
    (second || d.differs || d.earlier.length) && tables.has(d.table)
  );
  $("#differences").hidden = !shown.length;
  $("#difference-lines").replaceChildren(...shown.map((one) => row(one, choose)));
}

async function read(base, turn) {
  try {
    return await api.get(`${base}/second?turn=${turn}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, "bad");
    return null;
  }
}

function row({ table, first, second_slip, second_ruling, differs, reason, earlier }, choose) {
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row" },
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => choose(table) },
        String(table),
      ),
    ),
    h("td", {}, markingParts(first.slip, first.ruling)),
    h(
      "td",
      {},
      markingParts(second_slip, second_ruling),
      earlier.map((before) => h("p", { class: "muted" }, earlierText(before))),
      reason && h("p", { class: "muted" }, _("relu :"), ` ${reason}`),
    ),
    h("td", {}, differs ? h("span", { class: "differs" }, `≠ ${_("écart")}`) : `= ${_("accord")}`),
  );
}

const markingParts = (slip, ruling) => [
  h("span", { class: "num" }, slipText(slip)),
  h("br"),
  ruling ? `${pointsOf(ruling.points)} · ${statusName(statusOf(ruling))}` : _("pas encore corrigé"),
];

const earlierText = ({ slip, ruling }) =>
  [_("lu d'abord :"), `${slipText(slip)},`, pointsOf(ruling.points)].join(" ");
