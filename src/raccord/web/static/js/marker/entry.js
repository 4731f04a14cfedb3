// The markers' desk: one line per slip, its ruling before Enter, the tables at a glance.
// The second marker has the same desk, but sees of the first entry only what he entered himself.
import { api, ApiError } from "../core/api.js";
import { $, h, pageData } from "../core/dom.js";
import { showClock } from "../core/game.js";
import { _, plural } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { sanctionName } from "../core/sanctions.js";
import { announce, toast } from "../core/toast.js";
import { pointsOf, rulingParts, slipElement, statusOf, whyParts } from "./slip.js";
import { claimPane, showPane } from "./pane.js";
import "../elements/clock.js";

const { tables: mine, second, ...start } = pageData("marker-data");
let { public: game, view } = start;
const base = `/api/games/${game.code}`;
const enter = second ? `${base}/second/line` : `${base}/marks/line`;
const line = $("#line");
let pinned = null; // an earlier turn, chosen instead of the one at hand
let table = null; // the table shown on the right
let asked = 0;
let lastLine = "";

const SIGNS = {
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
const statusName = (status) => NAMES[status]?.() ?? sanctionName(status);
const atHand = () => (game.draw ? game.turn : game.turns.length);
const turn = () => pinned ?? view.turn;
const cells = () => view.cells.filter((cell) => !mine.length || mine.includes(cell.table));

// The tables

/** What a cell shows: the second marker's only whether he entered it, and whether he differs. */
function seen(cell) {
  if (!second) return cell;
  return {
    table: cell.table,
    status: cell.second ? "right" : "missing",
    points: null,
    differs: cell.differs,
    note: "",
  };
}

function cellElement(cell) {
  const { status, points, differs, note } = seen(cell);
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

function render() {
  renderTurns();
  showClock($("#clock"), game.clock);
  $("#clock").hidden ||= game.phase !== "running";
  $("#top").textContent = topText();
  line.disabled = !view.open;
  const shown = cells();
  const missing = shown.filter((cell) => seen(cell).status === "missing");
  const focused = document.activeElement?.closest?.(".cell")?.getAttribute("aria-label");
  $("#cells").replaceChildren(...shown.map(cellElement));
  if (focused) {
    [...$("#cells").querySelectorAll(".cell")].find((cell) =>
      cell.textContent.startsWith(focused.match(/\d+/)[0])
    )?.focus();
  }
  $("#count").textContent = `${shown.length - missing.length}/${shown.length}`;
  $("#missing").textContent = missing.length
    ? _("Manquent : {tables}", { tables: missing.map((cell) => cell.table).join(" ") })
    : shown.length
    ? _("Tous les bulletins sont là.")
    : "";
  for (const button of document.querySelectorAll("#rest-top, #rest-none")) {
    button.disabled = !view.open || !missing.length;
  }
  renderNotes(shown);
  if (view.open) keepLine();
}

function topText() {
  if (!view.turn) return _("Aucun coup tiré.");
  if (!view.open) {
    return _("Tirage {draw} — les bulletins ne sont pas encore levés.", { draw: view.draw });
  }
  return view.top
    ? _("Tirage {draw} · top {top}, {points}", {
      draw: view.draw,
      top: view.top,
      points: pointsOf(view.top_points),
    })
    : _("Tirage {draw}", { draw: view.draw });
}

function renderTurns() {
  const count = Math.max(atHand(), view.turn);
  if ($("#turn").options.length !== count) {
    $("#turn").replaceChildren(
      ...Array.from(
        { length: count },
        (_unused, i) => h("option", { value: i + 1 }, String(i + 1)),
      ),
    );
  }
  $("#turn").value = String(turn());
  $("#turn").disabled = !count;
}

function renderNotes(shown) {
  if (second) return;
  const due = shown.filter((cell) => cell.note === "due");
  $("#notes").hidden = !shown.some((cell) => cell.note);
  $("#notes-print").href = `/partie/${game.code}/billets.pdf?coup=${turn()}`;
  $("#notes-see").href = `/partie/${game.code}/billets?coup=${turn()}`;
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

const markingParts = (slip, ruling) => [
  h("span", { class: "num" }, slipText(slip)),
  h("br"),
  ruling ? `${pointsOf(ruling.points)} · ${statusName(statusOf(ruling))}` : _("pas encore corrigé"),
];

let compared = 0;
async function renderDifferences() {
  const mineOnly = (compared += 1);
  const found = turn() ? await told(() => api.get(`${base}/second?turn=${turn()}`)) : [];
  if (!found || mineOnly !== compared) return;
  const shown = found.filter((d) =>
    (second || d.differs) && (!mine.length || mine.includes(d.table))
  );
  $("#differences").hidden = !shown.length;
  $("#difference-lines").replaceChildren(
    ...shown.map((d) =>
      h(
        "tr",
        {},
        h(
          "th",
          { scope: "row" },
          h(
            "button",
            { type: "button", class: "quiet", onclick: () => choose(d.table) },
            String(d.table),
          ),
        ),
        h("td", {}, markingParts(d.first.slip, d.first.ruling)),
        h("td", {}, markingParts(d.second_slip, d.second_ruling)),
        h(
          "td",
          {},
          d.differs ? h("span", { class: "differs" }, `≠ ${_("écart")}`) : `= ${_("accord")}`,
        ),
      )
    ),
  );
}

const slipText = (
  slip,
) => (!slip || slip.flags.includes("none")
  ? _("pas de bulletin")
  : [slip.reference, slip.word || slip.solutions.map((s) => s.word).join(" ; "), slip.score].filter(
    (part) => part !== null && part !== "",
  ).join(" "));

// The line

async function told(ask) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, "bad");
    return null;
  }
}

function setPreview(kind, ...parts) {
  $("#preview").className = `preview ${kind ? `is-${kind}` : ""}`;
  $("#preview").replaceChildren(...parts.filter(Boolean));
}

const body = (text, more = {}) => ({ line: text, turn: turn() || null, ...more });

let timer = 0;
function edit() {
  if (line.value.trim() === "?") {
    line.value = "";
    openHelp();
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(preview, 150);
}

async function preview() {
  const text = line.value.trim();
  const mineOnly = (asked += 1);
  if (!text) {
    setPreview("");
    return;
  }
  let reply;
  try {
    reply = await api.post(`${enter}/preview`, body(text), { tries: 1 });
  } catch (error) {
    if (mineOnly === asked) setPreview("", h("p", { class: "muted" }, error.message));
    return;
  }
  if (mineOnly !== asked) return;
  const names = reply.tables.length > 1
    ? plural(reply.tables.length, "{n} table", "{n} tables")
    : _("Table {n}", { n: reply.tables[0] ?? "—" });
  const standing = view.cells.find((cell) =>
    cell.table === reply.tables[0] && cell.points !== null
  );
  setPreview(
    statusOf(reply.ruling),
    h("p", {}, h("strong", {}, names), reply.slip ? ` · ${slipText(reply.slip)}` : ""),
    ...rulingParts(reply.ruling),
    !second && standing && reply.tables.length === 1
      ? h(
        "p",
        { class: "muted" },
        _("Déjà jugé : {points}. Entrer demandera un motif.", {
          points: pointsOf(standing.points),
        }),
      )
      : null,
  );
  if (reply.slip && reply.tables.length === 1) {
    setTimeout(() => {
      if (mineOnly === asked) explainLine(text, reply, mineOnly);
    }, 250);
  }
}

/** On the right, the slip about to be entered with everything that is weighed. */
async function explainLine(text, { tables, slip, ruling }, mineOnly) {
  let why;
  try {
    why = await api.post(`${base}/marks/line/why`, body(text), { tries: 1 });
  } catch {
    return;
  }
  if (mineOnly !== asked) return;
  claimPane();
  table = tables[0];
  $("#pane-title").textContent = _("Table {n} — avant de l'entrer", { n: table });
  $("#pane-text").replaceChildren(slipElement(slip), ...rulingParts(ruling), ...whyParts(why));
}

async function submit(reason = "") {
  const text = line.value.trim();
  if (!text) return;
  clearTimeout(timer);
  asked += 1;
  let reply;
  try {
    reply = await api.post(enter, body(text, { reason }));
  } catch (error) {
    setPreview(
      "bad",
      h("p", {}, error.message),
      error.code === "reason-needed" ? reasonForm(text) : null,
    );
    $("#again-reason")?.focus();
    return;
  }
  lastLine = text;
  line.value = "";
  setPreview("");
  log(text, reply);
  if (reply.tables.length === 1) choose(reply.tables[0], false);
}

/** Entering a slip again needs its reason; both entries are kept. */
function reasonForm(text) {
  return h(
    "form",
    {
      class: "row",
      onsubmit: (event) => {
        event.preventDefault();
        line.value = text;
        submit($("#again-reason").value);
      },
    },
    h("label", { for: "again-reason" }, _("Motif")),
    h("input", { id: "again-reason", maxlength: 400, required: true, class: "reason" }),
    h("button", {}, _("Remplacer")),
  );
}

function log(text, { tables, ruling }) {
  const what = tables.length === 1
    ? _("Table {n}", { n: tables[0] })
    : plural(tables.length, "{n} table", "{n} tables");
  const said = ruling
    ? `${what} : ${pointsOf(ruling.points)} ${SIGNS[statusOf(ruling)]}`
    : `${what} : ${text}`;
  $("#journal").textContent = [said, ...$("#journal").textContent.split(" · ").filter(Boolean)]
    .slice(0, 5).join(" · ");
  announce(said);
}

async function rest(what) {
  const reply = await told(() => api.post(`${base}/marks/${what}`, { rest: true, turn: turn() }));
  if (reply) log(what === "top" ? "=" : "-", { tables: reply.tables });
}

// The pane

async function choose(chosen, prefill = true) {
  table = chosen;
  if (prefill && view.open && !line.value.trim()) line.value = `${chosen} `;
  if (second && !view.cells.find((cell) => cell.table === chosen)?.second) {
    claimPane();
    $("#pane-title").textContent = _("Table {n}", { n: chosen });
    $("#pane-text").replaceChildren(
      h(
        "p",
        { class: "muted" },
        _("Entrez votre lecture : la première saisie se montrera ensuite."),
      ),
    );
  } else await showPane({ base, table: chosen, turn: turn(), second, corrected: refresh });
  render();
}

async function deliver(chosen) {
  await told(() => api.post(`${base}/notes`, { turn: turn(), table: chosen }));
  await refresh();
}

let wanted = 0; // the last view asked for or pushed: an answer to an earlier question is old
function show(said) {
  wanted += 1;
  view = said;
  render();
  renderDifferences();
}

async function refresh() {
  const mineOnly = (wanted += 1);
  const found = await told(() =>
    api.get(`${base}/marks?second=${second}${pinned ? `&turn=${pinned}` : ""}`)
  );
  if (!found || mineOnly !== wanted) return;
  // Cells pushed while it was on its way are newer than the answer.
  if (found.turn === view.turn && found.revision < view.revision) await refresh();
  else show(found);
}

// Keys: whatever is typed goes to the line

const elsewhere = (target) => target.closest?.("input, select, textarea, dialog");
function keepLine() {
  if (
    matchMedia("(hover: hover)").matches &&
    (!document.activeElement || document.activeElement === document.body)
  ) line.focus({ preventScroll: true });
}
function openHelp() {
  $("#help").showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || elsewhere(event.target)) return;
  if (event.key === "?") {
    openHelp();
    event.preventDefault();
  } else if (/^[0-9a-zA-Z=]$/.test(event.key) && view.open) line.focus();
});
line.addEventListener("keydown", (event) => {
  if (event.key === "ArrowUp" && !line.value) {
    line.value = lastLine;
    edit();
    event.preventDefault();
  }
  if (event.key === "Escape") {
    line.value = "";
    edit();
  }
});
line.addEventListener("input", edit);
$("#entry").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
$("#help-open").addEventListener("click", openHelp);
$("#help").addEventListener("close", () => line.focus());
$("#turn").addEventListener("change", async ({ target }) => {
  pinned = Number(target.value) === atHand() ? null : Number(target.value);
  await refresh();
});
$("#rest-top")?.addEventListener("click", () => rest("top"));
$("#rest-none")?.addEventListener("click", () => rest("missing"));

$("#clock").dataset.silent = "1";
render();
renderDifferences();
connect(`/live/${game.code}/${second ? "second" : "marker"}`, {
  state: (said) => {
    game = said;
    if (said.phase === "drawing" && pinned === null) refresh();
    render();
  },
  marking: (said) => {
    if (pinned === null) show(said);
    else refresh();
  },
  marks: (said) => {
    if (said.turn !== view.turn) return;
    const changed = new Map(said.cells.map((cell) => [cell.table, cell]));
    view = {
      ...view,
      revision: said.revision,
      cells: view.cells.map((cell) => changed.get(cell.table) ?? cell),
    };
    render();
    renderDifferences();
  },
});
document.body.dataset.ready = "1";
